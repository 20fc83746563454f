from collections.abc import Iterator
from pathlib import Path

import pytest

from edison.sim import SimProcess, SimSettings


@pytest.fixture(scope="module")
def sim() -> Iterator[SimProcess]:
    with SimProcess(SimSettings(seed=7)) as process:
        yield process


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database in an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return str(tmp_path / "edison.db")
