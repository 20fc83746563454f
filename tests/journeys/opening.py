"""The command in a process of its own, asked over HTTP and opened in a browser; for journeys and for what measures."""

import http.client
import json
import signal
import subprocess
import sys
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from edison.wiring.keys import new_master_key

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run", "--force-prefers-reduced-motion"),
)

PATIENCE_S = 200
"""Longer than a server on a machine with other work takes for anything; a test ends by its own time before."""


@dataclass(frozen=True)
class Opened:
    """A workbench that listens."""

    address: str
    port: int
    token: str

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body: object = None, *, key: str = "") -> Any:
        """One request to the API, to see what is stored."""
        status, told = self._send(method, path, body, key=key)
        assert status < 300, told
        return json.loads(told)

    def say(self, chat: str, text: str, *, seen: int) -> None:
        """Ask all models of a chat something, and hear them out."""
        status, told = self._send("POST", f"/api/chats/{chat}/ask", {"text": text, "seen": seen})
        assert (status, b"event: refused" in told) == (200, False), told

    def wait_for_end(self, run: str) -> None:
        """Listen to the feed until a run is at its end; whatever is heard, it is looked at again."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request("GET", "/api/live", headers={"Authorization": f"Bearer {self.token}"})
        with connection.getresponse() as feed:
            while self.ask("GET", f"/api/runs/{run}")["ended_at"] is None:
                while feed.readline().strip():
                    pass
        connection.close()

    def _send(self, method: str, path: str, body: object, *, key: str = "") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        sent = None if body is None else json.dumps(body)
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key or sha256(f"{method} {path} {sent}".encode()).hexdigest(),
        }
        connection.request(method, path, body=sent, headers=headers)
        reply = connection.getresponse()
        told = reply.read()
        connection.close()
        return reply.status, told


class Served:
    """The command in a process of its own, which may be killed and started again at the same address."""

    def __init__(self, home: Path, database: str, *, python: str | None = None) -> None:
        self.database = database
        self._python = python or sys.executable
        self._port = 0
        self.opened: Opened | None = None
        self._environment = {
            "HOME": str(home),
            "XDG_DATA_HOME": f"{home}/data",
            "TMPDIR": str(home),
            "EDISON_DATABASE_URL": database,
        }
        if not database.startswith("sqlite"):
            # With a database server none is made in silence.
            self._environment["EDISON_MASTER_KEY"] = new_master_key()
        if python is None:
            self._environment["PYTHONPATH"] = ":".join(sys.path)
        self._process: subprocess.Popen[str] | None = None
        self._numbers = count(1)

    def count(self) -> int:
        """Another number each time."""
        return next(self._numbers)

    def start(self) -> Opened:
        """Listen; once it did, always at the same port, and each time by another token."""
        command = [self._python, "-m", "edison", "up", "--no-browser", "--port", str(self._port), "--json"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env=self._environment, text=True)
        assert self._process.stdout is not None
        told = json.loads(self._process.stdout.readline())
        self._port = told["port"]
        self.opened = Opened(told["address"], told["port"], told["token"])
        return self.opened

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ask it to leave, or kill it; gives its exit code."""
        assert self._process is not None
        self._process.send_signal(how)
        with self._process as process:
            return process.wait(30)
