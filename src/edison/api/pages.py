"""The web application's built files, and the one page that loads them."""

import secrets
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from edison.actions.runs.looking import last_serial
from edison.errors import DatabaseUnavailable

from .access import OPEN, Reading
from .problems import refuse

STATIC = Path(__file__).with_name("static")

_NONCE, _SERIAL = "__NONCE__", "__SERIAL__"
_FOR_EVER = "public, max-age=31536000, immutable"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "trusted-types default; require-trusted-types-for 'script'"
)
_NOT_BUILT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Edison</title><h1>The web application is not built</h1>"
    "<p>This copy of Edison has no web files. In a checkout, <code>make web</code> builds them.</p></html>"
)
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}

router = APIRouter(include_in_schema=False)


class Envelope:
    """Says with every answer what a browser may do with it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        nonce = secrets.token_urlsafe(16)
        scope.setdefault("state", {})["nonce"] = nonce

        async def seal(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_sealed(scope, message, nonce=nonce)]
            await send(message)

        await self._app(scope, receive, seal)


def _sealed(scope: Scope, message: Message, *, nonce: str) -> list[tuple[bytes, bytes]]:
    told = {
        "content-security-policy": _POLICY.format(nonce=nonce),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    if not any(name == b"cache-control" for name, _ in message["headers"]):
        told["cache-control"] = "no-store"
    return [(name.encode(), value.encode()) for name, value in told.items()]


@router.get("/assets/{name}")
def asset(_: Reading, name: str) -> Response:
    """One built file; its name changes with its contents."""
    found = _assets().get(name)
    if found is None:
        return refuse(404, "not_found", "There is no such file; reload the page.")
    kind = _TYPES.get(found.suffix, "application/octet-stream")
    return FileResponse(found, media_type=kind, headers={"Cache-Control": _FOR_EVER})


@router.get("/{path:path}")
def page(house: Reading, request: Request, path: str) -> Response:
    """The application, whatever the page: addresses are read in the browser.

    It says what had happened when it was made, so that whatever happens until its feed is open is heard as well.
    """
    if path.startswith("api/") or f"/{path}" in OPEN:
        return refuse(404, "not_found", "There is no such address.")
    index = STATIC / "index.html"
    if not index.is_file():
        return HTMLResponse(_NOT_BUILT, status_code=503)
    written = _index(index).replace(_NONCE, request.state.nonce)
    # Without its database it still opens, and says so itself.
    with suppress(DatabaseUnavailable):
        written = written.replace(_SERIAL, str(last_serial(house)))
    return HTMLResponse(written)


@lru_cache(maxsize=1)
def _assets() -> dict[str, Path]:
    """By name, so that no path of a request ever becomes one of the disk."""
    return {file.name: file for file in (STATIC / "assets").glob("*") if file.is_file()}


@lru_cache(maxsize=1)
def _index(file: Path) -> str:
    return file.read_text(encoding="utf-8")
