import math
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import EdisonError, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.judges import IccForm, JudgeFlag, intraclass

NAN = float("nan")
SINGLE, MEAN = IccForm.SINGLE, IccForm.MEAN

# Shrout and Fleiss, Psychol. Bull. 86 (1979), table 2: six targets, four judges. The values are theirs, 0.29 and 0.62;
# more digits and the intervals are those of R's psych::ICC on the same table.
SHROUT = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


@pytest.mark.parametrize(
    ("form", "value", "low", "high"),
    [(SINGLE, 0.2897638, 0.0187865, 0.7610844), (MEAN, 0.6200505, 0.0711368, 0.9272320)],
)
def test_the_published_table_has_its_published_values(
    form: IccForm, value: float, low: float, high: float
) -> None:
    found = intraclass(SHROUT, form=form)

    assert (found.value, found.low, found.high) == pytest.approx((value, low, high), abs=1e-6)
    assert (found.cases, found.judgments, found.flags) == (6, 24, (JudgeFlag.FEW_CASES,))


@given(
    table=st.integers(2, 4).flatmap(
        lambda judges: st.lists(
            st.lists(st.integers(0, 9), min_size=judges, max_size=judges), min_size=2, max_size=8
        )
    )
)
def test_the_value_equals_its_definition_and_lies_in_its_interval(table: list[list[int]]) -> None:
    for form in IccForm:
        try:
            found = intraclass(table, form=form)
        except StatisticRefused:
            assert len({rating for row in table for rating in row}) == 1
            return

        assert found.value == pytest.approx(_by_definition(table, form=form), abs=1e-9)
        assert found.low - 1e-9 <= found.value <= found.high + 1e-9
        assert found.high > found.low


def test_a_judge_who_is_stricter_costs_agreement() -> None:
    together = [[n, n + (n % 3) / 10] for n in range(20)]
    apart = [[one, other - 5] for one, other in together]

    assert intraclass(apart).value < intraclass(together).value
    assert intraclass(apart, form=MEAN).value > intraclass(apart).value


def test_agreement_without_error_has_an_interval_of_some_width() -> None:
    found = intraclass([[n, n] for n in range(20)])

    assert (found.value, found.high) == (1, 1)
    assert 0 < found.low < 1
    assert found.flags == (JudgeFlag.NO_DISAGREEMENT,)


def test_cases_that_not_all_rated_are_left_out_and_flagged() -> None:
    found = intraclass([*SHROUT, [1, 2, NAN, 4]])

    assert found.value == intraclass(SHROUT).value
    assert JudgeFlag.INCOMPLETE_LEFT_OUT in found.flags


def test_nothing_is_known_where_cases_do_not_differ() -> None:
    found = intraclass([[1, 2], [1, 2], [1, 2]])

    assert (found.low, found.high) == (-1, 1)


@pytest.mark.parametrize(
    ("table", "level", "error"),
    [
        ([[1, 2]], 0.95, SampleEmpty),
        ([[1], [2]], 0.95, SampleEmpty),
        ([[1, NAN], [2, 3], [NAN, 4]], 0.95, SampleEmpty),
        ([[2, 2], [2, 2]], 0.95, StatisticRefused),
        ([[1, 2], [3, 5]], 1.0, SampleBroken),
        ([[1, math.inf], [3, 4]], 0.95, SampleBroken),
    ],
)
def test_tables_that_cannot_say_are_refused(
    table: list[list[float]], level: float, error: type[EdisonError]
) -> None:
    with pytest.raises(error):
        intraclass(table, level=level)


def test_intervals_cover_the_truth() -> None:
    # Cases vary by 1, judges by 0.04, the rest by 0.25: ICC(2,1) is 1 / 1.29.
    rng = np.random.default_rng(15)
    hits, worlds = 0, 400
    for _ in range(worlds):
        cases, judges = rng.normal(0, 1, (30, 1)), rng.normal(0, 0.2, (1, 5))
        found = intraclass(cases + judges + rng.normal(0, 0.5, (30, 5)))
        hits += found.low <= 1 / 1.29 <= found.high

    assert 0.92 <= hits / worlds <= 0.98


def _by_definition(table: list[list[int]], *, form: IccForm) -> float:
    """Straight from the analysis of variance, cell by cell."""
    n, k = len(table), len(table[0])
    whole = fmean(cell for row in table for cell in row)
    rows, columns = [fmean(row) for row in table], [fmean(column) for column in zip(*table, strict=True)]
    cases = k * sum((row - whole) ** 2 for row in rows) / (n - 1)
    judges = n * sum((column - whole) ** 2 for column in columns) / (k - 1)
    rest = sum((table[i][j] - rows[i] - columns[j] + whole) ** 2 for i in range(n) for j in range(k)) / (
        (n - 1) * (k - 1)
    )
    below = cases + (k - 1) * rest + k * (judges - rest) / n
    single = max(-1.0, (cases - rest) / below) if below > 1e-12 else -1.0
    if form is SINGLE:
        return single
    shrunk = 1 + (k - 1) * single
    return max(-1.0, k * single / shrunk) if shrunk > 1e-12 else -1.0
