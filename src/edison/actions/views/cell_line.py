"""A cell as exports have it: a line of JSONL, and what `edison show --json` tells of each."""

from pydantic import JsonValue

from edison.domain import CellOutcome, CellReport, CellStatus, Finding, RunReport, SafetyFlag, SafetyScan
from edison.formats.exports.written_cells import CellWriter

from .view import BaseView


class CheckLineView(BaseView):
    """What a check found."""

    check: str
    value: str | None
    finding: Finding
    reason: str | None
    measured: float | None
    """The number behind the finding, such as a distance."""
    embedder: str | None
    """Whose vectors the number comes from."""
    z: float | None
    """The number in standard deviations of unrelated texts."""


class AdviceLineView(BaseView):
    """What a judge would have changed, and why."""

    text: str
    because: str


class JudgmentLineView(BaseView):
    """What a judge found, or why it found nothing; its repeats are numbered from 0."""

    judge: str
    repeat: int
    scores: dict[str, float]
    reasons: dict[str, str]
    quality: float | None
    """The scores, weighed, from 0 to 1."""
    verdict: tuple[str, ...] | None
    suggestions: tuple[AdviceLineView, ...]
    safety_flags: tuple[SafetyFlag, ...]
    not_judged: str | None


class CellLineView(BaseView):
    """One cell."""

    case_id: str
    arm: str
    version: int
    prompt: str
    repeat: int
    outcome: CellOutcome
    status: CellStatus
    inputs: dict[str, JsonValue]
    expected: dict[str, JsonValue] | None
    text: str | None
    checks: tuple[CheckLineView, ...]
    safety: SafetyScan | None
    """Null where nobody looked."""
    judgments: tuple[JudgmentLineView, ...]
    latency_ms: int | None
    tokens_in: int | None
    tokens_out: int | None
    cost_usd: float | None
    cached: bool


def view_line(cell: CellReport, report: RunReport) -> CellLineView:
    """A cell for machines."""
    checks = tuple(
        CheckLineView(
            check=result.check,
            value=result.value,
            finding=result.finding,
            reason=result.reason,
            measured=result.measured,
            embedder=result.embedder,
            z=result.z,
        )
        for result in cell.checks
    )
    return CellLineView.model_validate({**CellWriter(report).write(cell), "checks": checks})
