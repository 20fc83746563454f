"""The geometry of verdicts: which stages of a scale a judge finds fitting."""

from enum import StrEnum
from itertools import pairwise
from typing import Self

from pydantic import Field, model_validator

from .noun import Noun


class VerdictShape(StrEnum):
    """How much of the scale a verdict covers; every verdict has exactly one shape."""

    ABSTAINED = "abstained"
    SINGLE = "single"
    ADJACENT = "adjacent"
    SPLIT = "split"
    BROAD = "broad"


class Verdict(Noun):
    """A set of stages, 1 being the lowest; the empty set is an abstention: a finding, not a gap."""

    scale_size: int = Field(ge=2)
    stages: tuple[int, ...] = ()
    """Ascending, each once."""

    @model_validator(mode="after")
    def _lies_on_the_scale(self) -> Self:
        if any(lower >= higher for lower, higher in pairwise(self.stages)):
            raise ValueError("a verdict names its stages in ascending order, each once")
        if any(not 1 <= stage <= self.scale_size for stage in self.stages):
            raise ValueError(f"a verdict names a stage that is not between 1 and {self.scale_size}")
        return self

    @property
    def shape(self) -> VerdictShape:
        match self.stages:
            case ():
                return VerdictShape.ABSTAINED
            case (_,):
                return VerdictShape.SINGLE
            case (lower, higher):
                return VerdictShape.ADJACENT if higher == lower + 1 else VerdictShape.SPLIT
            case _:
                return VerdictShape.BROAD
