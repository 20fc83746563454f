"""The challenge of a round: parent and candidates on held-out cases, as many of them as it takes to decide."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from edison.domain import ChallengeBy, OutputStatus, Pair, PromptVersion, Refining
from edison.errors import EdisonError
from edison.stages.refine import Challenge, Compared, StagedChallenge, VersionScores, decide_challenge
from edison.stats.sequential import HoldoutLedger

from .refine_waves import RefineWaves, WaveMissing


@dataclass(frozen=True, slots=True)
class ChallengeWalk:
    """What it takes to have candidates answer, and to decide about them."""

    waves: RefineWaves
    refining: Refining
    ledger: HoldoutLedger
    parent: int
    """The place of the version that they were made from."""

    def walk(self, added: Mapping[int, PromptVersion]) -> Challenge | None:
        """Have these versions, by their places, answer, and decide; None where nothing can be said."""
        if self.refining.looks > 1:
            return self._in_looks(added)
        cases = self._answered(added, upto=len(self.waves.held_out), versions=added)
        sides = self._sides(added, cases)
        parent = self.waves.scores_of(self.parent, cases)
        try:
            return decide_challenge(
                parent,
                [one for one, _ in sides.values()],
                sides=[side for _, side in sides.values()],
                ledger=self.ledger,
                seed=self._seed,
            )
        except EdisonError:
            # Too little was answered or judged for any comparison: nothing is adopted.
            return None

    def _in_looks(self, added: Mapping[int, PromptVersion]) -> Challenge:
        places = list(added)
        looks, held_out = self.refining.looks, len(self.waves.held_out)
        staged = StagedChallenge.begin(
            len(places), cases=self._units(), looks=looks, ledger=self.ledger, seed=self._seed
        )
        for number in range(1, looks + 1):
            still = [places[at] for at in staged.open]
            if not still:
                break
            upto = ceil(held_out * number / looks)
            try:
                cases = self._answered(still, upto=upto, versions=added)
                sides = self._sides(still, cases)
            except WaveMissing as missing:
                missing.seen = staged.conclude()
                raise
            parent = self.waves.scores_of(self.parent, cases)
            staged.look(parent, {places.index(place): found for place, found in sides.items()})
        return staged.conclude()

    def _answered(self, places: Iterable[int], *, upto: int, versions: Mapping[int, PromptVersion]) -> range:
        return self.waves.answer_held_out([self.parent, *places], upto=upto, versions=versions)

    def _sides(self, places: Iterable[int], cases: range) -> dict[int, tuple[VersionScores, Compared]]:
        """Each candidate with what it is held against its parent by."""
        parent = self.waves.scores_of(self.parent, cases)
        candidates = {place: self.waves.scores_of(place, cases) for place in places}
        if self.refining.challenge is ChallengeBy.SCORES:
            return {place: (one, Compared(parent, one)) for place, one in candidates.items()}
        preferred = self._preferred(parent, list(candidates.values()))
        return {
            place: (one, Compared.of_preferences(parent, one, preferred=preferred))
            for place, one in candidates.items()
        }

    def _preferred(
        self, parent: VersionScores, candidates: Sequence[VersionScores]
    ) -> dict[tuple[int, int], list[tuple[int, float]]]:
        """What judges of pairs say of answers to the same case, which is asked for where it was not yet."""
        self.waves.compare([pair for one in candidates for pair in _pairs(parent, one)])
        found: dict[tuple[int, int], list[tuple[int, float]]] = {}
        for line in self.waves.story.comparisons:
            if line.outcome is not None:
                found.setdefault((line.left, line.right), []).append((line.judge, 1 - line.outcome))
                found.setdefault((line.right, line.left), []).append((line.judge, line.outcome))
        return found

    def _units(self) -> int:
        """How many of the held-out cases vary independently: those of one family count once."""
        cases = [self.waves.story.cases[case] for case in self.waves.held_out]
        return len({case.family or f"case {case.name}" for case in cases})

    @property
    def _seed(self) -> int:
        return self.waves.story.run.seed % 2**32


def _pairs(parent: VersionScores, candidate: VersionScores) -> Iterator[Pair]:
    """The two answers to each case, every second time in the other order."""
    for key in sorted({*parent.scores} & {*candidate.scores}):
        before, after = parent.scores[key], candidate.scores[key]
        if before.status is OutputStatus.OK and after.status is OutputStatus.OK:
            left, right = (before.cell, after.cell) if sum(key) % 2 else (after.cell, before.cell)
            yield Pair(left=left, right=right)
