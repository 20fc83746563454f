"""Exports that are runs of their own, as they go out."""

from edison.domain import Settlement

from ..results.reports import RunState
from .view import BaseView


class ExportView(BaseView):
    """How far an export has come."""

    run: str
    of_run: str | None
    """Whose results are written; null where it is a bundle."""
    project: str
    format: str
    state: RunState
    settlement: Settlement
    pages: int
    """As far as it is known; the first page of a bundle says how many there are."""
    pages_done: int
    bytes: int
    """Of the pages that are written."""
    file: str | None
    """Where whoever asked for it wants it."""
    is_whole: bool
    """Whether all pages were written."""
    is_kept: bool
    """Whether they are there, so that the file can be had; they are let go when it is put where it is wanted."""
    trouble: str | None
    """Why a page could not be written."""
