"""How the cost of reading grows with what is read: the ratio between two sizes, never seconds."""

import gc
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_TIMES_LARGER = 8
_NOISE_S = 0.001
"""What a clock of the processor cannot tell apart from nothing."""
_LOOKS = 3


def is_linear(read: Callable[[T], object], hostile: Callable[[int], T], *, size: int = 4_000) -> bool:
    """Whether eight times the text costs about eight times as much; were it quadratic, it would be 64 times.

    A busy machine can make one look wrong, and a quadratic cost shows in every one of them.
    """
    small, large = hostile(size), hostile(size * _TIMES_LARGER)
    return any(_grows_as_its_length(read, small, large) for _ in range(_LOOKS))


def _grows_as_its_length(read: Callable[[T], object], small: T, large: T) -> bool:
    return _cost_s(read, large) < 3 * _TIMES_LARGER * max(_cost_s(read, small), _NOISE_S)


def _cost_s(read: Callable[[T], object], given: T) -> float:
    return min(_once_s(read, given) for _ in range(2))


def _once_s(read: Callable[[T], object], given: T) -> float:
    # How often rubbish is collected depends on everything that was ever made, not on what is read.
    gc.disable()
    try:
        began = time.thread_time()
        read(given)
        return time.thread_time() - began
    finally:
        gc.enable()
