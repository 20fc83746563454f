"""What judges said, in numbers: read from the JSON of a judgment without making the whole noun of it."""

import json
from typing import TypeVar

import msgspec

from edison.domain import Criterion, JudgeMode, Rubric, Snapshot, staged_criterion

R = TypeVar("R")


class Scored(msgspec.Struct):
    """The score of a criterion."""

    criterion: str
    score: float


class Staged(msgspec.Struct):
    """A verdict."""

    stages: tuple[int, ...] = ()


class Said(msgspec.Struct):
    """The part of a judgment that is looked at here."""

    scores: tuple[Scored, ...] = ()
    verdict: Staged | None = None
    safety_flags: tuple[str, ...] = ()


class Kin(msgspec.Struct):
    """The part of a case that is looked at here."""

    family: str | None = None


class Reader:
    """Reads the judgments of one run; says which it has to see at all."""

    def __init__(self, snapshot: Snapshot) -> None:
        rubric = snapshot.rubric
        self._overall = rubric.overall if rubric else None
        self._places = _places(rubric) if rubric else ()
        self.verdicts = tuple(
            index for index, judge in enumerate(snapshot.judges) if judge.mode is JudgeMode.VERDICT
        )
        """The judges whose every judgment has to be seen."""
        self.judges = len(snapshot.judges)
        self.is_panel = self.judges > 1
        """Whether a warning can be one that others do not share."""

    @property
    def sees_all(self) -> bool:
        """Whether every judgment has to be seen."""
        return self._overall is not None

    def overall(self, said: Said) -> float | None:
        """The judge's impression of the whole, from 0 to 1."""
        if self._overall is None:
            return None
        name, scale = self._overall.name, self._overall.scale
        score = next((one.score for one in said.scores if one.criterion == name), None)
        return None if score is None or not scale.holds(score) else scale.normalise(score)

    def places(self, said: Said) -> tuple[float, ...] | None:
        """Where the stages it named stand, from 0 to 1; None where there is no verdict."""
        if said.verdict is None:
            return None
        return tuple(self._places[stage - 1] for stage in said.verdict.stages if stage <= len(self._places))


def read_part(kind: type[R], body: str) -> R:
    """Some fields of a noun's JSON; Python's own reader takes the escaped surrogates that the fast one refuses."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError:
        return msgspec.convert(json.loads(body), type=kind)


def _places(rubric: Rubric) -> tuple[float, ...]:
    """Where the stages of the rubric stand on their scale, lowest first."""
    criterion: Criterion | None = staged_criterion(rubric.criteria)
    if criterion is None:
        return ()
    values = sorted(label.value for label in criterion.scale.labels)
    return tuple(map(criterion.scale.normalise, values))
