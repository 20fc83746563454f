"""How whoever is asked is led to what it says: a strategy by name, and so a factor that one can vary and measure."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Self, cast

from pydantic import Field, model_validator

from .noun import Noun

MOST_SAMPLES = 9
USUAL_SAMPLES = 3


class Technique(StrEnum):
    """The same seven for answering, judging, drafting and refining."""

    DIRECT = "direct"
    """What is wanted at once; a judge gives its reason after its finding."""
    REASON_FIRST = "reason_first"
    """A few sentences of reasons, and what is wanted behind them."""
    STEP_BY_STEP = "step_by_step"
    """Small steps, each carried out and looked at before the next, and what is wanted behind them."""
    SELF_CONSISTENCY = "self_consistency"
    """Several independent draws of the same question, and what most of them come to."""
    CRITIQUE_AND_REVISE = "critique_and_revise"
    """A first try, a critique of it by fresh eyes, and the same anew."""
    PANEL = "panel"
    """Several viewpoints at once, combined."""
    DEBATE = "debate"
    """Two sides who each answer, reply to each other, and a third who concludes."""

    @property
    def takes_samples(self) -> bool:
        """Whether several are made and combined."""
        return self in (Technique.SELF_CONSISTENCY, Technique.PANEL)


class Answerer(Noun):
    """Whoever answers or writes, as far as it is led to that."""

    technique: Technique = Technique.DIRECT
    samples: int = Field(default=1, ge=1, le=MOST_SAMPLES)
    """How many answers are combined, an odd number; 3 where the technique takes samples and nothing is said."""

    @model_validator(mode="before")
    @classmethod
    def _takes_usual_samples(cls, given: object) -> object:
        if not isinstance(given, Mapping):
            return given
        written = cast("Mapping[str, object]", given)
        takes = written.get("technique") in (Technique.SELF_CONSISTENCY, Technique.PANEL)
        return {"samples": USUAL_SAMPLES, **written} if takes else written

    @model_validator(mode="after")
    def _samples_can_be_combined(self) -> Self:
        refuse_samples(self.samples, self.technique)
        return self


def refuse_samples(samples: int, technique: Technique) -> None:
    """Raise where so many samples come to nothing."""
    if samples % 2 == 0:
        raise ValueError("the number of samples is odd, so that a majority is possible")
    if samples > 1 and not technique.takes_samples:
        raise ValueError("only self-consistency and panels take several samples")
