"""The live feed: whoever comes back after a broken connection misses nothing and hears nothing twice."""

import http.client
import json
import socket
import struct
from typing import Any

import pytest

from edison.domain import EventType
from tests.factories import SOME_TIME

from .conftest import Workbench

CUTS, MANY_CUTS = 12, 200


class Listener:
    """One connection to the feed, read line by line."""

    def __init__(self, bench: Workbench, last: str | None) -> None:
        headers = {"Authorization": f"Bearer {bench.server.token}"}
        self._connection = http.client.HTTPConnection("127.0.0.1", bench.server.port, timeout=20)
        self._connection.request(
            "GET", "/api/live", headers=headers if last is None else {**headers, "Last-Event-ID": last}
        )
        self.reply = self._connection.getresponse()

    def next(self) -> tuple[str, str | None, Any]:
        """The next message: its kind, its id, what it says."""
        told: dict[str, str] = {}
        while True:
            line = self.reply.readline().decode().rstrip("\n")
            if not line and "data" in told:
                return told["event"], told.get("id"), json.loads(told["data"])
            name, _, value = line.partition(": ")
            told[name] = value

    def cut(self, *, kill: bool) -> None:
        if kill and self._connection.sock is not None:
            # A reset instead of a farewell, as when a cable is pulled.
            self._connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.reply.close()
        self._connection.close()


def tell(bench: Workbench) -> int:
    with bench.house.store.work() as work:
        event = work.events.append(bench.done, EventType.RANKING_MOVED, at=SOME_TIME, about={"wave": "1"})
    return event.serial


@pytest.mark.timeout(600)
def test_cut_connections_lose_nothing_and_repeat_nothing(
    bench: Workbench, request: pytest.FixtureRequest
) -> None:
    cuts = MANY_CUTS if request.config.getoption("--whole-journeys") else CUTS
    last: str | None = None
    told, heard = list[int](), list[int]()
    for cut in range(cuts):
        listener = Listener(bench, last)
        wanted = [tell(bench)] if cut else []
        told += wanted
        while True:
            kind, serial, said = listener.next()
            last = serial or last
            if kind == "happened":
                heard.append(said["serial"])
            if heard[-1:] == told[-1:]:
                break
        listener.cut(kill=cut % 2 == 0)
        # What happens while nobody listens is heard first by whoever comes back.
        told += [tell(bench)]

    assert heard == told[: len(heard)]
    assert len(heard) == len(set(heard)) == 2 * (cuts - 1)


def test_a_serial_of_another_database_begins_from_now(bench: Workbench) -> None:
    last = tell(bench)
    listener = Listener(bench, str(last + 1000))

    assert listener.next() == ("opened", str(last), {"serial": last})
    told = tell(bench)
    heard = next(said for kind, _, said in iter(listener.next, None) if kind == "happened")
    assert heard["serial"] == told
    listener.cut(kill=False)


def test_whoever_may_not_listen_any_more_hears_no_more(bench: Workbench) -> None:
    listener = Listener(bench, None)
    listener.next()
    old = {"Authorization": f"Bearer {bench.server.token}"}

    bench.server.renew_token()
    tell(bench)

    while listener.reply.readline():
        pass
    listener.cut(kill=False)
    assert bench.ask("GET", "/api/runs", bare=True, **old).json["code"] == "token_missing"
    assert bench.get("/api/runs")["items"]


def test_the_feed_begins_with_where_it_stands_and_counts_what_goes_on(bench: Workbench) -> None:
    listener = Listener(bench, None)

    opened, counted = listener.next(), listener.next()
    listener.cut(kill=False)

    assert (opened[0], opened[1]) == ("opened", str(opened[2]["serial"]))
    assert (counted[0], counted[1]) == ("progress", None)
    assert (counted[2]["run"], counted[2]["planned"]) == (bench.waiting, 6)
    assert listener.reply.getheader("content-type", "").startswith("text/event-stream")
