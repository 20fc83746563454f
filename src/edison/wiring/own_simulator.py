"""The simulator that answers where a suite names `sim/…` and says nothing else about it."""

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edison.sim import SimProcess

SEED = 7
"""The same for all: a run that is taken up again by another process is answered as before."""


class OwnSimulator:
    """Started when it is first asked for, and ended with the house."""

    def __init__(self) -> None:
        self._process: SimProcess | None = None
        # Protects the process: two threads that connect at once must not start two.
        self._lock = threading.Lock()

    def address(self) -> str:
        """Where it speaks OpenAI's language."""
        from edison.sim import SimProcess, SimSettings

        with self._lock:
            if self._process is None:
                self._process = SimProcess(SimSettings(seed=SEED))
            return self._process.base_url("openai")

    def close(self) -> None:
        """End it, if it was ever started."""
        if self._process is not None:
            self._process.stop()
