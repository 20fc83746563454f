"""Which lines and branches tests reach, and its gates: all of the pure rooms, and nearly all of the rest."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

from slipcover import FileMatcher, ImportManager, Slipcover, merge_coverage

from tools.cards import ROOT

PURE = ("domain", "errors", "text", "stats", "formats", "stages", "techniques")
LEAST_PERCENT = 90
_PACKAGE = "/src/edison/"
_SOURCE = str(ROOT / "src" / "edison")
_LEFT_OUT = ["pragma: no cover", "if TYPE_CHECKING:", r"\.\.\.$", "assert_never"]


class LineCounter:
    """Counts in one process and in those forked from it, from before Edison is first imported."""

    def __init__(self) -> None:
        # Taking marks out again where they were reached (the usual 50) costs more than it saves: it looks through
        # every function of every module each time.
        self._counting = Slipcover(branch=True, d_miss_threshold=-1, exclude_lines=_LEFT_OUT)
        self._importing = ImportManager(self._counting, FileMatcher(sources=[_SOURCE]))
        self._importing.__enter__()

    def load_everything(self) -> None:
        """So that what nobody needs is seen as well, and that each module is marked once for all processes."""
        for module in walk_packages([_SOURCE], "edison."):
            if not module.name.endswith("__main__") and ".migrations" not in module.name:
                import_module(module.name)

    def write(self, folder: Path, *, name: str) -> None:
        """Leave what was counted in a folder, to be added up."""
        counted: dict[str, Any] = self._counting.get_coverage()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.json").write_text(json.dumps(counted), encoding="utf-8")


def add_up(folder: Path) -> dict[str, Any]:
    """What all processes of a run of tests reached together."""
    parts = [json.loads(part.read_text(encoding="utf-8")) for part in sorted(folder.glob("*.json"))]
    if not parts:
        raise FileNotFoundError(f"no counts in {folder}")
    whole = parts[0]
    for part in parts[1:]:
        merge_coverage(whole, part)
    return whole


def find_gaps(counted: dict[str, Any]) -> Iterator[str]:
    """What no test reaches in the pure rooms, file by file; and the share of everything, if it is too small."""
    for file, found in sorted(counted["files"].items()):
        name = f"/{file}".rpartition(_PACKAGE)[2]
        lines = found["missing_lines"]
        # A way to a line that is left out is left out as well; 0 is the way out.
        there = {0, *lines, *found["executed_lines"]}
        branches = [branch for branch in found["missing_branches"] if branch[1] in there]
        if name.partition("/")[0] in PURE and (lines or branches):
            jumps = ", ".join(f"{begin}->{end or 'exit'}" for begin, end in branches)
            yield f"{name}: lines {lines}, branches {jumps or 'none'}"
    percent = counted["summary"]["percent_covered"]
    if percent < LEAST_PERCENT:
        yield f"{percent:.1f} % of all is reached, and {LEAST_PERCENT} % is the least"


def main(folder: str) -> int:
    """Say what is missing; a failure if anything is."""
    counted = add_up(Path(folder))
    gaps = list(find_gaps(counted))
    sys.stdout.write("".join(f"Not reached: {gap}\n" for gap in gaps))
    sys.stdout.write(
        f"Tests reach {counted['summary']['percent_covered']:.1f} % of all lines and branches.\n"
    )
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
