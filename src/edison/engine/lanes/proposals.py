"""What lanes have in common whose units end as proposals: one row each, there or not."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from edison.domain import Proposal, Run, Stage, StageName
from edison.store import ProposalEntry, UnitOfWork

from ..calls.conversation import Script
from ..calls.dialogues import BROKEN, NO_SCRIPTS, Unwritten
from .lane import Lane, W


@dataclass(frozen=True, slots=True)
class Unasked:
    """A unit about which nobody is asked anything, so that nothing is recorded that could be replayed."""

    number: int

    @property
    def is_suspect(self) -> bool:
        return False

    @property
    def is_poison(self) -> bool:
        return False

    @property
    def scripts(self) -> Mapping[tuple[int, int], Script]:
        return NO_SCRIPTS

    @property
    def outdated(self) -> list[tuple[StageName, int, int]]:
        return []


class ProposalLane(Lane[W]):
    """A unit lacks something as long as it has no proposal."""

    stage: ClassVar[StageName]

    @staticmethod
    def missing(work: UnitOfWork, run: Run, units: range, *, size: int) -> list[tuple[int, int]]:
        made = work.proposals.of_units(run.id, units)
        blocks = ((lo, min(lo + size, units.stop)) for lo in range(units.start, units.stop, size))
        return [(first, last) for first, last in blocks if any(one not in made for one in range(first, last))]

    @classmethod
    def count(cls, work: UnitOfWork, run: Run) -> tuple[Stage, ...]:
        waves = work.waves.of_run(run.id, lane=cls.name)
        made = [
            proposal
            for wave in waves
            for proposal in work.proposals.of_units(run.id, range(wave.first_unit, wave.end)).values()
        ]
        failed = sum(proposal.not_proposed is not None for proposal in made)
        planned = sum(wave.units for wave in waves)
        return (Stage(name=cls.stage, planned=planned, succeeded=len(made) - failed, failed=failed),)


U = TypeVar("U", bound=Unasked)


class UnaskedLane(ProposalLane[U]):
    """Walks units to a conclusion that takes no answer."""

    @abstractmethod
    async def conclude(self, unit: U) -> Proposal:
        """What comes of a unit."""

    async def walk(self, unit: U) -> None:
        """Commit what comes of it."""
        await self._commit(unit, await self.conclude(unit))

    async def give_up(self, unit: U) -> None:
        await self._commit(unit, Proposal(not_proposed=BROKEN))

    async def _commit(self, unit: U, proposal: Proposal) -> None:
        await self.dialogues.commit(Unwritten(), proposals=(ProposalEntry(unit.number, 1, proposal),))
