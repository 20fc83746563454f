"""What *good* means."""

from collections.abc import Sequence
from math import fsum, isinf
from typing import Self

from pydantic import Field, FiniteFloat, field_validator, model_validator

from edison.errors import ScoreOffScale, WeightsDoNotSum

from .ids import ProjectId, RubricId
from .noun import Noun
from .words import Words

WEIGHT_TOLERANCE = 0.01
"""Weights may miss their sum by so much, as three times 0.333 does, and are then taken for shares of it."""
_EXACT = 1e-6
_OVERALL = "overall"
_SHORT_NAME = 60
_DECISION = "meets its criteria"
_OF_CASES = "Each case states what a good answer to it is."
"""The one criterion of a run whose judges go by what cases state; nobody scores it as it stands."""


class ScaleLabel(Noun):
    """What one value of a scale means."""

    value: FiniteFloat
    text: Words


class Scale(Noun):
    """The values a score may have; every criterion has its own."""

    min: FiniteFloat
    max: FiniteFloat
    labels: tuple[ScaleLabel, ...] = ()

    @model_validator(mode="after")
    def _is_a_scale(self) -> Self:
        if self.min >= self.max or isinf(self.max - self.min):
            raise ValueError("a scale's min is below its max, by a finite distance")
        values = [label.value for label in self.labels]
        if len(set(values)) != len(values):
            raise ValueError("a value of a scale has one label")
        if not all(self.holds(value) for value in values):
            raise ValueError("a label stands outside its scale")
        return self

    def holds(self, score: float) -> bool:
        """Whether the score lies on the scale; a judge's score that does not is no score."""
        return self.min <= score <= self.max

    def normalise(self, score: float) -> float:
        """The score's place between min and max, from 0 to 1; scores are compared and weighed only so."""
        if not self.holds(score):
            raise ScoreOffScale(score, minimum=self.min, maximum=self.max)
        return (score - self.min) / (self.max - self.min)


class Criterion(Noun):
    """One thing that makes an answer good, with its share of the whole and a scale of its own."""

    name: str = Field(min_length=1, max_length=100)
    description: Words
    weight: FiniteFloat = Field(ge=0, le=1)
    scale: Scale

    @classmethod
    def of_case(cls, texts: Sequence[str]) -> "tuple[Criterion, ...]":
        """Criteria that a case states in words: they count alike; each is called by its words where these are few."""
        return tuple(
            cls(
                name=text if len(text) <= _SHORT_NAME else f"criterion {number}",
                description=text,
                weight=1 / len(texts),
                scale=Scale(min=1, max=5),
            )
            for number, text in enumerate(texts, 1)
        )

    @classmethod
    def decided(cls, *, must: Sequence[str], must_not: Sequence[str]) -> "tuple[Criterion, ...]":
        """What an answer meets or does not, as a judge decides instead of scoring it; none without a word."""
        kinds = (("It passes only if all of this is so:", must), ("It fails if any of this is so:", must_not))
        parts = [
            "\n".join((told, *(f"- {text}" for text in dict.fromkeys(texts))))
            for told, texts in kinds
            if texts
        ]
        if not parts:
            return ()
        return (cls(name=_DECISION, description="\n".join(parts), weight=1, scale=Scale(min=0, max=1)),)


class Rubric(Noun):
    """One version of a rubric. A changed rubric is a new one; scores of two versions do not compare.

    Weights that nearly sum to 1 are brought to it; others are refused.
    """

    id: RubricId
    project_id: ProjectId
    name: str = Field(min_length=1, max_length=200)
    version: int = Field(default=1, ge=1)
    criteria: tuple[Criterion, ...] = Field(min_length=1)

    @staticmethod
    def sums_to_one(total: float) -> bool:
        """Whether weights with this sum are taken for shares of the whole."""
        return abs(total - 1) <= WEIGHT_TOLERANCE + _EXACT

    @field_validator("criteria")
    @classmethod
    def _sums_to_one(cls, criteria: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
        total = fsum(criterion.weight for criterion in criteria)
        if not cls.sums_to_one(total):
            raise WeightsDoNotSum(total)
        if abs(total - 1) <= _EXACT:
            return criteria
        return tuple(one.model_copy(update={"weight": one.weight / total}) for one in criteria)

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        names = [criterion.name for criterion in self.criteria]
        if len(set(names)) != len(names):
            raise ValueError("two criteria have the same name")
        return self

    def of_case(self, criteria: tuple[Criterion, ...]) -> "Rubric":
        """What an output is judged by: criteria of its case's own, where there are some, take the place of these."""
        return self.model_copy(update={"criteria": criteria}) if criteria else self

    @staticmethod
    def by_cases() -> tuple[Criterion, ...]:
        """The criteria of a run whose judges go by what its cases state."""
        return Criterion.of_case([_OF_CASES])

    @property
    def is_decided(self) -> bool:
        """Whether a judge decides by it if an answer passes, and scores nothing."""
        return [one.name for one in self.criteria] == [_DECISION]

    @property
    def overall(self) -> Criterion | None:
        """The criterion called *overall* that has no weight: the judges' own impression of the whole.

        Without a weight it is no part of the quality, so that the two can be told apart and shown side by side.
        """
        return next(
            (one for one in self.criteria if not one.weight and one.name.strip().casefold() == _OVERALL), None
        )
