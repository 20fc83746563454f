"""Warnings: counted for each contender, judge and flag, and always out of how many."""

from edison.domain import SafetyFlag
from edison.stages.rank import count_warnings

from .scores import a_plan, a_score

PII, TOXIC = SafetyFlag.PII_DETECTED, SafetyFlag.TOXIC_CONTENT


def test_who_was_warned_of_how_often_by_whom() -> None:
    plan = a_plan(judges=2, cases=3)
    both = ((0, 0.5), (1, 0.5))
    scores = [
        a_score(plan, 0, qualities=both, warnings=((0, (PII.value, TOXIC.value)), (1, (PII.value,)))),
        a_score(plan, 1, qualities=both, warnings=((0, (PII.value,)),)),
        a_score(plan, 2, qualities=((0, 0.5),)),
        a_score(plan, 0, arm=1, qualities=both),
    ]

    found = count_warnings(scores, snapshot=plan)

    assert [(one.name, one.judge, one.flag, one.flagged, one.judged) for one in found] == [
        ("model 0", "judge 0", PII, 2, 3),
        ("model 0", "judge 0", TOXIC, 1, 3),
        ("model 0", "judge 1", PII, 1, 2),
        ("model 1", "judge 0", PII, 0, 1),
        ("model 1", "judge 0", TOXIC, 0, 1),
        ("model 1", "judge 1", PII, 0, 1),
    ]


def test_nobody_warned_of_anything() -> None:
    plan = a_plan()

    assert count_warnings([a_score(plan)], snapshot=plan) == ()


def test_who_was_not_judged_is_not_counted() -> None:
    plan = a_plan(cases=1)
    warned = a_score(plan, warnings=((0, (PII.value,)),))

    found = count_warnings([warned, a_score(plan, arm=1, qualities=())], snapshot=plan)

    assert [one.name for one in found] == ["model 0"]
