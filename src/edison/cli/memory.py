"""The memory of a command: cycles are looked for seldom, and all threads share few heaps."""

import atexit
import gc
import sys

HEAPS = 2
_M_ARENA_MAX = -8
"""The name of the limit in glibc's `malloc.h`."""


def collect_seldom() -> None:
    """A command is short and mostly loading; looking for cycles meanwhile costs more than they take."""
    gc.set_threshold(500_000, 20, 20)
    atexit.register(gc.freeze)


def share_heaps() -> None:
    """Keep threads from having a heap each: what one frees, no other can use, and long runs grow by that.

    Where the C library is not glibc there is no such limit, and no need of it.
    """
    if not sys.platform.startswith("linux"):
        return
    from ctypes import CDLL

    set_limit = getattr(CDLL(None), "mallopt", None)
    if set_limit is not None:
        set_limit(_M_ARENA_MAX, HEAPS)
