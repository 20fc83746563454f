"""Results on one table of cases, arms and judges, and the rows that are taken from it."""

from array import array
from dataclasses import dataclass, field

import numpy as np
import pytest

from edison.stats.boards import independent_rows, lay_out, some_rows


@dataclass(frozen=True)
class Given:
    """Values of some cases."""

    values: list[float]
    cases: "array[int]" = field(default_factory=lambda: array("q"))


def given(values: dict[int, list[float]]) -> Given:
    pairs = [(case, value) for case, several in values.items() for value in several]
    return Given([value for _, value in pairs], array("q", [case for case, _ in pairs]))


def test_values_are_averaged_within_their_case_and_what_is_missing_is_nan() -> None:
    table = lay_out([[given({0: [1.0, 3.0], 2: [5.0]}), None], [None, given({1: [4.0]})]], cases=3)

    assert table.shape == (3, 2, 2)
    assert table[0, 0, 0] == 2.0
    assert (table[2, 0, 0], table[1, 1, 1]) == (5.0, 4.0)
    assert np.isnan(table).sum() == 9


def test_logarithms_are_taken_before_values_are_averaged() -> None:
    table = lay_out([[given({0: [1.0, 100.0], 1: [0.0]})]], cases=2, least=0.01)

    assert np.exp(table[:, 0, 0]) == pytest.approx([10.0, 0.01])


def test_nobody_makes_an_empty_table() -> None:
    assert lay_out([], cases=3).shape == (3, 0, 0)


def test_one_arm_of_each_case_is_taken_each_in_turn() -> None:
    table = np.arange(12.0).reshape(4, 3, 1)

    assert independent_rows(table)[:, 0].tolist() == [0.0, 4.0, 8.0, 9.0]


def test_one_case_of_each_family_is_taken() -> None:
    table = np.arange(4.0).reshape(4, 1, 1)

    assert independent_rows(table, families=array("q", [7, 7, 3, 7]))[:, 0].tolist() == [0.0, 2.0]


def test_of_many_rows_some_are_taken_evenly() -> None:
    table = np.arange(20.0).reshape(5, 2, 2)

    every, some = some_rows(table, most=10), some_rows(table, most=4)

    assert every is not None
    assert some is not None
    assert len(every) == 10
    assert some[:, 0].tolist() == [0.0, 6.0, 12.0, 18.0]


def test_where_nobody_gave_anything_there_are_no_rows() -> None:
    assert some_rows(np.full((2, 2, 2), np.nan), most=10) is None
