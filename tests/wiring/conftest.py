from pathlib import Path

import pytest


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database in an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return str(tmp_path / "edison.db")
