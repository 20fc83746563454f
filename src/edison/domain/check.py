"""Deterministic findings about outputs."""

from enum import StrEnum
from typing import Self

from pydantic import Field, FiniteFloat, model_validator

from .ids import OutputId
from .noun import Noun
from .words import Words


class Finding(StrEnum):
    """What a check found; one that could not be made has failed nobody."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_CHECKED = "not_checked"


class CheckResult(Noun):
    """What one check says about one output."""

    output_id: OutputId
    check: str = Field(min_length=1)
    """The check's name."""
    finding: Finding
    reason: Words | None = None
    measured: FiniteFloat | None = None
    """The number behind the finding, such as a distance: a threshold can be moved without a new call."""

    @model_validator(mode="after")
    def _says_why_not(self) -> Self:
        if self.finding is not Finding.PASSED and self.reason is None:
            raise ValueError("a check that did not pass says why")
        return self
