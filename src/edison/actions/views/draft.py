"""Drafts as they go out."""

from pydantic import JsonValue

from edison.domain import DraftKind, DraftMode, Settlement

from ..results.reports import RunState
from .view import BaseView


class DraftView(BaseView):
    """One alternative, or one batch of cases."""

    text: str
    """Whole; of an improvement with its edits made."""
    value: JsonValue
    """What the text says, where it is JSON: criteria, a prompt, cases."""
    diff: str
    """Of an improvement: recomputed from the texts."""
    note: str
    failed: str | None
    """Why there is none."""


class DraftsView(BaseView):
    """What a run wrote."""

    run: str
    state: RunState
    settlement: Settlement
    kind: DraftKind
    mode: DraftMode
    drafts: tuple[DraftView, ...]
    suggestion: str | None
    """Of a kept prompt that was improved: what waits for a review."""
    dataset: str | None
    """The set that the cases went into, with its version."""
    project: str | None
    """The slug of the project whose it all is; null where it belongs to none."""
    note: str
