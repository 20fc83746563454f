"""Units to judge, and replies of judges; valid by default."""

from collections.abc import Mapping

from edison.domain import AnswerForm, Case, Criterion, Output, Rubric
from edison.stages.judge import JudgeUnit
from tests.factories import a_case, a_criterion, a_judge, a_prompt_version, a_rubric, an_output

BOUNDARY = "k3x9a2m4n5p6q7r8s9t2"
TWO: tuple[Criterion, ...] = (
    a_criterion("Accuracy", weight=0.75, description="Says what is true."),
    a_criterion(
        "Next step", weight=0.25, scale={"min": 1, "max": 10, "labels": [{"value": 10, "text": "clear"}]}
    ),
)


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
) -> JudgeUnit:
    return JudgeUnit(
        judge=a_judge(answer_form=form, **judge or {}),
        rubric=rubric or a_rubric(criteria=TWO),
        goal=goal,
        version=a_prompt_version(**version or {}),
        case=case or a_case(),
        output=output or an_output(),
        repeat=repeat,
    )
