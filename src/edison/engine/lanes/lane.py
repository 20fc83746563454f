"""What every lane does: find what is missing, load it with all that is recorded, walk it, give it up.

A lane is how units of one kind come to their conclusions. It is one class in a file of its own and one row of `LANES`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from edison.domain import Run, Stage, StageName, boundary_for
from edison.store import RecordedReply, UnitOfWork

from ..calls.conversation import Known, Script
from ..calls.dialogues import DialogueRunner
from ..calls.live import Transport
from ..worker.session import RunSession

SUSPECT_AFTER = 3
"""So many attempts that a worker did not survive make a unit a suspect: it is then tried alone."""
POISON_AFTER = 6
"""And so many, the last ones alone, end it."""

BOUNDARY_LENGTH = 20

Recordings = Mapping[tuple[int, int], list[RecordedReply]]


class UnitWork(Protocol):
    """One unit that is not finished, with all that is recorded about it."""

    @property
    def number(self) -> int: ...

    @property
    def scripts(self) -> Mapping[tuple[int, int], Script]:
        """Recorded replies by stage and part."""
        ...

    @property
    def is_suspect(self) -> bool:
        """Workers died while it was under way, again and again."""
        ...

    @property
    def is_poison(self) -> bool: ...

    @property
    def outdated(self) -> list[tuple[StageName, int, int]]:
        """What has to be asked anew where the records no longer fit the code: stage, unit, part."""
        ...


W = TypeVar("W", bound=UnitWork)


class Lane(ABC, Generic[W]):
    """Walks units of one session; one transport for all of them."""

    name: ClassVar[str]
    is_walked: ClassVar[bool] = True
    """Whether workers walk its units; else their conclusions come from outside, and the run waits for them."""

    def __init__(self, session: RunSession, transport: Transport) -> None:
        self.session = session
        self.dialogues = DialogueRunner(session, transport)

    @staticmethod
    @abstractmethod
    def missing(work: UnitOfWork, run: Run, units: range, *, size: int) -> list[tuple[int, int]]:
        """The ranges of `size` units that lack something, by what is stored."""

    @classmethod
    @abstractmethod
    def count(cls, work: UnitOfWork, run: Run) -> tuple[Stage, ...]:
        """How far the stages have come that its units go through, in all waves together."""

    @staticmethod
    @abstractmethod
    def load(work: UnitOfWork, run: Run, units: range) -> Iterator[W]:
        """The unfinished units of a range with all that is recorded about them."""

    @abstractmethod
    async def walk(self, unit: W) -> None:
        """Bring a unit as far as it can go; each conclusion is committed together with the answers behind it."""

    @abstractmethod
    async def give_up(self, unit: W) -> None:
        """End a unit at which our own code fails: it must not be tried for ever, nor take others with it."""

    def boundary(self, *place: int) -> str:
        """Marks around a text that nobody can guess, drawn from the run's seed: a replayed question is the same."""
        drawn = self.session.chance.stream("fence", *place).token(BOUNDARY_LENGTH)
        return boundary_for(1, given=drawn)


def scripts_of(
    number: int, parts: Sequence[int], recordings: Recordings, *, stage: int
) -> dict[tuple[int, int], Script]:
    """What is recorded about some parts of a unit, as a dialogue replays it."""
    found: dict[tuple[int, int], Script] = {}
    for part in parts:
        recorded = recordings.get((number, part))
        if recorded:
            found[stage, part] = {
                (one.turn, one.branch): Known(one.fingerprint, one.reply) for one in recorded
            }
    return found
