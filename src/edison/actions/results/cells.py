"""Single cells of a run: found, and told with all that one needs to understand them."""

from collections.abc import Iterator

from edison.domain import CellOutcome, CellReport, Finding, Right, RunId, RunReport
from edison.formats.exports.written_cells import CellWriter, tell_expected, text_of, told_value
from edison.formats.words.cells import OUTCOME_WORDS, reasons_of
from edison.text import write_number

from ..access import verb
from ..house import House
from .reports import list_cells
from .showing import shown, shown_whole
from .summary import tell_place

_LONGEST = 2_000


@verb(Right.READ)
def find_cells(
    house: House, run_id: RunId, *, failed: bool = False, case: str | None = None
) -> Iterator[CellReport]:
    """The cells of a run in their order: those that have not passed, those of a case, or both."""
    for cell in list_cells(house, run_id):
        if (case is None or cell.case == case) and (not failed or cell.status.is_bad):
            yield cell


def show_cell(cell: CellReport, report: RunReport) -> Iterator[str]:
    """A cell for people, line by line, safe for a terminal."""
    writer = CellWriter(report)
    yield shown(f"{tell_place(cell, report)}: {cell.status.value.replace('_', ' ')}")
    if cell.status.is_bad and not cell.checks:
        yield from (shown(f"  {word}: {sentence}") for word, sentence in reasons_of(cell))
    for name, value in cell.inputs.items():
        yield from _told(name, told_value(value))
    if cell.expected is not None:
        yield from _told("expected", tell_expected(cell.expected))
    text = text_of(cell)
    yield from _told("answer", text or OUTCOME_WORDS[cell.outcome])
    if text and cell.outcome is not CellOutcome.OK:
        yield f"  {OUTCOME_WORDS[cell.outcome]}"
    for check in cell.checks:
        value = "" if check.value is None else f" {check.value}"
        why = "" if check.finding is Finding.PASSED else f": {check.reason}"
        far = (
            ""
            if check.z is None
            else f" ({write_number(check.measured)}, z {write_number(check.z)} of unrelated texts)"
        )
        yield shown(f"  {check.finding.value.replace('_', ' ')} {check.check}{value}{why}{far}")
    for judgment in cell.judgments:
        quality = writer.quality(judgment, cell)
        judge = writer.names.name(judgment.judge_id)
        yield shown(f"  judge {judge}: {judgment.not_judged or _scored(quality)}")
        yield from (
            shown(f"    {score.criterion} {score.score:g}: {score.reason}") for score in judgment.scores
        )


def _scored(quality: float | None) -> str:
    return "judged" if quality is None else f"quality {write_number(quality)}"


def _told(name: str, text: str) -> Iterator[str]:
    cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text) - _LONGEST:,} more characters)"
    first, *rest = shown_whole(cut).splitlines() or [""]
    yield f"  {shown(name)}: {first}"
    yield from (f"    {line}" for line in rest)
