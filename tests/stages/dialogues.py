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
    """Answer each question with the next reply, also those asked at once; every reply must be needed, and no more."""
    asks: list[Ask] = []
    waiting = list(replies)
    try:
        question = next(dialogue)
        while True:
            if isinstance(question, Ask):
                asks.append(question)
                question = dialogue.send(waiting.pop(0))
            else:
                asks.extend(question)
                question = dialogue.send(tuple(waiting.pop(0) for _ in question))
    except StopIteration as end:
        assert waiting == [], "more replies than questions"
        return Held(asks, end.value)
