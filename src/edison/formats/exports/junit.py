"""JUnit XML for continuous integration: one suite per arm, one test per cell.

A failed check is a failure; trouble, and a check that could not be made, is an error; what was never asked is skipped.
The format knows no other counts, so how many were not checked is a property of each suite.
Cells arrive case by case, so the tests of each arm are kept, compressed, until its suite is written.
"""

import zlib
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from edison.domain import CellReport, CellStatus, RunReport

from ..reading.visible import visible_in_xml
from ..words.boards import Names
from ..words.cells import OUTCOME_WORDS, reasons_of
from ..words.safety import tell_found, tell_safety
from ..words.wording import tell_doubts
from .written_cells import tell_expected, text_of, told_inputs

_LONGEST_TEXT = 4_000
_PIECE_BYTES = 65_536


def write_junit(report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
    """The whole file; its size follows the cells, the memory it takes only their compressed tests."""
    run = report.run
    names = Names.of(run.snapshot)
    suites = {arm.name: _Suite() for arm in run.snapshot.arms}
    for cell in cells:
        suites.setdefault(names.name(cell.arm), _Suite()).add(cell, arm=names.name(cell.arm))
    began = run.began_at.isoformat(timespec="seconds")
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n'
    yield _open("testsuites", name=run.experiment.name, **_totals(suites.values()))
    for arm, suite in suites.items():
        yield _open("testsuite", name=arm, timestamp=began, **_totals([suite]))
        yield _properties(report, not_checked=suite.counts[CellStatus.NOT_CHECKED])
        yield from suite.tests()
        yield b"</testsuite>\n"
    yield b"</testsuites>\n"


def _properties(report: RunReport, *, not_checked: int) -> bytes:
    """Why the run is not trustworthy, and what was found in outputs, where continuous integration shows it."""
    told = [_element("property", "", name="not_checked", value=str(not_checked))] if not_checked else []
    told += [_element("property", "", name="not_trustworthy", value=doubt) for doubt in tell_doubts(report)]
    told += [
        _element(
            "property",
            "",
            name=f"safety: {line.what} in the outputs of {line.name} ({line.by})",
            value=f"{line.flagged}; looked at {line.looked_at}",
        )
        for line in tell_safety(report.safety or ())
    ]
    return b"".join((b"<properties>\n", *told, b"</properties>\n")) if told else b""


class _Suite:
    """The tests of one arm, compressed, and their counts."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(CellStatus, 0)
        self.latency_ms = 0
        self._pieces: list[bytes] = []
        self._packer = zlib.compressobj(1)

    def add(self, cell: CellReport, *, arm: str) -> None:
        standing = cell.status
        self.counts[standing] += 1
        self.latency_ms += cell.answered.latency_ms or 0
        self._keep(self._packer.compress(_test(cell, standing=standing, arm=arm)))

    def tests(self) -> Iterator[bytes]:
        self._keep(self._packer.flush())
        unpacker = zlib.decompressobj()
        for piece in self._pieces:
            rest = piece
            while rest:
                yield unpacker.decompress(rest, _PIECE_BYTES)
                rest = unpacker.unconsumed_tail
        yield unpacker.flush()

    def _keep(self, piece: bytes) -> None:
        if piece:
            self._pieces.append(piece)


def _totals(suites: Iterable[_Suite]) -> dict[str, str]:
    listed = list(suites)

    def count(standing: CellStatus) -> int:
        return sum(suite.counts[standing] for suite in listed)

    return {
        "tests": str(sum(map(count, CellStatus))),
        "failures": str(count(CellStatus.FAILED)),
        "errors": str(count(CellStatus.TROUBLE) + count(CellStatus.NOT_CHECKED)),
        "skipped": str(count(CellStatus.SKIPPED)),
        "time": _seconds(sum(suite.latency_ms for suite in listed)),
    }


def _test(cell: CellReport, *, standing: CellStatus, arm: str) -> bytes:
    name = f"{cell.case} ({cell.prompt}, repeat {cell.repeat})"
    opening = _open("testcase", classname=arm, name=name, time=_seconds(cell.answered.latency_ms or 0))
    return opening + b"".join(_inside(cell, standing=standing)) + b"</testcase>\n"


def _inside(cell: CellReport, *, standing: CellStatus) -> Iterator[bytes]:
    if cell.safety is not None and cell.safety.found:
        found = _element("property", "", name="safety", value=tell_found(cell.safety))
        yield b"<properties>\n" + found + b"</properties>\n"
    if standing is CellStatus.SKIPPED:
        yield _element("skipped", "", message=OUTCOME_WORDS[cell.outcome])
    if standing.is_bad:
        tag = "failure" if standing is CellStatus.FAILED else "error"
        reasons = list(reasons_of(cell))
        told = "\n".join(f"{word}: {sentence}" for word, sentence in reasons)
        yield _element(tag, told, type=reasons[0][0], message=reasons[0][1])
        yield _element("system-out", "\n\n".join(_shown(cell)))


def _shown(cell: CellReport) -> Iterator[str]:
    """What one needs to understand a failure: what was asked, what was expected, what came."""
    if cell.inputs:
        yield f"Input: {_short(told_inputs(cell))}"
    if cell.expected is not None:
        yield f"Expected: {_short(tell_expected(cell.expected))}"
    if text := text_of(cell):
        yield f"Answer: {_short(text)}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}\n…"


def _open(tag: str, **attributes: str) -> bytes:
    written = "".join(f" {key}={_attribute(value)}" for key, value in attributes.items())
    return f"<{tag}{written}>\n".encode()


def _element(tag: str, text: str, **attributes: str) -> bytes:
    written = "".join(f" {key}={_attribute(value)}" for key, value in attributes.items())
    return f"<{tag}{written}>{escape(visible_in_xml(text), {chr(13): '&#13;'})}</{tag}>\n".encode()


def _attribute(value: str) -> str:
    return quoteattr(visible_in_xml(value))


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds // 1000}.{milliseconds % 1000:03d}"
