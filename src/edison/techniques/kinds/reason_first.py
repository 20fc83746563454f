"""reason_first: a few sentences of reasons before the answer."""

from edison.domain import Ask, Dialogue, Reply

from ..way import Way
from .aloud import think_aloud

_RULES = (
    "Reason first: before anything else, say in a few sentences what is asked for, what it depends on, and what could "
    "mislead you."
)


def lead(question: Ask, way: Way) -> Dialogue[Reply]:
    """One question where any text will do, else two."""
    return (yield from think_aloud(question, way, rules=_RULES))
