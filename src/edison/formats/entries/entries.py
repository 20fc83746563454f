"""Entries: texts to be compared, from files of one text each or from tables of many.

A file of one text (.txt, .md, .docx) is called by its name without the ending. A table (.jsonl, .csv) has the
columns `id` and `text`; `tags` and `anchor_grade` are kept where they stand, all other columns are left aside.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath

from pydantic import ConfigDict, Field

from edison.domain import HANDED_IN, GradeSteps, SuiteCase
from edison.errors import Problem, SuiteBroken

from ..reading.complaints import Complaints
from ..reading.docx import read_word
from ..reading.lines import read_all
from ..reading.nodes import Path, TextBroken, WrittenCase, tell
from ..reading.plain_text import read_plain
from ..reading.shapes import FileForm
from ..suite.case_forms import Tags
from ..suite.cases import CasesKind, read_written
from .grade_scales import check_grade
from .identities import GivenIdentity, StatedIdentity, identity_of_file

MOST_TEXT_CHARS = 2_000_000
"""Of one entry; no judge reads more at once."""
MOST_FILE_BYTES = 64_000_000
"""Of a file that holds one text, pictures included."""

_BLANK = "it says nothing, and there is nothing to compare"
_BLANK_ADVICE = "Write its text, or take it away."
_MOST_PROBLEMS = 1_000


class EntryKind(StrEnum):
    """How a file holds entries."""

    TEXT = "text"
    WORD = "word"
    JSONL = "jsonl"
    CSV = "csv"

    @property
    def is_one_text(self) -> bool:
        """Whether the file is one entry, rather than a table of them."""
        return self in (EntryKind.TEXT, EntryKind.WORD)

    @classmethod
    def by_name(cls, name: str) -> "EntryKind | None":
        """The kind by the end of a file's name; None where it says nothing."""
        return _BY_SUFFIX.get(PurePath(name).suffix.lower())

    @classmethod
    def of(cls, name: str) -> "EntryKind":
        """The kind of a file that somebody named."""
        kind = cls.by_name(name)
        if kind is None:
            suffix = PurePath(name).suffix
            what = f"its name ends with {tell(suffix)}, which says nothing about how its text is written"
            raise SuiteBroken(name, [Problem(name, what, f"Name it {', '.join(_BY_SUFFIX)}.")])
        return kind


_BY_SUFFIX = {
    ".txt": EntryKind.TEXT,
    ".md": EntryKind.TEXT,
    ".markdown": EntryKind.TEXT,
    ".docx": EntryKind.WORD,
    ".jsonl": EntryKind.JSONL,
    ".ndjson": EntryKind.JSONL,
    ".csv": EntryKind.CSV,
    ".tsv": EntryKind.CSV,
}
_TABLES = {EntryKind.JSONL: CasesKind.JSONL, EntryKind.CSV: CasesKind.CSV}


@dataclass(frozen=True, slots=True)
class EntryFile:
    """A file with one entry or many."""

    name: str
    """What it is called in messages; its last part without the ending is the id of a single text."""
    kind: EntryKind
    chunks: Iterable[bytes]
    """Its bytes in pieces of any size; not looked at before it is its turn."""


class EntryForm(FileForm):
    """One entry of a table; keys that are not listed here are left aside."""

    model_config = ConfigDict(extra="ignore")

    id: StatedIdentity
    """Unique among all entries."""
    text: str
    """What is compared."""
    tags: Tags = Field(default_factory=list[str])
    """Words to group entries by."""
    anchor_grade: GivenIdentity = None
    """What people graded it, which makes it an anchor."""


def read_entries(
    files: Iterable[EntryFile], *, name: str, scale: GradeSteps | None = None
) -> Iterator[SuiteCase]:
    """Every entry of the files, as it is read.

    Whatever is wrong is collected over all files and refused with `SuiteBroken` at the end: texts that say nothing,
    ids that stand twice, files that cannot be read. Whoever stores entries as they come has to undo that.

    Args:
        files: The files, in the order in which their entries are listed.
        name: What they are called together in messages.
        scale: What `anchor_grade` is a grade of, where a table has it.
    """
    complaints = Complaints(name)
    reader = _EntryReader(complaints, scale=scale)
    for file in files:
        yield from reader.read(file)
        if len(complaints.problems) >= _MOST_PROBLEMS:
            break
    if not reader.read_any and not complaints.problems:
        complaints.add((), "there are no texts", advice="Name files, or a folder of .txt, .md or .docx.")
    complaints.refuse()


def check_text(text: str, *, at: Path = (), complaints: Complaints) -> None:
    """Complain about a text that nobody can compare with others because it is too long."""
    if len(text) > MOST_TEXT_CHARS:
        what = f"the text has more than {MOST_TEXT_CHARS:,} characters"
        complaints.add(at, what, advice="Cut it into parts that a judge can read.")


class _EntryReader:
    """Turns files into entries, and after the first problem only looks for more of them."""

    def __init__(self, complaints: Complaints, *, scale: GradeSteps | None) -> None:
        self.read_any = False
        self._complaints = complaints
        self._scale = scale
        self._places: dict[str, str] = {}
        """Where each id stands."""

    def read(self, file: EntryFile) -> Iterator[SuiteCase]:
        table = _TABLES.get(file.kind)
        found = self._read_text(file) if table is None else self._read_table(file, kind=table)
        for entry in found:
            self.read_any = True
            if not self._complaints.problems:
                yield entry

    def _read_text(self, file: EntryFile) -> Iterator[SuiteCase]:
        about = self._complaints.about(file.name)
        try:
            text = _one_text(file)
        except TextBroken as broken:
            about.add_broken(broken)
            return
        if not text.strip():
            about.add((), _BLANK, advice=_BLANK_ADVICE)
            return
        check_text(text, complaints=about)
        name = identity_of_file(file.name)
        self._claim(name, place=file.name, about=about)
        yield SuiteCase(name=name, variables={HANDED_IN: text})

    def _read_table(self, file: EntryFile, *, kind: CasesKind) -> Iterator[SuiteCase]:
        try:
            for written in read_written(file.chunks, kind=kind):
                yield from self._read_row(written, file=file)
                if len(self._complaints.problems) >= _MOST_PROBLEMS:
                    return
        except TextBroken as broken:
            self._complaints.about(file.name).add_broken(broken)

    def _read_row(self, written: WrittenCase, *, file: EntryFile) -> Iterator[SuiteCase]:
        about = self._complaints.about(file.name, line=written.line)
        if isinstance(written.value, TextBroken):
            about.add_broken(written.value)
            return
        if not isinstance(written.value, dict):
            advice = 'Write a mapping, such as {"id": "one", "text": "…"}.'
            about.add((), f"{tell(written.value)} is no entry", advice=advice)
            return
        form = about.read(EntryForm, written.value)
        if form is None:
            return
        if not form.text.strip():
            about.add((HANDED_IN,), f"{tell(form.id)}: {_BLANK}", advice=_BLANK_ADVICE)
            return
        check_text(form.text, at=(HANDED_IN,), complaints=about)
        self._check_anchor(form.anchor_grade, about=about)
        self._claim(form.id, place=f"{file.name}, line {written.line}", about=about)
        yield SuiteCase(
            name=form.id,
            variables={HANDED_IN: form.text},
            tags=tuple(form.tags),
            anchor_grade=form.anchor_grade,
        )

    def _check_anchor(self, grade: str | None, *, about: Complaints) -> None:
        if grade is None:
            return
        if self._scale is None:
            what = f"the text has the grade {tell(grade)}, and no scale was named"
            about.add(("anchor_grade",), what, advice="Name the scale of grades.")
        else:
            check_grade(grade, scale=self._scale, at=("anchor_grade",), complaints=about)

    def _claim(self, name: str, *, place: str, about: Complaints) -> None:
        if name in self._places:
            what = f"the id {tell(name)} stands in {self._places[name]} already"
            about.add((), what, advice="Give every text a name of its own.")
        self._places[name] = place


def _one_text(file: EntryFile) -> str:
    data = _whole(file.chunks)
    return read_word(data) if file.kind is EntryKind.WORD else read_plain(data, most_bytes=MOST_FILE_BYTES)


def _whole(chunks: Iterable[bytes]) -> bytes:
    try:
        return bytes(read_all(chunks, most_bytes=MOST_FILE_BYTES))
    except TextBroken as broken:
        advice = "Save its text alone, without pictures."
        raise TextBroken(broken.what, advice=advice) from broken
