"""A terminal of its own for each test."""

from pathlib import Path

import pytest

from tests.database import new_file

from .commands import Terminal


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
    """A terminal on each of the two kinds of database."""
    return Terminal(tmp_path, database=database_url, monkeypatch=monkeypatch, capfd=capfd)
