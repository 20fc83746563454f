"""The application: routers, the doorkeeper, errors in one form."""

from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import anyio.to_thread
from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from edison import __version__
from edison.actions.house import House
from edison.actions.views.house import SettingView

from .access import Doorkeeper, Keyring
from .demonstration import Demonstration
from .pages import Envelope
from .pages import router as pages
from .problems import PROBLEMS, tell_problems
from .routes import (
    batteries,
    blind,
    bundles,
    chats,
    datasets,
    drafts,
    experiments,
    grid,
    health,
    home,
    judges,
    labels,
    library,
    live,
    parts,
    projects,
    prompts,
    providers,
    rankings,
    results,
    reviews,
    runs,
    scans,
)

MOST_AT_ONCE = 4
"""Requests that read the archive at once: its connections are for those who work on runs as well."""

ROUTERS = tuple(
    room.router
    for room in (
        *(runs, grid, blind, results, labels, projects, experiments, parts, prompts, reviews, datasets),
        *(drafts, rankings, judges, batteries, library, providers, home, live, health, chats, scans, bundles),
    )
)


def make_app(
    house: House | None,
    *,
    token: str,
    settings: Sequence[SettingView] = (),
    demonstration: Demonstration | None = None,
) -> FastAPI:
    """The whole API on a house; without one it can only be described."""
    app = _application()
    app.state.house = house
    app.state.settings = tuple(settings)
    app.state.demonstration = demonstration
    app.state.keyring = Keyring(token)
    app.state.closing = False
    app.state.bench = None
    app.state.answered = Counter[int]()
    tell_problems(app)
    for router in (*ROUTERS, pages):
        # Not included: that would read every route once more at the first request, and look at each in two steps.
        app.router.routes.extend(router.routes)
    app.add_middleware(Doorkeeper, keyring=app.state.keyring)
    app.add_middleware(Envelope)
    app.add_middleware(Count, answered=app.state.answered)
    return app


def openapi_schema() -> dict[str, Any]:
    """What the API offers, as it is published; every route may tell of a problem."""
    described = _application()
    for router in ROUTERS:
        described.include_router(router, responses=PROBLEMS)
    return described.openapi()


def _application() -> FastAPI:
    return FastAPI(
        title="Edison",
        version=__version__,
        summary="A workbench for prompts, models and judges.",
        lifespan=_few_at_once,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )


class Count:
    """Counts answers by their status."""

    def __init__(self, app: ASGIApp, *, answered: Counter[int]) -> None:
        self._app = app
        self._answered = answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._answered[message["status"]] += 1
            await send(message)

        await self._app(scope, receive, counted)


@asynccontextmanager
async def _few_at_once(app: FastAPI) -> AsyncGenerator[None]:
    anyio.to_thread.current_default_thread_limiter().total_tokens = MOST_AT_ONCE
    yield
    await chats.close_bench(app.state)
