"""What a run that refines came to."""

from edison.domain import REFINEMENT, Refinement, Right, Run
from edison.errors import NotRefined

from ..access import verb
from ..house import House


@verb(Right.READ)
def show_refinement(house: House, run: Run) -> Refinement:
    """What a run that refines ended with; refused where it has not ended, or refines nothing."""
    with house.store.reading() as work:
        found = work.documents.get(run.id, REFINEMENT, Refinement)
    if found is None:
        raise NotRefined(run.id)
    return found
