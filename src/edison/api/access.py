"""Who may come in, and who may do what: the one place that knows (decisions 0031 and 0032).

On one machine, as a notebook server does it: whoever opens the address with its token gets a cookie, and nothing is
answered that was asked by another site or under another name of this host.
"""

import secrets
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Annotated, cast
from urllib.parse import parse_qsl, urlencode, urlsplit

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from edison.actions.house import House
from edison.domain import LOCAL_USER, Actor, Right

from .problems import refuse

LARGEST_BODY = 64 << 20
OPEN = ("/health", "/ready")
"""What anybody on this machine may ask: whether the server is there."""

_CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_NAMES = ("127.0.0.1", "localhost", "[::1]")
_STRANGER = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Edison</title>"
    "<style nonce='{nonce}'>body{{font:15px/1.5 system-ui;max-width:34rem;margin:15vh auto;padding:0 1rem}}</style>"
    "<h1>Open the address that Edison printed</h1><p>This workbench is open to whoever holds the token in the "
    "address that <code>edison up</code> prints when it starts. Copy that address from the terminal; it is needed "
    "once in each browser, and again after the server was started anew.</p></html>"
)


class Keyring:
    """Knows whose request it is. What takes long asks again and again: a token may be another one meanwhile."""

    def __init__(self, token: str) -> None:
        self.token = token

    def opens(self, given: str) -> bool:
        """Whether this is the token."""
        return secrets.compare_digest(given.encode(), self.token.encode())

    def actor_of(self, headers: Headers) -> Actor | None:
        """Whoever asks, by the cookie or the bearer's token; None for a stranger."""
        return LOCAL_USER if self.opens(_shown(headers, port=_port(headers.get("host", "")))) else None


class Doorkeeper:
    """Looks at every request before anything else does."""

    def __init__(self, app: ASGIApp, *, keyring: Keyring, names: Iterable[str] = _NAMES) -> None:
        self._app = app
        self._keyring = keyring
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = self._turn_away(scope)
        await (self._app if answer is None else answer)(scope, receive, send)

    def _turn_away(self, scope: Scope) -> ASGIApp | None:
        """What is answered instead; None lets the request pass."""
        headers, path = Headers(scope=scope), str(scope["path"])
        host = headers.get("host", "")
        if not self._is_ours(host):
            return refuse(
                403, "host_refused", "This server answers under its own names only, such as localhost."
            )
        if not _is_from_here(headers, host=host, method=str(scope["method"])):
            return refuse(
                403, "origin_refused", "Another site asked for this; open Edison in a tab of its own."
            )
        if path in OPEN:
            return None
        given = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        if self._keyring.opens(given.get("token", "")) and not path.startswith("/api/"):
            return self._let_in(scope, given)
        actor = self._keyring.actor_of(headers)
        if actor is None:
            if path.startswith("/api/") or path == "/metrics":
                return refuse(
                    401, "token_missing", "Open the address that `edison up` printed, token included."
                )
            return HTMLResponse(_STRANGER.format(nonce=scope["state"]["nonce"]), status_code=401)
        if int(headers.get("content-length") or 0) > LARGEST_BODY:
            return refuse(413, "body_too_large", f"More than {LARGEST_BODY >> 20} MiB are not taken at once.")
        cast("dict[str, object]", scope["state"])["actor"] = actor
        return None

    def _let_in(self, scope: Scope, given: dict[str, str]) -> RedirectResponse:
        """The same page without the token, which from now on is in a cookie that no script can read."""
        rest = urlencode([(name, value) for name, value in given.items() if name != "token"])
        there = RedirectResponse(f"{scope['path']}{'?' if rest else ''}{rest}", status_code=303)
        port = _port(Headers(scope=scope).get("host", ""))
        there.set_cookie(_cookie(port), self._keyring.token, httponly=True, samesite="strict", path="/")
        return there

    def _is_ours(self, host: str) -> bool:
        return host.rpartition(":")[0] in self._names if _port(host) else host in self._names


def _is_from_here(headers: Headers, *, host: str, method: str) -> bool:
    """Whether a page of ours asks, or a program that is no browser."""
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != host:
        return False
    fetched = headers.get("sec-fetch-site")
    if fetched is None or fetched in ("same-origin", "none"):
        return True
    # Whoever follows a link to a page comes from elsewhere; whatever else does is no page of ours.
    return method not in _CHANGING and headers.get("sec-fetch-mode") == "navigate"


def _shown(headers: Headers, *, port: str) -> str:
    """The token that a request carries, in its cookie or as a bearer's."""
    scheme, _, bearer = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return bearer.strip()
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(_cookie(port))
    except CookieError:
        return ""
    return "" if found is None else found.value


def _cookie(port: str) -> str:
    # Cookies do not know ports: two servers of one machine would take each other's away.
    return f"edison_{port or '80'}"


def _port(host: str) -> str:
    port = host.rpartition(":")[2]
    return port if port.isdigit() else ""


class Permission:
    """What a route asks of whoever acts; every route has one."""

    def __init__(self, right: Right) -> None:
        self.right = right

    async def __call__(self, request: Request) -> House:
        house, actor = cast(House, request.app.state.house), cast(Actor, request.state.actor)
        return house.acting_for(actor)


Reading = Annotated[House, Depends(Permission(Right.READ))]
Changing = Annotated[House, Depends(Permission(Right.CHANGE))]
Paying = Annotated[House, Depends(Permission(Right.SPEND))]
Operating = Annotated[House, Depends(Permission(Right.OPERATE))]
"""The house, for whoever asks; its verbs look at what they may do."""
