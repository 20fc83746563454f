"""The C heap of a process that has many threads and one interpreter lock."""

import ctypes
import sys
from contextlib import suppress

_ARENA_MAX = -8
"""M_ARENA_MAX of glibc's malloc.h."""


def keep_one_heap() -> None:
    """Let all threads share one heap, where the C library is glibc.

    It would give every thread a heap of its own, and what one thread allocates and another frees leaves holes in all
    of them: over 100,000 cells a run grew by half. Threads that take turns anyway need one.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)
