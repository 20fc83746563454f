"""What came back for a cell, or what was handed in."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from .ask import ToolCall
from .ids import CellId, OutputId
from .noun import Noun
from .trace import LoopTrace


class OutputStatus(StrEnum):
    """An answer; something that is no answer (refused, cut off, empty); or trouble, and no answer at all."""

    OK = "ok"
    SEMANTIC_FAILURE = "semantic_failure"
    ERROR = "error"


class Output(Noun):
    """What there is to check and judge. Neither failure nor error is ever a score."""

    id: OutputId
    cell_id: CellId
    status: OutputStatus
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    trace: LoopTrace | None = None
    """How it came about, where tools were called in a loop."""
    handed_in: bool = False
    """Written elsewhere: nobody was asked for it."""
    reason: str | None = Field(default=None, pattern=r"^[a-z][a-z0-9_]*$")
    """Why it is not ok, in one stable word such as `refusal`, `length`, `cycle`, or an error's code."""
    sentence: str | None = None
    """The same for people."""

    @property
    def shown(self) -> str:
        """What people and judges see: the whole conversation where there was one, else the answer."""
        said = () if self.trace is None else self.trace.said
        return "\n\n".join(f"{one.by.value.title()}: {one.text}" for one in said) or self.text

    @model_validator(mode="after")
    def _says_why_not(self) -> Self:
        if (self.reason is not None) != (self.status is not OutputStatus.OK):
            raise ValueError("an output that is not ok, and no other, has a reason")
        if self.status is OutputStatus.ERROR and (self.text or self.tool_calls):
            raise ValueError("an error brought no answer; what arrived of it is kept with the attempt")
        return self
