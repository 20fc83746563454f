"""What a preset answers beyond what the driver asks: what is planned from a request, and how results are shown."""

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from edison.engine import DrivenPreset

if TYPE_CHECKING:
    from ..house import House
    from ..runs.plan import RunPlan


class ShownAs(StrEnum):
    """What doors show of a run when it has ended."""

    BOARDS = "boards"
    """Who is ahead by which measure, and what failed."""
    ENTRIES = "entries"
    """The order of texts, with grades where some are anchors."""
    CARDS = "cards"
    """How far each judge can be relied on."""
    ROUNDS = "rounds"
    """What each round changed, and what that brought."""
    DRAFTS = "drafts"
    """What a model wrote."""
    SCAN = "scan"
    """What was found in the outputs of another run."""
    EXPORT = "export"
    """A file with what another run, or all of a project, found out."""


class Preset(DrivenPreset, Protocol):
    """One side of the one pipeline: a small module, and a row of `PRESETS`."""

    @property
    def shown_as(self) -> ShownAs: ...

    @property
    def takes_suites(self) -> bool:
        """Whether `edison run FILE` is how people ask for it."""
        ...

    @property
    def tells_cells(self) -> bool:
        """Whether people are told of every cell as it ends."""
        ...

    def plan(self, house: "House", request: Any) -> "RunPlan":
        """Everything that a run of this kind is made from; nothing is stored or paid for. Blocks; not for a loop."""
        ...
