"""Whether candidates are better than their parent: paired, on held-out cases, under one budget of errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isnan, nan

from edison.domain import CheckedBeside, Interval
from edison.stats.comparing import ComparisonVerdict, PairedComparison, compare_pairs
from edison.stats.sequential import HoldoutLedger, decide_round

from .counting import count_failed_checks, count_more_unsafe
from .gates import find_gate
from .scores import SCALE, CellKey, Compared, VersionScores, families_of

_AS_CHEAP = 1.01
"""What costs by so little more costs as much."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What the challenge says of one candidate."""

    verdict: str
    reason: str
    comparison: PairedComparison
    intervals: tuple[Interval | None, Interval | None]
    """Of the quality of parent and candidate, each by itself."""
    regressions: tuple[int, ...]
    """Cases that the parent passes and the candidate does not."""
    warnings: int
    """More answers than the parent's on which judges warn."""
    unsafe: int | None = None
    """More answers than the parent's in which something was found that must not stand there; None: nobody looked."""
    checked: CheckedBeside | None = None
    """How many answers of either fail a check; None: nothing was checked."""
    microusd: tuple[float | None, float | None] = (None, None)
    """What an answer of the parent and of the candidate costs, on the average."""
    latency_s: tuple[float | None, float | None] = (None, None)
    """How long an answer of either takes."""

    @property
    def is_better(self) -> bool:
        return self.verdict == ComparisonVerdict.BETTER


@dataclass(frozen=True, slots=True)
class Challenge:
    """What the challenge says of all candidates of a round."""

    outcomes: tuple[Trial | None, ...]
    """None where too little was judged for any comparison."""
    adopted: int | None
    """The place of the candidate that is adopted."""
    ledger: HoldoutLedger


def decide_challenge(
    parent: VersionScores,
    candidates: Sequence[VersionScores],
    *,
    ledger: HoldoutLedger,
    sides: Sequence[Compared] | None = None,
    seed: int = 0,
) -> Challenge:
    """Adopt the candidate with the largest gain among those that are surely better and pass every gate.

    Args:
        parent: Its answers, with what judges think of them.
        candidates: Theirs, to the same cases.
        ledger: Of all decisions on these cases.
        sides: What decides, one for each candidate, where that is not what judges think of single answers.
        seed: Of resampling.
    """
    sides = [Compared(parent, one) for one in candidates] if sides is None else sides
    keys = sorted({key for side in sides for one in (side.parent, side.candidate) for key in one.scores})
    names = [str(place) for place in range(len(candidates))]
    decision = decide_round(
        [
            next((side.parent.quality(key) for side in sides if key in side.parent.scores), nan)
            for key in keys
        ],
        {
            name: [side.candidate.quality(key) for key in keys]
            for name, side in zip(names, sides, strict=True)
        },
        ledger=ledger,
        scale=SCALE,
        cases=[case for case, _, _ in keys],
        families=families_of(keys, sides),
        seed=seed,
    )
    level = 1 - 2 * decision.share / decision.family
    outcomes = tuple(
        try_out(
            parent,
            one,
            side=side,
            verdict=said.verdict,
            reason=said.reason.value,
            comparison=said.comparison,
            level=level,
        )
        for one, side, said in zip(candidates, sides, decision.outcomes, strict=True)
    )
    return Challenge(outcomes, choose_better(outcomes, dict(enumerate(sides))), decision.ledger)


def choose_better(outcomes: Sequence[Trial | None], sides: Mapping[int, Compared]) -> int | None:
    """The better candidate with the largest gain; of those that a paired test does not tell from it, the cheapest.

    Args:
        outcomes: What the challenge says of each candidate.
        sides: What that rests on, by the candidate's place.
    """
    better = {place: one for place, one in enumerate(outcomes) if one is not None and one.is_better}
    if not better:
        return None
    best = max(better, key=lambda place: better[place].comparison.difference.mean)
    level = {
        place: one
        for place, one in better.items()
        if place == best or not _is_worse(sides[place], than=sides[best])
    }
    costs = [one.microusd[1] for one in level.values()]
    known = [cost for cost in costs if cost is not None]
    least = min(known) if len(known) == len(costs) else inf
    cheapest = [place for place, cost in zip(level, costs, strict=True) if (cost or 0.0) <= least * _AS_CHEAP]
    return max(cheapest, key=lambda place: better[place].comparison.difference.mean)


def _is_worse(side: Compared, *, than: Compared) -> bool:
    """Whether a candidate is surely worse than another on the same cases."""
    keys = sorted(
        key
        for key in {*side.candidate.scores} & {*than.candidate.scores}
        if not isnan(side.candidate.quality(key) + than.candidate.quality(key))
    )
    # Both are surely better, whatever is missing: most cases are known of both.
    found = compare_pairs(
        [than.candidate.quality(key) for key in keys],
        [side.candidate.quality(key) for key in keys],
        scale=SCALE,
        cases=[case for case, _, _ in keys],
        families=families_of(keys, [side, than]),
    )
    return found.verdict is ComparisonVerdict.WORSE


def try_out(
    parent: VersionScores,
    candidate: VersionScores,
    *,
    side: Compared,
    verdict: ComparisonVerdict,
    reason: str,
    comparison: PairedComparison,
    level: float,
) -> Trial:
    """A verdict with all that stands beside it; what is better and does not pass the gates is held back.

    Args:
        parent: Its answers, with what judges think of them.
        candidate: Its answers to the same cases.
        side: What decides.
        verdict: What all judges together say of it.
        reason: Why.
        comparison: In numbers.
        level: At which all but one judge must see the gain as well: that of the decision itself.
    """
    keys = sorted({*parent.scores} & {*candidate.scores})
    is_better = verdict is ComparisonVerdict.BETTER
    gate = find_gate(parent, candidate, side=side, level=level) if is_better else None
    return Trial(
        verdict=verdict.value if gate is None else "held_back",
        reason=gate or reason,
        comparison=comparison,
        intervals=side.own_intervals(),
        regressions=_regressions(parent, candidate, keys=keys),
        warnings=max(0, len(candidate.warned & {*keys}) - len(parent.warned & {*keys})),
        unsafe=count_more_unsafe(parent, candidate),
        checked=count_failed_checks(parent, candidate),
        microusd=(parent.microusd(keys), candidate.microusd(keys)),
        latency_s=(parent.latency_s(keys), candidate.latency_s(keys)),
    )


def _regressions(
    parent: VersionScores, candidate: VersionScores, *, keys: Sequence[CellKey]
) -> tuple[int, ...]:
    lost = {case for case, arm, repeat in keys if parent.passed((case, arm, repeat))}
    failing = {case for case, arm, repeat in keys if candidate.failed((case, arm, repeat))}
    kept = {case for case, arm, repeat in keys if parent.failed((case, arm, repeat))}
    return tuple(sorted((lost - kept) & failing))
