"""One cell on a page: what was answered, what was found, what the judges said."""

from collections.abc import Iterator

from edison.domain import Advice, CellReport, CellStatus, CheckResult, Finding, Judgment

from ...exports.written_cells import CellWriter, text_of
from ...words.statuses import OUTCOME_WORDS, reasons_of
from ..text import escaped, excerpt

_LOOKS = {
    CellStatus.PASSED: ("passed", "good"),
    CellStatus.FAILED: ("failed", "bad"),
    CellStatus.NOT_CHECKED: ("not checked", "bad"),
    CellStatus.TROUBLE: ("trouble", "bad"),
    CellStatus.SKIPPED: ("not asked", "dim"),
}
_FINDINGS = {Finding.PASSED: "good", Finding.FAILED: "bad", Finding.NOT_CHECKED: "dim"}


def draw_cell(cell: CellReport, *, writer: CellWriter) -> Iterator[str]:
    """A line that opens to everything that is known about the cell."""
    standing = cell.status
    word, look = _LOOKS[standing]
    arm = writer.names.name(cell.arm)
    place = f"{cell.case} · {arm} · version {cell.version} · repeat {cell.repeat}"
    yield f"<details><summary><b class='{look}'>{word}</b>{escaped(place)}</summary>\n"
    if standing.is_bad:
        yield "".join(f"<p class='bad'>{escaped(f'{why}: {told}')}</p>\n" for why, told in reasons_of(cell))
    text = text_of(cell)
    yield "<h3>Answer</h3>\n"
    yield (
        f"<pre dir='auto'>{excerpt(text)}</pre>\n"
        if text
        else f"<p class='dim'>{OUTCOME_WORDS[cell.outcome]}</p>\n"
    )
    if cell.checks:
        yield f"<h3>Checks</h3>\n<ul>{''.join(map(_check, cell.checks))}</ul>\n"
    for judgment in cell.judgments:
        yield from _judgment(judgment, cell, writer=writer)
    yield "</details>\n"


def _check(check: CheckResult) -> str:
    finding = check.finding.value.replace("_", " ")
    reason = f": {escaped(check.reason)}" if check.reason else ""
    return f"<li><b class='{_FINDINGS[check.finding]}'>{finding}</b> {escaped(check.check)}{reason}</li>"


def _judgment(judgment: Judgment, cell: CellReport, *, writer: CellWriter) -> Iterator[str]:
    quality = writer.quality(judgment, cell)
    overall = f": {quality:.3f} of 1" if quality is not None else ""
    yield f"<h3>Judge {escaped(writer.names.name(judgment.judge_id))}{overall}</h3>\n"
    if judgment.not_judged is not None:
        yield f"<p class='dim'>Not judged: {escaped(judgment.not_judged)}</p>\n"
    if judgment.verdict is not None:
        stages = ", ".join(map(str, judgment.verdict.stages))
        named = f"Stage {stages} of {judgment.verdict.scale_size}" if stages else "Abstained"
        yield f"<p>{named}. {excerpt(judgment.reason)}</p>\n"
    if judgment.scores:
        yield "<table><thead><tr><th>Criterion</th><th class='number'>Score</th><th>Reason</th></tr></thead><tbody>\n"
        for score in judgment.scores:
            yield (
                f"<tr><td>{escaped(score.criterion)}</td><td class='number'>{score.score:g}</td>"
                f"<td>{excerpt(score.reason)}</td></tr>\n"
            )
        yield "</tbody></table>\n"
    if judgment.suggestions:
        yield f"<p>Suggestions:</p><ul>{''.join(map(_advice, judgment.suggestions))}</ul>\n"


def _advice(advice: Advice) -> str:
    because = f" <span class='dim'>{excerpt(advice.because)}</span>" if advice.because else ""
    return f"<li>{excerpt(advice.text)}{because}</li>"
