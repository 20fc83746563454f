"""Writing results page by page: nobody is asked, and no page is written twice."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from edison.domain import EXPORT, Proposal, Run, StageName
from edison.store import ProposalEntry, UnitOfWork

from ..calls.dialogues import BROKEN, Unwritten
from .proposals import ProposalLane, Unasked


@dataclass(frozen=True, slots=True)
class PageWork(Unasked):
    """A page that nobody has written yet."""

    number: int
    is_suspect: bool = False
    is_poison: bool = False


class ExportLane(ProposalLane[PageWork]):
    """Walks pages; what is on them others know."""

    name: ClassVar[str] = EXPORT
    stage: ClassVar[StageName] = StageName.RANK

    @staticmethod
    def load(work: UnitOfWork, run: Run, units: range) -> Iterator[PageWork]:
        made = work.proposals.of_units(run.id, units)
        return (PageWork(number) for number in units if number not in made)

    async def walk(self, unit: PageWork) -> None:
        """Have a page written and kept, then commit that it is there."""
        await self._commit(unit, await self.session.write_page(self.session.run, unit.number))

    async def give_up(self, unit: PageWork) -> None:
        await self._commit(unit, Proposal(not_proposed=BROKEN))

    async def _commit(self, unit: PageWork, proposal: Proposal) -> None:
        await self.dialogues.commit(Unwritten(), proposals=(ProposalEntry(unit.number, 1, proposal),))
