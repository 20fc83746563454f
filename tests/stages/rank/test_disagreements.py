"""Where judges contradict each other: scores far apart, verdicts that exclude each other, warnings of one alone."""

from typing import Any

import pytest

from edison.domain import DisagreementKind, Disagreements
from edison.stages.rank import DisagreementTally

from .scores import a_plan, a_score, told

SCORES, VERDICTS, WARNINGS = (
    DisagreementKind.SCORES,
    DisagreementKind.VERDICTS,
    DisagreementKind.WARNINGS,
)


def found_in(*cells: dict[str, Any], **limits: Any) -> Disagreements:
    plan = a_plan(arms=2, judges=3, cases=max(1, len(cells)))
    scores = [a_score(plan, case, arm=1, **{"qualities": (), **cell}) for case, cell in enumerate(cells)]
    return told(DisagreementTally(plan, **limits), scores)


@pytest.mark.parametrize(
    ("cell", "kinds", "spread"),
    [
        ({"qualities": ((0, 0.2), (1, 0.9), (2, 0.5))}, (SCORES,), 0.7),
        ({"overalls": ((0, 0.0), (1, 0.5))}, (SCORES,), 0.5),
        ({"qualities": ((0, 0.2), (1, 0.9)), "overalls": ((0, 0.0), (1, 1.0))}, (SCORES,), 1.0),
        ({"verdicts": ((0, (0.0, 0.25)), (1, (0.75, 1.0)))}, (VERDICTS,), 0.5),
        ({"judged": (0, 1), "warnings": ((0, ("toxic_content",)),)}, (WARNINGS,), 1.0),
        (
            {"qualities": ((0, 0.2), (1, 0.9)), "warnings": ((0, ("toxic_content",)),)},
            (SCORES, WARNINGS),
            1.0,
        ),
    ],
)
def test_judges_contradict_each_other(
    cell: dict[str, Any], kinds: tuple[DisagreementKind, ...], spread: float
) -> None:
    found = found_in(cell)

    assert (found.compared, found.count) == (1, 1)
    assert found.cells[0].kinds == kinds
    assert found.cells[0].spread == pytest.approx(spread)


@pytest.mark.parametrize(
    "cell",
    [
        {"qualities": ((0, 0.5), (1, 0.8))},
        {"verdicts": ((0, (0.0, 0.5)), (1, (0.5, 1.0)))},
        {"verdicts": ((0, (0.0,)), (1, ()))},
        {"judged": (0, 1), "warnings": ((0, ("toxic_content",)), (1, ("toxic_content",)))},
    ],
    ids=["near", "a stage in common", "an abstention", "the same warning"],
)
def test_judges_that_differ_little_do_not_contradict_each_other(cell: dict[str, Any]) -> None:
    found = found_in(cell)

    assert (found.compared, found.count, found.cells) == (1, 0, ())


def test_one_judge_has_nobody_to_contradict() -> None:
    found = found_in({"qualities": ((0, 0.1),), "not_judged": (1, 2)}, {"judged": ()})

    assert (found.compared, found.count) == (0, 0)


def test_reasons_name_the_judges_and_what_they_said() -> None:
    found = found_in(
        {
            "qualities": ((0, 0.2), (1, 0.9)),
            "verdicts": ((1, (0.0,)), (2, (1.0,))),
            "warnings": ((2, ("pii_detected",)),),
        }
    )

    assert found.cells[0].reasons == (
        "judge 0 gives 0.20, judge 1 0.90.",
        "judge 1 and judge 2 name stages that lie 1.00 apart.",
        "Not all warn of pii detected: judge 2 does.",
    )


def test_the_widest_come_first_and_the_list_is_bounded() -> None:
    cells = [{"qualities": ((0, 0.0), (1, spread))} for spread in (0.4, 0.9, 0.2, 0.9, 0.6)]

    found = found_in(*cells, most=3)

    assert (found.compared, found.count) == (5, 4)
    assert [(cell.spread, cell.number) for cell in found.cells] == [(0.9, 3), (0.9, 7), (0.6, 9)]


def test_the_limit_is_stated_and_can_be_moved() -> None:
    cell = {"qualities": ((0, 0.5), (1, 0.6))}

    assert found_in(cell).beyond == 0.3
    assert found_in(cell, beyond=0.05).count == 1


def test_a_cell_is_named_by_arm_version_and_repeat() -> None:
    plan = a_plan(arms=2, versions=2, judges=2, cases=2, repeats=2)
    score = a_score(plan, 1, version=1, arm=1, replicate=1, qualities=((0, 0.0), (1, 1.0)))

    (cell,) = told(DisagreementTally(plan), [score]).cells

    assert (cell.arm, cell.version, cell.repeat, cell.number) == ("model 1", 2, 1, plan.grid.cells - 1)


def test_handed_in_outputs_have_neither_arm_nor_version() -> None:
    plan = a_plan(arms=0, versions=0, judges=2, cases=1)

    (cell,) = told(DisagreementTally(plan), [a_score(plan, qualities=((0, 0.0), (1, 1.0)))]).cells

    assert (cell.arm, cell.version) == ("", 1)
