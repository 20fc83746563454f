"""What happened in a loop of tool calls, call by call."""

from enum import StrEnum

from pydantic import Field

from .ask import ToolCall
from .noun import Noun
from .talk import Utterance


class LoopStop(StrEnum):
    """Why a loop was stopped before it was done; the reason of its output."""

    CYCLE = "cycle"
    MAX_ITERATIONS = "max_iterations"


class TraceStep(Noun):
    """One call of a tool, and what the model was told it returned."""

    turn: int = Field(ge=1)
    """Which answer of the model it stood in; calls of one turn were made side by side."""
    spoken: int = Field(default=1, ge=1)
    """Which turn of the user it belongs to."""
    call: ToolCall
    observation: str
    success: bool
    thought: str = ""
    """What the model wrote beside its calls; with the first call of a turn."""


class LoopTrace(Noun):
    """A loop from its first call to its end."""

    steps: tuple[TraceStep, ...] = ()
    turns: int = Field(default=0, ge=0)
    """How often the model was asked."""
    completed: bool = False
    """Whether the model came to an end by itself."""
    cycle: tuple[str, ...] = ()
    """The tools it called over and over, where it was stopped for that."""
    said: tuple[Utterance, ...] = ()
    """A conversation of several turns, from its first word to its last."""

    @property
    def invalid(self) -> int:
        """Calls that could not be answered."""
        return sum(not step.success for step in self.steps)

    @property
    def valid(self) -> int:
        """The others."""
        return len(self.steps) - self.invalid
