"""How work is cut up, and the keys under which answers are found again after a crash."""

from collections.abc import Generator, Sequence
from functools import cached_property
from typing import NewType, TypeAlias, TypeVar

from pydantic import Field

from .answer import Answer, Failure
from .ask import Ask
from .ids import RunId
from .noun import Noun, content_hash
from .stage import StageName

T = TypeVar("T")

Question: TypeAlias = Ask | Sequence[Ask]
"""What a dialogue yields: one question, or several that may be asked at once."""

Reply: TypeAlias = Answer | Failure
"""What it is sent for each of them."""

Dialogue: TypeAlias = Generator[Question, Reply | Sequence[Reply], T]
"""The conversation about one unit: yields questions, is sent replies, returns what it makes of them. No I/O."""

Epoch = NewType("Epoch", int)
"""One incarnation of a run's driver; what an older one writes is refused."""

Lane = tuple[StageName, ...]
"""Consecutive stages that a cell flows through without waiting for the others."""


class Unit(Noun):
    """What a stage does one of: a cell, an output, a pair. Planned again, it has the same key."""

    run_id: RunId
    stage: StageName
    key: str = Field(min_length=1, max_length=128)


class Turn(Noun):
    """One exchange in the dialogue about a unit: the place at which an answer is recorded and replayed."""

    unit: Unit
    turn: int = Field(ge=1)
    branch: int = Field(default=0, ge=0)
    """Which of the questions that were asked at once."""
    generation: int = Field(default=1, ge=1)
    """Rises only after a definite failure: a repeat after a crash carries the same key."""

    @cached_property
    def key(self) -> str:
        """The idempotency key; letters and digits that every provider takes, in batches too."""
        return content_hash(self)


class Wave(Noun):
    """Units of one stage that were planned together, from what was known then."""

    run_id: RunId
    stage: StageName
    number: int = Field(ge=1)


class Shard(Noun):
    """A slice of a wave that is handed to one worker as a whole; holds keys, not contents."""

    wave: Wave
    epoch: Epoch
    lane: Lane = Field(min_length=1)
    units: tuple[str, ...] = Field(min_length=1, max_length=1024)
