"""Driving a dialogue by hand: hand in the replies, get back what was asked and what was concluded."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from edison.domain import Ask, Dialogue, Reply

T = TypeVar("T")


@dataclass(frozen=True)
class Held(Generic[T]):
    """A conversation that was held to its end."""

    asks: list[Ask]
    conclusion: T


def hold(dialogue: Dialogue[T], *replies: Reply) -> Held[T]:
    """Answer each question with the next reply; every reply must be needed, and no more than these."""
    asks: list[Ask] = []
    waiting = list(replies)
    try:
        question = next(dialogue)
        while True:
            assert isinstance(question, Ask)
            asks.append(question)
            question = dialogue.send(waiting.pop(0))
    except StopIteration as end:
        assert waiting == [], "more replies than questions"
        return Held(asks, end.value)
