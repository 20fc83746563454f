"""Quality against cost, for those that have a place on both boards."""

import numpy as np

from edison.domain import Board, CellScore, FrontierStanding

from .scores import a_failure, a_plan, a_score, boards

ON, OFF = FrontierStanding.ON, FrontierStanding.OFF


def some_scores(*levels: tuple[float, int], cases: int = 40) -> list[CellScore]:
    """Of arms with a quality and a cost in millionths of a dollar."""
    plan, rng = a_plan(arms=len(levels), cases=cases), np.random.default_rng(1)
    return [
        a_score(
            plan,
            case,
            arm=arm,
            qualities=((0, float(quality + rng.uniform(-0.05, 0.05))),),
            microusd=int(cost * rng.uniform(0.9, 1.1)),
        )
        for case in range(cases)
        for arm, (quality, cost) in enumerate(levels)
    ]


def test_whom_nobody_beats_on_both_is_on_the_frontier() -> None:
    plan = a_plan(arms=3, cases=40)

    ranking = boards(some_scores((0.9, 5_000), (0.5, 100), (0.4, 1_000)), plan)[Board.QUALITY]

    assert [(point.name, point.standing, point.rivals) for point in ranking.frontier] == [
        ("model 1", ON, ()),
        ("model 2", OFF, ("model 1",)),
        ("model 0", ON, ()),
    ]
    assert ranking.frontier[0].cost_usd < 0.001 < ranking.frontier[2].cost_usd


def test_what_is_not_told_apart_stays_open() -> None:
    plan = a_plan(arms=2, cases=40)

    points = boards(some_scores((0.6, 1_000), (0.6, 1_000)), plan)[Board.QUALITY].frontier

    assert {point.standing for point in points} <= {
        FrontierStanding.PERHAPS_ON,
        FrontierStanding.PERHAPS_OFF,
    }
    assert all(point.rivals for point in points)


def test_only_the_board_of_quality_shows_it() -> None:
    found = boards(some_scores((0.9, 5_000), (0.5, 100)), a_plan(cases=40))

    assert {board for board, ranking in found.items() if ranking.frontier} == {Board.QUALITY}


def test_who_has_no_place_on_one_of_the_boards_is_not_on_it() -> None:
    plan = a_plan(arms=3, cases=40)
    scores = some_scores((0.9, 5_000), (0.5, 100))
    moved = [
        a_score(plan, score.cell // 2, arm=score.cell % 2, qualities=score.qualities, microusd=score.microusd)
        for score in scores
    ]
    failures = [a_failure(plan, case=case, arm=2) for case in range(40)]

    points = boards([*moved, *failures], plan)[Board.QUALITY].frontier

    assert {point.name for point in points} == {"model 0", "model 1"}


def test_alone_or_without_a_price_there_is_no_frontier() -> None:
    alone = boards(some_scores((0.9, 5_000)), a_plan(arms=1, cases=40))
    unpriced = boards(
        [a_score(a_plan(cases=20), case, arm=arm, microusd=None) for case in range(20) for arm in range(2)],
        a_plan(cases=20),
    )

    assert alone[Board.QUALITY].frontier == unpriced[Board.QUALITY].frontier == ()
