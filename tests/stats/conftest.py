"""Public data for checking numbers; it is not part of the repository."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Path:
    """The folder of golden tables; a test that needs it is skipped by name where it is absent."""
    chosen = os.environ.get("EDISON_GOLDEN_DIR")  # noqa: TID251 (tests are told where data lies)
    folder = Path(chosen) if chosen else request.config.rootpath.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"the golden tables are not at {folder}; set EDISON_GOLDEN_DIR")
    return folder
