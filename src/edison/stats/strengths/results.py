"""What a fit says: strengths with intervals, and everything a reader must know before believing them."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

import numpy as np

from edison.errors import SampleBroken, StatisticRefused
from edison.stats.arrays import FloatArray, IntArray
from edison.stats.means.quantiles import t_quantile, t_tail


class Method(StrEnum):
    """How strengths are estimated."""

    BRADLEY_TERRY = "bradley-terry"
    """Maximum likelihood; Firth's penalty where no finite solution exists, with a flag."""
    FIRTH = "firth"
    HIERARCHICAL = "hierarchical"
    """Normal prior on the strengths, its spread integrated out; the default for adaptive data."""
    DAVIDSON = "davidson"
    """Maximum likelihood with ties as a third outcome."""
    PUBLISHED = "published"
    """The estimator of the comparative-judgment literature."""
    ELO = "elo"
    """In row order, without standard errors; for comparison."""
    WIN_RATE = "win-rate"
    """Share of comparisons won, a tie as half; for comparison."""


class Ties(StrEnum):
    """What a tie is for the likelihood."""

    HALF_WIN = "half-win"
    """Half a win for each side. The scale is compressed: a different estimand than Davidson's."""
    DAVIDSON = "davidson"
    """A third outcome with a parameter of its own."""


class Repeated(StrEnum):
    """What several verdicts on one pair, or by one judge, are worth."""

    WIDENED = "widened"
    """All count; intervals are widened when verdicts on one pair or by one judge hang together."""
    INDEPENDENT = "independent"
    """All count, as if nobody had been asked twice."""
    ONCE = "once"
    """Verdicts on one pair (of one judge, where judges are known) share the weight of a single one."""


class StrengthFlag(StrEnum):
    """What a reader must know before believing the scores."""

    DISCONNECTED = "disconnected"
    ISOLATED = "isolated items"
    SEPARATED = "separated"
    FIRTH_USED = "firth used"
    TIED = "tied"
    ALL_TIES = "all ties"
    HALF_WINS = "half wins"
    BY_CASE = "by case"
    SELF_COMPARISONS = "self-comparisons"
    DEPENDENT = "dependent verdicts"
    POSITION = "position effect"
    LENGTH = "length effect"
    ADAPTIVE = "adaptive"
    NO_ERRORS = "no standard errors"


FLAG_MEANINGS: Mapping[StrengthFlag, str] = {
    StrengthFlag.DISCONNECTED: (
        "Some items are joined by no chain of comparisons: scores and ranks hold within a component."
    ),
    StrengthFlag.ISOLATED: "Some items were never compared with another; they have no score.",
    StrengthFlag.SEPARATED: (
        "Some items always won or always lost against the rest: no finite maximum-likelihood scores."
    ),
    StrengthFlag.FIRTH_USED: "Scores come from Firth's penalised likelihood in place of the method asked for.",
    StrengthFlag.TIED: "Items that were compared have equal scores.",
    StrengthFlag.ALL_TIES: "Every comparison was a tie: nothing tells the items apart.",
    StrengthFlag.HALF_WINS: "Ties count as half wins: the scale is compressed, compare it with no other.",
    StrengthFlag.BY_CASE: "Comparisons about one case hang together: intervals are those of cases drawn anew.",
    StrengthFlag.SELF_COMPARISONS: (
        "Rows in which an item met itself say nothing about scores and were left out of them."
    ),
    StrengthFlag.DEPENDENT: "Verdicts on one pair or by one judge hang together: intervals were widened.",
    StrengthFlag.POSITION: "Being shown first is worth something beside strength: scores are corrected for it.",
    StrengthFlag.LENGTH: "Being longer is worth something beside strength: scores are those at equal length.",
    StrengthFlag.ADAPTIVE: "Pairs were chosen by earlier results: these intervals are too narrow, prefer hierarchical.",
    StrengthFlag.NO_ERRORS: "This method has no standard errors.",
}


@dataclass(frozen=True, slots=True)
class Effect:
    """One number with its uncertainty, in logits."""

    value: float
    se: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class StrengthFit:
    """Strengths of items, in the order of `items`, with mean zero in each component."""

    items: tuple[Hashable, ...]
    scores: FloatArray
    """In logits (Elo points, shares for those methods); NaN for an item that was never compared."""
    se: FloatArray
    """From the centred covariance; NaN where the method has none."""
    low: FloatArray
    high: FloatArray
    ranks: IntArray
    """From 1 within each component, equal scores share the better rank; 0 for an item never compared."""
    covariance: FloatArray
    components: IntArray
    """For each item the number of its component: scores of different components are not compared."""
    method: Method
    """The method that was used, which may differ from the one asked for: see the flags."""
    level: float
    flags: tuple[StrengthFlag, ...] = ()
    comparisons: int = 0
    self_comparisons: int = 0
    sigma: float | None = None
    """The spread of strengths (hierarchical)."""
    position_effect: Effect | None = None
    """What being shown first is worth."""
    length_effect: Effect | None = None
    """What being longer is worth, times the difference of both lengths over their sum: a third for twice as long."""
    tie_effect: Effect | None = None
    """Davidson's log ν: how readily ties happen between equals."""
    dispersion: float = 1.0
    """By how much variances were multiplied because verdicts hang together."""
    degrees: int | None = None
    """Of Student's t, where cases are what varies: one less than there are; None for the normal distribution."""

    def index(self, item: Hashable) -> int:
        """Where an item stands; raises `SampleBroken` for a stranger."""
        try:
            return self.items.index(item)
        except ValueError as error:
            raise SampleBroken("item", f"{item!r} is not among the items") from error

    def covariance_among(self, places: Sequence[int]) -> FloatArray:
        """The joint covariance of some of the items, by their places."""
        return self.covariance[np.ix_(places, places)]

    def difference(self, first: Hashable, second: Hashable) -> Effect:
        """How much stronger the first is; raises `StatisticRefused` when no comparison connects them."""
        a, b = self.index(first), self.index(second)
        if self.components[a] != self.components[b]:
            raise StatisticRefused(
                "difference",
                f"no chain of comparisons connects {first!r} and {second!r}",
                instead="Compare items of both groups with each other first.",
            )
        variance = self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b]
        se = float(np.sqrt(max(variance, 0.0)))
        return effect(float(self.scores[a] - self.scores[b]), se=se, level=self.level, degrees=self.degrees)


@dataclass(frozen=True, slots=True)
class StrengthContrast:
    """How much stronger one item is than another."""

    first: Hashable
    second: Hashable
    difference: Effect
    chance_first_stronger: float
    """That the first one is the stronger, by the distribution of the difference."""
    p_value: float
    """Two-sided, of no difference."""


def contrast(fitted: StrengthFit, first: Hashable, second: Hashable) -> StrengthContrast:
    """The difference of two items with its interval; raises `StatisticRefused` where nothing connects them."""
    found = fitted.difference(first, second)
    if not found.se > 0:
        raise StatisticRefused(
            "contrast", f"{fitted.method} has no standard errors", instead="Choose another method."
        )
    point, degrees = found.value / found.se, fitted.degrees
    chance = NormalDist().cdf(point) if degrees is None else 1 - t_tail(point, degrees=degrees)
    return StrengthContrast(
        first, second, found, chance_first_stronger=chance, p_value=2 * min(chance, 1 - chance)
    )


def effect(value: float, *, se: float, level: float, degrees: int | None = None) -> Effect:
    """A value with its interval: normal, or Student's t where there are degrees."""
    reach = reach_of(level, degrees=degrees) * se
    return Effect(value=value, se=se, low=value - reach, high=value + reach)


def reach_of(level: float, *, degrees: int | None = None) -> float:
    """How many standard errors a two-sided interval of this level reaches to either side."""
    if not 0 < level < 1:
        raise SampleBroken("level", f"{level} does not lie between 0 and 1")
    share = (1 + level) / 2
    return NormalDist().inv_cdf(share) if degrees is None else t_quantile(share, degrees=degrees)
