"""What it costs to open the door: the wall time of --help, and the size of the core install."""

import subprocess
import sys
import tempfile
import time
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

_BARE = '''
import typer
app = typer.Typer()

@app.command()
def one(name: str = "x") -> None:
    """Do one thing."""

@app.command()
def two(name: str = "y") -> None:
    """Do another thing."""

app()
'''


def help_ratio(rounds: int = 9) -> float:
    """`edison --help` against a bare two-command Typer application's: the quickest of interleaved rounds."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(_BARE, encoding="utf-8")
        ours, theirs = [sys.executable, "-m", "edison", "--help"], [sys.executable, str(bare), "--help"]
        seen: dict[int, list[float]] = {0: [], 1: []}
        for _ in range(rounds):
            for index, command in enumerate((ours, theirs)):
                began = time.perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                seen[index].append(time.perf_counter() - began)
    return min(seen[0]) / min(seen[1])


def install_size() -> tuple[int, float]:
    """Packages and megabytes of Edison with everything its core needs, on this platform."""
    found = core_distributions()
    size = sum(_size(one) for one in found.values())
    return len(found), size / 1e6


def core_distributions(root: str = "edison-workbench") -> dict[str, Distribution]:
    """Edison and its closure of required distributions, extras left out."""
    found: dict[str, Distribution] = {}
    waiting = [root]
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue
        needed = [Requirement(text) for text in found[name].requires or ()]
        waiting.extend(one.name for one in needed if one.marker is None or one.marker.evaluate({"extra": ""}))
    return found


def _size(one: Distribution) -> int:
    files = [Path(str(one.locate_file(file))) for file in one.files or ()]
    return sum(file.stat().st_size for file in files if file.is_file())
