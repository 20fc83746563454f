"""reason_first: a few sentences of reasons before the answer."""

from edison.domain import Ask, Dialogue, Reply

from ..applied import AppliedTechnique
from .aloud import think_aloud

_RULES = (
    "Reason first: before anything else, say in a few sentences what is asked for, what it depends on, and what could "
    "mislead you."
)


def lead(question: Ask, applied: AppliedTechnique) -> Dialogue[Reply]:
    """One question where any text will do, else two."""
    return (yield from think_aloud(question, applied, rules=_RULES))
