"""The answers of one version to some cases, in numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, isnan, nan
from typing import TypeAlias

from edison.domain import CellScore, Interval, OutputStatus
from edison.stats.means import mean_interval

CellKey: TypeAlias = tuple[int, int, int]
"""Case, arm and repeat: what versions are compared on."""

SCALE = (0.0, 1.0)
"""Of every quality."""
_LEAST_WEIGHT = 1e-9
"""Who counts for nothing beside others counts where nobody else said anything."""
_PASSES = 0.5
"""The middle of every scale."""


@dataclass(frozen=True, slots=True)
class VersionScores:
    """The answers of one version to some cases, by case, arm and repeat."""

    scores: Mapping[CellKey, CellScore]
    weights: Mapping[int, float] = field(default_factory=dict[int, float])
    """How much each judge's word counts, by its index; all alike where nothing stands here."""

    @classmethod
    def of(
        cls,
        scores: Iterable[CellScore],
        *,
        version: int,
        cases: range,
        weights: Mapping[int, float] | None = None,
    ) -> "VersionScores":
        """Those of a version among all."""
        return cls(
            {
                (score.place.case, score.place.arm, score.place.replicate): score
                for score in scores
                if score.place.version == version and score.place.case in cases
            },
            weights or {},
        )

    def quality(self, key: CellKey, *, without: int | None = None) -> float:
        """What judges made of an answer, on the average; unknown where none did, nothing where there is no answer.

        A refusal or an empty answer is the version's own doing and worth nothing; trouble on the way is neither's.
        """
        score = self.scores.get(key)
        if score is None or score.status is OutputStatus.ERROR:
            return nan
        if score.status is not OutputStatus.OK:
            return 0.0
        given = [
            (self.weights.get(judge, 1.0) or _LEAST_WEIGHT, quality)
            for judge, quality in score.qualities
            if judge != without
        ]
        total = fsum(weight for weight, _ in given)
        return fsum(weight * quality for weight, quality in given) / total if given else nan

    def microusd(self, keys: Iterable[CellKey]) -> float | None:
        """What an answer costs, on the average of those whose price is known."""
        return _mean(score.microusd for key in keys if (score := self.scores.get(key)) is not None)

    def latency_s(self, keys: Iterable[CellKey]) -> float | None:
        """How long an answer takes, on the average."""
        return _mean(score.latency_s for key in keys if (score := self.scores.get(key)) is not None)

    @property
    def judges(self) -> set[int]:
        """All who were asked, those that never gave a finding as well."""
        found = {judge for score in self.scores.values() for judge, _ in score.qualities}
        return found.union(*(score.not_judged for score in self.scores.values()))

    @property
    def warned(self) -> set[CellKey]:
        """The answers on which a judge warns."""
        return {key for key, score in self.scores.items() if score.warnings}

    def unsafe(self, keys: Iterable[CellKey]) -> Counter[str]:
        """In how many of some answers something of a kind was found that must not stand there."""
        return Counter(kind for key in keys for kind in self.scores[key].unsafe or ())

    def passed(self, key: CellKey) -> bool:
        """Whether an answer is good enough, by its judges and by all its checks."""
        score = self.scores.get(key)
        return score is not None and score.passed is not False and self.quality(key) >= _PASSES

    def failed(self, key: CellKey) -> bool:
        """Whether an answer is not good enough; one that nobody judged is neither."""
        score = self.scores.get(key)
        return score is not None and (score.passed is False or self.quality(key) < _PASSES)


@dataclass(frozen=True, slots=True)
class Compared:
    """What is held against each other: what judges think of either, or which of the two they prefer."""

    parent: VersionScores
    candidate: VersionScores
    is_preference: bool = False

    def own_intervals(self) -> tuple[Interval | None, Interval | None]:
        """Where the quality of either lies by itself, on the answers whose quality is known of both.

        None for the parent where preferences decide: one half is what it is held to, and nothing that was seen.
        """
        keys = [
            key
            for key in sorted({*self.parent.scores, *self.candidate.scores})
            if not isnan(self.parent.quality(key) + self.candidate.quality(key))
        ]
        families = families_of(keys, [self])
        before, after = (
            _interval([one.quality(key) for key in keys], keys=keys, families=families)
            for one in (self.parent, self.candidate)
        )
        return None if self.is_preference else before, after

    @classmethod
    def of_preferences(
        cls, parent: VersionScores, candidate: VersionScores, *, preferred: "Preferences"
    ) -> "Compared":
        """By who was preferred: the candidate's share against one half.

        Where only one of the two answered there is nothing to ask; that one is the better.
        """
        shares: dict[CellKey, CellScore] = {}
        halves: dict[CellKey, CellScore] = {}
        for key in sorted({*parent.scores, *candidate.scores}):
            before, after = parent.scores.get(key), candidate.scores.get(key)
            if before is None or after is None or OutputStatus.ERROR in (before.status, after.status):
                continue
            said = preferred.get((before.cell, after.cell), ())
            if before.status is not after.status:
                said = ((-1, float(after.status is OutputStatus.OK)),)
            elif before.status is not OutputStatus.OK:
                said = ((-1, 0.5),)
            if said:
                even = tuple((judge, 0.5) for judge, _ in said)
                shares[key] = after.changed(status=OutputStatus.OK, qualities=tuple(said), not_judged=())
                halves[key] = before.changed(status=OutputStatus.OK, qualities=even, not_judged=())
        return cls(VersionScores(halves), VersionScores(shares), is_preference=True)


Preferences: TypeAlias = Mapping[tuple[int, int], Sequence[tuple[int, float]]]
"""By the cells of parent and candidate: each judge, and 1 where it prefers the candidate, 0 where the parent."""


def families_of(keys: Sequence[CellKey], sides: Iterable[Compared]) -> list[str] | None:
    """Cases of one source are not independent; each of the others is a family of its own."""
    named: dict[int, str] = {}
    for one in (tested for side in sides for tested in (side.parent, side.candidate)):
        named |= {key[0]: score.family for key, score in one.scores.items() if score.family is not None}
    return [named.get(case, f"case {case}") for case, _, _ in keys] if named else None


def _interval(qualities: Sequence[float], *, keys: Sequence[CellKey], families: list[str] | None) -> Interval:
    # Every look at a run decides all its rounds anew: nothing is resampled for what only stands beside.
    found = mean_interval(
        qualities, scale=SCALE, cases=[case for case, _, _ in keys], families=families, seed=None
    )
    return Interval(low=found.low, high=found.high, level=found.level)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None
