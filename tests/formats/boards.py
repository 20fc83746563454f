"""Boards with everything on them: ties, a panel, a frontier, and judges that disagree."""

from edison.domain import (
    Board,
    CardMatch,
    CardMeasure,
    CardStanding,
    Disagreement,
    DisagreementKind,
    Disagreements,
    FrontierPoint,
    FrontierStanding,
    JudgeCount,
    JudgeId,
    Panel,
    PanelJudge,
    RankedPair,
    Ranking,
    RankSpan,
    RunId,
    SeenCard,
    SharedError,
)
from tests.factories import SOME_TIME, a_ranked_item, a_ranking


def a_seat(number: int, **changes: object) -> PanelJudge:
    defaults: dict[str, object] = {
        "judge_id": f"jdg_{number}",
        "name": f"judge {number}",
        "family": f"maker {number}",
        "weight": 0.5,
        "asked": 40,
        "not_judged": 0,
    }
    return PanelJudge.model_validate({**defaults, **changes})


def a_bad_card() -> SeenCard:
    return SeenCard(
        match=CardMatch.OTHER_RUBRIC,
        standing=CardStanding.UNQUALIFIED,
        measures={"accuracy": CardMeasure(value=0.52, n=100)},
        suite_digest="0" * 32,
        run_id=RunId("run_9"),
        made_at=SOME_TIME,
    )


def a_panel(**changes: object) -> Panel:
    defaults: dict[str, object] = {
        "rule": "equal: for a reason",
        "judges": (a_seat(1), a_seat(2, not_judged=6, card=a_bad_card())),
        "no_shared_errors": "There are 2 judges.",
    }
    return Panel.model_validate({**defaults, **changes})


def an_error(correlation: float, *, is_certain: bool) -> SharedError:
    return SharedError(
        first=JudgeId("jdg_1"),
        second=JudgeId("jdg_2"),
        correlation=correlation,
        p_value=0.01,
        is_certain=is_certain,
    )


def a_point(standing: FrontierStanding, *, name: str = "steady", **changes: object) -> FrontierPoint:
    defaults: dict[str, object] = {
        "item_id": "arm_1",
        "name": name,
        "quality": 0.9,
        "cost_usd": 0.002,
        "standing": standing,
        "rivals": () if standing is FrontierStanding.ON else ("quick",),
    }
    return FrontierPoint.model_validate({**defaults, **changes})


def a_tied_board(**changes: object) -> Ranking:
    """The middle one is tied with both neighbours, which are told apart; one has no place."""
    places = ((0.9, 1, 2, (0,)), (0.8, 1, 3, (0, 1)), (0.7, 2, 3, (1,)))
    items = tuple(
        a_ranked_item(
            item_id=f"arm_{number}",
            name=f"arm {number}",
            strength=strength,
            interval={"low": strength - 0.1, "high": strength + 0.1},
            span=RankSpan(rank=number, low=low, high=high),
            groups=groups,
        )
        for number, (strength, low, high, groups) in enumerate(places, 1)
    )
    return a_ranking(
        **{
            "board": Board.QUALITY,
            "items": (*items, a_ranked_item(item_id="arm_4", name="arm 4", strength=0.0, observations=0)),
            "groups": (("arm_1", "arm_2"), ("arm_2", "arm_3")),
            "pairs": (
                RankedPair.model_validate(
                    {"left": "arm_1", "right": "arm_3", "value": 0.2, "adjusted_p": 0.01, "ahead": "arm_1",
                     "complete": 40}
                ),
            ),
            **changes,
        }
    )  # fmt: skip


def some_disagreements(**changes: object) -> Disagreements:
    cell = Disagreement(
        number=3,
        case="<fish>",
        arm="steady",
        version=1,
        repeat=0,
        spread=0.7,
        kinds=(DisagreementKind.SCORES,),
        reasons=("judge 1 gives 0.20, judge 2 0.90.",),
    )
    defaults: dict[str, object] = {"beyond": 0.3, "compared": 40, "count": 12, "cells": (cell,)}
    return Disagreements.model_validate({**defaults, **changes})


def a_count(*, asked: int = 40, not_judged: int = 6) -> JudgeCount:
    return JudgeCount(judge_id=JudgeId("jdg_1"), name="strict", asked=asked, not_judged=not_judged)
