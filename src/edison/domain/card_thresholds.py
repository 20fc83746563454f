"""From where on a judge is trusted; set before anybody looks at it."""

from typing import Self

from pydantic import Field, FiniteFloat, model_validator

from .noun import Noun


class Threshold(Noun):
    """Two limits of one measure: short of the first it is a warning, short of the second the judge is not used."""

    warned: FiniteFloat
    refused: FiniteFloat
    at_most: bool = False
    """Whether small values are the good ones."""

    @model_validator(mode="after")
    def _warns_first(self) -> Self:
        if self.refused > self.warned if not self.at_most else self.refused < self.warned:
            raise ValueError("a judge is warned of before it is refused")
        return self

    def warns_of(self, value: float) -> bool:
        return value > self.warned if self.at_most else value < self.warned

    def refuses(self, value: float) -> bool:
        return value > self.refused if self.at_most else value < self.refused


class CardThresholds(Noun):
    """What a card is held against."""

    pair_accuracy: Threshold = Threshold(warned=0.85, refused=0.7)
    verdict_accuracy: Threshold = Threshold(warned=0.75, refused=0.55)
    self_consistency: Threshold = Threshold(warned=0.8, refused=0.6)
    flip_rate: Threshold = Threshold(warned=0.15, refused=0.4, at_most=True)
    parse_rate: Threshold = Threshold(warned=0.97, refused=0.9)
    kappa_with_people: Threshold = Threshold(warned=0.6, refused=0.2)
    anchor_tau: Threshold = Threshold(warned=0.9, refused=0.5)
    bias_points: Threshold = Threshold(warned=0.0, refused=40.0, at_most=True)
    """Of a bias that was found; one that was not is no reason, however large it looks."""
    least_cases: int = Field(default=15, ge=1)
    """Below so many independent cases a card is a first impression."""
    level: FiniteFloat = Field(default=0.05, gt=0, lt=1)
    """The chance that a judge without any bias is said to have one."""
