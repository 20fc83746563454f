"""Files of cases: JSONL and CSV of any size, one case at a time; JSON and YAML lists, bounded."""

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from hashlib import blake2b
from pathlib import PurePath

from edison.domain import SuiteCase
from edison.errors import Problem, SuiteBroken

from ..reading.complaints import Complaints
from ..reading.decoding import decode, place_in, read_text
from ..reading.json import decode_json, refuse_many, skip_space
from ..reading.lines import read_all, split_lines
from ..reading.nodes import Bounds, Listed, SourcePosition, TextBroken, WrittenCase, plain, tell
from ..reading.yaml import read_yaml
from .case_forms import CaseForm
from .case_reading import build_bare_case, build_case, check_kinds
from .csv_cases import read_csv_cases, rename_columns

MOST_JSON_BYTES = 32_000_000
YAML_BOUNDS = Bounds(text_bytes=8_000_000, values=200_000, chars=16_000_000)

_MOST_COMMAS = 500_000

_MOST_PROBLEMS = 20
_MOST_AFTER_A_PROBLEM = 10_000
_NOT_A_LIST = "Write a list of cases, such as [{id: one, question: …}]."


class CasesKind(StrEnum):
    """How a file of cases is written."""

    JSONL = "jsonl"
    CSV = "csv"
    JSON = "json"
    YAML = "yaml"

    @classmethod
    def of(cls, name: str) -> "CasesKind":
        """The kind by the end of a file's name."""
        suffix = PurePath(name).suffix.lower()
        kind = _BY_SUFFIX.get(suffix)
        if kind is None:
            what = f"its name ends with {tell(suffix)}, which says nothing about how its cases are written"
            advice = "Name it .jsonl, .csv, .json or .yaml."
            raise SuiteBroken(name, [Problem(name, what, advice)])
        return kind


_BY_SUFFIX = {
    ".jsonl": CasesKind.JSONL,
    ".ndjson": CasesKind.JSONL,
    ".csv": CasesKind.CSV,
    ".tsv": CasesKind.CSV,
    ".json": CasesKind.JSON,
    ".yaml": CasesKind.YAML,
    ".yml": CasesKind.YAML,
}


def read_cases(
    chunks: Iterable[bytes],
    *,
    kind: CasesKind,
    name: str,
    known_checks: Collection[str] = (),
    columns: Mapping[str, str] | None = None,
) -> Iterator[SuiteCase]:
    """Every case of a file, as it is read.

    A broken file is refused with `SuiteBroken`, at its first problem or after looking a little further for more;
    whoever stores cases as they come has to undo that.

    Args:
        chunks: The file's bytes in pieces of any size.
        kind: How it is written.
        name: What it is called in messages.
        known_checks: The kinds of checks there are; empty to take any.
        columns: What a case calls something, and what the file calls it.
    """
    complaints = Complaints(name)
    reader = _CaseReader(complaints, known_checks=known_checks)
    try:
        for written in rename_columns(read_written(chunks, kind=kind), columns or {}):
            case = reader.read(written)
            if case is not None:
                yield case
            elif reader.has_seen_enough:
                break
    except TextBroken as broken:
        complaints.add_broken(broken)
    if not reader.position and not complaints.problems:
        complaints.add((), "the file holds no cases", advice="Write at least one.")
    complaints.refuse()


def read_written(chunks: Iterable[bytes], *, kind: CasesKind) -> Iterator[WrittenCase]:
    """Every case as it stands in its file; `TextBroken` where the file as a whole cannot be read on."""
    return _READERS[kind](chunks)


class _CaseReader:
    """Turns what is written into cases, and after the first problem only looks for more of them."""

    def __init__(self, complaints: Complaints, *, known_checks: Collection[str]) -> None:
        self.position = 0
        self._complaints = complaints
        self._known_checks = known_checks
        self._seen = SeenNames()
        self._after_a_problem = 0

    @property
    def has_seen_enough(self) -> bool:
        return (
            len(self._complaints.problems) >= _MOST_PROBLEMS or self._after_a_problem >= _MOST_AFTER_A_PROBLEM
        )

    def read(self, written: WrittenCase) -> SuiteCase | None:
        self.position += 1
        case = self._build(written)
        if self._complaints.problems:
            self._after_a_problem += 1
            return None
        return case

    def _build(self, written: WrittenCase) -> SuiteCase | None:
        case = None
        if isinstance(written.value, dict):
            case = build_bare_case(written.value, position=self.position)
        if case is None:
            case = self._build_fully(written)
        if case is not None:
            self._check_name(case.name, written=written)
        return case

    def _build_fully(self, written: WrittenCase) -> SuiteCase | None:
        value, at, about = written.value, written.path, self._about(written)
        if isinstance(value, TextBroken):
            about.add_broken(value)
            return None
        if not isinstance(value, dict):
            advice = "Write a mapping, such as {id: one, question: …}."
            about.add(at, f"{tell(value)} is no case", advice=advice)
            return None
        form = about.read(CaseForm, value, at=at)
        if form is None:
            return None
        case = build_case(form, written=value, position=self.position, at=at, complaints=about)
        check_kinds(case.checks, known=self._known_checks, at=(*at, "checks"), complaints=about)
        return case

    def _check_name(self, name: str, *, written: WrittenCase) -> None:
        first = self._seen.add(name, line=written.line)
        if first is not None:
            what = f"the id {tell(name)} stands in line {first} already"
            advice = "Give every case an id of its own."
            self._about(written).add((*written.path, "id"), what, advice=advice)

    def _about(self, written: WrittenCase) -> Complaints:
        return self._complaints.about(self._complaints.file, document=written.document, line=written.line)


def _read_jsonl(chunks: Iterable[bytes]) -> Iterator[WrittenCase]:
    for number, line in split_lines(chunks):
        try:
            text = decode(line, line=number).rstrip()
            if text:
                yield _read_line(text, number=number)
        except TextBroken as broken:
            yield WrittenCase(number, broken)


def _read_line(text: str, *, number: int) -> WrittenCase:
    try:
        refuse_many(text, most=_MOST_COMMAS)
        value, end = decode_json(text, start=0 if text[0] == "{" else skip_space(text))
    except TextBroken as broken:
        at = SourcePosition(number, broken.at.column) if broken.at else None
        return WrittenCase(number, TextBroken(broken.what, advice=broken.advice, at=at))
    if end < len(text) and skip_space(text, start=end) < len(text):
        advice = "Write one case per line."
        broken = TextBroken("there is more after the case", advice=advice, at=SourcePosition(number, end + 1))
        return WrittenCase(number, broken)
    return WrittenCase(number, value)


def _read_json(chunks: Iterable[bytes]) -> Iterator[WrittenCase]:
    """The items of a list, decoded one by one: the whole text is in memory, its values are not."""
    text = read_text(read_all(chunks, most_bytes=MOST_JSON_BYTES), most_bytes=MOST_JSON_BYTES)
    refuse_many(text, most=4 * _MOST_COMMAS)
    position = skip_space(text)
    if position == len(text):
        return
    if text[position] != "[":
        raise TextBroken("it holds no list", advice=_NOT_A_LIST, at=place_in(text, position=position))
    line, counted = 1, 0
    position = skip_space(text, start=position + 1)
    while text[position : position + 1] != "]":
        line += text.count("\n", counted, position)
        counted = position
        try:
            value, end = decode_json(text, start=position)
        except TextBroken as broken:
            at = broken.at or place_in(text, position=position)
            raise TextBroken(broken.what, advice=broken.advice, at=at) from broken
        yield WrittenCase(line, value)
        position = _after_comma(text, skip_space(text, start=end))
    after = skip_space(text, start=position + 1)
    if after < len(text):
        advice = "Keep one list per file."
        raise TextBroken("there is more after the list", advice=advice, at=place_in(text, position=after))


def _after_comma(text: str, position: int) -> int:
    """Where the next item begins, or the end of the list."""
    if text[position : position + 1] == "]":
        return position
    following = skip_space(text, start=position + 1)
    if text[position : position + 1] == "," and text[following : following + 1] != "]":
        return following
    raise TextBroken(
        "a comma or ] is missing or misplaced here",
        advice="Put commas between the cases, and ] after the last.",
        at=place_in(text, position=position),
    )


def _read_yaml(chunks: Iterable[bytes]) -> Iterator[WrittenCase]:
    data = read_all(chunks, most_bytes=YAML_BOUNDS.text_bytes)
    document = read_yaml(read_text(data, most_bytes=YAML_BOUNDS.text_bytes), bounds=YAML_BOUNDS)
    if not isinstance(document.root, Listed):
        if document.plain() is None:
            return
        raise TextBroken("it holds no list", advice=_NOT_A_LIST, at=document.root.place)
    for index, item in enumerate(document.root.items):
        yield WrittenCase(item.place.line, plain(item), document=document, path=(index,))


_READERS: dict[CasesKind, Callable[[Iterable[bytes]], Iterator[WrittenCase]]] = {
    CasesKind.JSONL: _read_jsonl,
    CasesKind.CSV: read_csv_cases,
    CasesKind.JSON: _read_json,
    CasesKind.YAML: _read_yaml,
}


_FIRST_SLOTS = 1024
"""A power of two, as are all later sizes."""


class SeenNames:
    """A hash table of fingerprints and line numbers.

    Names are told apart by 63 bits of BLAKE2b: among a million names the odds that two different ones are taken for
    the same are about one in twenty million.
    """

    def __init__(self) -> None:
        self._count = 0
        self._prints = array("Q", bytes(8 * _FIRST_SLOTS))
        self._lines = array("Q", bytes(8 * _FIRST_SLOTS))

    def add(self, name: str, *, line: int) -> int | None:
        """The line where the name was seen before, or None and from now on it is known."""
        # The lowest bit is set in every fingerprint, so that none is 0, which stands for an empty slot.
        mark = int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()) | 1
        slot = self._slot(mark)
        if self._prints[slot]:
            return self._lines[slot]
        self._prints[slot], self._lines[slot] = mark, line
        self._count += 1
        if self._count * 3 > len(self._prints) * 2:
            self._grow()
        return None

    def _slot(self, mark: int) -> int:
        """The slot of this fingerprint, or the empty one where it belongs."""
        prints = self._prints
        last = len(prints) - 1
        slot = (mark >> 1) & last
        while (found := prints[slot]) and found != mark:
            slot = (slot + 1) & last
        return slot

    def _grow(self) -> None:
        prints, lines = self._prints, self._lines
        self._prints = array("Q", bytes(16 * len(prints)))
        self._lines = array("Q", bytes(16 * len(lines)))
        for mark, line in zip(prints, lines, strict=True):
            if mark:
                slot = self._slot(mark)
                self._prints[slot], self._lines[slot] = mark, line
