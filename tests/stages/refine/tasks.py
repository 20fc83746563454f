"""What judges and refiners are asked about, in these tests."""

from edison.domain import (
    Exemplar,
    FailingAnswers,
    Findings,
    Interval,
    JudgmentId,
    LaggingFacet,
    RefineTask,
    WeakCriterion,
)
from tests.factories import a_prompt_version

JUDGMENT = JudgmentId("jud_1")
VERSION = a_prompt_version(system="You answer customers.", user="{{ question }}")


def a_task(**changes: object) -> RefineTask:
    interval = Interval(low=0.1, high=0.6)
    shown = Exemplar(
        case="fish",
        input="How much is it?",
        answer="No.",
        quality=0.1,
        reasons=("polite: rude",),
        fails=("the check not_icontains: policy",),
        judgments=(JUDGMENT,),
    )
    findings = Findings(
        quality=0.4,
        cases=12,
        weak=(
            WeakCriterion(name="polite", mean=0.3, interval=interval, judgments=12),
            WeakCriterion(name="correct", mean=0.5, interval=interval, judgments=12),
        ),
        fails=(FailingAnswers(what="the check not_icontains: policy", failed=7, answers=12),),
        lagging=(LaggingFacet(name="refund", mean=0.2, others=0.6, cases=4),),
        failing=(shown,),
        passing=(shown.model_copy(update={"quality": 0.9}),),
    )
    return RefineTask.model_validate({"round": 1, "version": VERSION, "findings": findings, **changes})
