"""Ends that no preset has to think of: a pure decision with a named reason."""

from edison.domain import Settlement

STALLED_SWEEPS = 3
"""So many sweeps in a row without a single conclusion more end a run."""


def settle(*, budget_spent: bool, stalled: int) -> Settlement:
    """Say whether a run in which something is missing ends all the same, and why.

    Args:
        budget_spent: Whether the last sweep could not pay for what it wanted to ask.
        stalled: Sweeps in a row that concluded nothing.
    """
    if budget_spent:
        return Settlement.BUDGET_SPENT
    if stalled >= STALLED_SWEEPS:
        return Settlement.NO_PROGRESS
    return Settlement.NOT_YET
