"""Workers that are away for a while and come back as if nothing had been: frozen, or cut off from their database."""

import os
import signal
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, Protocol

from sqlalchemy import make_url

from tests.chaos.zygote import Orders

Kind = Literal["frozen", "cut off"]

_SOCKET = ".s.PGSQL.5432"


class Absence(Protocol):
    """What keeps one worker away, and nobody else."""

    def orders(self, orders: Orders) -> Orders:
        """The orders of the worker it is to befall."""
        ...

    def begin(self, pid: int) -> None: ...

    def end(self, pid: int) -> None: ...


@contextmanager
def open_absence(kind: Kind, database: str, folder: Path) -> Generator[Absence]:
    """A way to keep a worker away from what it does, or from its database alone."""
    if kind == "frozen":
        yield _Freeze()
    elif database.startswith("sqlite"):
        yield _ShutDoor(folder / "shut")
    else:
        line = _Line(Path(str(make_url(database).query["host"])) / _SOCKET, folder / _SOCKET)
        try:
            yield _CutLine(
                line, make_url(database).update_query_dict({"host": str(folder)}).render_as_string()
            )
        finally:
            line.close()


class _Freeze:
    """Stopped by its machine, as when a laptop sleeps."""

    def orders(self, orders: Orders) -> Orders:
        return orders

    def begin(self, pid: int) -> None:
        os.kill(pid, signal.SIGSTOP)

    def end(self, pid: int) -> None:
        os.kill(pid, signal.SIGCONT)


@dataclass
class _ShutDoor:
    """A file that hangs, as on a disk of the network: whoever is to find it shut begins no transaction meanwhile."""

    door: Path

    def orders(self, orders: Orders) -> Orders:
        return replace(orders, shut_by=str(self.door))

    def begin(self, pid: int) -> None:
        self.door.touch()

    def end(self, pid: int) -> None:
        self.door.unlink()


@dataclass
class _CutLine:
    """A line to the server on which nothing moves any more, in either direction."""

    line: "_Line"
    database: str

    def orders(self, orders: Orders) -> Orders:
        return replace(orders, database=self.database)

    def begin(self, pid: int) -> None:
        self.line.flows.clear()

    def end(self, pid: int) -> None:
        self.line.flows.set()


@dataclass
class _Line:
    """Carries bytes between a socket of ours and the server's, as long as they may flow."""

    server: Path
    ours: Path
    flows: threading.Event = field(default_factory=threading.Event)
    _ends: list[socket.socket] = field(default_factory=list[socket.socket])

    def __post_init__(self) -> None:
        self.flows.set()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.ours))
        self._listener.listen(64)
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self.flows.set()
        for end in [self._listener, *self._ends]:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.ours.unlink()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(str(self.server))
                self._ends += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while said := source.recv(1 << 16):
                self.flows.wait()
                sink.sendall(said)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)
