"""A workbench as a person opens it: the command in a process of its own, and a real browser."""

import http.client
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from edison.api.pages import STATIC
from edison.sim import SimProcess
from tests.database import KINDS, drop_database, new_database
from tests.doors.suites import a_provider, a_suite
from tools.browser import find_browser
from tools.cards import ROOT

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


@dataclass(frozen=True)
class Opened:
    """A workbench that listens."""

    address: str
    port: int
    token: str

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body: object = None, *, key: str = "") -> Any:
        """One request to the API, to see what is stored."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key or f"{method} {path}",
        }
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, body=sent, headers=headers)
        reply = connection.getresponse()
        told = json.loads(reply.read())
        connection.close()
        assert reply.status < 300, told
        return told


class Served:
    """The command in a process of its own, which may be killed and started again at the same address."""

    def __init__(self, home: Path, database: str, *, python: str | None = None) -> None:
        self.database = database
        self._python = python or sys.executable
        self._port = 0
        self._environment = {
            "HOME": str(home),
            "XDG_DATA_HOME": f"{home}/data",
            "TMPDIR": str(home),
            "EDISON_DATABASE_URL": database,
        }
        if python is None:
            self._environment["PYTHONPATH"] = ":".join(sys.path)
        self._process: subprocess.Popen[str] | None = None
        self._numbers = count(1)

    def count(self) -> int:
        """Another number each time."""
        return next(self._numbers)

    def start(self) -> Opened:
        """Listen; once it did, always at the same port, and each time by another token."""
        command = [self._python, "-m", "edison", "up", "--no-browser", "--port", str(self._port), "--json"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env=self._environment, text=True)
        assert self._process.stdout is not None
        told = json.loads(self._process.stdout.readline())
        self._port = told["port"]
        return Opened(told["address"], told["port"], told["token"])

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ask it to leave, or kill it; gives its exit code."""
        assert self._process is not None
        self._process.send_signal(how)
        with self._process as process:
            return process.wait(30)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both databases where everything is looked at, else the one that most people have."""
    if "journey_database" in metafunc.fixturenames:
        whole = bool(metafunc.config.getoption("--whole-journeys"))
        metafunc.parametrize("journey_database", KINDS if whole else KINDS[:1], indirect=True, scope="module")


@pytest.fixture(scope="session")
def is_whole(request: pytest.FixtureRequest) -> bool:
    """Whether every page, text and mishap is wanted, or one of a kind."""
    return bool(request.config.getoption("--whole-journeys"))


@pytest.fixture(scope="module")
def journey_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    url = new_database(request.param, tmp_path_factory.mktemp("archive"), with_engine=True)
    yield url
    drop_database(url)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, journey_database: str) -> Served:
    if not (STATIC / "index.html").is_file():
        pytest.skip("the pages are not built: make web")
    return Served(tmp_path_factory.mktemp("home"), journey_database)


@pytest.fixture(scope="module")
def workbench(served: Served) -> Iterator[Opened]:
    yield served.start()
    assert served.end() == 0, "it leaves when it is asked to"


def _chromium() -> str:
    found = find_browser()
    if found is None:
        pytest.skip("there is no chromium on this machine; the distribution's package `chromium` will do")
    return found


@contextmanager
def opened_browser(memory: Path) -> Iterator[Any]:
    """A browser that remembers in a folder what it was told, as a person's does."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            memory, executable_path=_chromium(), args=list(FLAGS)
        )
        yield context
        context.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = _chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield opened
        opened.close()


def endless_run(workbench: Opened, sim: SimProcess, *, key: str) -> str:
    """A run that does not end while somebody looks at it: its provider allows one call in ten minutes."""
    slow = a_provider(sim, requests_per_minute=0.1)
    suite = a_suite(sim, name="endless", providers={"slow": slow}, arms=["slow/edison-sim-large"])
    wish = {"name": "endless.json", "suite": json.dumps(suite)}
    return str(workbench.ask("POST", "/api/runs", wish, key=key)["id"])


def violations(page: Any) -> list[str]:
    """What axe finds on the page that is shown."""
    if not Path(AXE).is_file():
        return []
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']})")
    return [f"{one['id']}: {node['html'][:120]}" for one in found["violations"] for node in one["nodes"]]
