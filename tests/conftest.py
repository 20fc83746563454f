"""What holds for every test: no socket unless its room needs one, and then only to this machine."""

import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings

if TYPE_CHECKING:
    from edison.sim import SimProcess
    from edison.store import Store
    from tools.lines import LineCounter

# Threads that wait for each other's share of a small matrix take eight times as long where other processes want the
# same cores. This is for what is started from here; numpy may be loaded already, so `make` says the same.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # noqa: TID251

# Every commit waits for the disk, and hundreds of small databases are written and thrown away: in memory, where there
# is room, that takes no time. What a crash of the machine would do is not what is tested here.
_MEMORY = Path("/dev/shm")
_ROOM = 4 << 30
if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK):
    _disk = os.statvfs(_MEMORY)
    if _disk.f_bavail * _disk.f_frsize >= _ROOM and not _disk.f_flag & os.ST_NOEXEC:
        tempfile.tempdir = os.environ["TMPDIR"] = str(_MEMORY)  # noqa: TID251

# How fast examples are made and run depends on what else the machine does, and says nothing about the code.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same few examples every time: what a change broke is seen, and nothing else changes the outcome.
settings.register_profile("few", unhurried, max_examples=20, derandomize=True)
# Others every time, and many: looking for what nobody thought of is `make soak`'s.
settings.register_profile("soak", unhurried, max_examples=2_000, database=None)
# Only those that stand in the tests: what is covered with these is covered without luck.
settings.register_profile("written", unhurried, phases=[Phase.explicit])
settings.load_profile("few")

ROOMS_WITH_SOCKETS = (
    *("gateway", "sim", "store", "engine", "actions", "api", "mcp"),
    *("wiring", "doors", "journeys", "chaos", "live", "bench"),
)
ROOMS_WITH_AN_ENGINE = ("engine", "actions", "wiring", "api", "mcp", "doors", "chaos")
# Where waiting takes longer than working.
ROOMS_THAT_WAIT = (
    "chaos",
    "journeys",
    "doors",
    "engine",
    "bench",
    "wiring",
    "store",
    "actions",
    "api",
    "mcp",
)


class SocketGuard:
    """An audit hook that refuses connections; pure rooms may open none, the others only to loopback."""

    def __init__(self) -> None:
        self.allows_loopback = True
        sys.addaudithook(self._watch)

    def _watch(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "socket.connect":
            self._check_address(arguments[1])
        elif event == "socket.getaddrinfo":
            self._check_host(arguments[0])

    def _check_address(self, address: object) -> None:
        if isinstance(address, tuple) and address:
            self._check_host(address[0])

    def _check_host(self, host: object) -> None:
        if isinstance(host, bytes):
            host = host.decode()
        if not self.allows_loopback:
            raise RuntimeError(f"a test of a pure room wanted to reach {host!r}")
        if host not in (None, "", "localhost") and not _is_loopback(str(host)):
            raise RuntimeError(f"a test wanted to reach {host!r}, which is not this machine")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


GUARD = SocketGuard()
LINES: "pytest.StashKey[LineCounter]" = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """How hard it storms, by which seed; how much is looked at in the browser; where lines are counted."""
    parser.addoption("--storm-seed", default="1", help="what the moments of kills are drawn from")
    parser.addoption("--whole-storm", action="store_true", help="all of it, as `make chaos` does")
    parser.addoption(
        "--whole-journeys", action="store_true", help="every page, command and mishap, as `make e2e`"
    )
    parser.addoption("--lines", help="a folder for counts of the lines that are reached")
    parser.addoption("--processes", type=int, default=1, help="how many share the tests")


def pytest_configure(config: pytest.Config) -> None:
    """Count lines, if wished; share the tests, if wished; look for no garbage while tests are collected."""
    gc.disable()
    if config.getoption("--lines"):
        from tools.lines import LineCounter

        config.stash[LINES] = LineCounter()
    if (processes := int(config.getoption("--processes") or 1)) > 1:
        from tools.processes import Processes

        sharing = Processes(processes, waits=_waits, at_end=lambda name: _leave_counts(config, name))
        config.pluginmanager.register(sharing)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave what was counted."""
    _leave_counts(session.config, "all")


def _leave_counts(config: pytest.Config, name: str) -> None:
    if (counter := config.stash.get(LINES, None)) is not None:
        counter.write(Path(str(config.getoption("--lines"))), name=name)


def _waits(item: pytest.Item) -> bool:
    return _room_of(item) in ROOMS_THAT_WAIT


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that wait first, the longest of them before the others: they end last."""
    places = {room: place for place, room in enumerate(ROOMS_THAT_WAIT)}
    items.sort(key=lambda item: places.get(_room_of(item), len(places)))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Never look through what is loaded by now for garbage: it is a million things, and they stay."""
    if (counter := session.config.stash.get(LINES, None)) is not None:
        counter.load_everything()
    gc.collect()
    gc.freeze()
    # As an engine looks at work, and all of it hardly ever: looking after every command took a tenth of the time.
    gc.set_threshold(100_000, 50, 1_000)
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _no_proxies() -> Iterator[None]:
    """Whoever runs the tests may sit behind a proxy; the servers of tests are on this machine."""
    with pytest.MonkeyPatch.context() as environment:
        for variable in ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"):
            environment.delenv(variable, raising=False)
            environment.delenv(variable.lower(), raising=False)
        yield


@pytest.fixture(autouse=True)
def _guarded_sockets(request: pytest.FixtureRequest) -> Iterator[None]:
    GUARD.allows_loopback = _room_of(request.node) in ROOMS_WITH_SOCKETS
    yield
    GUARD.allows_loopback = True


def _room_of(item: pytest.Item) -> str:
    return item.path.relative_to(Path(__file__).parent).parts[0]


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A migrated, empty database of the test's own, once of each kind."""
    # Imported where it is needed: most tests have no database.
    from tests.database import drop_database, new_database

    url = new_database(request.param, tmp_path, with_engine=_room_of(request.node) in ROOMS_WITH_AN_ENGINE)
    yield url
    drop_database(url)


@pytest.fixture
def store(database_url: str) -> "Iterator[Store]":
    """A store on such a database, with a clock that stands still."""
    from tests.database import open_quickly

    store = open_quickly(database_url)
    yield store
    store.close()


@pytest.fixture(scope="session")
def simulator() -> "Iterator[SimProcess]":
    """One simulator for all tests of a process."""
    from edison.sim import SimProcess, SimSettings

    with SimProcess(SimSettings(seed=7)) as process:
        yield process


@pytest.fixture
def sim(simulator: "SimProcess") -> "Iterator[SimProcess]":
    """The simulator as it is at its start, with an empty bill; what a test plans is over when the test is."""
    from edison.sim import FaultPlan

    simulator.admin.reset()
    yield simulator
    simulator.admin.set_plan(FaultPlan())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, of four megabytes, where one may be had."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=False)
