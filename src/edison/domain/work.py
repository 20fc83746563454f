"""How work is cut up: dialogues about one unit each, and waves of units that are planned together."""

from collections.abc import Generator, Sequence
from typing import TypeAlias, TypeVar

from .answer import Answer, Failure
from .ask import Ask
from .record import Record

T = TypeVar("T")

CELLS, PAIRS, PEOPLE = "cells", "pairs", "people"
"""The lanes whose units others count: planned answers, comparisons of two answers, and questions to people."""
SUGGEST, SYNTHESISE = "suggest", "synthesise"
"""The lanes in which judges say what they would change, and a refiner writes candidates."""
DRAFT = "draft"
"""The lane in which a model writes goals, rubrics, prompts, cases and instructions for judges."""
SCAN = "scan"
"""The lane in which stored outputs of another run are looked through."""
EMBED = "embed"
"""The lane in which a provider's model makes vectors of texts."""

Question: TypeAlias = Ask | Sequence[Ask]
"""What a dialogue yields: one question, or several that may be asked at once."""

Reply: TypeAlias = Answer | Failure
"""What it is sent for each of them."""

Dialogue: TypeAlias = Generator[Question, Reply | Sequence[Reply], T]
"""The conversation about one unit: yields questions, is sent replies, returns what it makes of them. No I/O."""


class Wave(Record, frozen=True, kw_only=True):
    """Units of one lane that were planned together, from what was known then; numbered on within their run."""

    number: int
    """From 1 on."""
    lane: str
    """By its name: how the units are walked."""
    first_unit: int
    units: int
    body: str = ""
    """What the lane and the preset have to find again: a grid, pairs, questions."""

    @property
    def end(self) -> int:
        """The number after its last unit."""
        return self.first_unit + self.units
