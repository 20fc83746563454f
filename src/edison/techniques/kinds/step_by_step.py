"""step_by_step: small steps, each carried out and looked at before the next."""

from edison.domain import Ask, Dialogue, Reply

from ..applied import AppliedTechnique
from .aloud import think_aloud

_RULES = (
    "Work step by step: before anything else, number the steps that this takes, carry out each of them, and make sure "
    "that it holds before you take the next."
)


def lead(question: Ask, applied: AppliedTechnique) -> Dialogue[Reply]:
    """One question where any text will do, else two."""
    return (yield from think_aloud(question, applied, rules=_RULES))
