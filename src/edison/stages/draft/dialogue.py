"""The conversations that bring variants, and drafts."""

from collections.abc import Sequence

from edison.domain import Answer, Dialogue, EmbedTask, Failure, Proposal, Reply
from edison.errors import EdisonError
from edison.text import Unreadable

from .prompts import ask_draft, ask_variants, ask_vectors
from .reply import read_draft, read_variants
from .units import DraftUnit, VariantRequest


def draft_variants(request: VariantRequest, *, boundary: str) -> Dialogue[dict[str, str] | Unreadable]:
    """Ask for variants and, where the reply cannot be read, once more."""
    first = read_variants(_only((yield ask_variants(request, boundary=boundary))), request=request)
    if not isinstance(first, Unreadable):
        return first
    return read_variants(
        _only((yield ask_variants(request, boundary=boundary, after=first))), request=request
    )


def write_draft(unit: DraftUnit, *, boundary: str) -> Dialogue[Proposal]:
    """Ask for a draft and, where the reply cannot be used, once more."""
    after: Unreadable | None = None
    for _ in range(2):
        try:
            question = ask_draft(unit, boundary=boundary, after=after)
        except EdisonError as error:
            return Proposal(not_proposed=error.sentence)
        drafted = read_draft(_only((yield question)), task=unit.task)
        if isinstance(drafted, str):
            return Proposal(draft=drafted)
        after = drafted
    assert after is not None
    return Proposal(not_proposed=f"The reply could not be used: {after.detail or after.reason.value}")


def embed_texts(task: EmbedTask, place: int) -> Dialogue[Proposal]:
    """Have vectors made of a batch of texts; what comes back is kept as it is."""
    reply = _only((yield ask_vectors(task, place)))
    return Proposal(not_proposed=reply.sentence) if isinstance(reply, Failure) else Proposal(draft=reply.text)


def _only(reply: Reply | Sequence[Reply]) -> Reply:
    assert isinstance(reply, Answer | Failure)
    return reply
