"""The server: one thread with a loop of its own, so that whoever works on runs does not wait for a browser."""

import secrets
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress

import uvicorn

from edison.actions.house import House
from edison.actions.views.house import SettingView
from edison.wiring.listening import listen_on

from .app import make_app
from .demonstration import Demonstration

HOST = "127.0.0.1"
USUAL_PORT = 8642
_FAREWELL_S = 5
_GREETING_S = 5
"""Whoever is slower is not waited for: connections wait until it answers."""


class _AnnouncedServer(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.answers = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.answers.set()


class WorkbenchServer:
    """The workbench on a port of this machine; nobody outside of it can reach it."""

    def __init__(
        self,
        house: House,
        *,
        port: int,
        settings: Sequence[SettingView] = (),
        demonstration: Demonstration | None = None,
    ) -> None:
        self._socket = listen_on(HOST, port)
        self.port = int(self._socket.getsockname()[1])
        self._app = make_app(house, token=_new_token(), settings=settings, demonstration=demonstration)
        self._server = _AnnouncedServer(
            uvicorn.Config(
                self._app,
                log_config=None,
                access_log=False,
                server_header=False,
                ws="none",
                timeout_graceful_shutdown=_FAREWELL_S,
            )
        )
        self._thread = threading.Thread(
            target=self._server.run, args=([self._socket],), name="edison-web", daemon=True
        )

    @property
    def token(self) -> str:
        """What opens it."""
        return str(self._app.state.keyring.token)

    def renew_token(self) -> None:
        """Let nobody in by the old token any more; whoever listens by it hears no more."""
        self._app.state.keyring.token = _new_token()

    @property
    def address(self) -> str:
        """What opens it in a browser, token included."""
        return f"http://{HOST}:{self.port}/?token={self.token}"

    def start(self) -> None:
        """Answer from now on."""
        self._thread.start()
        self._server.answers.wait(_GREETING_S)

    def stop(self) -> None:
        """End the feeds, answer what was asked, and leave."""
        self._app.state.closing = True
        self._server.should_exit = True
        self._thread.join(2 * _FAREWELL_S)
        with suppress(OSError):
            self._socket.close()


def _new_token() -> str:
    return secrets.token_urlsafe(24)
