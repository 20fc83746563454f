"""A challenge in several looks: each adds cases, until something is better or nothing can become so."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from edison.errors import EdisonError
from edison.stats.comparing import ComparisonVerdict
from edison.stats.sequential import (
    HoldoutLedger,
    HoldoutLook,
    LookComparison,
    LookKind,
    LookPlan,
    chance_to_be_better,
    compare_at_look,
    plan_looks,
)

from .deciding import Challenge, Trial, choose_better, try_out
from .gates import ONE_JUDGE_ALONE, compare_others
from .scores import SCALE, Compared, VersionScores, families_of

LEAST_AT_A_LOOK = 12
"""Fewer cases than so do not make a look of their own."""
_HOPELESS = 0.05


def looks_for(wished: int, *, cases: int) -> int:
    """How often is looked: as wished, as long as each look adds enough cases."""
    return max(1, min(wished, cases // LEAST_AT_A_LOOK))


@dataclass(slots=True)
class StagedChallenge:
    """What the looks so far say of each candidate of a round.

    Every candidate has an equal part of the error of the round, spent look by look (Lan and DeMets): none is called
    better more often by chance than if it were looked at once. What looks hopeless is dropped, which costs no error.
    """

    plan: LookPlan
    candidates: int
    ledger: HoldoutLedger
    seed: int = 0
    _open: list[int] = field(default_factory=list[int])
    _earlier: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])
    _trials: dict[int, Trial] = field(default_factory=dict[int, Trial])
    _sides: dict[int, Compared] = field(default_factory=dict[int, Compared])

    @classmethod
    def begin(
        cls, candidates: int, *, cases: int, looks: int, ledger: HoldoutLedger, seed: int = 0
    ) -> "StagedChallenge":
        """Before the first look at a round's candidates."""
        plan = plan_looks(cases, looks=looks, level=1 - 2 * ledger.next_share / candidates)
        return cls(plan, candidates, ledger, seed, [*range(candidates)], dict.fromkeys(range(candidates), ()))

    @property
    def open(self) -> tuple[int, ...]:
        """The candidates that more cases are worth while for, by their places; none where it is over."""
        is_over = any(trial.is_better for trial in self._trials.values())
        return () if is_over else tuple(self._open)

    def look(self, parent: VersionScores, sides: Mapping[int, tuple[VersionScores, Compared]]) -> None:
        """Look at the open candidates on all cases so far."""
        for place in self.open:
            candidate, side = sides[place]
            try:
                found = self._compare(side, earlier=self._earlier[place])
            except EdisonError:
                # Nothing could be added since the last look, or nothing is there at all.
                continue
            self._earlier[place] = (*self._earlier[place], found.look.cases)
            self._sides[place] = side
            self._trials[place] = trial = self._tell(parent, candidate, side=side, found=found)
            is_over = found.is_settled and not _may_others_follow(trial, side=side, found=found)
            if is_over or trial.reason == "hopeless":
                self._open.remove(place)

    def conclude(self) -> Challenge:
        """What it came to, and the ledger with this decision in it."""
        outcomes = tuple(self._trials.get(place) for place in range(self.candidates))
        adopted = choose_better(outcomes, self._sides)
        names = tuple(map(str, range(self.candidates)))
        look = HoldoutLook(
            LookKind.DECISION,
            names,
            error=self.ledger.next_share,
            adopted=None if adopted is None else names[adopted],
        )
        return Challenge(outcomes, adopted, self.ledger.record(look))

    def _compare(self, side: Compared, *, earlier: tuple[int, ...]) -> LookComparison:
        keys = sorted({*side.parent.scores, *side.candidate.scores})
        families = families_of(keys, [side])
        return _compare_once(
            tuple(side.parent.quality(key) for key in keys),
            tuple(side.candidate.quality(key) for key in keys),
            plan=self.plan,
            earlier=earlier,
            cases=tuple(case for case, _, _ in keys),
            families=None if families is None else tuple(families),
            seed=self.seed,
        )

    def _tell(
        self, parent: VersionScores, candidate: VersionScores, *, side: Compared, found: LookComparison
    ) -> Trial:
        is_open = not found.is_settled
        is_hopeless = is_open and chance_to_be_better(found) < _HOPELESS
        reason = "hopeless" if is_hopeless else found.comparison.reason.value
        return try_out(
            parent,
            candidate,
            side=side,
            verdict=ComparisonVerdict(found.verdict),
            reason=reason,
            comparison=found.comparison,
            level=found.look.level,
        )


@lru_cache(maxsize=256)
def _compare_once(
    baseline: tuple[float, ...],
    candidate: tuple[float, ...],
    *,
    plan: LookPlan,
    earlier: tuple[int, ...],
    cases: tuple[int, ...],
    families: tuple[str, ...] | None,
    seed: int,
) -> LookComparison:
    """Whoever walks through the rounds again asks the same again."""
    return compare_at_look(
        baseline,
        candidate,
        plan=plan,
        earlier=earlier,
        scale=SCALE,
        cases=cases,
        families=families,
        seed=seed,
    )


def _may_others_follow(trial: Trial, *, side: Compared, found: LookComparison) -> bool:
    """Whether more cases may still show a gain without any one judge that only all together see by now."""
    if trial.reason != ONE_JUDGE_ALONE or found.look.is_last:
        return False
    others = compare_others(side, level=found.look.level)
    return all(
        one is not None and chance_to_be_better(replace(found, comparison=one)) >= _HOPELESS for one in others
    )
