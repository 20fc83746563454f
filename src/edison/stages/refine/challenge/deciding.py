"""Whether candidates are better than their parent: paired, on held-out cases, under one budget of errors."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb, isnan, nan

from edison.errors import EdisonError
from edison.stats.comparing import ComparisonVerdict, PairedComparison, compare_pairs
from edison.stats.sequential import HoldoutLedger, decide_round

from .scores import SCALE, CellKey, Compared, VersionScores, count_more_unsafe

LESS_SAFE = "less_safe"
"""Why a candidate is held back in whose answers more was found than in its parent's."""

_AS_MUCH = 0.005
"""Gains that differ by less count as equal."""
_OTHERS_LEVEL = 0.9
"""Of the two-sided interval of a gain as all but one judge see it."""
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
    unsafe: int | None = None
    """More answers than the parent's in which something was found that must not stand there; None: nobody looked."""
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
    outcomes = tuple(
        try_out(
            parent, one, side=side, verdict=said.verdict, reason=said.reason.value, comparison=said.comparison
        )
        for one, side, said in zip(candidates, sides, decision.outcomes, strict=True)
    )
    return Challenge(outcomes, choose_better(outcomes), decision.ledger)


def choose_better(outcomes: Sequence[Trial | None]) -> int | None:
    """The better candidate with the largest gain; of those that gain as much, the cheapest."""
    better = [(place, one) for place, one in enumerate(outcomes) if one is not None and one.is_better]
    most = max((one.comparison.difference.mean for _, one in better), default=0.0)
    level = [(place, one) for place, one in better if most - one.comparison.difference.mean < _AS_MUCH]
    return min(
        level,
        key=lambda found: (found[1].microusd[1] or 0.0, -found[1].comparison.difference.mean),
        default=(None, None),
    )[0]


def try_out(
    parent: VersionScores,
    candidate: VersionScores,
    *,
    side: Compared,
    verdict: ComparisonVerdict,
    reason: str,
    comparison: PairedComparison,
) -> Trial:
    """A verdict with all that stands beside it; what is better and does not pass the gates is held back."""
    keys = sorted({*parent.scores} & {*candidate.scores})
    gate = _gate(parent, candidate, side=side)
    is_held_back = verdict is ComparisonVerdict.BETTER and gate is not None
    return Trial(
        verdict="held_back" if is_held_back else verdict.value,
        reason=gate or reason if is_held_back else reason,
        comparison=comparison,
        regressions=_regressions(parent, candidate, keys=keys),
        warnings=max(0, len(candidate.warned & {*keys}) - len(parent.warned & {*keys})),
        unsafe=count_more_unsafe(parent, candidate),
        microusd=(parent.microusd(keys), candidate.microusd(keys)),
        latency_s=(parent.latency_s(keys), candidate.latency_s(keys)),
    )


def _gate(parent: VersionScores, candidate: VersionScores, *, side: Compared) -> str | None:
    """Why a better candidate is not adopted all the same: it is less safe, or only one judge sees its gain.

    What is found by looking through answers is no matter of chance, so that a single one more is enough.
    """
    if count_more_unsafe(parent, candidate):
        return LESS_SAFE
    if _warns_more(parent, candidate):
        return "judges_warn_more"
    # Where one of the two has no answer nobody was asked; that is no judge of its own.
    judges = {judge for judge in side.parent.judges | side.candidate.judges if judge >= 0}
    if len(judges) > 1 and not all(_is_seen_without(judge, side) for judge in sorted(judges)):
        return "one_judge_alone_sees_the_gain"
    return None


def _is_seen_without(judge: int, side: Compared) -> bool:
    """Whether the others see the gain as well, by themselves and beyond one doubt in twenty."""
    rows = [
        (key, side.parent.quality(key, without=judge), side.candidate.quality(key, without=judge))
        for key in sorted({*side.parent.scores, *side.candidate.scores})
    ]
    known = [row for row in rows if not isnan(row[1]) and not isnan(row[2])]
    try:
        found = compare_pairs(
            [before for _, before, _ in known],
            [after for _, _, after in known],
            scale=SCALE,
            cases=[case for (case, _, _), _, _ in known],
            families=families_of([key for key, _, _ in known], [side]),
            level=_OTHERS_LEVEL,
        )
    except EdisonError:
        return False
    return found.verdict is ComparisonVerdict.BETTER


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


def families_of(keys: Sequence[CellKey], sides: Iterable[Compared]) -> list[str] | None:
    """Cases of one source are not independent; each of the others is a family of its own."""
    named: dict[int, str] = {}
    for one in (tested for side in sides for tested in (side.parent, side.candidate)):
        named |= {key[0]: score.family for key, score in one.scores.items() if score.family is not None}
    return [named.get(case, f"case {case}") for case, _, _ in keys] if named else None
