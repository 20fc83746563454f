"""Kept parts as they go out."""

from pydantic import JsonValue

from edison.domain import KeptPart, PartKind

from .view import BaseView, Moment


class PartView(BaseView):
    """One version of a rubric, a judge or a model."""

    kind: PartKind
    name: str
    version: int
    value: JsonValue
    """As a suite writes it."""
    is_active: bool
    note: str
    author: str
    made_at: Moment


def view_part(part: KeptPart) -> PartView:
    """A version for whoever asks."""
    return PartView(
        kind=part.kind,
        name=part.name,
        version=part.number,
        value=part.value,
        is_active=part.is_active,
        note=part.note,
        author=part.author,
        made_at=part.made_at,
    )
