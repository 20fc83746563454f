"""Conversations of several turns: what the user says, or who plays him."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from pydantic import Field, JsonValue, model_validator

from .ask import Sampling
from .endpoint import Endpoint
from .noun import Noun
from .words import Words

TURN = "turn"
"""The placeholder for what the user says in a turn."""
USUAL_TURNS = 5
MOST_TURNS = 50


class SimulatedUser(Noun):
    """A model that plays a user with a goal, until it is reached or the user has spoken so often."""

    goal: Words
    endpoint: Endpoint
    sampling: Sampling = Sampling()
    limit: int = Field(default=USUAL_TURNS, ge=1, le=MOST_TURNS)


class CaseTalk(Noun):
    """A case that is a conversation: all that the user says beforehand, or a user that answers."""

    turns: tuple[Words, ...] = Field(default=(), max_length=MOST_TURNS)
    user: SimulatedUser | None = None

    @model_validator(mode="after")
    def _has_one_user(self) -> Self:
        if bool(self.turns) == (self.user is not None):
            raise ValueError("a conversation has either turns or a simulated user")
        return self

    @property
    def most_turns(self) -> int:
        """How often the user speaks at most."""
        return len(self.turns) if self.user is None else self.user.limit

    @property
    def task(self) -> str:
        """What a judge is told that the answers are to."""
        if self.user is not None:
            return f"A conversation with a user whose goal is: {self.user.goal}"
        said = "\n".join(f"{number}. {turn}" for number, turn in enumerate(self.turns, 1))
        return f"A conversation in which the user says, one after the other:\n{said}"


def values_for_prompt(variables: Mapping[str, JsonValue], talk: CaseTalk | None) -> Mapping[str, JsonValue]:
    """What a prompt can be filled with; in a conversation, all of its turns stand for the one that is said."""
    return variables if talk is None else {**variables, TURN: talk.task}


class Speaker(StrEnum):
    """Who says something in a conversation."""

    USER = "user"
    ASSISTANT = "assistant"


class Utterance(Noun):
    """What somebody said."""

    by: Speaker
    text: str
