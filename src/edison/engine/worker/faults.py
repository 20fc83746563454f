"""Places at which a test may have the process die. Without a test's word they do nothing.

The points: `commit.before`, `commit.after`, `send.before`, `send.after`, `receive.before`, `receive.after`,
`shard.before`, `shard.after`, `settle.before`, `settle.after`; `rename.before` and `rename.after` where a file is
put in place.
"""

import os
import signal

from edison.domain import FaultPoint

POINTS = (
    "commit.before",
    "commit.after",
    "send.before",
    "send.after",
    "receive.before",
    "receive.after",
    "shard.before",
    "shard.after",
    "settle.before",
    "settle.after",
    "rename.before",
    "rename.after",
)


def die_at(wanted: str) -> FaultPoint:
    """Die without a word at the n-th visit of a point, written `point:n`; at no other."""
    point, _, number = wanted.partition(":")
    if point not in POINTS:
        raise ValueError(f"there is no fault point {point!r}")
    left = int(number or "1")

    def visit(reached: str) -> None:
        nonlocal left
        if reached != point:
            return
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return visit
