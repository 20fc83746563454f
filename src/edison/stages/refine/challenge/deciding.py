"""Whether candidates are better than their parent: paired, on held-out cases, under one budget of errors."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb, fsum, isnan

from edison.domain import Gain, Interval
from edison.stats.comparing import ComparisonVerdict, PairedComparison, compare_pairs
from edison.stats.sequential import HoldoutLedger, decide_round, open_sealed

from .scores import CellKey, VersionScores

_SCALE = (0.0, 1.0)
_WARNINGS_BY_CHANCE = 0.2
"""Where more warnings would be so unlikely by chance they count: three new ones and none gone, and the like."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What the challenge says of one candidate."""

    verdict: str
    reason: str
    comparison: PairedComparison
    regressions: tuple[int, ...]
    """Cases that the parent passes and the candidate does not."""
    warnings: int
    """More answers than the parent's on which judges warn."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """What the challenge says of all candidates of a round."""

    outcomes: tuple[Trial, ...]
    adopted: int | None
    """The place of the candidate that is adopted."""
    ledger: HoldoutLedger


def decide_challenge(
    parent: VersionScores, candidates: Sequence[VersionScores], *, ledger: HoldoutLedger, seed: int = 0
) -> Challenge:
    """Adopt the candidate with the largest gain among those that are surely better and pass every gate."""
    keys = sorted({key for one in (parent, *candidates) for key in one.scores})
    baseline = [parent.quality(key) for key in keys]
    names = [str(place) for place in range(len(candidates))]
    decision = decide_round(
        baseline,
        {name: [one.quality(key) for key in keys] for name, one in zip(names, candidates, strict=True)},
        ledger=ledger,
        scale=_SCALE,
        cases=[case for case, _, _ in keys],
        families=_families(keys, (parent, *candidates)),
        seed=seed,
    )
    outcomes = tuple(
        _outcome(
            parent, one, keys=keys, verdict=said.verdict, reason=said.reason.value, comparison=said.comparison
        )
        for one, said in zip(candidates, decision.outcomes, strict=True)
    )
    better = [place for place, one in enumerate(outcomes) if one.verdict == ComparisonVerdict.BETTER]
    adopted = max(better, key=lambda place: outcomes[place].comparison.difference.mean, default=None)
    return Challenge(outcomes, adopted, decision.ledger)


def measure_gain(
    first: VersionScores, last: VersionScores, *, sealed: HoldoutLedger | None = None, seed: int = 0
) -> Gain:
    """What the last version gains over the first on the same cases: on sealed ones, or on those it was chosen on.

    Args:
        first: The version that it began with.
        last: The version that was adopted last.
        sealed: The ledger of the decisions, where the cases are sealed ones; a second opening is refused.
        seed: Of resampling.
    """
    keys = sorted({*first.scores, *last.scores})
    baseline, results = ([one.quality(key) for key in keys] for one in (first, last))
    cases, families = [case for case, _, _ in keys], _families(keys, (first, last))
    if sealed is None:
        compared = compare_pairs(baseline, results, scale=_SCALE, cases=cases, families=families, seed=seed)
    else:
        compared = open_sealed(
            baseline,
            results,
            candidate="last",
            ledger=sealed,
            scale=_SCALE,
            cases=cases,
            families=families,
            seed=seed,
        ).comparison
    return Gain(
        difference=compared.difference.mean,
        interval=Interval(low=compared.difference.low, high=compared.difference.high),
        first_quality=compared.baseline_mean,
        last_quality=compared.candidate_mean,
        cases=compared.difference.cases,
        is_sealed=sealed is not None,
    )


def _outcome(
    parent: VersionScores,
    candidate: VersionScores,
    *,
    keys: Sequence[CellKey],
    verdict: ComparisonVerdict,
    reason: str,
    comparison: PairedComparison,
) -> Trial:
    gate = _gate(parent, candidate, keys=keys)
    is_held_back = verdict is ComparisonVerdict.BETTER and gate is not None
    return Trial(
        verdict="held_back" if is_held_back else verdict.value,
        reason=gate or reason if is_held_back else reason,
        comparison=comparison,
        regressions=_regressions(parent, candidate, keys=keys),
        warnings=max(0, len(candidate.warned) - len(parent.warned)),
    )


def _gate(parent: VersionScores, candidate: VersionScores, *, keys: Sequence[CellKey]) -> str | None:
    """Why a better candidate is not adopted all the same: warnings, or a gain that only one judge sees."""
    if _warns_more(parent, candidate):
        return "judges_warn_more"
    judges = parent.judges | candidate.judges
    for judge in judges if len(judges) > 1 else ():
        gains = [candidate.quality(key, without=judge) - parent.quality(key, without=judge) for key in keys]
        if fsum(gain for gain in gains if not isnan(gain)) <= 0:
            return "one_judge_alone_sees_the_gain"
    return None


def _warns_more(parent: VersionScores, candidate: VersionScores) -> bool:
    """Whether judges warn of more answers than chance would do: a sign test on those they warn of in one only."""
    new, gone = len(candidate.warned - parent.warned), len(parent.warned - candidate.warned)
    either = new + gone
    chance = sum(comb(either, count) for count in range(new, either + 1)) / 2**either
    return new > gone and chance <= _WARNINGS_BY_CHANCE


def _regressions(
    parent: VersionScores, candidate: VersionScores, *, keys: Sequence[CellKey]
) -> tuple[int, ...]:
    lost = {case for case, arm, repeat in keys if parent.passed((case, arm, repeat))}
    failing = {case for case, arm, repeat in keys if candidate.failed((case, arm, repeat))}
    kept = {case for case, arm, repeat in keys if parent.failed((case, arm, repeat))}
    return tuple(sorted((lost - kept) & failing))


def _families(keys: Sequence[CellKey], tested: Iterable[VersionScores]) -> list[str] | None:
    """Cases of one source are not independent; each of the others is a family of its own."""
    named: dict[int, str] = {}
    for one in tested:
        named |= {key[0]: score.family for key, score in one.scores.items() if score.family is not None}
    return [named.get(case, f"case {case}") for case, _, _ in keys] if named else None
