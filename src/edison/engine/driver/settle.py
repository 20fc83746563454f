"""Whether a run may end, and why: a pure decision with a named reason."""

from dataclasses import dataclass

from edison.domain import DesiredState, Settlement

STALLED_SWEEPS = 3
"""So many sweeps in a row without a single unit less to do end a run."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What is known about a run after a sweep."""

    desired: DesiredState
    missing: int
    """Units that have no conclusion yet."""
    budget_spent: bool = False
    stalled: int = 0
    """Sweeps in a row in which the number of missing units did not fall."""


def settle(progress: Progress) -> Settlement:
    """Say whether a run of single cells may end, and why."""
    if progress.desired is DesiredState.CANCELLED:
        return Settlement.CANCELLED
    if progress.missing == 0:
        return Settlement.ALL_CELLS_DONE
    if progress.budget_spent:
        return Settlement.BUDGET_SPENT
    if progress.stalled >= STALLED_SWEEPS:
        return Settlement.NO_PROGRESS
    return Settlement.NOT_YET
