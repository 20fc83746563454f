"""Which answer to a test is the best one, and that nobody is called so by luck."""

from collections.abc import Mapping, Sequence

import pytest
from pydantic import JsonValue

from edison.domain import NOT_COMPARED, Case, Check, CheckResult, Finding, Grid, OutputId, PairLine
from edison.stages.plan import deal_best_pairs, most_best_pairs
from edison.stages.rank import decide_best
from tests.factories import a_case

GRID = Grid(cases=2, versions=1, arms=2, repeats=1)
"""Two prompts of one test asked of two models: cells 0 and 1 have the first prompt."""


def _cases(kind: str, count: int = 2, **value: JsonValue) -> list[Case]:
    given = {"by": "is short"} if kind == "select_best" else {}
    return [
        a_case(name=f"c{at}", checks=(Check(kind=kind, value={"among": "test-1", **given, **value}),))
        for at in range(count)
    ]


def _found(
    kind: str, others: Mapping[int, Sequence[CheckResult]], cells: int = 4
) -> dict[int, tuple[CheckResult, ...]]:
    return {
        cell: (
            *others.get(cell, ()),
            CheckResult(
                output_id=OutputId(f"o{cell}"),
                check=kind,
                finding=Finding.NOT_CHECKED,
                reason=NOT_COMPARED,
            ),
        )
        for cell in range(cells)
    }


def _said(*outcomes: tuple[int, int, float | None]) -> list[PairLine]:
    return [
        PairLine(unit=unit, wave=2, left=left, right=right, outcome=outcome)
        for unit, (left, right, outcome) in enumerate(outcomes)
    ]


def _result(check: str, *, passed: bool | None, measured: float | None = None) -> CheckResult:
    finding = Finding.NOT_CHECKED if passed is None else Finding.PASSED if passed else Finding.FAILED
    return CheckResult(
        output_id=OutputId("o"),
        check=check,
        finding=finding,
        reason=None if passed else "No.",
        measured=measured,
    )


def _decided(
    cases: list[Case],
    found: Mapping[int, tuple[CheckResult, ...]],
    lines: list[PairLine],
    answered: Sequence[int] = range(4),
) -> dict[int, str]:
    decided = decide_best(cases, GRID, found=found, answered=answered, lines=lines)
    return {cell: results[-1].finding.value for cell, results in decided.items()}


def test_few_answers_meet_twice_and_many_once_and_nobody_is_always_first() -> None:
    few = deal_best_pairs(_cases("select_best"), GRID, answered=range(4), lines=())
    wide = Grid(cases=2, versions=1, arms=3, repeats=1)
    many = deal_best_pairs(_cases("select_best"), wide, answered=range(6), lines=())

    assert len({(pair.left, pair.right) for pair in few}) == 4 * 3
    assert len({frozenset((pair.left, pair.right)) for pair in many}) == len(many) == 15
    assert all(1 <= sum(pair.left == cell for pair in many) <= 4 for cell in range(6))
    assert most_best_pairs(_cases("select_best"), wide) == 15


def test_only_what_was_answered_and_has_not_met_is_compared() -> None:
    cases = _cases("select_best")
    met = _said((0, 2, 1.0), (2, 0, None))

    dealt = deal_best_pairs(cases, GRID, answered=(0, 2, 3), lines=met)
    wide = Grid(cases=2, versions=1, arms=3, repeats=1)
    first = deal_best_pairs(cases, wide, answered=range(6), lines=())
    rest = deal_best_pairs(
        cases, wide, answered=range(6), lines=_said(*((pair.left, pair.right, 1.0) for pair in first[:9]))
    )

    assert {(pair.left, pair.right) for pair in dealt} == {(0, 3), (3, 0), (2, 3), (3, 2)}
    assert {(pair.left, pair.right) for pair in rest} == {(pair.left, pair.right) for pair in first[9:]}
    assert deal_best_pairs(cases, GRID, answered=(0,), lines=()) == ()


def test_answers_of_another_repeat_or_test_are_not_compared() -> None:
    apart = [
        a_case(name=name, checks=(Check(kind="select_best", value={"among": name, "by": "x"}),))
        for name in ("one", "other")
    ]
    repeated = Grid(cases=2, versions=1, arms=2, repeats=2)

    dealt = deal_best_pairs(apart, repeated, answered=range(8), lines=())

    assert {frozenset((pair.left, pair.right)) for pair in dealt} == {
        frozenset(pair) for pair in ((0, 2), (1, 3), (4, 6), (5, 7))
    }


def test_whoever_wins_most_comparisons_passes_alone() -> None:
    cases = _cases("select_best")
    pairs = deal_best_pairs(cases, GRID, answered=range(4), lines=())
    lines = _said(*((one.left, one.right, float(one.left < one.right)) for one in pairs))

    decided = _decided(cases, _found("select_best", {}), lines)

    assert decided == {0: "passed", 1: "failed", 2: "failed", 3: "failed"}


@pytest.mark.parametrize(
    ("lines", "answered", "findings"),
    [
        (_said((0, 1, 1.0), (1, 0, 1.0)), (0, 1), {"not_checked"}),
        (_said((0, 1, 0.5), (1, 0, 0.5)), (0, 1), {"not_checked"}),
        (_said((0, 1, 1.0), (1, 0, None)), (0, 1), {"not_checked"}),
        (_said((0, 1, 1.0)), (0, 1), {"not_checked"}),
        (_said((0, 1, 1.0), (1, 0, 0.5)), (0, 1), {"passed", "failed"}),
        ([], (0, 1), {"not_checked"}),
        ([], (0,), {"not_checked"}),
    ],
)
def test_nobody_is_the_best_where_that_could_be_otherwise(
    lines: list[PairLine], answered: Sequence[int], findings: set[str]
) -> None:
    found = _found("select_best", {}, cells=2)

    decided = _decided(_cases("select_best", 1), found, lines, answered)

    assert set(decided.values()) == findings
    assert set(decided) == set(answered)


def test_the_highest_score_passes_and_of_equals_the_first_model_and_prompt() -> None:
    right, wrong = _result("contains", passed=True), _result("contains", passed=False)
    near = _result("similar", passed=False, measured=0.7)
    unlike = _result("not_similar", passed=True, measured=0.1)
    level = {0: [wrong], 1: [right], 2: [right], 3: [wrong]}

    # Cell 2 is the second prompt of the first model: it stands before all of the second.
    assert _decided(_cases("max_score"), _found("max_score", level), []) == {
        0: "failed",
        1: "failed",
        2: "passed",
        3: "failed",
    }
    shares = {0: [near], 1: [right, wrong], 2: [wrong], 3: [wrong, unlike, right]}
    assert _decided(_cases("max_score"), _found("max_score", shares), [])[0] == "passed"
    summed = _decided(_cases("max_score", method="sum"), _found("max_score", shares), [])
    assert [cell for cell, finding in summed.items() if finding == "passed"] == [3]
    heavy = _decided(_cases("max_score", weights={"similar": 0}), _found("max_score", shares), [])
    assert [cell for cell, finding in heavy.items() if finding == "passed"] == [3]


def test_no_score_is_the_highest_where_one_is_not_known_or_too_low() -> None:
    right, wrong, open_ = (_result("contains", passed=passed) for passed in (True, False, None))
    found = {0: [right], 1: [wrong], 2: [open_], 3: [wrong]}

    unknown = _decided(_cases("max_score"), _found("max_score", found), [])
    low = _decided(_cases("max_score", at_least=2), _found("max_score", found), [], (0, 1))
    alone = _decided(_cases("max_score"), _found("max_score", found), [], (0,))
    nothing = _decided(_cases("max_score"), _found("max_score", {}), [])

    assert set(unknown.values()) == set(nothing.values()) == {"not_checked"}
    assert low == {0: "failed", 1: "failed"}
    assert alone == {0: "not_checked"}
