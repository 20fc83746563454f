"""Adopting candidates on cases that are used again and again, without fooling oneself.

Holm's procedure (1979) within a round, a share of one error budget for each round. The promise of the budget
needs that nothing but the decisions goes back to whoever proposes candidates: as long as nothing was adopted
there is only one history, so that later candidates cannot have been fitted to the held-out cases.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from numpy.typing import ArrayLike

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.comparing import ComparisonVerdict, PairedComparison, VerdictReason, compare_pairs
from edison.stats.means import MeanEstimate
from edison.stats.means.clusters import Scale
from edison.stats.means.samples import Labels

from .ledger import HoldoutLedger, HoldoutLook, LookKind

ALONE = 0.05
"""A two-sided p-value that would do for a single comparison."""


class GainStanding(StrEnum):
    """Whether a reported gain can be believed."""

    SEALED = "sealed_split_opened_once"
    OPTIMISTIC = "optimistic_selected_on_these_cases"
    """The candidate was chosen for doing well on these very cases: elsewhere it will do less well."""


@dataclass(frozen=True, slots=True)
class ReportedGain:
    """What a chosen candidate gains, and on what cases that was seen."""

    candidate: str
    difference: MeanEstimate
    standing: GainStanding


@dataclass(frozen=True, slots=True)
class CandidateOutcome:
    """What a round says of one of its candidates."""

    candidate: str
    comparison: PairedComparison
    """At the level that Holm's procedure left it."""
    verdict: ComparisonVerdict
    reason: VerdictReason


@dataclass(frozen=True, slots=True)
class RoundDecision:
    """Which candidates of a round are better, which of them is chosen, and the ledger with this look in it."""

    outcomes: tuple[CandidateOutcome, ...]
    """In the order in which the candidates were given."""
    chosen: str | None
    """The better one with the largest gain; None when none is surely better."""
    gain: ReportedGain | None
    """Of the chosen one; always optimistic, for it was chosen on these cases."""
    family: int
    """How many candidates were counted as tested."""
    share: float
    """What this round spent of the error."""
    ledger: HoldoutLedger


@dataclass(frozen=True, slots=True)
class SealedGain:
    """What the sealed split says, and the ledger in which it is open from now on."""

    gain: ReportedGain
    comparison: PairedComparison
    ledger: HoldoutLedger


def decide_round(
    baseline: ArrayLike,
    candidates: Mapping[str, ArrayLike],
    *,
    ledger: HoldoutLedger,
    scale: Scale | None = None,
    cases: Labels | None = None,
    families: Labels | None = None,
    lower_is_better: bool = False,
    seed: int = 0,
) -> RoundDecision:
    """Decide which candidates are better than the baseline on the held-out split.

    Args:
        baseline: The present version's results, one per row, NaN where missing.
        candidates: Each candidate's results for the same rows.
        ledger: Of this split; the decision comes with the next one.
        scale: The ends a single result can reach.
        cases: The case of each row, when judges or repeats make several rows of one.
        families: The family each row's case was made from.
        lower_is_better: For costs and times.
        seed: Of resampling and sign flips.
    """
    if not candidates:
        raise SampleEmpty("candidates")
    share, family = ledger.next_share, len(ledger.family(candidates))

    compare = partial(
        compare_pairs,
        baseline,
        scale=scale,
        cases=cases,
        families=families,
        lower_is_better=lower_is_better,
        seed=seed,
    )
    holm = _Holm(
        candidates=candidates, compare=compare, share=share, family=family, lower_is_better=lower_is_better
    )
    outcomes = tuple(_settle(name, comparison) for name, comparison in holm.step_down().items())
    chosen = _choose(outcomes, lower_is_better=lower_is_better)
    look = HoldoutLook(
        LookKind.DECISION, tuple(candidates), error=share, adopted=chosen.candidate if chosen else None
    )
    return RoundDecision(
        outcomes=outcomes,
        chosen=chosen.candidate if chosen else None,
        gain=_optimistic(chosen) if chosen else None,
        family=family,
        share=share,
        ledger=ledger.record(look),
    )


def open_sealed(
    baseline: ArrayLike,
    results: ArrayLike,
    *,
    candidate: str,
    ledger: HoldoutLedger,
    scale: Scale | None = None,
    cases: Labels | None = None,
    families: Labels | None = None,
    lower_is_better: bool = False,
    level: float = 0.95,
    seed: int = 0,
) -> SealedGain:
    """Measure the gain of the chosen candidate on the sealed split; a second opening is refused.

    Args:
        baseline: The first version's results on the sealed cases.
        results: The chosen candidate's results for the same rows.
        candidate: Its name.
        ledger: In which the opening is recorded.
        scale: See `decide_round`, as for the others.
        cases: The case of each row.
        families: The family of each row's case.
        lower_is_better: For costs and times.
        level: Of the interval.
        seed: Of resampling and sign flips.
    """
    if ledger.is_opened:
        raise StatisticRefused(
            "gain on the sealed split",
            "it was opened before, and cases that were seen are not sealed",
            instead="Seal fresh cases, or report the gain as optimistic, selected on these cases.",
        )
    comparison = compare_pairs(
        baseline,
        results,
        scale=scale,
        cases=cases,
        families=families,
        lower_is_better=lower_is_better,
        level=level,
        seed=seed,
    )
    return SealedGain(
        gain=ReportedGain(candidate, comparison.difference, GainStanding.SEALED),
        comparison=comparison,
        ledger=ledger.record(HoldoutLook(LookKind.SEALED, (candidate,), error=0.0)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Holm:
    """The least likely by chance is tested as one of all, the next as one of all but one, and so on."""

    candidates: Mapping[str, ArrayLike]
    compare: partial[PairedComparison]
    share: float
    family: int
    lower_is_better: bool

    def step_down(self) -> dict[str, PairedComparison]:
        """Each candidate at the level that is left to it, in the order given."""
        compared = self._at_level(tuple(self.candidates), passed=0)
        ranked = sorted(compared, key=lambda name: self._chance(compared[name]))
        for passed, name in enumerate(ranked):
            if passed:
                compared |= self._at_level(ranked[passed:], passed=passed)
            if compared[name].verdict is not ComparisonVerdict.BETTER:
                break
        return compared

    def _at_level(self, names: Sequence[str], *, passed: int) -> dict[str, PairedComparison]:
        level = 1 - 2 * self.share / (self.family - passed)
        return {name: self.compare(self.candidates[name], level=level) for name in names}

    def _chance(self, comparison: PairedComparison) -> float:
        """One-sided: how likely so good a result would be if nothing were gained."""
        gain = -comparison.difference.mean if self.lower_is_better else comparison.difference.mean
        half = comparison.difference_p / 2
        return half if gain > 0 else 1 - half


def _settle(name: str, comparison: PairedComparison) -> CandidateOutcome:
    """Say whether a candidate failed by itself, or only among so many."""
    verdict, reason = comparison.verdict, comparison.reason
    if reason is VerdictReason.CHANCE_WOULD_DO and comparison.difference_p <= ALONE:
        reason = VerdictReason.MANY_COMPARISONS
    return CandidateOutcome(candidate=name, comparison=comparison, verdict=verdict, reason=reason)


def _choose(outcomes: tuple[CandidateOutcome, ...], *, lower_is_better: bool) -> CandidateOutcome | None:
    sign = -1 if lower_is_better else 1
    better = [outcome for outcome in outcomes if outcome.verdict is ComparisonVerdict.BETTER]
    return max(better, key=lambda one: sign * one.comparison.difference.mean, default=None)


def _optimistic(chosen: CandidateOutcome) -> ReportedGain:
    return ReportedGain(chosen.candidate, chosen.comparison.difference, GainStanding.OPTIMISTIC)
