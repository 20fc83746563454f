"""What we make of a reply that should be variants."""

from typing import cast

from edison.domain import Failure, Reply
from edison.text import JsonValue, Unreadable, WhyUnreadable, excerpt_of, read_json

from .units import BASELINE, VariantWish


def read_variants(reply: Reply, *, wish: VariantWish) -> dict[str, str] | Unreadable:
    """The variants by their forms, the instruction itself among them; anything but an object of texts is no answer."""
    if isinstance(reply, Failure):
        return Unreadable(reason=WhyUnreadable.EMPTY, excerpt="", detail=reply.sentence)
    read = read_json(reply.text, want=dict)
    if isinstance(read, Unreadable):
        return read
    written = cast("dict[str, JsonValue]", read.value)
    variants = {
        form: text.strip() for form, text in written.items() if isinstance(text, str) and text.strip()
    }
    if not variants or len(variants) < len(written):
        detail = "It is not an object whose values are all texts."
        return Unreadable(reason=WhyUnreadable.WRONG_SHAPE, excerpt=excerpt_of(reply.text), detail=detail)
    return {**variants, BASELINE: wish.baseline}
