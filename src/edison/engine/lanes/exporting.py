"""Writing results page by page: nobody is asked, and no page is written twice."""

from collections.abc import Iterator
from typing import ClassVar

from edison.domain import EXPORT, Proposal, Run, StageName
from edison.store import UnitOfWork

from .proposals import Unasked, UnaskedLane


class ExportLane(UnaskedLane[Unasked]):
    """Walks pages; what is on them others know."""

    name: ClassVar[str] = EXPORT
    stage: ClassVar[StageName] = StageName.RANK

    @staticmethod
    def load(work: UnitOfWork, run: Run, units: range) -> Iterator[Unasked]:
        made = work.proposals.of_units(run.id, units)
        return (Unasked(number) for number in units if number not in made)

    async def conclude(self, unit: Unasked) -> Proposal:
        """Have a page written and kept; then it is told that it is there."""
        return await self.session.write_page(self.session.run, unit.number)
