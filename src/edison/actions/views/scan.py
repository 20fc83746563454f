"""Scans of stored outputs as they go out."""

from edison.domain import SafetyKind, Settlement

from ..results.reports import RunState
from .view import BaseView


class ScanCountView(BaseView):
    """In how many outputs something of a kind was found, of those that were looked through."""

    kind: SafetyKind
    flagged: int
    looked_at: int


class ScanFindingView(BaseView):
    """Something that was found in an output; never shown whole."""

    case: str
    arm: str
    cell: int
    kind: SafetyKind
    what: str
    shown: str
    count: int


class ScanView(BaseView):
    """What a run found in the outputs of another, as far as it is."""

    run: str
    of_run: str
    state: RunState
    settlement: Settlement
    pages: int
    pages_done: int
    outputs: int
    looked_at: int
    counts: tuple[ScanCountView, ...]
    findings: tuple[ScanFindingView, ...]
    """The first hundred."""
