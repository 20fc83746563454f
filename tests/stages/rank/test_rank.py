"""Boards: means over cases by hand, intervals from the stats room, and nobody gains by failing."""

from statistics import fmean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import Board, Flag, OutputStatus
from edison.stages.rank.boards.measures import percentile
from edison.stats.means import mean_interval

from .scores import ERROR, OK, REFUSED, a_failure, a_plan, a_score, boards, names, the


def test_every_board_is_led_by_the_best_on_it() -> None:
    plan = a_plan()
    scores = [
        score
        for case in range(20)
        for score in (
            a_score(plan, case, qualities=((0, 0.9),), latency_s=3.0 + case, microusd=900),
            a_score(plan, case, arm=1, qualities=((0, 0.2),), latency_s=1.0, microusd=10, passed=case > 4),
        )
    ]

    found = boards(scores, plan)

    assert {board: names(ranking)[0] for board, ranking in found.items()} == {
        Board.QUALITY: "model 0",
        Board.CHECKS: "model 0",
        Board.SPEED: "model 1",
        Board.COST: "model 1",
        Board.RELIABILITY: "model 0",
    }
    assert {board for board, ranking in found.items() if ranking.lower_is_better} == {Board.SPEED, Board.COST}


def test_numbers_are_those_one_gets_by_hand() -> None:
    plan = a_plan(arms=1, cases=4)
    costs, latencies = [100, 200, 300, 400], [4.0, 1.0, 3.0, 2.0]
    scores = [
        a_score(plan, case, microusd=costs[case], latency_s=latencies[case], passed=case != 1)
        for case in range(4)
    ]

    found = boards(scores, plan)

    assert found[Board.QUALITY].items[0].strength == 0.5
    assert found[Board.CHECKS].items[0].strength == 0.75
    assert found[Board.RELIABILITY].items[0].strength == 1.0
    assert found[Board.COST].items[0].strength == pytest.approx(0.00025)
    assert found[Board.COST].items[0].measures == {"total": pytest.approx(0.001)}
    assert found[Board.SPEED].items[0].strength == 2.0
    assert found[Board.SPEED].items[0].measures == {"p95": 4.0}


def test_judges_and_repeats_count_within_their_case() -> None:
    plan = a_plan(arms=1, judges=2, cases=2, repeats=2)
    scores = [
        a_score(plan, qualities=((0, 1.0), (1, 0.8))),
        a_score(plan, replicate=1, qualities=((0, 0.9), (1, 0.5))),
        a_score(plan, 1, qualities=((0, 0.2),)),
    ]

    (item,) = boards(scores, plan)[Board.QUALITY].items

    assert item.strength == pytest.approx((fmean([1.0, 0.8, 0.9, 0.5]) + 0.2) / 2)
    assert item.measures == {
        "judge 0": pytest.approx((0.95 + 0.2) / 2),
        "judge 1": pytest.approx(0.65),
    }
    assert item.observations == 5


def test_intervals_are_those_of_the_stats_room() -> None:
    plan = a_plan(arms=1, cases=30)
    values = [((7 * case) % 30) / 40 for case in range(30)]
    scores = [a_score(plan, case, qualities=((0, value),)) for case, value in enumerate(values)]

    (item,) = boards(scores, plan)[Board.QUALITY].items

    expected = mean_interval(values, scale=(0, 1))
    assert item.interval is not None
    assert (item.strength, item.interval.low, item.interval.high) == pytest.approx(
        (expected.mean, expected.low, expected.high)
    )
    assert (item.method, item.observations, item.flags) == (expected.method.value, 30, ())


def test_a_pass_rate_stands_in_wilsons_interval() -> None:
    plan = a_plan(arms=1, cases=10)

    (item,) = boards([a_score(plan, case, passed=case < 9) for case in range(10)], plan)[Board.CHECKS].items

    # Wilson (1927) for 9 of 10 at 95 %, as any table has it.
    assert item.interval is not None
    assert (item.interval.low, item.interval.high) == pytest.approx((0.5958, 0.9821), abs=1e-4)
    assert item.method == "wilson"


def test_the_median_stands_between_the_values_that_hold_it() -> None:
    plan = a_plan(arms=1, cases=100)
    scores = [a_score(plan, case, latency_s=float(case + 1)) for case in range(100)]

    (item,) = boards(scores, plan)[Board.SPEED].items

    # Wilson for 50 of 100 is 0.4038 to 0.5962, so the 41st and the 60th value.
    assert item.interval is not None
    assert (item.strength, item.interval.low, item.interval.high) == (50.0, 41.0, 60.0)
    assert item.method == "woodruff"


@pytest.mark.parametrize(("share", "value"), [(0.0, 1.0), (0.5, 2.0), (0.51, 3.0), (0.95, 4.0), (1.0, 4.0)])
def test_percentiles_are_nearest_rank(share: float, value: float) -> None:
    assert percentile([1.0, 2.0, 3.0, 4.0], share) == value


@pytest.mark.parametrize("status", [ERROR, REFUSED])
def test_an_arm_that_failed_everything_is_last_on_every_board(status: OutputStatus) -> None:
    plan = a_plan(arms=3)
    scores = [
        score
        for case in range(20)
        for score in (
            a_failure(plan, case=case, arm=0, status=status),
            a_score(plan, case, arm=1, qualities=((0, 0.0),), passed=False, latency_s=9.0, microusd=9_000),
            a_score(plan, case, arm=2),
        )
    ]

    found = boards(scores, plan)

    assert {names(ranking)[-1] for ranking in found.values()} == {"model 0"}
    for board in (Board.QUALITY, Board.SPEED, Board.COST):
        item = found[board].items[-1]
        assert (item.observations, item.interval, item.flags) == (0, None, (Flag.MISSING_RESULTS,))
    outcome = {"failed": 20} if status is ERROR else {"refused": 20}
    assert found[Board.SPEED].items[-1].outcomes == outcome


def test_where_everybody_failed_only_reliability_is_left() -> None:
    plan = a_plan(arms=1, cases=3)

    found = boards([a_failure(plan, case=case, arm=0) for case in range(3)], plan)

    assert list(found) == [Board.RELIABILITY]
    assert found[Board.RELIABILITY].items[0].strength == 0.0


def test_a_quick_refusal_makes_nobody_faster_or_cheaper() -> None:
    plan = a_plan(arms=1, cases=4)
    scores = [a_score(plan, case, latency_s=2.0, microusd=50) for case in range(3)]

    found = boards([*scores, a_failure(plan, case=3, arm=0, status=REFUSED)], plan)

    assert (found[Board.SPEED].items[0].strength, found[Board.SPEED].items[0].observations) == (2.0, 3)
    assert found[Board.COST].items[0].strength == pytest.approx(0.00005)
    assert found[Board.CHECKS].items[0].strength == 0.75
    assert found[Board.RELIABILITY].items[0].strength == 0.75


@pytest.mark.parametrize("passed", [None, False])
def test_an_error_fails_no_check_but_is_missed(passed: bool | None) -> None:
    plan = a_plan(arms=1, cases=2)
    trouble = a_score(plan, 1, status=ERROR, passed=passed, qualities=())

    (item,) = boards([a_score(plan), trouble], plan)[Board.CHECKS].items

    assert (item.strength, item.observations) == (1.0, 1)
    assert Flag.MISSING_RESULTS in item.flags


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({"microusd": None}, {Board.COST}),
        ({"latency_s": None}, {Board.SPEED}),
        ({"passed": None}, {Board.CHECKS}),
        ({"qualities": ()}, {Board.QUALITY}),
        ({}, set[Board]()),
    ],
)
def test_what_is_not_known_of_one_cell_is_left_out_and_flagged(
    changes: dict[str, Any], missing: set[Board]
) -> None:
    plan = a_plan(arms=1, cases=20)
    scores = [a_score(plan, case) for case in range(19)]

    found = boards([*scores, a_score(plan, 19, **changes)], plan)

    flagged = {board for board, ranking in found.items() if Flag.MISSING_RESULTS in ranking.items[0].flags}
    assert flagged == missing
    assert all(found[board].items[0].observations == 19 for board in missing)


@pytest.mark.parametrize(
    ("changes", "board"),
    [({"microusd": None}, Board.COST), ({"latency_s": None}, Board.SPEED), ({"passed": None}, Board.CHECKS),
     ({"qualities": ()}, Board.QUALITY)],
)  # fmt: skip
def test_a_board_about_which_nothing_is_known_is_left_out(changes: dict[str, Any], board: Board) -> None:
    plan = a_plan(arms=1, cases=3)

    found = boards([a_score(plan, case, **changes) for case in range(3)], plan)

    assert set(Board) - set(found) == {board, Board.EVALUATOR, Board.PAIRWISE, Board.SAFETY}


def test_cells_that_never_ended_are_missed() -> None:
    plan = a_plan(arms=1, cases=20)

    (item,) = boards([a_score(plan)], plan)[Board.RELIABILITY].items

    assert Flag.MISSING_RESULTS in item.flags


def test_without_any_score_there_is_no_board() -> None:
    assert boards([], a_plan()) == {}


def test_equal_costs_have_no_interval_and_say_so() -> None:
    plan = a_plan(arms=1, cases=20)

    (item,) = boards([a_score(plan, case, microusd=0) for case in range(20)], plan)[Board.COST].items

    assert (item.strength, item.interval, item.flags) == (0.0, None, (Flag.NO_VARIATION,))


def test_very_many_costs_are_not_resampled() -> None:
    plan = a_plan(arms=1, cases=20_001)
    scores = (
        a_score(plan, case, microusd=10**6 if case % 5_000 == 0 else case % 7) for case in range(20_001)
    )

    (item,) = boards(scores, plan)[Board.COST].items

    assert item.method == "t_or_skewness_corrected"
    assert item.interval is not None


@pytest.mark.parametrize("repeats", [1, 3])
def test_one_case_is_enough_for_every_board(repeats: int) -> None:
    plan = a_plan(arms=1, cases=1, repeats=repeats)

    found = boards([a_score(plan, replicate=replicate) for replicate in range(repeats)], plan)

    assert len(found) == 5
    assert found[Board.COST].items[0].interval is None
    for board in set(found) - {Board.COST}:
        assert Flag.FEW_CASES in found[board].items[0].flags
        assert found[board].items[0].interval is not None


def test_with_several_versions_every_pair_of_arm_and_version_stands_for_itself() -> None:
    plan = a_plan(arms=2, versions=2, cases=3)
    scores = [
        a_score(plan, case, version=version, arm=arm, qualities=((0, 0.1 + 0.2 * arm + 0.4 * version),))
        for case in range(3)
        for arm in range(2)
        for version in range(2)
    ]

    ranking = boards(scores, plan)[Board.QUALITY]

    assert names(ranking) == ["model 1 · v2", "model 0 · v2", "model 1 · v1", "model 0 · v1"]
    assert len({item.item_id for item in ranking.items}) == 4


def test_with_one_version_an_arm_is_ranked_by_its_own_id() -> None:
    plan = a_plan(arms=1, cases=1)

    assert the(boards([a_score(plan)], plan)[Board.SPEED], "model 0").item_id == "arm_0"


def test_equal_seeds_give_equal_boards_in_whatever_order_the_scores_come() -> None:
    plan = a_plan(cases=40)
    scores = [
        a_score(plan, case, arm=arm, qualities=((0, (case % 7) ** 2 / 36),), microusd=case**3)
        for case in range(40)
        for arm in range(2)
    ]

    assert boards(scores, plan) == boards(list(scores), plan)
    assert {board: names(ranking) for board, ranking in boards(scores[::-1], plan).items()} == {
        board: names(ranking) for board, ranking in boards(scores, plan).items()
    }
    assert boards(scores, plan, seed=8) != boards(scores, plan)


CELLS = st.fixed_dictionaries(
    {
        "status": st.sampled_from([OK, REFUSED, ERROR]),
        "passed": st.none() | st.booleans(),
        "latency_s": st.none() | st.floats(0, 1e4),
        "microusd": st.none() | st.integers(0, 10**9),
        "qualities": st.just(()) | st.tuples(st.tuples(st.just(0), st.floats(0, 1))),
    }
)


@given(st.lists(st.none() | CELLS, min_size=12, max_size=12))
def test_whatever_came_of_the_cells_the_boards_stand(cells: list[dict[str, Any] | None]) -> None:
    plan = a_plan(arms=2, cases=3, repeats=2)
    scores = [
        a_score(plan, number // 4, arm=number // 2 % 2, replicate=number % 2, **cell)
        for number, cell in enumerate(cells)
        if cell is not None
    ]

    for ranking in boards(scores, plan).values():
        assert len(ranking.items) == 2
        assert any(item.observations for item in ranking.items)
        for item in ranking.items:
            if item.interval is not None:
                assert item.interval.low <= item.strength <= item.interval.high
