"""What a run would ask, before it asks anything: a few questions as they would be sent."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from edison.domain import Ask, Text

from .plan import RunPlan

_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class PreviewedQuestion:
    """A question as it would be sent."""

    endpoint: str
    messages: tuple[tuple[str, str], ...]
    """Role and text, in their order."""


def preview_questions(plan: RunPlan, *, most: int = 3) -> list[PreviewedQuestion]:
    """The first questions to those who answer, of every prompt one before any other; nothing is sent."""
    asks = (
        (asked.endpoint, ask)
        for asked in plan.questions
        if not asked.are_judgments
        for ask in _one_of_each(asked.asks, kinds=len(plan.snapshot.versions))
    )
    return [PreviewedQuestion(endpoint, tuple(_messages(ask))) for endpoint, ask in islice(asks, most)]


def _one_of_each(asks: Sequence[Ask], *, kinds: int) -> Iterator[Ask]:
    """Asks stand version by version: the first of each, then the second of each."""
    each = max(1, len(asks) // max(1, kinds))
    return (asks[at] for first in range(each) for at in range(first, len(asks), each))


def _messages(ask: Ask) -> Iterator[tuple[str, str]]:
    for message in ask.messages:
        text = "\n".join(part.text for part in message.parts if isinstance(part, Text))
        yield message.role.value, text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
