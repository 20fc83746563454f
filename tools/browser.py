"""A browser for the tests that need one: found on this machine, or taken once from the distribution's packages."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.cards import ROOT

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TRIED = ROOT / ".venv" / "no-browser"
"""Written when none could be had, so that nobody waits for it twice; remove it, and it is tried again."""

_INSTALL_S = 300
_UNHURRIED = (
    "-o",
    "Acquire::Retries=0",
    "-o",
    "Acquire::http::Timeout=15",
    "-o",
    "Acquire::https::Timeout=15",
)
_APT: tuple[tuple[str, ...], ...] = (
    ("apt-get", *_UNHURRIED, "--quiet", "update"),
    ("apt-get", *_UNHURRIED, "--quiet", "--yes", "--no-install-recommends", "install", "chromium"),
)


def find_browser() -> str | None:
    """Where the browser of this machine is."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


def get_browser(*, may_install: bool, tried: Path = TRIED) -> str:
    """Find a browser, or install one the first time none is there; gives a sentence about it."""
    if (found := find_browser()) is not None:
        tried.unlink(missing_ok=True)
        return f"Browser tests use {found}."
    if may_install and not tried.exists():
        if all(_run(command) for command in _APT) and (found := find_browser()) is not None:
            return f"Browser tests use {found}, which was installed just now."
        tried.touch()
    return "Browser tests are skipped: there is no chromium; the distribution's package `chromium` will do."


def _run(command: Sequence[str]) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_INSTALL_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    is_root = os.geteuid() == 0 and shutil.which("apt-get") is not None
    sys.stderr.write(get_browser(may_install=is_root) + "\n")
