"""Units to judge, and replies of judges; valid by default."""

from collections.abc import Mapping

from edison.domain import AnswerForm, Ask, Case, Criterion, Output, Rubric
from edison.stages.judge import JudgeUnit, PairUnit
from tests.factories import a_case, a_criterion, a_judge, a_prompt_version, a_rubric, an_output

BOUNDARY = "k3x9a2m4n5p6q7r8s9t2"
TWO: tuple[Criterion, ...] = (
    a_criterion("Accuracy", weight=0.75, description="Says what is true."),
    a_criterion(
        "Next step", weight=0.25, scale={"min": 1, "max": 10, "labels": [{"value": 10, "text": "clear"}]}
    ),
)

STAGED: tuple[Criterion, ...] = (
    a_criterion("Weight", weight=0.5),
    a_criterion(
        "Evidence",
        weight=0.5,
        description="How much is shown.",
        scale={
            "min": 0,
            "max": 10,
            "labels": [
                {"value": 9, "text": "Strong :: dates; sources;\n  names"},
                {"value": 0, "text": "None :: nothing is shown"},
                {"value": 5, "text": "some"},
            ],
        },
    ),
)
"""Three stages, of which the second has no label besides its text."""


def fenced(ask: Ask, label: str) -> str:
    """What stands in one fence of a question, as it is."""
    _, opened, rest = ask.messages[-1].text.partition(f"<<<BEGIN {label} {BOUNDARY}>>>\n")
    inside, closed, _ = rest.partition(f"\n<<<END {label} {BOUNDARY}>>>")
    assert opened, "no such fence"
    assert closed, "never closed"
    assert BOUNDARY not in inside
    return inside


def a_unit_to_judge(
    form: AnswerForm = AnswerForm.JSON,
    *,
    rubric: Rubric | None = None,
    judge: Mapping[str, object] | None = None,
    case: Case | None = None,
    output: Output | None = None,
    version: Mapping[str, object] | None = None,
    goal: str = "Help customers.",
    repeat: int = 0,
    wants_advice: bool = False,
) -> JudgeUnit:
    return JudgeUnit(
        judge=a_judge(answer_form=form, **judge or {}),
        rubric=rubric or a_rubric(criteria=TWO),
        goal=goal,
        version=a_prompt_version(**version or {}),
        case=case or a_case(),
        output=output or an_output(),
        repeat=repeat,
        wants_advice=wants_advice,
    )


def a_unit_to_place(form: AnswerForm = AnswerForm.JSON, **judge: object) -> JudgeUnit:
    """An output that is to be placed on the scale of three stages."""
    return a_unit_to_judge(form, rubric=a_rubric(criteria=STAGED), judge={"mode": "verdict", **judge})


def a_pair(
    form: AnswerForm = AnswerForm.JSON,
    *,
    judge: Mapping[str, object] | None = None,
    left: Output | None = None,
    right: Output | None = None,
    goal: str = "Help customers.",
    task: str | None = "How much is the fish?",
    repeat: int = 0,
) -> PairUnit:
    return PairUnit(
        judge=a_judge(answer_form=form, **{"mode": "pairwise", **(judge or {})}),
        rubric=a_rubric(criteria=TWO),
        goal=goal,
        task=task,
        left=left or an_output(id="out_1", text="Four."),
        right=right or an_output(id="out_2", text="Five, I guess."),
        repeat=repeat,
    )
