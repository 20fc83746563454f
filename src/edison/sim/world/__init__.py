"""The pretend world: answerers, judges and writers with chosen skills and biases, and the truth about them.

In: requests in no provider's format. Out: replies, and the known truth of answers, prompts, cases and entries.
May use: the standard library, msgspec, orjson. Never: a clock, a file, a socket, randomness of its own.
"""

from __future__ import annotations

from .knowledge.cases import SimCase
from .knowledge.essays import SimEntry
from .persona import JudgeTraits, ModelCard, Persona, ToolTraits, WriterTraits, card_of
from .replying.finishing import count_input, count_tokens, split_tokens
from .truth import Truth
from .world import PromptTruth, World, default_world

__all__ = [
    "JudgeTraits",
    "ModelCard",
    "Persona",
    "PromptTruth",
    "SimCase",
    "SimEntry",
    "ToolTraits",
    "Truth",
    "World",
    "WriterTraits",
    "card_of",
    "count_input",
    "count_tokens",
    "default_world",
    "split_tokens",
]
