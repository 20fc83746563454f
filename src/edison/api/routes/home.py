"""The whole house: its settings, its providers, and the demonstration."""

from typing import cast

from fastapi import APIRouter, HTTPException, Request

from edison.actions.overview import show_house
from edison.actions.requests import start_once
from edison.actions.runs.looking import show_run_page
from edison.actions.views.house import HouseView
from edison.actions.views.page import RunPageView

from ..access import Paying, Reading
from ..demonstration import Demonstration
from .shapes import IdempotencyKey, RequestBody

router = APIRouter(prefix="/api", tags=["house"])


class NewDemo(RequestBody):
    """How the demonstration is run: at the pace of real models, to look on, or as fast as it goes."""

    live: bool = False


@router.get("/settings")
def settings(house: Reading, request: Request) -> HouseView:
    """What is set, which providers are kept, and whether anything needs attention; no key is ever told."""
    return show_house(house, version=request.app.version, settings=request.app.state.settings)


@router.post("/demo", status_code=201)
def demo(house: Paying, wanted: NewDemo, key: IdempotencyKey, request: Request) -> RunPageView:
    """Run a small shop's questions on the simulator: no key, no network."""
    demonstration = cast(Demonstration | None, request.app.state.demonstration)
    if demonstration is None:
        raise HTTPException(404, "There is no demonstration here")
    run_id = start_once(
        house, key, lambda keyed: demonstration.start(keyed, live=wanted.live, start_key=key.key)
    )
    return show_run_page(house, run_id)
