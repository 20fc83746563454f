"""A judge beside people who labelled outputs: case by case, and nothing where there is nothing."""

import pytest

from edison.domain import CellReport, JudgeId, OutputReview, Snapshot
from edison.stages.rank import add_labels, measure_labels, set_beside, weigh_by_labels
from tests.factories import SOME_TIME, a_judge, a_judge_card, a_judgment, a_rubric, a_snapshot, an_endpoint
from tests.formats.reports import a_cell_report

JUDGE = JudgeId("jdg_1")


def a_label(number: int, **said: object) -> tuple[OutputReview, CellReport]:
    """Of a cell that a judge gave 4 of 5, and another judge nothing."""
    judgments = (a_judgment(), a_judgment(judge_id="jdg_2", scores=(), not_judged="It could not be read."))
    cell = a_cell_report(number=number, case=f"c{number}", judgments=judgments)
    assert cell.output is not None
    fields = {"cell": number, "output_id": cell.output.id, "reviewer": "ada", "revision": 1, "at": SOME_TIME}
    return OutputReview.model_validate({**fields, **said}), cell


def a_judged_snapshot(**changes: object) -> Snapshot:
    judge = a_judge(endpoint=an_endpoint(model="judge"))
    return a_snapshot(rubric=a_rubric(), judges=(judge,), **changes)


def test_each_case_is_one_observation_and_what_says_nothing_counts_for_nothing() -> None:
    labelled = [a_label(1, score=1.0), a_label(1, score=0.5, reviewer="bob"), a_label(2, note="Hm.")]

    beside = set_beside(labelled, snapshot=a_judged_snapshot())

    assert list(beside) == [JUDGE]
    [(mine, theirs)] = beside[JUDGE]
    assert (mine > 0.5, theirs) == (True, 0.75)
    assert set_beside(labelled, snapshot=a_snapshot()) == {}, "without a rubric nothing was scored"


@pytest.mark.parametrize("beside", [[], [(1.0, 1.0)]])
def test_of_fewer_than_two_cases_nothing_is_known(beside: list[tuple[float, float]]) -> None:
    card = a_judge_card()

    assert measure_labels(beside) is None
    assert weigh_by_labels([measure_labels(beside)], families=["a"]) is None
    assert weigh_by_labels([], families=[]) is None
    assert add_labels(card, [(a_judged_snapshot(), {JUDGE: beside})]) == card


def test_a_card_has_the_labels_of_judges_that_are_asked_alike_and_of_no_others() -> None:
    plan, beside = a_judged_snapshot(), [(1.0, 1.0), (0.0, 1.0), (0.2, 0.1)]
    other = plan.model_copy(update={"judges": (a_judge(endpoint=an_endpoint(model="another")),)})

    card = add_labels(a_judge_card(), [(plan, {JUDGE: beside}), (other, {JUDGE: beside}), (plan, {})])

    measure = card.measures["agreement_with_labels"]
    assert (measure.value, measure.n) == (pytest.approx(2 / 3), 3)
    assert measure.interval is not None
