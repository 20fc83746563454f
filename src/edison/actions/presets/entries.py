"""Texts to be compared, and what belongs to them: anchors, scales, rubrics, comparisons made by people."""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from edison.domain import Criterion, GradeSteps, SuiteCase, Winner
from edison.errors import ChoiceUnknown, FileNotReadable
from edison.formats.entries.anchors import AnchorFile, join_anchors, read_anchors
from edison.formats.entries.entries import EntryFile, EntryKind, read_entries
from edison.formats.entries.grade_scales import read_grade_scale
from edison.formats.entries.people import PersonComparison, read_people
from edison.formats.reading.tables import TableKind
from edison.formats.reading.visible import visible
from edison.formats.suite.cases import CasesKind
from edison.formats.suite.rubrics import read_rubric

from ..files import Folder, SentFile, read_pieces, read_whole
from .web_texts import WebText, WebTexts

ADDRESSES = ".list"
"""How the name of a file ends that names where texts lie."""
_LOCK = "~$"
"""Begins the name of a file that a word processor keeps beside one that is open."""


@dataclass(frozen=True, slots=True)
class EntrySet:
    """Texts on this machine, found and not yet read."""

    name: str
    """What they are called together."""
    files: tuple[tuple[Path, EntryKind] | WebText, ...]
    left_out: tuple[str, ...] = ()
    """Files in folders that are no texts, or links: whoever expects an entry from one of them must be told."""
    scale: GradeSteps | None = None
    anchors: AnchorFile | None = None
    inline: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts themselves, by id."""

    def cases(self) -> Iterator[SuiteCase]:
        """Every entry and then every anchor with a text of its own; files are read anew each time.

        What is wrong with any of them is refused at the end with `SuiteBroken`, all at once.
        """
        files = chain(map(_open, self.files), _handed_in(self.inline))
        entries = read_entries(files, name=self.name, scale=self.scale)
        return entries if self.anchors is None else join_anchors(entries, self.anchors)


def open_entries(
    paths: Sequence[Path],
    *,
    scale: GradeSteps | None = None,
    anchors: AnchorFile | None = None,
    inline: Mapping[str, str] | None = None,
    sent: Iterable[SentFile] = (),
    addresses: Iterable[str] = (),
    also: Iterable[Path] = (),
    web: WebTexts | None = None,
) -> EntrySet:
    """Find texts: files as they are named, and in folders all .txt, .md and .docx files, sorted by their paths.

    Folders are walked to the bottom; what is hidden is skipped, links are not followed.

    Args:
        paths: Folders, files of one text, JSONL or CSV files with many, and files of addresses (`.list`).
        scale: What `anchor_grade` is a grade of, where such a file has it.
        anchors: Graded texts, as `open_anchors` read them.
        inline: Texts themselves, by id.
        sent: Files of one text or of many, which somebody sent.
        addresses: Where further texts lie on the web.
        also: Folders in which files that a file of addresses names may lie, besides its own.
        web: Fetches those that it names on the web; without it they are not allowed.

    Raises:
        FileNotReadable: one of them is not there, or not to be had from the web.
        SuiteBroken: a file that was named is of no kind that can be read.
    """
    files: list[tuple[Path, EntryKind] | WebText] = [
        WebText(visible(one.name), EntryKind.of(visible(one.name)), one.content) for one in sent
    ]
    left_out: list[str] = []
    named = [*_resolved(paths, also=tuple(also)), *addresses]
    on_web = [place for place in named if isinstance(place, str)]
    if on_web and web is None:
        raise FileNotReadable(_told(Path(on_web[0])), "texts are read from this machine alone here")
    fetched = iter(web.fetch(on_web) if web is not None else ())
    for path in named:
        if isinstance(path, str):
            files.append(next(fetched))
        elif path.is_dir():
            for found in _walk(path):
                kind = EntryKind.by_name(found.name)
                if kind is not None and kind.is_one_text and not found.is_symlink():
                    files.append((found, kind))
                else:
                    left_out.append(_told(found))
        elif path.exists():
            files.append((path, EntryKind.of(_told(path))))
        else:
            raise FileNotReadable(_told(path), "no such file or folder")
    return EntrySet(
        name=_told(paths[0]) if len(paths) == 1 and not inline else "the entries",
        files=tuple(files),
        left_out=tuple(left_out),
        scale=scale,
        anchors=anchors,
        inline=inline or {},
    )


def open_anchors(path: Path, *, scale: GradeSteps) -> AnchorFile:
    """Read graded texts; whether the entries they name exist is found when those are read."""
    name = _told(path)
    pieces = read_pieces(path)
    return read_anchors(pieces, kind=CasesKind.of(name), name=name, scale=scale)


def open_scale(name: str | SentFile) -> GradeSteps:
    """A scale by its name, or from a YAML or JSON file."""
    from edison.stats.grades.scales import SCALES

    if isinstance(name, SentFile):
        return read_grade_scale(name.content, name=visible(name.name))
    known = SCALES.get(name)
    if known is not None:
        return GradeSteps(
            name=known.name,
            grades=known.grades,
            shares=known.priors,
            minus=tuple(grade for grade in known.grades if grade in known.minus),
            plus=tuple(grade for grade in known.grades if grade in known.plus),
            below=known.below,
        )
    path = Path(name)
    if not path.suffix and not path.exists():
        raise ChoiceUnknown("scale", name, (*SCALES, "files"))
    return read_grade_scale(read_whole(path), name=_told(path))


def open_rubric(path: Path | SentFile) -> tuple[Criterion, ...]:
    """Read what makes a text good: criteria in YAML or JSON, or a text in plain words."""
    return read_rubric(read_whole(path), name=_told(path))


def open_people(path: Path | SentFile, *, entries: Collection[str]) -> tuple[PersonComparison, ...]:
    """Read comparisons that people made of these entries.

    Raises:
        TableBroken: with the line of an id that is no entry, or of a result nobody can read.
    """
    from edison.stats.strengths import WINNER_WORDS

    name = _told(path)
    words = {word: Winner(outcome.name.lower()) for word, outcome in WINNER_WORDS.items()}
    pieces = read_pieces(path)
    return read_people(pieces, kind=TableKind.of(name), name=name, entries=entries, words=words)


def _resolved(paths: Iterable[Path], *, also: Sequence[Path]) -> Iterator[Path | str]:
    """The same with every file of addresses replaced by what it names: a path or an address in each line."""
    for path in paths:
        if path.suffix.lower() != ADDRESSES or path.is_dir():
            yield path
            continue
        folder = Folder(path.parent, also=also)
        lines = (line.strip() for line in read_whole(path).decode("utf-8", "replace").splitlines())
        for line in lines:
            if line and not line.startswith("#"):
                yield line if "://" in line else folder.find(line)


def _handed_in(texts: Mapping[str, str]) -> Iterator[EntryFile]:
    if texts:
        lines = (json.dumps({"id": name, "text": text}).encode() + b"\n" for name, text in texts.items())
        yield EntryFile(name="the texts handed in", kind=EntryKind.JSONL, chunks=lines)


def _walk(folder: Path) -> Iterator[Path]:
    """The files below a folder, each folder's own before those of its folders, by name."""
    for place, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        for name in sorted(names):
            path = Path(place) / name
            if not _is_hidden(name) and path.is_file():
                yield path


def _is_hidden(name: str) -> bool:
    return name.startswith((".", _LOCK))


def _refuse(error: OSError) -> None:
    raise FileNotReadable(visible(str(error.filename)), (error.strerror or str(error)).lower()) from error


def _open(file: tuple[Path, EntryKind] | WebText) -> EntryFile:
    if isinstance(file, WebText):
        return EntryFile(name=file.name, kind=file.kind, chunks=iter((file.content,)))
    path, kind = file
    return EntryFile(name=_told(path), kind=kind, chunks=read_pieces(path))


def _told(path: Path | SentFile) -> str:
    """A path as it may stand in a message."""
    return visible(str(path))
