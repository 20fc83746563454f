"""The conversation that brings variants."""

from collections.abc import Sequence

from edison.domain import Answer, Dialogue, Failure, Reply
from edison.text import Unreadable

from .prompts import ask_variants
from .reply import read_variants
from .units import VariantWish


def draft_variants(wish: VariantWish, *, boundary: str) -> Dialogue[dict[str, str] | Unreadable]:
    """Ask for variants and, where the reply cannot be read, once more."""
    first = read_variants(_only((yield ask_variants(wish, boundary=boundary))), wish=wish)
    if not isinstance(first, Unreadable):
        return first
    return read_variants(_only((yield ask_variants(wish, boundary=boundary, after=first))), wish=wish)


def _only(reply: Reply | Sequence[Reply]) -> Reply:
    assert isinstance(reply, Answer | Failure)
    return reply
