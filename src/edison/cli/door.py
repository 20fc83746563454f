"""What all commands share: the application, exit codes, how things are said, and how the house is opened.

Nothing heavy is imported before a command needs it, so that `edison --help` stays quick.
"""

import json
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Literal, TextIO

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from pydantic import JsonValue

    from edison.actions.house import House
    from edison.actions.results.verdicts import RunVerdict
    from edison.actions.views.view import BaseView
    from edison.domain import Run
    from edison.errors import EdisonError
    from edison.settings import Settings

_KEPT = "\N{NO-BREAK SPACE}%"
"""What keeps a number and its sign in one line while lines are cut."""
_ORDER = (
    "init",
    "up",
    "demo",
    "docs",
    "ask",
    "run",
    "refine",
    "check",
    "runs",
    "show",
    "watch",
    "answer",
    "events",
    "pause",
    "resume",
    "finish",
    "cancel",
    "rm",
    "rerun",
    "recheck",
    "compare",
    "export",
    "rank",
    "models",
    "providers",
)
"""In the help, what is needed most stands first."""


class _InOrder(TyperGroup):
    def list_commands(self, ctx: object) -> list[str]:
        return sorted(self.commands, key=lambda name: _ORDER.index(name) if name in _ORDER else len(_ORDER))


LogLevel = Literal["debug", "info", "warning", "error"]

app = typer.Typer(
    name="edison",
    cls=_InOrder,
    help="A workbench for prompts, models and judges.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


class Exit(IntEnum):
    """What a script learns from the end of a command."""

    PASS = 0
    CHECKS_FAILED = 1
    BAD_INPUT = 2
    TROUBLE = 3
    REGRESSION = 4


RunName = Annotated[
    str, typer.Argument(help="A run: its id, a part of it, its name, or `latest`.", metavar="RUN")
]
ProvidersFile = Annotated[
    Path | None,
    typer.Option("--providers", metavar="FILE", help="A file that says how providers are reached."),
]
AllowFiles = Annotated[
    list[Path] | None,
    typer.Option("--allow-files", metavar="DIR", help="A folder in which files of the suite may lie, too."),
]
AllowCode = Annotated[
    bool, typer.Option("--allow-code", help="Run scripts and functions that the suite names.")
]
FORMATS_TOLD = (
    "json, jsonl, csv, facets, comparisons, junit, html, md, png, prix-json, prix-csv, promptfoo "
    "or promptfoo-config; by the file's name if not given."
)
AsJson = Annotated[bool, typer.Option("--json", help="Say it as JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, and one line at the end.")]


@contextmanager
def opened(providers: Path | None = None, *, allow_code: bool = False) -> "Generator[House]":
    """The house, with a file of providers where one was given."""
    from edison.wiring import open_house

    given = None if providers is None else _read(providers)
    with open_house(chosen_settings(), providers=given, allow_code=allow_code) as house:
        yield house


def chosen_settings() -> "Settings":
    """The settings of the environment, with what stands before the command over them."""
    from dataclasses import replace

    from edison.settings import load_settings

    level = _CHOSEN.log_level
    return load_settings() if level is None else replace(load_settings(), log_level=level)


class _Chosen:
    """What stood before the command; a process has one command line."""

    log_level: LogLevel | None = None


_CHOSEN = _Chosen()


def choose_log_level(level: LogLevel | None) -> None:
    """Have everything that is opened from now on log from this level on."""
    _CHOSEN.log_level = level


def find(house: "House", text: str) -> "Run":
    """The run that a person means by an id, a part of one, a name, or `latest`."""
    from edison.actions.results.reports import find_run

    return find_run(house, text)


def _read(providers: Path) -> "dict[str, JsonValue]":
    from edison.actions.presets.suites import open_providers

    return open_providers(providers)


def several(count: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun, in the plural unless it is one."""
    from edison.actions.results.showing import tell_several

    return tell_several(count, noun, plural)


def percent(share: float | None, *, decimals: int = 0) -> str:
    """A share in per cent."""
    from edison.actions.results.showing import shown_percent

    return shown_percent(share, decimals=decimals)


def fold(line: str, *, width: int, below: int | None = None) -> list[str]:
    """A line in lines of at most this width; a word that is longer stays whole, and what is indented stays so.

    What goes on in further lines is indented by two more, or stands below this place of the first.
    """
    indent = " " * (len(line) - len(line.lstrip()))
    further = f"{indent}  " if below is None else " " * below
    if len(line) <= width:
        return [line]
    lines = wrap(
        line.strip().replace(" %", _KEPT),
        width=max(width, 20),
        initial_indent=indent,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [one.replace(_KEPT, " %") for one in lines]


def say(text: str = "", *, below: int | None = None) -> None:
    """One line to whoever reads our output; on a terminal no word of it is broken."""
    _write(sys.stdout, text, below=below)


def _write(stream: TextIO, text: str, *, folds_all: bool = False, below: int | None = None) -> None:
    """What has several lines, such as a prompt, stays as it is unless it is ours."""
    if stream.isatty() and (folds_all or "\n" not in text):
        width = get_terminal_size().columns
        text = "\n".join(part for line in text.split("\n") for part in fold(line, width=width, below=below))
    stream.write(f"{text}\n")
    stream.flush()


def say_json(told: "BaseView | Sequence[BaseView | str]") -> None:
    """A published view or a list of them, in a line of JSON; what a terminal might act on is escaped."""
    if isinstance(told, Sequence):
        plain: object = [one if isinstance(one, str) else one.as_json() for one in told]
    else:
        plain = told.as_json()
    sys.stdout.write(f"{json.dumps(plain, ensure_ascii=True)}\n")
    sys.stdout.flush()


def note(text: str) -> None:
    """Some lines beside the output, for people; an event where everything there is to be one."""
    if _logs_are_json():
        from edison.wiring import note_event

        note_event("command.noted", said=text)
    else:
        _write(sys.stderr, text, folds_all=True)


def _logs_are_json() -> bool:
    from edison.errors import EdisonError

    try:
        return chosen_settings().log_format == "json"
    except EdisonError:
        # What is wrong with the settings is what is to be told.
        return False


def complain(error: "EdisonError") -> None:
    """An error as a sentence, with its stable code."""
    from edison.actions.results.showing import shown_whole

    note(f"edison: {shown_whole(error.sentence)} [{error.code}]")


def code_of_error(error: "EdisonError") -> Exit:
    """Bad input, or trouble."""
    from edison.errors import ErrorKind

    bad = error.kind in (ErrorKind.INVALID, ErrorKind.MISSING, ErrorKind.FORBIDDEN, ErrorKind.CONFLICT)
    return Exit.BAD_INPUT if bad else Exit.TROUBLE


def code_of(verdict: "RunVerdict") -> Exit:
    """The exit code for what became of a run."""
    from edison.actions.results.verdicts import RunVerdict

    if verdict.is_trouble:
        return Exit.TROUBLE
    if verdict is RunVerdict.REGRESSED:
        return Exit.REGRESSION
    return Exit.PASS if verdict is RunVerdict.PASSED else Exit.CHECKS_FAILED


def pour(pieces: Iterable[bytes]) -> None:
    """Bytes to our output as they come; whoever stops reading has had enough."""
    try:
        for piece in _harmless(pieces) if sys.stdout.isatty() else pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        leave_the_pipe()


def _harmless(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same for a terminal, which would do what is written in there."""
    from codecs import getincrementaldecoder

    from edison.actions.results.showing import shown_whole

    decoder = getincrementaldecoder("utf-8")("replace")
    for piece in pieces:
        yield shown_whole(decoder.decode(piece)).encode()
    yield shown_whole(decoder.decode(b"", True)).encode()


def leave_the_pipe() -> None:
    """Nobody reads any more: nothing is written when Python tidies up either."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
