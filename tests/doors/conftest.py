"""A terminal of its own for each test."""

from pathlib import Path
from zlib import crc32

import pytest

from tests.database import KINDS, new_file

from .commands import Terminal


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On both databases where everything is looked at, else on the one that a test's name draws for it.

    What lies behind the doors (store, engine, actions) is tried on both every time.
    """
    if not config.getoption("--whole-journeys"):
        items[:] = [item for item in items if not _is_elsewhere(item)]


def _is_elsewhere(item: pytest.Item) -> bool:
    spec = getattr(item, "callspec", None)
    if (
        not isinstance(item, pytest.Function)
        or spec is None
        or Path(__file__).parent not in item.path.parents
    ):
        return False
    kind = spec.params.get("database_url")
    is_wanted = any("database_url" in mark.args[0] for mark in item.iter_markers("parametrize"))
    return kind not in (None, KINDS[crc32(item.originalname.encode()) % len(KINDS)]) and not is_wanted


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Terminal:
    """A terminal on an empty file as database."""
    database = new_file(tmp_path / "edison.db", with_engine=True)
    return Terminal(tmp_path, database=database, monkeypatch=monkeypatch, capfd=capfd)


@pytest.fixture
def new_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Terminal:
    """A terminal where nobody has ever given a command."""
    return Terminal(
        tmp_path, database=f"sqlite:///{tmp_path / 'new.db'}", monkeypatch=monkeypatch, capfd=capfd
    )


@pytest.fixture
def either_terminal(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Terminal:
    """A terminal on either kind of database."""
    return Terminal(tmp_path, database=database_url, monkeypatch=monkeypatch, capfd=capfd)
