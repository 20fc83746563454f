"""How the cost of reading grows with what is read: the ratio between two sizes, never seconds."""

import time
from collections.abc import Callable

_TIMES_LARGER = 8
_NOISE_S = 0.001
"""What a clock of the processor cannot tell apart from nothing."""


def is_linear(read: Callable[[str], object], hostile: Callable[[int], str], *, size: int = 4_000) -> bool:
    """Whether eight times the text costs about eight times as much; were it quadratic, it would be 64 times."""
    small, large = hostile(size), hostile(size * _TIMES_LARGER)
    return _cost_s(read, large) < 3 * _TIMES_LARGER * max(_cost_s(read, small), _NOISE_S)


def _cost_s(read: Callable[[str], object], text: str) -> float:
    return min(_once_s(read, text) for _ in range(2))


def _once_s(read: Callable[[str], object], text: str) -> float:
    began = time.thread_time()
    read(text)
    return time.thread_time() - began
