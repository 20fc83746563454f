"""What a run would ask, before it asks anything: a few questions as they would be sent."""

from collections.abc import Iterator
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
    """The first questions to those who answer; nothing is sent."""
    asks = (
        (asked.endpoint, ask) for asked in plan.questions if not asked.are_judgments for ask in asked.asks
    )
    return [PreviewedQuestion(endpoint, tuple(_messages(ask))) for endpoint, ask in islice(asks, most)]


def _messages(ask: Ask) -> Iterator[tuple[str, str]]:
    for message in ask.messages:
        text = "\n".join(part.text for part in message.parts if isinstance(part, Text))
        yield message.role.value, text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
