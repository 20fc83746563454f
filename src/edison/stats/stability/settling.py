"""Whether a ranking may end, and why: one pure function."""

from dataclasses import dataclass
from enum import StrEnum

from edison.errors import SampleBroken

from .movement import Movement, Precision


class SettlingReason(StrEnum):
    """The named reason why a ranking ended, or that it has not."""

    NOT_YET = "not_yet"
    STABLE = "stable"
    PAIRS_EXHAUSTED = "pairs_exhausted"
    BUDGET_SPENT = "budget_spent"
    GATE_FAILED = "gate_failed"
    """Too many comparisons failed: what there is may not be published as a result."""
    TOO_FEW_ITEMS = "too_few_entries"


class SettlingStep(StrEnum):
    """What to do next."""

    WAIT = "wait"
    """Answers are on their way."""
    COVER = "cover"
    """Deal a wave of pairs that never met."""
    RESAMPLE = "resample"
    """Deal a wave of pairs that met before."""
    END = "end"


class Obstacle(StrEnum):
    """What keeps a ranking from being stable."""

    TOO_FEW_COMPARISONS = "too_few_comparisons"
    NO_EARLIER_SCORES = "no_earlier_scores"
    """There is nothing to compare the scores with, or they could not be computed."""
    SCORES_MOVE = "scores_move"
    RANKS_MOVE = "ranks_move"
    SE_UNKNOWN = "se_unknown"
    SE_TOO_WIDE = "se_too_wide"
    TOO_MANY_FAILURES = "too_many_failures"


@dataclass(frozen=True, slots=True)
class SettlingLimits:
    """When enough is enough; a criterion that is None is not asked for."""

    budget: int = 120
    """How many comparisons may be asked. How many pairs there are is another matter."""
    minimum: int = 12
    """Before so many, a ranking is not called stable, and pairs that all have met meet again."""
    shift: float | None = 0.025
    """The most a score may move for each added comparison per item."""
    rank_correlation: float | None = 0.95
    """The least agreement with the order a wave ago."""
    mean_se: float | None = None
    largest_se: float | None = None
    success_rate: float | None = 0.8
    """Of all comparisons that were answered or failed."""
    few_items: int = 3
    """Up to so many items, pairs meet again more often."""
    passes_of_few: int = 4
    passes: int = 1
    """How often all pairs may be asked once more when each has met."""

    def __post_init__(self) -> None:
        if self.budget < 1:
            raise SampleBroken("budget", f"{self.budget} comparisons rank nothing")
        if self.shift is None and self.rank_correlation is None and self._has_no_se:
            raise SampleBroken("limits", "without a single criterion everything would be stable at once")

    @property
    def _has_no_se(self) -> bool:
        return self.mean_se is None and self.largest_se is None

    def passes_for(self, items: int) -> int:
        """How many resampling passes a ranking of so many items may have."""
        return self.passes_of_few if items <= self.few_items else min(self.passes, self.passes_of_few)


@dataclass(frozen=True, slots=True)
class RankingProgress:
    """What is known about a ranking so far, all counted from what happened."""

    items: int
    asked: int
    succeeded: int
    failed: int
    unseen_pairs: int
    passes: int = 0
    """Resampling passes so far."""
    movement: Movement | None = None
    """Since the wave before; None in the first, or when scores could not be computed."""
    precision: Precision | None = None

    def __post_init__(self) -> None:
        counts = (self.items, self.asked, self.succeeded, self.failed, self.unseen_pairs, self.passes)
        if min(counts) < 0:
            raise SampleBroken("counts", "one of them is below zero")
        if self.pending < 0:
            raise SampleBroken("counts", "more comparisons ended than were asked")

    @property
    def pending(self) -> int:
        return self.asked - self.succeeded - self.failed

    @property
    def success_rate(self) -> float | None:
        """None before anything ended."""
        ended = self.succeeded + self.failed
        return self.succeeded / ended if ended else None


@dataclass(frozen=True, slots=True)
class Settled:
    """The decision, and the numbers it rests on."""

    reason: SettlingReason
    step: SettlingStep
    obstacles: tuple[Obstacle, ...]
    """All that speaks against calling the ranking stable; empty when it is."""
    success_rate: float | None


def settle(progress: RankingProgress, limits: SettlingLimits) -> Settled:
    """Say whether a ranking may end, why, and what to do otherwise.

    Nothing ends while answers are pending. A ranking that reaches a limit with too many failures has failed,
    whatever its scores; one that can no longer reach the success rate fails at once.
    """
    obstacles = _obstacles(progress, limits)
    reason, step = _decide(progress, limits, obstacles=obstacles)
    return Settled(reason=reason, step=step, obstacles=obstacles, success_rate=progress.success_rate)


def _decide(
    progress: RankingProgress, limits: SettlingLimits, *, obstacles: tuple[Obstacle, ...]
) -> tuple[SettlingReason, SettlingStep]:
    if progress.items < 2:
        return SettlingReason.TOO_FEW_ITEMS, SettlingStep.END
    if progress.pending:
        return SettlingReason.NOT_YET, SettlingStep.WAIT
    if not obstacles:
        return SettlingReason.STABLE, SettlingStep.END
    if _is_hopeless(progress, limits):
        return SettlingReason.GATE_FAILED, SettlingStep.END
    reached = _limit_reached(progress, limits)
    if reached is None:
        return SettlingReason.NOT_YET, SettlingStep.COVER if progress.unseen_pairs else SettlingStep.RESAMPLE
    if not progress.succeeded or Obstacle.TOO_MANY_FAILURES in obstacles:
        return SettlingReason.GATE_FAILED, SettlingStep.END
    return reached, SettlingStep.END


def _limit_reached(progress: RankingProgress, limits: SettlingLimits) -> SettlingReason | None:
    if progress.asked >= limits.budget:
        return SettlingReason.BUDGET_SPENT
    if progress.succeeded < limits.minimum or progress.unseen_pairs:
        return None
    return SettlingReason.PAIRS_EXHAUSTED if progress.passes >= limits.passes_for(progress.items) else None


def _is_hopeless(progress: RankingProgress, limits: SettlingLimits) -> bool:
    """Whether the success rate stays too low even if everything succeeds from now on."""
    if limits.success_rate is None or progress.asked >= limits.budget:
        return False
    return (limits.budget - progress.failed) / limits.budget < limits.success_rate


def _obstacles(progress: RankingProgress, limits: SettlingLimits) -> tuple[Obstacle, ...]:
    claims = {
        Obstacle.TOO_FEW_COMPARISONS: progress.succeeded < max(limits.minimum, 1),
        **_movement_claims(progress.movement, limits),
        **_precision_claims(progress.precision, limits),
        Obstacle.TOO_MANY_FAILURES: _fails_too_often(progress, limits),
    }
    return tuple(obstacle for obstacle, holds in claims.items() if holds)


def _movement_claims(movement: Movement | None, limits: SettlingLimits) -> dict[Obstacle, bool]:
    if limits.shift is None and limits.rank_correlation is None:
        return {}
    if movement is None:
        return {Obstacle.NO_EARLIER_SCORES: True}
    return {
        Obstacle.SCORES_MOVE: limits.shift is not None and movement.per_comparison > limits.shift,
        Obstacle.RANKS_MOVE: (
            limits.rank_correlation is not None and movement.rank_correlation < limits.rank_correlation
        ),
    }


def _precision_claims(precision: Precision | None, limits: SettlingLimits) -> dict[Obstacle, bool]:
    if limits.mean_se is None and limits.largest_se is None:
        return {}
    if precision is None:
        return {Obstacle.SE_UNKNOWN: True}
    too_wide = limits.mean_se is not None and precision.mean_se > limits.mean_se
    one_too_wide = limits.largest_se is not None and precision.largest_se > limits.largest_se
    return {Obstacle.SE_UNKNOWN: precision.isolated > 0, Obstacle.SE_TOO_WIDE: too_wide or one_too_wide}


def _fails_too_often(progress: RankingProgress, limits: SettlingLimits) -> bool:
    rate = progress.success_rate
    return limits.success_rate is not None and rate is not None and rate < limits.success_rate
