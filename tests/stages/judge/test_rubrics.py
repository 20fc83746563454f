"""What a judge goes by: criteria of the case or the rubric of the run, the task, and what was expected."""

from dataclasses import replace

import pytest

from edison.domain import (
    Criterion,
    CriterionScore,
    Judgment,
    JudgmentId,
    OutputId,
    Rubric,
    Snapshot,
)
from edison.stages.judge import ask_comparison, ask_judgment, rubric_for, task_of_pair
from tests.factories import a_case, a_judge, a_prompt_version, a_rubric, a_snapshot

from .units import BOUNDARY, STAGED, TWO, a_pair, a_unit_to_judge

OWN = Criterion.of_case(["Is it short?", "Is it true?"])


def a_judged_plan(**changes: object) -> Snapshot:
    return a_snapshot(rubric=a_rubric(criteria=TWO), judges=(a_judge(),), **changes)


def test_criteria_of_a_case_take_the_place_of_the_rubric() -> None:
    plan = a_judged_plan()

    assert rubric_for(plan, a_case(criteria=OWN), judge=a_judge()).criteria == OWN
    assert rubric_for(plan, a_case(), judge=a_judge()) == plan.rubric


def test_a_judge_of_stages_goes_by_the_stages_of_the_rubric() -> None:
    plan = a_snapshot(rubric=a_rubric(criteria=STAGED))

    found = rubric_for(plan, a_case(criteria=OWN), judge=a_judge(mode="verdict"))

    assert found.criteria == STAGED


def test_a_judge_is_shown_the_criteria_of_the_case_and_no_others() -> None:
    case = a_case(criteria=OWN)
    rubric = rubric_for(a_judged_plan(), case, judge=a_judge())

    ask = ask_judgment(a_unit_to_judge(rubric=rubric, case=case), boundary=BOUNDARY)

    system = ask.messages[0].text
    assert "Is it short?" in system
    assert "Is it true?" in system
    assert "Accuracy" not in system


def test_scores_on_criteria_of_a_case_count_alike_between_0_and_1() -> None:
    rubric: Rubric = rubric_for(a_judged_plan(), a_case(criteria=OWN), judge=a_judge())
    judgment = Judgment(
        id=JudgmentId("jud_1"),
        output_id=OutputId("out_1"),
        judge_id=a_judge().id,
        scores=(
            CriterionScore(criterion="Is it short?", score=5),
            CriterionScore(criterion="Is it true?", score=2),
        ),
    )

    assert judgment.quality(rubric) == pytest.approx((1.0 + 0.25) / 2)


def test_answers_to_one_prompt_are_shown_with_that_prompt() -> None:
    version = a_prompt_version(system="Be brief.", user="Answer {{question}}.")

    task = task_of_pair(a_case(variables={"question": "it"}), left=version, right=version)

    assert task == "Be brief.\n\nAnswer it."


def test_answers_to_different_prompts_are_shown_with_what_the_case_holds() -> None:
    versions = [
        a_prompt_version(id=f"ver_{n}", number=n, user=f"Prompt {n}: {{{{question}}}}") for n in (1, 2)
    ]
    case = a_case(variables={"question": "How much?", "budget": 3})

    assert task_of_pair(case, left=versions[0], right=versions[1]) == "question: How much?\nbudget: 3"
    assert task_of_pair(a_case(variables={}), left=versions[0], right=versions[1]) is None


def test_a_judge_of_pairs_is_shown_what_was_expected() -> None:
    pair = a_pair()
    expected = a_case(expectation={"must": "name a price"}).expectation

    plain, told = (
        ask_comparison(unit, boundary=BOUNDARY).messages[1].text
        for unit in (pair, replace(pair, expectation=expected))
    )

    assert "REFERENCE" not in plain
    assert "It must: name a price" in told
