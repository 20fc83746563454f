"""A simulator for all door tests of a process, and a terminal of its own for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from edison.sim import SimProcess, SimSettings

from .commands import Terminal


@pytest.fixture(scope="session")
def _running() -> Iterator[SimProcess]:
    with SimProcess(SimSettings(seed=7)) as process:
        yield process


@pytest.fixture
def sim(_running: SimProcess) -> SimProcess:
    """A simulator with an empty bill and nothing planned."""
    _running.admin.reset()
    return _running


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Terminal:
    """A terminal on a new file as database."""
    return Terminal(
        tmp_path, database=f"sqlite:///{tmp_path / 'edison.db'}", monkeypatch=monkeypatch, capfd=capfd
    )


@pytest.fixture
def either_terminal(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Terminal:
    """A terminal on each of the two kinds of database."""
    return Terminal(tmp_path, database=database_url, monkeypatch=monkeypatch, capfd=capfd)
