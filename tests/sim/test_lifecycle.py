"""How a simulator begins and ends, and what it notices about clients that leave."""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import orjson
import pytest

from edison.errors import SimulatorNotStarted
from edison.sim import FaultPlan, Latency, LatencySpread, Rule, SimProcess, SimSettings, Simulator
from edison.sim.faults import Drip
from edison.sim.settings import read_settings, write_settings

from .asking import KEY, a_chat, ask

PATIENCE_S = 20.0
STARTER = """
import sys
from edison.sim import SimProcess, SimSettings
sim = SimProcess(SimSettings())
print(sim.pid, flush=True)
sys.stdin.read()
"""


def eventually(claim: Callable[[], bool]) -> bool:
    """Wait for another process to do its part."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if claim():
            return True
        threading.Event().wait(0.02)
    return False


def is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


@pytest.fixture(scope="module")
def wanted_bill(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bill") / "bill.jsonl"


@pytest.fixture(scope="module")
def _picky(wanted_bill: Path) -> Iterator[Simulator]:
    settings = SimSettings(
        keys=frozenset((KEY,)),
        models=("claude-*",),
        bill=wanted_bill,
        latency=Latency(first_token=LatencySpread(milliseconds=1), tokens_per_s=20),
    )
    with SimProcess(settings) as process:
        yield process


@pytest.fixture
def picky(_picky: Simulator) -> Simulator:
    """A simulator with wishes of its own about keys, models, the bill and the pace."""
    _picky.admin.reset()
    return _picky


def leave_early(sim: Simulator) -> None:
    """Ask, read a little, hang up."""
    address = urlsplit(sim.address)
    body = orjson.dumps(a_chat(stream=True))
    head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {KEY}\r\n"
    with socket.create_connection((address.hostname, address.port), timeout=10) as line:
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        assert line.recv(200)


def test_a_client_that_leaves_pays_all_the_same(sim: Simulator) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Drip(bytes_per_s=2000)),)))

    leave_early(sim)

    assert eventually(lambda: not sim.bill()[0].fully_sent)
    assert sim.bill()[0].microusd > 0


def test_a_paced_stream_gives_up_when_nobody_reads(picky: Simulator) -> None:
    leave_early(picky)

    assert eventually(lambda: not picky.bill()[0].fully_sent)


def test_a_simulator_ends_with_whoever_started_it() -> None:
    starter = subprocess.Popen([sys.executable, "-c", STARTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert starter.stdin is not None
    assert starter.stdout is not None
    simulator = int(starter.stdout.readline())
    assert is_alive(simulator)

    with starter.stdin, starter.stdout:
        starter.kill()
        starter.wait()

    assert eventually(lambda: not is_alive(simulator))


def test_only_known_keys_are_let_in(picky: Simulator) -> None:
    assert ask(picky, "/v1/models", method="GET").status == 200
    assert ask(picky, "/v1/models", method="GET", headers={"Authorization": "Bearer other"}).status == 401


def test_models_may_be_served_by_pattern(picky: Simulator) -> None:
    assert ask(picky, "/v1/chat/completions", a_chat(model="claude-sonnet-9", max_tokens=1)).status == 200
    assert ask(picky, "/v1/chat/completions", a_chat(model="gpt-9")).status == 404


def test_a_bill_is_kept_where_it_is_wanted(picky: Simulator, wanted_bill: Path) -> None:
    ask(picky, "/v1/models", method="GET")

    assert wanted_bill.read_bytes().count(b"\n") == 1


def test_a_simulator_that_cannot_listen_does_not_start(
    sim: Simulator, capfd: pytest.CaptureFixture[str]
) -> None:
    port = urlsplit(sim.address).port or 0

    with pytest.raises(SimulatorNotStarted, match=str(port)):
        SimProcess(SimSettings(port=port))

    assert "in use" in capfd.readouterr().err


def test_settings_survive_the_way_to_another_process(tmp_path: Path) -> None:
    settings = SimSettings(
        seed=3,
        bill=tmp_path / "bill.jsonl",
        latency=Latency(real=True),
        plan=FaultPlan(rules=(Rule(action=Drip(bytes_per_s=1)),)),
        keys=frozenset(("a", "b")),
        secrets={"id": "secret"},
    )

    assert read_settings(write_settings(settings)) == settings
