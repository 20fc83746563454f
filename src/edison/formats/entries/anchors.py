"""Anchors: texts whose grades are known, and which fix a scale for all others.

A file of anchors (JSONL, CSV, YAML or JSON) has `grade` in every row, and `id` or `text` or both. An id alone names
one of the entries; a text is an entry of its own, called by its id or else `anchor-1`, `anchor-2` … by position.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pydantic import ConfigDict

from edison.domain import HANDED_IN, GradeSteps, StoredAnchor, SuiteCase

from ..reading.complaints import Complaints
from ..reading.nodes import TextBroken, WrittenCase, tell
from ..reading.shapes import FileForm
from ..suite.cases import CasesKind, read_written
from .entries import check_text
from .grade_scales import check_grade
from .identities import GivenIdentity, GivenText, StatedIdentity, suggest

_MOST_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class Anchor:
    """One graded text."""

    name: str
    grade: str
    text: str | None
    """None where it is one of the entries."""
    line: int


@dataclass(frozen=True, slots=True)
class AnchorFile:
    """The anchors of a file, each name once."""

    name: str
    """What the file is called in messages."""
    anchors: tuple[Anchor, ...]


class AnchorForm(FileForm):
    """One anchor; keys that are not listed here are left aside."""

    model_config = ConfigDict(extra="ignore")

    id: GivenIdentity = None
    """The entry that is meant, or what the text is called."""
    text: GivenText = None
    """A text of its own, compared like any other."""
    grade: StatedIdentity
    """What people gave it, a grade of the scale."""


def read_anchors(chunks: Iterable[bytes], *, kind: CasesKind, name: str, scale: GradeSteps) -> AnchorFile:
    """The anchors of a file, or `SuiteBroken` with a line for everything that is wrong.

    Whether entries of these names exist is found by `join_anchors`.
    """
    complaints = Complaints(name)
    reader = _AnchorReader(complaints, scale=scale)
    try:
        for written in read_written(chunks, kind=kind):
            reader.read(written)
            if len(complaints.problems) >= _MOST_PROBLEMS:
                break
    except TextBroken as broken:
        complaints.add_broken(broken)
    if not reader.anchors and not complaints.problems:
        complaints.add((), "the file holds no anchors", advice="Write at least two, of different grades.")
    complaints.refuse()
    return AnchorFile(name, tuple(reader.anchors.values()))


def keep_anchors(stored: Iterable[StoredAnchor], *, scale: GradeSteps) -> AnchorFile:
    """Anchors that are in no file; all of them must be on the scale that is used now."""
    name = "the anchors"
    complaints = Complaints(name)
    anchors = tuple(Anchor(one.label, one.grade, one.text, line) for line, one in enumerate(stored, start=1))
    for anchor in anchors:
        about = complaints.about(name, line=anchor.line)
        check_grade(anchor.grade, scale=scale, at=("grade",), complaints=about)
    complaints.refuse()
    return AnchorFile(name, anchors)


def join_anchors(entries: Iterable[SuiteCase], file: AnchorFile) -> Iterator[SuiteCase]:
    """The entries with their grades, then the anchors that are texts of their own.

    Refused at the end with `SuiteBroken`: an anchor that names no entry, or says of one what its own file does not.
    """
    complaints = Complaints(file.name)
    waiting = {anchor.name: anchor for anchor in file.anchors}
    seen: list[str] = []
    for entry in entries:
        seen.append(entry.name)
        anchor = waiting.pop(entry.name, None)
        if anchor is None:
            yield entry
        else:
            _check_agrees(anchor, entry=entry, complaints=complaints.about(file.name, line=anchor.line))
            yield entry.model_copy(update={"anchor_grade": anchor.grade})
    own: list[SuiteCase] = []
    for anchor in waiting.values():
        if len(complaints.problems) >= _MOST_PROBLEMS:
            break
        if anchor.text is None:
            what = f"there is no entry {tell(anchor.name)}"
            advice = suggest(anchor.name, known=seen)
            complaints.about(file.name, line=anchor.line).add(("id",), what, advice=advice)
        else:
            own.append(
                SuiteCase(name=anchor.name, variables={HANDED_IN: anchor.text}, anchor_grade=anchor.grade)
            )
    complaints.refuse()
    yield from own


class _AnchorReader:
    """Turns what is written into anchors, each name once."""

    def __init__(self, complaints: Complaints, *, scale: GradeSteps) -> None:
        self.anchors: dict[str, Anchor] = {}
        self._complaints = complaints
        self._scale = scale
        self._position = 0

    def read(self, written: WrittenCase) -> None:
        self._position += 1
        about = self._complaints.about(self._complaints.file, document=written.document, line=written.line)
        if isinstance(written.value, TextBroken):
            about.add_broken(written.value)
            return
        form = about.read(AnchorForm, written.value, at=written.path)
        if form is None:
            return
        if form.id is None and form.text is None:
            advice = "Write the id of an entry, or a text of its own."
            about.add(written.path, "it has neither an id nor a text", advice=advice)
            return
        check_text(form.text or "", at=(*written.path, HANDED_IN), complaints=about)
        check_grade(form.grade, scale=self._scale, at=(*written.path, "grade"), complaints=about)
        name = form.id or f"anchor-{self._position}"
        first = self.anchors.setdefault(name, Anchor(name, form.grade, form.text, written.line))
        if first.line != written.line:
            what = f"the anchor {tell(name)} stands in line {first.line} already"
            about.add((*written.path, "id"), what, advice="Grade every text once.")


def _check_agrees(anchor: Anchor, *, entry: SuiteCase, complaints: Complaints) -> None:
    if anchor.text is not None:
        what = f"{tell(anchor.name)} is one of the entries already"
        complaints.add((HANDED_IN,), what, advice="Leave its text out here, or give it another id.")
    if entry.anchor_grade not in (None, anchor.grade):
        what = f"{tell(anchor.name)} has the grade {tell(entry.anchor_grade)} beside its text"
        complaints.add(("grade",), what, advice="Grade every text once.")
