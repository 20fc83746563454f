"""Whether a ranking may end, and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import SampleBroken
from edison.stats.stability import (
    Movement,
    Obstacle,
    Precision,
    RankingProgress,
    SettlingLimits,
    SettlingReason,
    SettlingStep,
    settle,
)


def a_movement(*, per_comparison: float = 0.01, rank_correlation: float = 1.0) -> Movement:
    return Movement(
        added=5,
        largest=per_comparison,
        mean=per_comparison / 2,
        per_comparison=per_comparison,
        rank_correlation=rank_correlation,
        largest_rank_change=0.0,
    )


def a_precision(*, mean_se: float = 0.2, largest_se: float = 0.3, isolated: int = 0) -> Precision:
    return Precision(
        mean_se=mean_se,
        largest_se=largest_se,
        smallest_se=0.1,
        mean_comparisons=10.0,
        fewest_comparisons=5,
        most_comparisons=15,
        isolated=isolated,
        flags=(),
    )


def a_progress(**other: object) -> RankingProgress:
    """Ten items, fifty comparisons, nothing wrong."""
    usual: dict[str, object] = {
        "items": 10,
        "asked": 50,
        "succeeded": 50,
        "failed": 0,
        "unseen_pairs": 20,
        "movement": a_movement(),
        "precision": a_precision(),
    }
    return RankingProgress(**(usual | other))  # pyright: ignore[reportArgumentType]


def test_a_ranking_that_no_longer_moves_is_stable() -> None:
    settled = settle(a_progress(), SettlingLimits())

    assert (settled.reason, settled.step, settled.obstacles) == (SettlingReason.STABLE, SettlingStep.END, ())


@pytest.mark.parametrize(
    ("other", "obstacle"),
    [
        ({"asked": 11, "succeeded": 11}, Obstacle.TOO_FEW_COMPARISONS),
        ({"movement": None}, Obstacle.NO_EARLIER_SCORES),
        ({"movement": a_movement(per_comparison=0.026)}, Obstacle.SCORES_MOVE),
        ({"movement": a_movement(rank_correlation=0.94)}, Obstacle.RANKS_MOVE),
        ({"precision": a_precision(mean_se=0.41)}, Obstacle.SE_TOO_WIDE),
        ({"precision": a_precision(largest_se=0.81)}, Obstacle.SE_TOO_WIDE),
        ({"precision": a_precision(isolated=1)}, Obstacle.SE_UNKNOWN),
        ({"precision": None}, Obstacle.SE_UNKNOWN),
        ({"succeeded": 39, "failed": 11}, Obstacle.TOO_MANY_FAILURES),
    ],
)
def test_whatever_keeps_it_from_being_stable_is_named(other: dict[str, object], obstacle: Obstacle) -> None:
    settled = settle(a_progress(**other), SettlingLimits(mean_se=0.4, largest_se=0.8))

    assert settled.obstacles == (obstacle,)
    assert (settled.reason, settled.step) == (SettlingReason.NOT_YET, SettlingStep.COVER)


def test_nothing_ends_while_answers_are_pending() -> None:
    settled = settle(a_progress(asked=51), SettlingLimits(budget=51))

    assert (settled.reason, settled.step) == (SettlingReason.NOT_YET, SettlingStep.WAIT)


def test_a_spent_budget_ends_it_whatever_moves() -> None:
    settled = settle(a_progress(movement=a_movement(per_comparison=1)), SettlingLimits(budget=50))

    assert (settled.reason, settled.step) == (SettlingReason.BUDGET_SPENT, SettlingStep.END)
    assert settled.obstacles == (Obstacle.SCORES_MOVE,)


def test_when_all_pairs_have_met_they_meet_again_and_then_are_exhausted() -> None:
    moving = a_movement(per_comparison=1)

    first = settle(a_progress(unseen_pairs=0, movement=moving), SettlingLimits())
    second = settle(a_progress(unseen_pairs=0, movement=moving, passes=1), SettlingLimits())

    assert (first.reason, first.step) == (SettlingReason.NOT_YET, SettlingStep.RESAMPLE)
    assert (second.reason, second.step) == (SettlingReason.PAIRS_EXHAUSTED, SettlingStep.END)


def test_few_items_meet_again_more_often() -> None:
    moving = a_movement(per_comparison=1)
    asked = {"items": 3, "asked": 15, "succeeded": 15, "unseen_pairs": 0, "movement": moving}

    reasons = [settle(a_progress(**asked, passes=passes), SettlingLimits()).reason for passes in (3, 4)]

    assert reasons == [SettlingReason.NOT_YET, SettlingReason.PAIRS_EXHAUSTED]


@pytest.mark.parametrize(
    "other",
    [
        {"succeeded": 35, "failed": 15, "asked": 50},
        {"succeeded": 0, "failed": 50, "asked": 50},
    ],
)
def test_a_limit_reached_with_too_many_failures_is_a_failure(other: dict[str, object]) -> None:
    settled = settle(a_progress(**other), SettlingLimits(budget=50))

    assert settled.reason is SettlingReason.GATE_FAILED
    assert settled.success_rate == pytest.approx(int(str(other["succeeded"])) / 50)


def test_a_success_rate_that_cannot_be_reached_any_more_ends_it_at_once() -> None:
    # 25 of 120 have failed: even if all others succeed, that is 79 %.
    failing = settle(a_progress(succeeded=25, failed=25), SettlingLimits(budget=120))
    still_possible = settle(a_progress(succeeded=26, failed=24), SettlingLimits(budget=120))

    assert failing.reason is SettlingReason.GATE_FAILED
    assert still_possible.reason is SettlingReason.NOT_YET


def test_without_a_gate_failures_do_not_matter_unless_nothing_succeeded() -> None:
    limits = SettlingLimits(budget=50, success_rate=None)

    some = settle(a_progress(succeeded=20, failed=30, movement=None), limits)
    none = settle(a_progress(succeeded=0, failed=50, movement=None), limits)

    assert some.reason is SettlingReason.BUDGET_SPENT
    assert none.reason is SettlingReason.GATE_FAILED


def test_one_item_alone_is_not_ranked() -> None:
    settled = settle(
        RankingProgress(items=1, asked=0, succeeded=0, failed=0, unseen_pairs=0), SettlingLimits()
    )

    assert (settled.reason, settled.step) == (SettlingReason.TOO_FEW_ITEMS, SettlingStep.END)
    assert settled.success_rate is None


def test_a_criterion_that_is_not_asked_for_is_not_an_obstacle() -> None:
    limits = SettlingLimits(shift=None, rank_correlation=None, mean_se=0.4)

    assert settle(a_progress(movement=None), limits).reason is SettlingReason.STABLE


@given(st.data())
def test_whatever_happened_there_is_an_end_or_a_next_step(data: st.DataObject) -> None:
    count = st.integers(0, 60)
    succeeded, failed, pending = data.draw(count), data.draw(count), data.draw(st.integers(0, 3))
    progress = RankingProgress(
        items=data.draw(st.integers(0, 12)),
        asked=succeeded + failed + pending,
        succeeded=succeeded,
        failed=failed,
        unseen_pairs=data.draw(st.integers(0, 5)),
        passes=data.draw(st.integers(0, 5)),
        movement=data.draw(st.sampled_from([None, a_movement(), a_movement(per_comparison=1)])),
    )

    settled = settle(progress, SettlingLimits(budget=data.draw(st.integers(1, 120))))

    assert (settled.step is SettlingStep.END) == (settled.reason is not SettlingReason.NOT_YET)
    if settled.reason is SettlingReason.STABLE:
        assert not settled.obstacles
    if settled.step is SettlingStep.RESAMPLE:
        assert progress.unseen_pairs == 0


@pytest.mark.parametrize("limits", [{"budget": 0}, {"shift": None, "rank_correlation": None}])
def test_limits_that_would_end_everything_at_once_are_refused(limits: dict[str, object]) -> None:
    with pytest.raises(SampleBroken):
        SettlingLimits(**limits)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("counts", [{"asked": -1}, {"asked": 3}])
def test_counts_that_cannot_be_are_refused(counts: dict[str, object]) -> None:
    with pytest.raises(SampleBroken):
        a_progress(**counts)
