"""Judges before small suites: what each would say is a function, and a card is made of it."""

from collections.abc import Callable, Sequence

from edison.domain import (
    Answered,
    CardThresholds,
    Comparison,
    Judge,
    JudgeCard,
    JudgeSuite,
    Judgment,
    PairSide,
    Reading,
    RunId,
    SuiteMatch,
    SuiteVerdict,
    Verdict,
    Winner,
)
from edison.stages.rank import CardEvidence, SeenPair, SeenVerdict, make_card
from tests.factories import SOME_TIME, a_comparison, a_criterion, a_judge, a_judgment, a_scale

LONG, SHORT = "A text that says what it says at some length.", "A short text."
STAGED = a_criterion(
    scale=a_scale(
        labels=(
            {"value": 0, "text": "fail :: no"},
            {"value": 2, "text": "partial :: half"},
            {"value": 5, "text": "pass :: yes"},
        )
    )
)

Chooses = Callable[[SuiteMatch, bool, int], str | None]
"""From a match, whether A is shown first, and the repeat, to a, b, tie or nothing."""
Names = Callable[[SuiteVerdict, int], Sequence[int] | None]
"""From a case and the repeat to stages, or nothing."""


def pairs(count: int, **marks: object) -> list[dict[str, object]]:
    """Pairs of which a and b are right by turns; every second two are long on the right side."""
    return [
        {
            "id": f"{marks.get('id', 'p')}{n}",
            "a": LONG if n // 2 % 2 else SHORT,
            "b": SHORT if n // 2 % 2 else LONG,
            "right": "ab"[n % 2],
            "category": "clear_discrimination",
            **{key: value for key, value in marks.items() if key != "id"},
        }
        for n in range(count)
    ]


def verdicts(count: int, **marks: object) -> list[dict[str, object]]:
    """Answers that are right, half right and wrong by turns."""
    return [
        {
            "id": f"v{n}",
            "task": "Why?",
            "answer": "So.",
            "right": ("pass", "partial", "fail")[n % 3],
            "category": "edge_case",
            **marks,
        }
        for n in range(count)
    ]


def a_suite(**given: object) -> JudgeSuite:
    return JudgeSuite.model_validate({"name": "small", "criteria": (STAGED,), **given})


def the_right_one(match: SuiteMatch, _: bool, __: int) -> str:
    return match.right.value


def the_right_stage(case: SuiteVerdict, _: int) -> Sequence[int]:
    return (("fail", "partial", "pass").index(case.right) + 1,)


def evidence(
    suite: JudgeSuite,
    *,
    chooses: Chooses = the_right_one,
    names: Names = the_right_stage,
    repeats: int = 1,
    may_tie: bool = False,
    answered: Sequence[Answered] = (),
) -> CardEvidence:
    """What a judge says about everything, in both orders."""
    return CardEvidence(
        pairs=[
            _seen(match, chooses(match, a_first, repeat), a_first=a_first, repeat=repeat)
            for match in suite.matches
            for a_first in (True, False)
            for repeat in range(repeats)
        ],
        verdicts=[
            SeenVerdict(cell, _named(names(case, repeat), repeat=repeat, cell=cell))
            for cell, case in enumerate(suite.verdicts)
            for repeat in range(repeats)
        ],
        may_tie=may_tie,
        answered=answered,
    )


def card(
    suite: JudgeSuite,
    said: CardEvidence,
    *,
    judge: Judge | None = None,
    thresholds: CardThresholds | None = None,
) -> JudgeCard:
    return make_card(
        suite,
        evidence=said,
        judges=[judge or a_judge()],
        run_id=RunId("run_1"),
        made_at=SOME_TIME,
        thresholds=thresholds,
    )


def _seen(match: SuiteMatch, choice: str | None, *, a_first: bool, repeat: int) -> SeenPair:
    left, right = (match.a, match.b) if a_first else (match.b, match.a)
    return SeenPair(
        left, right, _compared(choice, a_first=a_first, place=f"{left}_{right}_{repeat}", repeat=repeat)
    )


def _compared(choice: str | None, *, a_first: bool, place: str, repeat: int) -> Comparison:
    if choice is None:
        return a_comparison(
            id=f"cmp_{place}",
            repeat=repeat,
            winner=None,
            not_judged="Nobody could read it.",
            readings=(Reading.UNREADABLE, Reading.ABSENT),
        )
    first = PairSide.A if a_first else PairSide.B
    won = Winner.TIE if choice == "tie" else Winner.LEFT if choice == first.value else Winner.RIGHT
    return a_comparison(id=f"cmp_{place}", repeat=repeat, winner=won, readings=(Reading.STRICT,))


def _named(stages: Sequence[int] | None, *, repeat: int, cell: int) -> Judgment:
    given = {"id": f"jmt_{cell}_{repeat}", "repeat": repeat, "scores": ()}
    if stages is None:
        return a_judgment(**given, not_judged="Nobody could read it.", readings=(Reading.UNREADABLE,))
    return a_judgment(
        **given, verdict=Verdict(scale_size=3, stages=tuple(stages)), readings=(Reading.MENDED,)
    )
