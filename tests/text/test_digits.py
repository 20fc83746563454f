"""As many digits as an interval gives a number."""

import math

import pytest

from edison.text import decimals_for, finest, write_apart, write_interval, write_number, write_percent


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (0.319, 1.199, "0.32 to 1.20"),
        (-0.0184, 0.0377, "-0.018 to 0.038"),
        (-3e-5, -1e-5, "-0.000030 to -0.000010"),
        (1234.2, 1534.9, "1234 to 1535"),
        (0.0004, 0.2, "0.0004 to 0.2000"),
        (-0.2, -0.0004, "-0.2000 to -0.0004"),
        (-0.0004, 0.2, "0.00 to 0.20"),
        (0.0, 0.2, "0.00 to 0.20"),
        (1e300, 3e300, "1.00e+300 to 3.00e+300"),
        (1e-12, 4e-12, "1.00e-12 to 4.00e-12"),
        (None, 1.0, "–"),
        (0.25, 0.25, "0.250 to 0.250"),
    ],
)
def test_an_interval_has_two_digits_of_its_width(low: float | None, high: float, told: str) -> None:
    assert write_interval(low, high) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0.12345, "0.123"),
        (12.345, "12.3"),
        (1234.5, "1234"),
        (0.0001234, "0.000123"),
        (0.0, "0"),
        (1e-20, "1.00e-20"),
        (None, "–"),
        (math.nan, "–"),
        (math.inf, "–"),
    ],
)
def test_without_an_interval_three_digits_count(value: float | None, told: str) -> None:
    assert write_number(value) == told


def test_a_nothing_has_no_sign_below_zero_and_a_wished_one_above() -> None:
    assert write_number(-0.001, decimals=2) == "0.00"
    assert write_number(-0.001, decimals=2, signed=True) == "+0.00"
    assert write_number(0.5, decimals=1, signed=True) == "+0.5"


def test_a_column_is_as_fine_as_its_narrowest_interval() -> None:
    assert finest([(0.0, 1.0), (0.5, 0.51), (None, None), (0.2, 0.2)]) == 3
    assert finest([]) is None
    assert decimals_for(0.0, math.inf) is None


@pytest.mark.parametrize(
    ("values", "least", "told"),
    [
        ((0.5, 0.7), 3, ("0.500", "0.700")),
        ((0.50001, 0.50003), 3, ("0.50001", "0.50003")),
        ((0.5, 0.5), 3, ("0.500", "0.500")),
        ((83.2, 83.4), 0, ("83.2", "83.4")),
    ],
)
def test_numbers_that_are_held_against_each_other_are_told_apart(
    values: tuple[float, ...], least: int, told: tuple[str, ...]
) -> None:
    assert write_apart(*values, least=least) == told


def test_numbers_that_nothing_tells_apart_end_somewhere() -> None:
    assert write_apart(0.5, 0.5 + 1e-12) == ("0.500000000", "0.500000000")


def test_ends_of_a_difference_have_signs() -> None:
    assert write_interval(-0.012, 0.034, signed=True) == "-0.012 to +0.034"


@pytest.mark.parametrize(
    ("share", "told"), [(0.384, "38 %"), (1, "100 %"), (0.0, "0 %"), (None, "–"), (-0.12, "-12 %")]
)
def test_a_share_is_told_in_per_cent(share: float | None, told: str) -> None:
    assert write_percent(share) == told


def test_a_share_may_have_decimals_and_a_sign() -> None:
    assert write_percent(0.1234, decimals=1) == "12.3 %"
    assert write_percent(0.5, signed=True) == "+50 %"
