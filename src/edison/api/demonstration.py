"""What is handed in by wiring: a demonstration that can be started."""

from typing import Protocol

from edison.actions.house import House
from edison.domain import RunId


class Demonstration(Protocol):
    """A suite on the simulator, which is started when it is first wanted."""

    def start(self, house: House, *, live: bool, start_key: str) -> RunId:
        """Start a run of it; gives its id. Blocks."""
        ...
