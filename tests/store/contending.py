"""One of several processes that write to one database as fast as they can.

`python -m tests.store.contending URL NUMBER SECONDS` says how many events it appended and how long the longest took.
"""

import sys
from datetime import timedelta
from time import monotonic

from edison.domain import EventType
from tests.database import open_quickly
from tests.factories import SOME_TIME
from tests.store.filling import RUN


def main(url: str, number: int, seconds: float) -> None:
    store = open_quickly(url, seed=number)
    ends_at, longest_s, appended = monotonic() + seconds, 0.0, 0
    while monotonic() < ends_at:
        began = monotonic()
        with store.work() as work:
            work.rates.lease("k", interval_s=0.001, count=1, burst_s=0)
            work.slots.share(RUN, "sim/steady", f"w{number}", limit=8, live={"w0", "w1", "w2", "w3"})
            work.workers.register(f"w{number}", host="h", pid=number, started_at=SOME_TIME)
            work.workers.beat(f"w{number}", appended)
            at = SOME_TIME + timedelta(microseconds=appended)
            work.events.append(RUN, EventType.RANKING_MOVED, at=at, about={})
        appended += 1
        longest_s = max(longest_s, monotonic() - began)
        with store.reading() as work:
            work.results.counts(RUN)
            work.events.since(0, limit=5, run_id=RUN)
    store.close()
    sys.stdout.write(f"{appended} {longest_s:.3f}\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
