"""A workbench as a person opens it: the command in a process of its own, and a real browser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from edison.api.pages import STATIC
from edison.sim import SimProcess
from tests.database import KINDS, drop_database, new_database
from tests.doors.suites import a_provider, a_suite
from tools.browser import find_browser
from tools.cards import ROOT

from .opening import FLAGS, Opened, Served

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both databases where everything is looked at, else the one that most people have."""
    if "journey_database" in metafunc.fixturenames:
        whole = bool(metafunc.config.getoption("--whole-journeys"))
        metafunc.parametrize("journey_database", KINDS if whole else KINDS[:1], indirect=True, scope="module")


@pytest.fixture(scope="session")
def is_whole(request: pytest.FixtureRequest) -> bool:
    """Whether every page, text and mishap is wanted, or one of a kind."""
    return bool(request.config.getoption("--whole-journeys"))


@pytest.fixture(scope="session")
def wholly(is_whole: bool) -> None:
    """For what takes too long where one of a kind is enough; asked before a server is started for it."""
    if not is_whole:
        pytest.skip("one of a kind is looked at here, and all of them: make e2e")


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
def opened_browser(playwright: Any, memory: Path) -> Iterator[Any]:
    """A browser that remembers in a folder what it was told, as a person's does."""
    context = playwright.chromium.launch_persistent_context(
        memory, executable_path=_chromium(), args=list(FLAGS)
    )
    yield context
    context.close()


@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    """What drives browsers; there is one in a process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="module")
def browser(playwright: Any) -> Iterator[Any]:
    opened = playwright.chromium.launch(executable_path=_chromium(), args=list(FLAGS))
    yield opened
    opened.close()


def endless_run(workbench: Opened, sim: SimProcess, *, key: str, budget_usd: float | None = None) -> str:
    """A run that does not end while somebody looks at it: its provider allows one call in ten minutes."""
    slow = a_provider(sim, requests_per_minute=0.1)
    suite = a_suite(sim, name="endless", providers={"slow": slow}, arms=["slow/edison-sim-large"])
    wish = {"name": "endless.json", "suite": json.dumps(suite), "budget_usd": budget_usd}
    return str(workbench.ask("POST", "/api/runs", wish, key=key)["id"])


def violations(page: Any, *, is_wanted: bool = True) -> list[str]:
    """What axe finds on the page that is shown; looking takes a second, and need not be done everywhere each time."""
    if not is_wanted or not Path(AXE).is_file():
        return []
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']})")
    return [f"{one['id']}: {node['html'][:120]}" for one in found["violations"] for node in one["nodes"]]
