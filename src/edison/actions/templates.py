"""Suites to begin with: each a folder of files that come with Edison, filled in and put where a person wants them.

A template is data: a folder under `formats/starter/templates` with a suite `edison.yaml`, whose first line is a comment
that says what it is for, and the files that the suite names. It runs as it is, on the simulator. Where a person names
a model or a judge, these stand in for `sim/edison-sim-…` and `sim/edison-judge-…`.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from edison.domain import Record
from edison.errors import FilesInTheWay, TemplateUnknown

from .files import make_folder, write_file
from .presets.suites import load_suite

SUITE = "edison.yaml"
FIRST = "first"
"""The one that is taken where nobody says which."""

_ANSWERER = re.compile(r"\bsim/edison-sim-[\w-]+")
_JUDGE = re.compile(r"\bsim/edison-judge-[\w-]+")


class SuiteTemplate(Record, frozen=True, kw_only=True):
    """A suite to begin with."""

    name: str
    about: str
    """In one sentence."""
    files: tuple[str, ...]
    """What is written, the suite first."""


def list_templates() -> tuple[SuiteTemplate, ...]:
    """All there are: the first one first, the others by name."""
    folders = sorted(
        (folder for folder in _shelf().iterdir() if folder.is_dir() and folder.joinpath(SUITE).is_file()),
        key=lambda folder: (folder.name != FIRST, folder.name),
    )
    return tuple(
        SuiteTemplate(name=folder.name, about=_about(folder), files=tuple(_names_in(folder)))
        for folder in folders
    )


def fill_template(name: str, *, model: str | None = None, judge: str | None = None) -> dict[str, bytes]:
    """The files of a template by name, for a model and a judge where they are given; without a judge the model judges.

    Raises:
        TemplateUnknown: there is none of this name.
        SuiteBroken: with this model or judge it would be no suite.
    """
    known = {template.name: template for template in list_templates()}
    if name not in known:
        raise TemplateUnknown(name, tuple(known))
    folder = _shelf().joinpath(name)
    filled = {file: folder.joinpath(file).read_bytes() for file in known[name].files}
    filled[SUITE] = _asking(filled[SUITE].decode(), model=model, judge=judge or model).encode()
    load_suite(SUITE, filled[SUITE], files=_Filled(filled))
    return filled


def write_template(
    folder: Path, name: str = FIRST, *, model: str | None = None, judge: str | None = None
) -> tuple[Path, ...]:
    """Put a suite and its files into a folder, which is made where there is none; nothing is ever overwritten.

    Raises:
        FilesInTheWay: some of the files are there already.
    """
    filled = fill_template(name, model=model, judge=judge)
    in_the_way = [file for file in filled if (folder / file).exists()]
    if in_the_way:
        raise FilesInTheWay(str(folder), in_the_way)
    for file, content in filled.items():
        make_folder((folder / file).parent)
        write_file(folder / file, [content])
    return tuple(folder / file for file in filled)


class _Filled:
    """The files of a template as a suite finds them."""

    def __init__(self, filled: dict[str, bytes]) -> None:
        self._filled = filled

    def whole(self, name: str) -> bytes | None:
        return self._filled.get(name)

    def pieces(self, name: str) -> Iterator[bytes]:
        yield self._filled[name]


def _shelf() -> Traversable:
    return files("edison.formats").joinpath("starter", "templates")


def _about(folder: Traversable) -> str:
    first, _, _ = folder.joinpath(SUITE).read_text(encoding="utf-8").partition("\n")
    return first.removeprefix("#").strip()


def _names_in(folder: Traversable) -> Iterator[str]:
    yield SUITE
    yield from sorted(file.name for file in folder.iterdir() if file.is_file() and file.name != SUITE)


def _asking(suite: str, *, model: str | None, judge: str | None) -> str:
    """With others to ask; in a comment everything stays as it is."""
    lines = suite.split("\n")
    for place, line in enumerate(lines):
        if not line.lstrip().startswith("#"):
            asked = _ANSWERER.sub(lambda found: model or found[0], line)
            lines[place] = _JUDGE.sub(lambda found: judge or found[0], asked)
    return "\n".join(lines)
