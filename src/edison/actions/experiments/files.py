"""Experiments as files and back, and from templates: a suite `edison.yaml` and what it names."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pydantic import JsonValue

from edison.domain import STORED_CASES, Right
from edison.errors import ExperimentRefused, FilesInTheWay, SuiteBroken
from edison.formats import read_definition, write_definition

from ..access import verb
from ..files import Files, Folder, SentFile, Texts, make_folder, read_whole, write_file
from ..house import House
from ..presets.suites import load_suite
from ..templates import SUITE, fill_template, list_templates
from ..views.experiment import ExperimentView, TemplateView, WholeTemplateView
from .editing import ExperimentRequest, add_experiment, find_experiment
from .parts import with_usable_parts


@verb(Right.READ)
def list_experiment_templates(_: House) -> list[TemplateView]:
    """What one can begin with."""
    return [TemplateView(name=one.name, about=one.about) for one in list_templates()]


@verb(Right.READ)
def show_template(
    _: House, name: str, *, model: str | None = None, judge: str | None = None
) -> WholeTemplateView:
    """A template for a model and a judge where they are given, as a definition."""
    filled = fill_template(name, model=model, judge=judge)
    about = next(one.about for one in list_templates() if one.name == name)
    definition, files = _read(
        SUITE, filled[SUITE], Texts({file: text.decode() for file, text in filled.items()})
    )
    return WholeTemplateView(name=name, about=about, definition=definition, files=files)


@verb(Right.CHANGE)
def add_from_template(
    house: House,
    template: str,
    *,
    name: str | None = None,
    model: str | None = None,
    judge: str | None = None,
    project: str | None = None,
) -> ExperimentView:
    """Keep a template as an experiment of one's own."""
    filled = show_template(house, template, model=model, judge=judge)
    request = ExperimentRequest(
        name=name, description=filled.about, definition=filled.definition, files=filled.files
    )
    return add_experiment(house, request, project=project)


@verb(Right.CHANGE)
def import_experiment(
    house: House, name: str, text: bytes, *, files: Files, project: str | None = None
) -> ExperimentView:
    """Keep a suite file with the files it names as an experiment; one that lacks something is a draft.

    Raises:
        SuiteBroken: it is no mapping, or cannot be read.
        ExperimentRefused: a file is no text, or all of it is too large.
    """
    definition, named = _read(name, text, files)
    title = definition.get("name")
    written = title.strip() if isinstance(title, str) else ""
    request = ExperimentRequest(name=written or Path(name).stem, definition=definition, files=named)
    return add_experiment(house, request, project=project)


@verb(Right.CHANGE)
def open_experiment(
    house: House, path: Path, *, also: Iterable[Path] = (), project: str | None = None
) -> ExperimentView:
    """The same from this machine's disk; files lie in the suite's folder, or in one that is also allowed."""
    files = Folder(path.parent, also=also)
    return import_experiment(house, path.name, read_whole(path), files=files, project=project)


@verb(Right.READ)
def read_experiment_file(
    _: House, path: Path, *, also: Iterable[Path] = ()
) -> tuple[dict[str, JsonValue], dict[str, str]]:
    """What a suite on this machine's disk says, and the files that it names, as far as they are there."""
    return _read(path.name, read_whole(path), Folder(path.parent, also=also))


@verb(Right.READ)
def export_experiment(house: House, text: str) -> dict[str, bytes]:
    """An experiment as files by name, the suite first; `edison run` and `import_experiment` take them.

    What it names as a kept part is written in place, for files that are run by themselves name none. One that is
    inactive, or not there, stays named.
    """
    experiment = find_experiment(house, text)
    files = {name: content.encode() for name, content in experiment.files.items()}
    suite = with_usable_parts(house, experiment.suite, project_id=experiment.project_id)
    return {SUITE: write_definition(suite), **files}


@verb(Right.READ)
def pack_experiment(house: House, text: str) -> SentFile:
    """The same as one file: the suite alone, or a zip of it and the files that it names."""
    written = export_experiment(house, text)
    if len(written) == 1:
        return SentFile(SUITE, written[SUITE])
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in written.items():
            # At one time whenever it is written, so that equal experiments make equal files.
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return SentFile(f"{Path(SUITE).stem}.zip", packed.getvalue())


@verb(Right.READ)
def save_experiment(house: House, text: str, folder: Path) -> tuple[Path, ...]:
    """Put an experiment into a folder, which is made where there is none; nothing is ever overwritten."""
    written = export_experiment(house, text)
    places = {Folder(folder).find(name): content for name, content in written.items()}
    in_the_way = [place.name for place in places if place.exists()]
    if in_the_way:
        raise FilesInTheWay(str(folder), in_the_way)
    for place, content in places.items():
        make_folder(place.parent)
        write_file(place, [content], fault=house.fault)
    return tuple(places)


def _read(name: str, text: bytes, files: Files) -> tuple[dict[str, JsonValue], dict[str, str]]:
    """What a suite says, and the files that it names as far as they are there."""
    definition = read_definition(text, name=name)
    noted = _Noted(files)
    with suppress(SuiteBroken):
        # Only for what it reads on the way: what is wrong with it is told by whoever checks it.
        load_suite(name, text, files=noted)
    cases = definition.get("cases")
    if isinstance(cases, str) and not cases.startswith(STORED_CASES):
        noted.whole(cases)
    return definition, {file: _text(file, content) for file, content in noted.seen.items()}


class _Noted:
    """Files, and which of them were read."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self.seen: dict[str, bytes] = {}

    def whole(self, name: str) -> bytes | None:
        content = self._files.whole(name)
        if content is not None:
            self.seen[name] = content
        return content

    def pieces(self, name: str) -> Iterator[bytes]:
        return self._files.pieces(name)


def _text(name: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        advice = "keep tables and texts in UTF-8, or import the cases with edison data import."
        raise ExperimentRefused(name, "it is no text", advice) from error
