"""Who answers."""

from enum import StrEnum
from typing import Self

from pydantic import Field, JsonValue, model_validator

from .ask import Sampling
from .endpoint import Endpoint
from .ids import ArmId
from .noun import Noun


class ArmMode(StrEnum):
    """How an arm comes to its answer: at once, or by calling tools until it is done."""

    SINGLE = "single"
    TOOL_LOOP = "tool_loop"


class Arm(Noun):
    """An endpoint and the parameters it is asked with. It never changes: other parameters, another arm."""

    id: ArmId
    name: str = Field(min_length=1, max_length=200)
    endpoint: Endpoint
    sampling: Sampling = Sampling()
    extra: dict[str, JsonValue] = {}
    """Fields of the provider's own, sent with every question as they are."""
    mode: ArmMode = ArmMode.SINGLE
    max_turns: int | None = Field(default=None, ge=1)
    """After so many questions a tool loop that is not done has failed."""

    @model_validator(mode="after")
    def _bounds_its_loop(self) -> Self:
        if (self.max_turns is not None) != (self.mode is ArmMode.TOOL_LOOP):
            raise ValueError("a tool loop, and no other mode, has a limit of turns")
        return self
