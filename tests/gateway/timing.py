"""What something costs, as a multiple of a little plain Python: the same on a fast machine and on a slow one."""

import time
from collections.abc import Callable

_ROUNDS, _COUNT = 12, 400


def cost_in_turns(action: Callable[[], object]) -> float:
    """How many turns (of about a microsecond each) an action takes, at its best of several rounds."""
    best_action = best_turn = float("inf")
    for _ in range(_ROUNDS):
        # Side by side, so that both meet the same load.
        best_action = min(best_action, _cost_of(action))
        best_turn = min(best_turn, _cost_of(_turn))
    return best_action / best_turn


def _cost_of(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    for _ in range(_COUNT):
        action()
    return (time.perf_counter() - began) / _COUNT


def _turn() -> int:
    total = 0
    for number in range(16):
        total += number
        if total > 1000:
            return total
    return total
