"""CSV for spreadsheets: one record per cell, one column per judge and criterion, and no cell that is a formula.

Texts that a spreadsheet would run are guarded by a `'` (see `formulas`), which reading a CSV of cases takes away
again. Numbers are written as numbers, and what is unknown is left empty.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum

from edison.domain import CellReport, CellStatus, CheckResult, Judgment, RunReport, StatusReason, to_usd

from ..reading.visible import visible
from ..words.safety import tell_found
from .cell_by_cell import CellByCell, WriteCell
from .formulas import guard
from .written_cells import LONGEST_INPUT, CellWriter, tell_expected, text_of, told_inputs

_BEFORE = (
    *("case_id", "arm", "version", "prompt", "repeat", "outcome", "inputs", "expected"),
    *("text", "passed", "checks"),
)
_AFTER = (
    "safety",
    "safety_flags",
    "not_judged",
    "latency_ms",
    "tokens_in",
    "tokens_out",
    "cost_usd",
    "cached",
    "tags",
)

_PASSED = {
    StatusReason.CHECKS_PASSED: "yes",
    StatusReason.CHECK_NOT_MADE: "not checked",
}


def _passed(cell: CellReport) -> str | None:
    """Nothing where nothing was checked; an unfinished loop has not passed, whatever its checks say."""
    return "no" if cell.checks and cell.status is CellStatus.FAILED else _PASSED.get(cell.why)


def _header(report: RunReport) -> bytes:
    return csv_record(_CsvWriter(report).header)


def _records(report: RunReport) -> WriteCell:
    writer = _CsvWriter(report)
    return lambda cell: csv_record(writer.values(cell))


CSV = CellByCell(head=_header, cells=_records)
"""A header, then a record for every cell; UTF-8 with the line ends of RFC 4180."""
write_csv = CSV.write


_FACETS = ("by", "value", "cases", "contender", "measure", "mean", "low", "high", "observations")


def write_facets(report: RunReport, _: Iterable[CellReport]) -> Iterator[bytes]:
    """A header, then a record for every mean: by what the cases are like, for all contenders and for each."""
    yield csv_record(_FACETS)
    for facet in report.facets or ():
        for row in facet.rows:
            for measure, mean in (("quality", row.quality), ("passing", row.passing)):
                if mean is not None:
                    ends = (mean.interval.low, mean.interval.high) if mean.interval else (None, None)
                    by = (facet.kind.value, facet.name, facet.cases, row.name, measure)
                    yield csv_record((*by, mean.value, *ends, mean.observations))


class _CsvWriter:
    def __init__(self, report: RunReport) -> None:
        snapshot = report.run.snapshot
        self._cells = CellWriter(report)
        self._judges = [(judge.id, judge.name) for judge in snapshot.judges]
        self._criteria = [criterion.name for criterion in snapshot.rubric.criteria] if snapshot.rubric else []

    @property
    def header(self) -> list[object]:
        judged = [f"{judge}: {what}" for _, judge in self._judges for what in ("quality", *self._criteria)]
        return [*_BEFORE, *judged, *_AFTER]

    def values(self, cell: CellReport) -> list[object]:
        answered = cell.answered
        return [
            cell.case,
            self._cells.names.name(cell.arm),
            cell.version,
            cell.prompt,
            cell.repeat,
            cell.outcome.value,
            _short(told_inputs(cell)),
            None if cell.expected is None else _short(tell_expected(cell.expected)),
            text_of(cell),
            _passed(cell),
            "; ".join(_told(check) for check in cell.checks),
            *(value for judge, _ in self._judges for value in self._scores(cell, judge)),
            None if cell.safety is None else tell_found(cell.safety),
            "; ".join(
                dict.fromkeys(flag.value for judgment in cell.judgments for flag in judgment.safety_flags)
            ),
            "; ".join(judgment.not_judged for judgment in cell.judgments if judgment.not_judged),
            answered.latency_ms,
            answered.tokens_in,
            answered.tokens_out,
            to_usd(answered.microusd),
            "yes" if answered.from_cache else "no",
            ", ".join(cell.tags),
        ]

    def _scores(self, cell: CellReport, judge: str) -> Iterator[float | None]:
        """What one judge gave, averaged over its repeats."""
        judgments = [judgment for judgment in cell.judgments if judgment.judge_id == judge]
        yield _mean(self._cells.quality(judgment, cell) for judgment in judgments)
        for criterion in self._criteria:
            yield _mean(_score(judgment, criterion) for judgment in judgments)


def _score(judgment: Judgment, criterion: str) -> float | None:
    return next((score.score for score in judgment.scores if score.criterion == criterion), None)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None


def _told(check: CheckResult) -> str:
    name = check.check if check.value is None else f"{check.check} {check.value}"
    return f"{name}: {check.finding.value}" + (f" ({check.reason})" if check.reason else "")


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_INPUT else f"{text[:LONGEST_INPUT]}…"


def csv_record(values: Sequence[object]) -> bytes:
    """One line of a table, with the end that RFC 4180 asks for."""
    return (",".join(_cell(value) for value in values) + "\r\n").encode()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        return f"{value:.12f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    text = visible(guard(value))
    quoted = text.replace('"', '""')
    return f'"{quoted}"' if any(mark in text for mark in ',;\t"\r\n') or text != text.strip() else text
