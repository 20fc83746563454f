"""A way to the workbench that can be cut: every connection through it is torn down at once, the feed's as well."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_LINGER = struct.pack("ii", 1, 0)
"""A reset instead of a farewell, as when a cable is pulled."""


class Cable:
    """Listens on a port of its own and passes everything on to another."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._ends: set[socket.socket] = set()
        # Protects the ends, which threads add and remove.
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> int:
        """Tear down all that is connected; gives how many ends that were. New connections are taken."""
        with self._lock:
            ends = list(self._ends)
        for end in ends:
            with suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER)
                end.shutdown(socket.SHUT_RDWR)
        return len(ends)

    def close(self) -> None:
        """Take no new connections, and end all others."""
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    near.close()
                    continue
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with self._lock:
            self._ends.add(source)
        with suppress(OSError):
            while piece := source.recv(65_536):
                sink.sendall(piece)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._ends.discard(source)
        source.close()


@contextmanager
def laid_cable(target: int) -> Iterator[Cable]:
    """A cable to a port of this machine."""
    cable = Cable(target)
    try:
        yield cable
    finally:
        cable.close()
