"""Several threads that begin together."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def at_once(act: Callable[[int], T], count: int) -> list[T]:
    """What each of `count` threads made of its number, all having begun at the same moment."""
    gate = threading.Barrier(count)

    def begin(number: int) -> T:
        gate.wait()
        return act(number)

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(begin, range(count)))
