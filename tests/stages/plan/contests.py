"""Contests that are played from the first wave to the end, without a run."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

from edison.domain import Chance, Contest, Pair, PairLine, Policy, StopRule
from edison.stages.plan import Dealt, deal_next

Verdict = Callable[[Pair, int], float | None]


@dataclass(frozen=True)
class Played:
    """A contest from its first wave to its end."""

    waves: list[Dealt]
    lines: list[PairLine]
    end: Dealt

    @property
    def pairs(self) -> list[Pair]:
        return [pair for wave in self.waves for pair in wave.pairs]

    @property
    def asked(self) -> int:
        return sum(line.wave > 0 for line in self.lines)

    def imbalance(self) -> int:
        """How much more often, at most, a text was shown on one side than on the other."""
        skew = Counter(pair.left for pair in self.pairs)
        skew.subtract(Counter(pair.right for pair in self.pairs))
        return max(map(abs, skew.values()), default=0)


def a_policy(
    comparisons: int = 120, *, success_rate: float = 0.8, least: int = 12, shift: float = 0.025
) -> Policy:
    stop = StopRule(comparisons=comparisons, least_comparisons=min(least, comparisons), shift=shift)
    return Policy(stop=stop, success_rate=success_rate)


def cells(texts: int) -> list[int]:
    """Some cells have no text, so that a text's place is not the number of its cell."""
    return [3 * text + 2 for text in range(texts)]


def play(
    contest: Contest,
    *,
    entries: Sequence[int],
    verdict: Verdict,
    judges: int = 1,
    policy: Policy | None = None,
    people: Sequence[PairLine] = (),
    seed: int = 7,
) -> Played:
    """Deal, judge, and deal again until there is a reason to end, as a run does."""
    policy = policy or a_policy()
    waves, lines, units = list[Dealt](), list(people), 1_000
    for number in range(1, policy.stop.comparisons + 2):
        dealt = deal_next(
            contest,
            entries=entries,
            lines=lines,
            policy=policy,
            judges=judges,
            passes=sum(wave.is_resampling for wave in waves),
            chance=Chance(seed),
        )
        if dealt.settlement.is_end:
            assert dealt.pairs == ()
            return Played(waves, lines, dealt)
        assert dealt.pairs, "a wave without a pair changes nothing, for ever"
        waves.append(dealt)
        for unit, pair in enumerate(dealt.pairs, units):
            lines += (
                a_line(pair, unit=unit, wave=number, judge=judge, outcome=verdict(pair, judge))
                for judge in range(judges)
            )
        units += len(dealt.pairs)
    raise AssertionError("it goes on and on")


def a_line(pair: Pair, *, unit: int, wave: int, outcome: float | None, judge: int = 0) -> PairLine:
    return PairLine(
        unit=unit,
        wave=wave,
        left=pair.left,
        right=pair.right,
        stream=pair.stream,
        adaptive=pair.adaptive,
        judge=judge,
        outcome=outcome,
    )


def noisy(seed: int = 1, *, failing: float = 0.0, tied: float = 0.1, steepness: float = 0.3) -> Verdict:
    """The higher cell is the stronger text; some comparisons fail, some are ties."""
    stream = Chance(seed).stream("verdicts")

    def say(pair: Pair, judge: int) -> float | None:
        chance = stream.uniform()
        if chance < failing:
            return None
        if chance < failing + (1 - failing) * tied:
            return 0.5
        wins = 1 / (1 + exp(-steepness * (pair.left - pair.right)))
        return float(stream.uniform() < wins)

    return say
