"""Ties are shown as ties: paired tests with Holm's correction, places that remain possible, overlapping groups."""

from typing import Any

import numpy as np
import pytest

from edison.domain import (
    MOST_PAIRS,
    Board,
    CellScore,
    Comparing,
    Flag,
    OutputStatus,
    Policy,
    Ranking,
    RankSpan,
    Snapshot,
)
from edison.stats.boards import rank_ranges, separate_arms

from .scores import ERROR, a_failure, a_plan, a_score, boards, names, the

LEVELS = (0.45, 0.475, 0.5)
"""With these the neighbours are tied and the ends are not."""


def drawn(*levels: float, cases: int = 40, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return (
        np.array(levels) + rng.uniform(-0.1, 0.1, (cases, 1)) + rng.uniform(-0.1, 0.1, (cases, len(levels)))
    )


def scored(plan: Snapshot, table: np.ndarray, **changes: Any) -> list[CellScore]:
    return [
        a_score(plan, case, arm=arm, qualities=((0, float(table[case, arm])),), **changes)
        for case in range(table.shape[0])
        for arm in range(table.shape[1])
    ]


def spans(ranking: Ranking) -> dict[str, tuple[int, int, int] | None]:
    return {
        item.name: None if item.span is None else (item.span.rank, item.span.low, item.span.high)
        for item in ranking.items
    }


def test_places_groups_and_pairs_are_those_of_the_stats_room() -> None:
    plan, table = a_plan(arms=3, cases=40), drawn(*LEVELS)

    ranking = boards(scored(plan, table), plan)[Board.QUALITY]

    expected = separate_arms(table, scale=(0, 1))
    ranges = rank_ranges(table.mean(axis=0), is_ahead=expected.is_ahead)
    assert spans(ranking) == {
        f"model {arm}": (found.rank, found.low, found.high) for arm, found in enumerate(ranges)
    }
    assert ranking.groups == (("arm_2", "arm_1"), ("arm_1", "arm_0"))
    assert {frozenset((pair.left, pair.right)): pair.adjusted_p for pair in ranking.pairs} == {
        frozenset((f"arm_{pair.left}", f"arm_{pair.right}")): pytest.approx(pair.adjusted_p)
        for pair in expected.pairs
    }


def test_who_belongs_to_two_groups_says_so() -> None:
    plan = a_plan(arms=3, cases=40)

    ranking = boards(scored(plan, drawn(*LEVELS)), plan)[Board.QUALITY]

    assert [item.groups for item in ranking.items] == [(0,), (0, 1), (1,)]


def test_a_pair_tells_by_how_much_and_who_is_ahead() -> None:
    plan, table = a_plan(cases=40), drawn(0.3, 0.7)

    (pair,) = boards(scored(plan, table), plan)[Board.QUALITY].pairs

    assert (pair.left, pair.right, pair.ahead) == ("arm_1", "arm_0", "arm_1")
    assert pair.value is not None
    assert pair.interval is not None
    assert pair.value == pytest.approx((table[:, 1] - table[:, 0]).mean())
    assert pair.interval.low < pair.value < pair.interval.high
    assert (pair.complete, pair.left_lacks, pair.right_lacks, pair.both_lack) == (40, 0, 0, 0)


@pytest.mark.parametrize("board", [Board.QUALITY, Board.CHECKS, Board.SPEED, Board.COST, Board.RELIABILITY])
def test_every_board_tells_ties(board: Board) -> None:
    plan = a_plan(cases=60)
    rng = np.random.default_rng(2)
    scores = [
        a_score(
            plan,
            case,
            arm=arm,
            qualities=((0, float(rng.uniform(0.2, 0.4) + 0.5 * arm)),),
            passed=bool(rng.random() < 0.3 + 0.6 * arm),
            latency_s=float(rng.lognormal(-2.0 * arm, 0.3)),
            microusd=int(rng.lognormal(8 - 2 * arm, 0.3)),
            **({"status": ERROR, "reason": "timed_out"} if arm == 0 and case % 8 == 0 else {}),
        )
        for case in range(60)
        for arm in range(2)
    ]

    ranking = boards(scores, plan)[board]

    assert spans(ranking) == {"model 1": (1, 1, 1), "model 0": (2, 2, 2)}
    assert ranking.groups == ()
    assert ranking.pairs[0].ahead == "arm_1"


def test_times_are_compared_by_their_ratio() -> None:
    plan = a_plan(cases=60)
    rng = np.random.default_rng(2)
    base = rng.lognormal(0, 1, 60)
    scores = [
        a_score(plan, case, arm=arm, latency_s=float(base[case] * (2**arm) * rng.lognormal(0, 0.05)))
        for case in range(60)
        for arm in range(2)
    ]

    ranking = boards(scores, plan)[Board.SPEED]

    assert ranking.compared is Comparing.RATIO
    assert ranking.pairs[0].value == pytest.approx(0.5, rel=0.05)
    assert ranking.pairs[0].ahead == "arm_0"


def test_an_answer_in_no_time_is_still_compared() -> None:
    plan = a_plan(cases=20)
    scores = [
        a_score(plan, case, arm=arm, latency_s=0.1 * arm * case) for case in range(20) for arm in range(2)
    ]

    assert boards(scores, plan)[Board.SPEED].pairs[0].ahead == "arm_0"


def test_alone_there_is_one_place_and_nobody_to_tie_with() -> None:
    plan = a_plan(arms=1, cases=3)

    ranking = boards([a_score(plan, case) for case in range(3)], plan)[Board.QUALITY]

    assert ranking.items[0].span == RankSpan(rank=1, low=1, high=1)
    assert (ranking.pairs, ranking.groups) == ((), ())


def test_who_has_no_results_has_no_place_and_is_compared_with_nobody() -> None:
    plan = a_plan(arms=3, cases=20)
    scores = scored(plan, drawn(0.3, 0.7, cases=20))
    failures = [a_failure(plan, case=case, arm=2) for case in range(20)]

    ranking = boards([*scores, *failures], plan)[Board.QUALITY]

    assert spans(ranking) == {"model 1": (1, 1, 1), "model 0": (2, 2, 2), "model 2": None}
    assert len(ranking.pairs) == 1


@pytest.mark.parametrize(("rate", "is_placed"), [(0.5, False), (0.2, True)])
def test_who_fails_too_often_is_neither_quick_nor_cheap(rate: float, is_placed: bool) -> None:
    plan = a_plan(cases=20)
    slow = [a_score(plan, case, latency_s=5.0 + case, microusd=900) for case in range(20)]
    flaky = [
        a_failure(plan, case=case, arm=1)
        if case < 20 * rate
        else a_score(plan, case, arm=1, latency_s=0.1, microusd=1)
        for case in range(20)
    ]

    found = boards([*slow, *flaky], plan, policy=Policy(success_rate=0.8))

    for board in (Board.SPEED, Board.COST):
        item = the(found[board], "model 1")
        assert (item.span is not None, item.is_placed) == (is_placed, is_placed)
        assert (Flag.MANY_FAILURES in item.flags) is not is_placed
        assert item.strength < the(found[board], "model 0").strength
        assert names(found[board])[-1] == ("model 0" if is_placed else "model 1")
    assert the(found[Board.QUALITY], "model 1").is_placed


def test_a_refusal_is_no_failure_of_the_provider() -> None:
    plan = a_plan(arms=1, cases=10)
    scores = [
        a_failure(plan, case=case, arm=0, status=OutputStatus.SEMANTIC_FAILURE)
        if case < 5
        else a_score(plan, case)
        for case in range(10)
    ]

    assert boards(scores, plan)[Board.SPEED].items[0].is_placed


def test_missing_results_are_counted_for_each_pair_and_unequal_ones_are_said() -> None:
    plan, table = a_plan(cases=40), drawn(0.3, 0.7)
    scores = [score for score in scored(plan, table) if not (score.cell % 2 == 0 and score.cell < 20)]

    ranking = boards(scores, plan)[Board.QUALITY]

    (pair,) = ranking.pairs
    assert (pair.complete, pair.left_lacks, pair.right_lacks) == (30, 0, 10)
    assert set(pair.flags) == {Flag.MISSING_RESULTS, Flag.MISSING_UNEQUALLY}
    assert ranking.flags == (Flag.MISSING_UNEQUALLY,)


def test_too_little_to_compare_is_said() -> None:
    plan = a_plan(cases=5)
    scores = [
        a_score(plan, case, arm=arm, microusd=case + 100 * arm) for case in range(5) for arm in range(2)
    ]

    ranking = boards(scores, plan)[Board.COST]

    assert ranking.flags == (Flag.NOT_COMPARED,)
    assert ranking.pairs[0].flags == (Flag.NOT_COMPARED,)
    assert (ranking.pairs[0].value, ranking.pairs[0].interval) == (None, None)
    assert spans(ranking) == {"model 0": (1, 1, 2), "model 1": (2, 1, 2)}


def test_families_of_cases_are_what_varies() -> None:
    plan = a_plan(cases=200)
    rng = np.random.default_rng(5)
    shift = np.repeat(rng.normal(0.06, 0.1, 20), 10)
    table = np.column_stack([np.full(200, 0.4) + rng.uniform(0, 0.01, 200), 0.4 + shift])

    alone = boards(scored(plan, table), plan)[Board.QUALITY]
    together = boards(
        [
            a_score(
                plan,
                case,
                arm=arm,
                qualities=((0, float(table[case, arm])),),
                family=f"page {case // 10}",
            )
            for case in range(200)
            for arm in range(2)
        ],
        plan,
    )[Board.QUALITY]

    assert alone.pairs[0].adjusted_p < together.pairs[0].adjusted_p
    assert _width(alone) < _width(together)


def test_a_case_of_no_family_stands_alone_beside_those_of_one() -> None:
    plan = a_plan(arms=1, cases=30)
    values = [((7 * case) % 30) / 40 for case in range(30)]

    def measured(family: str | None) -> Ranking:
        scores = [
            a_score(plan, case, qualities=((0, value),), family=family if case == 0 else None)
            for case, value in enumerate(values)
        ]
        return boards(scores, plan)[Board.QUALITY]

    assert measured("page 1").items[0].interval == measured(None).items[0].interval


def test_of_very_many_pairs_those_with_the_leader_are_kept() -> None:
    plan = a_plan(arms=25, cases=16)
    rng = np.random.default_rng(1)

    ranking = boards(scored(plan, rng.uniform(0.2, 0.8, (16, 25))), plan)[Board.QUALITY]

    assert len(ranking.pairs) == 24 <= MOST_PAIRS
    assert {pair.left for pair in ranking.pairs} == {ranking.items[0].item_id}


def test_reliability_shows_what_became_of_the_others() -> None:
    plan = a_plan(arms=1, cases=10)
    ends = ["refusal", "content_filter", "length", "length"]
    bad = [
        a_score(plan, case, status=OutputStatus.SEMANTIC_FAILURE, reason=reason, qualities=())
        for case, reason in enumerate(ends)
    ]
    scores = [*bad, a_failure(plan, case=4, arm=0), *(a_score(plan, case) for case in range(5, 10))]

    (item,) = boards(scores, plan)[Board.RELIABILITY].items

    assert item.strength == 0.5
    assert item.measures == pytest.approx({"refused": 0.1, "filtered": 0.1, "truncated": 0.2, "failed": 0.1})


def test_a_run_without_arms_has_no_boards() -> None:
    assert boards([], a_plan(arms=0)) == {}


def test_the_same_seed_and_scores_give_the_same_bytes() -> None:
    plan = a_plan(arms=3, judges=3, cases=60)
    rng = np.random.default_rng(9)
    scores = [
        a_score(
            plan,
            case,
            arm=arm,
            qualities=tuple((judge, float(rng.beta(6, 1))) for judge in range(3)),
            latency_s=float(rng.lognormal()),
            microusd=int(rng.lognormal(6)),
        )
        for case in range(60)
        for arm in range(3)
    ]

    first, second, other = (
        {board: ranking.model_dump_json() for board, ranking in boards(scores, plan, seed=seed).items()}
        for seed in (7, 7, 8)
    )

    assert first == second
    assert "studentised_bootstrap" in first[Board.QUALITY]
    assert first[Board.QUALITY] != other[Board.QUALITY]


def _width(ranking: Ranking) -> float:
    interval = ranking.items[0].interval
    assert interval is not None
    return interval.high - interval.low
