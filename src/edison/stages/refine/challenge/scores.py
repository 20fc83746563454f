"""The answers of one version to some cases, in numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum, nan
from typing import TypeAlias

from edison.domain import CellScore, OutputStatus

CellKey: TypeAlias = tuple[int, int, int]
"""Case, arm and repeat: what versions are compared on."""

_PASSES = 0.5
"""The middle of every scale."""


@dataclass(frozen=True, slots=True)
class VersionScores:
    """The answers of one version to some cases, by case, arm and repeat."""

    scores: Mapping[CellKey, CellScore]

    @classmethod
    def of(cls, scores: Iterable[CellScore], *, version: int, cases: range) -> "VersionScores":
        """Those of a version among all."""
        return cls(
            {
                (score.place.case, score.place.arm, score.place.replicate): score
                for score in scores
                if score.place.version == version and score.place.case in cases
            }
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
        given = [quality for judge, quality in score.qualities if judge != without]
        return fsum(given) / len(given) if given else nan

    @property
    def judges(self) -> set[int]:
        return {judge for score in self.scores.values() for judge, _ in score.qualities}

    @property
    def warned(self) -> set[CellKey]:
        """The answers on which a judge warns."""
        return {key for key, score in self.scores.items() if score.warnings}

    def passed(self, key: CellKey) -> bool:
        """Whether an answer is good enough, by its judges and by all its checks."""
        score = self.scores.get(key)
        return score is not None and score.passed is not False and self.quality(key) >= _PASSES

    def failed(self, key: CellKey) -> bool:
        """Whether an answer is not good enough; one that nobody judged is neither."""
        score = self.scores.get(key)
        return score is not None and (score.passed is False or self.quality(key) < _PASSES)
