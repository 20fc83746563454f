"""Running a file again whenever it changes, until somebody has seen enough."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from .door import Exit, code_of_error, complain, note

Watch = Annotated[
    bool,
    typer.Option(
        "--watch", help="Run it again whenever the file changes; what did not change is not asked again."
    ),
]

_LOOK_EVERY_S = 0.3

_Seen: TypeAlias = dict[Path, tuple[int, int]]


def run_on_changes(file: Path, work: Callable[[], Exit], *, but: Sequence[Path]) -> Exit:
    """Work now and after every change of the file or of files beside it that it names; the last exit code at Ctrl-C.

    Args:
        file: What is watched.
        work: What is done; what it refuses is told, and the next change may mend it.
        but: Files that are written by the work itself.
    """
    from threading import Event

    code, patience = Exit.PASS, Event()
    try:
        while True:
            seen = _look(file, but=but)
            code = _work(work)
            note(f"Watching {file.name} and what it names; Ctrl-C ends.")
            while _look(file, but=but) == seen:
                patience.wait(_LOOK_EVERY_S)
            note("Something changed.")
    except KeyboardInterrupt:
        return code


def _work(work: Callable[[], Exit]) -> Exit:
    from edison.errors import EdisonError

    try:
        return work()
    except EdisonError as error:
        complain(error)
        return code_of_error(error)


def _look(file: Path, *, but: Sequence[Path]) -> _Seen:
    """Size and time of the file and of those beside it whose names stand in it."""
    written = {path.resolve() for path in but}
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
        beside = [path for path in file.resolve().parent.iterdir() if path.name in text]
        found = {path: path.stat() for path in (file, *beside) if path.resolve() not in written}
    except OSError:
        # It is being replaced, or is gone for now.
        return {}
    return {path: (facts.st_size, facts.st_mtime_ns) for path, facts in found.items()}
