"""Agents over HTTP: each request shows a token, and each token has a server of its own."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from typing import Any, cast
from urllib.parse import urlsplit

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from edison.actions.agents.outside_ledger import CappedLedger
from edison.actions.agents.session import AgentSession
from edison.actions.agents.tokens import recognize_token
from edison.actions.house import House
from edison.domain import AgentToken, AgentTokenId
from edison.wiring.listening import listen_on

from .driving import RunDriver
from .server import AgentServer

PATH = "/mcp"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_LARGEST_BODY = 16 << 20
_FAREWELL_S = 5

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


async def serve_http(
    house: House,
    *,
    host: str,
    port: int,
    names: Iterable[str] = (),
    embedder: str | None = None,
    ready: Callable[[str], None],
) -> None:
    """Serve agents that show a token, until this process is told to stop; calls under way are then cancelled.

    Args:
        house: For whom it is served: whoever shows a token acts in its name.
        host: The address to listen on.
        port: The port; 0 takes a free one.
        names: Under which names of this machine it is asked, besides those of the machine itself.
        embedder: Who makes vectors of texts, as provider/model; whatever is installed here unless given.
        ready: Is told the address once it listens.
    """
    listening = listen_on(host, port)
    door = TokenDoor(house, names=(*LOOPBACK, host, *names), embedder=embedder)
    server = uvicorn.Server(
        uvicorn.Config(
            door,
            log_config=None,
            access_log=False,
            server_header=False,
            ws="none",
            lifespan="off",
            timeout_graceful_shutdown=_FAREWELL_S,
        )
    )
    ready(f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}{PATH}")
    try:
        await server.serve(sockets=[listening])
    finally:
        await door.close()
        with suppress(OSError):
            listening.close()


class TokenDoor:
    """Looks at every request before the protocol does: under which name, from which site, and with whose token."""

    def __init__(self, house: House, *, names: Iterable[str], embedder: str | None = None) -> None:
        self._house = house
        self._embedder = embedder
        self._names = frozenset(names)
        self._runs = RunDriver()
        self._agents: dict[AgentTokenId, _Agent] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._turn_away(str(scope["path"]), headers)
        if refusal is not None:
            await _refuse(send, *refusal)
            return
        token = await asyncio.to_thread(recognize_token, self._house, _bearer(headers))
        if token is None:
            await _refuse(
                send, 401, "token_missing", "Show a token of `edison tokens new NAME` as the bearer's."
            )
            return
        await (await self._agent(token)).answer(scope, receive, send)

    async def close(self) -> None:
        """End what is under way."""
        for agent in self._agents.values():
            await agent.close()
        await self._runs.close()

    def _turn_away(self, path: str, headers: dict[str, str]) -> tuple[int, str, str] | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        if _name_of(host) not in self._names:
            return 403, "host_refused", "This server answers under its own names only, such as localhost."
        if origin is not None and urlsplit(origin).netloc != host:
            return 403, "origin_refused", "Another site asked for this; agents are no pages."
        if path.rstrip("/") != PATH:
            return 404, "path_unknown", f"Agents are served at {PATH} only."
        return None

    async def _agent(self, token: AgentToken) -> "_Agent":
        agent = self._agents.get(token.id)
        if agent is None:
            house = self._house.acting_for(token.actor)
            session = AgentSession(house, ledger=CappedLedger.of_token(house, token), embedder=self._embedder)
            agent = self._agents[token.id] = _Agent(AgentServer(house, session, self._runs))
        await agent.is_ready.wait()
        return agent


class _Agent:
    """The server for all who show one token; sessions of others are not in it."""

    def __init__(self, server: AgentServer) -> None:
        self.is_ready = asyncio.Event()
        self._leaves = asyncio.Event()
        self._server = server
        self._server.streamable_http_app(
            streamable_http_path=PATH,
            max_request_body_size=_LARGEST_BODY,
            # The door has looked.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        self._sessions = self._server.session_manager
        self._staying = asyncio.create_task(self._stay())

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; whoever hangs up before the answer was whole has its calls cancelled."""
        heard, told = bytearray(), _Told()

        async def hear() -> MutableMapping[str, Any]:
            message = await receive()
            if message["type"] == "http.request":
                heard.extend(message.get("body", b""))
            elif message["type"] == "http.disconnect":
                told.hung_up = True
            return message

        async def tell(message: MutableMapping[str, Any]) -> None:
            await send(message)
            told.is_whole = message["type"] == "http.response.body" and not message.get("more_body", False)

        await self._sessions.handle_request(scope, hear, tell)
        if told.hung_up and not told.is_whole:
            for body in _cancellations(bytes(heard)):
                await self._sessions.handle_request(_posted(scope, body), _once(body), _nobody)

    async def close(self) -> None:
        """Cancel what is under way and hang up."""
        self._leaves.set()
        await self._staying
        await self._server.close()

    async def _stay(self) -> None:
        # Entered and left by one task, as its cancel scopes want it.
        async with self._sessions.run():
            self.is_ready.set()
            await self._leaves.wait()


class _Told:
    """How far an answer came."""

    hung_up = False
    is_whole = False


def _cancellations(heard: bytes) -> list[bytes]:
    """What a client would have said that gives up the calls in a body."""
    try:
        body: Any = json.loads(heard)
    except ValueError:
        return []
    asked = cast("list[Any]", body) if isinstance(body, list) else [body]
    calls: list[Any] = [
        one["id"] for one in asked if isinstance(one, dict) and {"method", "id"} <= one.keys()
    ]
    return [
        json.dumps(
            {
                "jsonrpc": "2.0",
                "method": "notifications/cancelled",
                "params": {"requestId": call, "reason": "The client hung up."},
            }
        ).encode()
        for call in calls
    ]


def _posted(scope: Scope, body: bytes) -> Scope:
    kept = [
        (name, value)
        for name, value in scope["headers"]
        if name not in (b"content-length", b"transfer-encoding")
    ]
    return {**scope, "method": "POST", "headers": [*kept, (b"content-length", str(len(body)).encode())]}


def _once(body: bytes) -> Receive:
    messages = iter(({"type": "http.request", "body": body, "more_body": False},))

    async def receive() -> MutableMapping[str, Any]:
        return next(messages, {"type": "http.disconnect"})

    return receive


async def _nobody(_: MutableMapping[str, Any]) -> None:
    """Nobody hears the answer."""


def _bearer(headers: dict[str, str]) -> str:
    scheme, _, shown = headers.get("authorization", "").partition(" ")
    return shown.strip() if scheme.lower() == "bearer" else ""


def _name_of(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if port.isdigit() and name else host


async def _refuse(send: Send, status: int, code: str, sentence: str) -> None:
    body = json.dumps({"error": {"code": code, "sentence": sentence}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
