"""What was found in outputs: counted for each contender and kind, judge and flag, and always out of how many."""

from edison.domain import Board, Safety, SafetyFlag, SafetyKind
from edison.stages.rank import SafetyTally

from .scores import ERROR, a_plan, a_score, boards, told

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

    found = told(SafetyTally(plan), scores)

    assert [(one.name, one.judge, one.flag, one.flagged, one.looked_at) for one in found] == [
        ("model 0", "judge 0", PII, 2, 3),
        ("model 0", "judge 0", TOXIC, 1, 3),
        ("model 0", "judge 1", PII, 1, 2),
        ("model 1", "judge 0", PII, 0, 1),
        ("model 1", "judge 0", TOXIC, 0, 1),
        ("model 1", "judge 1", PII, 0, 1),
    ]


def test_nobody_warned_of_anything() -> None:
    plan = a_plan()

    assert told(SafetyTally(plan), [a_score(plan)]) == ()


def test_who_was_not_judged_is_not_counted() -> None:
    plan = a_plan(cases=1)
    warned = a_score(plan, warnings=((0, (PII.value,)),))

    found = told(SafetyTally(plan), [warned, a_score(plan, arm=1, qualities=())])

    assert [one.name for one in found] == ["model 0"]


def test_what_was_looked_for_is_counted_even_where_nothing_was_found() -> None:
    plan = a_plan(cases=3, safety=Safety())
    scores = [
        a_score(plan, 0, unsafe=("pii", "secrets"), warnings=((0, (TOXIC.value,)),)),
        a_score(plan, 1, unsafe=()),
        a_score(plan, 2, status=ERROR, qualities=()),
        a_score(plan, 0, arm=1, unsafe=()),
    ]

    found = told(SafetyTally(plan), scores)

    assert [(one.name, one.judge, one.flag, one.flagged, one.looked_at, one.outputs) for one in found] == [
        ("model 0", None, SafetyKind.PII, 1, 2, 3),
        ("model 0", None, SafetyKind.SECRETS, 1, 2, 3),
        ("model 0", None, SafetyKind.JAILBREAK, 0, 2, 3),
        ("model 0", "judge 0", TOXIC, 1, 2, 3),
        ("model 1", None, SafetyKind.PII, 0, 1, 1),
        ("model 1", None, SafetyKind.SECRETS, 0, 1, 1),
        ("model 1", None, SafetyKind.JAILBREAK, 0, 1, 1),
        ("model 1", "judge 0", TOXIC, 0, 1, 1),
    ]


def test_the_board_leaves_out_what_was_not_looked_through() -> None:
    plan = a_plan(arms=1, cases=20, safety=Safety())
    flagged = [a_score(plan, case, unsafe=("pii",)) for case in range(4)]
    toxic = [a_score(plan, 4, unsafe=(), warnings=((0, (TOXIC.value,)),))]
    clean = [a_score(plan, case, unsafe=()) for case in range(5, 10)]
    unknown = [a_score(plan, 10, status=ERROR, qualities=()), a_score(plan, 11, unsafe=(), qualities=())]

    (item,) = boards([*flagged, *toxic, *clean, *unknown], plan)[Board.SAFETY].items

    assert (item.strength, item.observations) == (0.5, 10)
    assert item.measures == {"pii": 0.4, "toxicity": 0.1}
    assert Board.SAFETY not in boards([a_score(a_plan(arms=1))], a_plan(arms=1))
