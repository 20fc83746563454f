"""How sure a number is."""

from typing import Self

from pydantic import Field, FiniteFloat, model_validator

from .noun import Noun


class Interval(Noun):
    """Between which two numbers the truth lies, and how often such a claim holds."""

    low: FiniteFloat
    high: FiniteFloat
    level: FiniteFloat = Field(default=0.95, gt=0, lt=1)

    @model_validator(mode="after")
    def _is_in_order(self) -> Self:
        if self.low > self.high:
            raise ValueError("an interval's low end is not above its high end")
        return self
