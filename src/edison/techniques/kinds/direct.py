"""direct: the question as it is."""

from edison.domain import Ask, Dialogue, Reply

from ..asking import only
from ..way import Way


def lead(question: Ask, _: Way) -> Dialogue[Reply]:
    """Ask once."""
    return only((yield question))
