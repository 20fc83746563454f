"""Scans: stored outputs of a run looked through for what must not stand there, as a run of its own."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from edison.actions.requests import start_once
from edison.actions.runs.looking import show_run_page
from edison.actions.scans import show_scan_of, start_scan
from edison.actions.views.page import RunPageView
from edison.actions.views.scan import ScanView
from edison.domain import RunId, SafetyKind

from ..access import Paying, Reading
from .shapes import IdempotencyKey, RequestBody

router = APIRouter(prefix="/api/runs/{run}", tags=["scans"])


class NewScan(RequestBody):
    """What is looked for; empty: what the run was told to look for, or all that needs no judge."""

    # A text of JSON becomes the kind that it names.
    kinds: list[Annotated[SafetyKind, Field(strict=False)]] = Field(default=[], max_length=10)


@router.get("/scan")
def scan(house: Reading, run: RunId) -> ScanView:
    """What a scan found so far, by its own id."""
    return show_scan_of(house, run)


@router.post("/scan", status_code=201)
def start(house: Paying, run: RunId, request: NewScan, key: IdempotencyKey) -> RunPageView:
    """Look through the outputs of a run that has ended; the same key gives the scan that was started with it."""
    return show_run_page(
        house,
        start_once(house, key, lambda keyed: start_scan(keyed, run, kinds=request.kinds, start_key=key.key)),
    )
