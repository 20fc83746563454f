"""direct: the question as it is."""

from edison.domain import Ask, Dialogue, Reply

from ..applied import AppliedTechnique
from ..asking import only


def lead(question: Ask, _: AppliedTechnique) -> Dialogue[Reply]:
    """Ask once."""
    return only((yield question))
