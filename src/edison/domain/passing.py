"""Whether a cell passed. It is decided here; all who tell or count it ask here."""

from collections.abc import Iterable
from enum import StrEnum

from .answer import Outcome
from .best_of import MAX_SCORE, NOT_COMPARED, SELECT_BEST
from .check import CheckResult, Finding
from .ids import OutputId
from .judgment import Judgment
from .output import Output, OutputStatus
from .trace import LoopStop

VERDICT = "judge"
"""The name of what a judge decided, among findings; it stands last, so that whatever failed before is the reason."""
JUDGED = "judged"
"""A check that only a judge can make: open until a run names one, whose verdict then stands in its place."""
UNKNOWN_TRUTH = "unknown_truth"
"""A check that nobody can make: what is right was not handed in."""


class CellOutcome(StrEnum):
    """How a cell ended: six ways to have an answer or none, trouble, and not at all. None of them is a score."""

    OK = "ok"
    REFUSED = "refused"
    FILTERED = "filtered"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    UNFINISHED = "unfinished"
    """A loop was stopped: it went round in circles, or on for too long."""
    FAILED = "failed"
    CANCELLED = "cancelled"
    """The run ended before it was answered."""
    PENDING = "pending"


class CellStatus(StrEnum):
    """Whether a cell passed; every cell has exactly one."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_CHECKED = "not_checked"
    """Nothing speaks against it, but a check could not be made, so nobody knows: it has not passed."""
    TROUBLE = "trouble"
    SKIPPED = "skipped"

    @property
    def is_bad(self) -> bool:
        """Whether a person should look at it."""
        return self in (CellStatus.FAILED, CellStatus.NOT_CHECKED, CellStatus.TROUBLE)


class StatusReason(StrEnum):
    """Why a cell has its status."""

    CHECKS_PASSED = "checks_passed"
    ANSWERED = "answered"
    """There was nothing to check, and there is an answer."""
    CHECK_FAILED = "check_failed"
    NO_ANSWER = "no_answer"
    """No check failed, as there was nothing to check, and what came is no answer: refused, held back, cut off, empty
    or unfinished."""
    CHECK_NOT_MADE = "check_not_made"
    TROUBLE = "trouble"
    NOT_ASKED = "not_asked"

    @property
    def status(self) -> CellStatus:
        return _STATUSES[self]


_OPEN = "Not judged: no judge has been asked."
_STATUSES = {
    StatusReason.CHECKS_PASSED: CellStatus.PASSED,
    StatusReason.ANSWERED: CellStatus.PASSED,
    StatusReason.CHECK_FAILED: CellStatus.FAILED,
    StatusReason.NO_ANSWER: CellStatus.FAILED,
    StatusReason.CHECK_NOT_MADE: CellStatus.NOT_CHECKED,
    StatusReason.TROUBLE: CellStatus.TROUBLE,
    StatusReason.NOT_ASKED: CellStatus.SKIPPED,
}
_BY_FINDING = {
    Finding.PASSED: StatusReason.CHECKS_PASSED,
    Finding.FAILED: StatusReason.CHECK_FAILED,
    Finding.NOT_CHECKED: StatusReason.CHECK_NOT_MADE,
}
_WORST_FIRST = (Finding.FAILED, Finding.NOT_CHECKED, Finding.PASSED)
_BY_REASON = {
    Outcome.REFUSAL.value: CellOutcome.REFUSED,
    Outcome.CONTENT_FILTER.value: CellOutcome.FILTERED,
    Outcome.LENGTH.value: CellOutcome.TRUNCATED,
    Outcome.EMPTY.value: CellOutcome.EMPTY,
    **dict.fromkeys((stop.value for stop in LoopStop), CellOutcome.UNFINISHED),
}


def outcome_of(status: OutputStatus, reason: str | None) -> CellOutcome:
    """How a cell ended whose output has this status and reason."""
    if status is OutputStatus.OK:
        return CellOutcome.OK
    return _BY_REASON.get(reason or "", CellOutcome.FAILED)


def reasons_of(outcome: CellOutcome) -> tuple[str, ...]:
    """The reasons of outputs that end a cell so; none for answers and for whatever has no name of its own."""
    return tuple(reason for reason, named in _BY_REASON.items() if named is outcome)


def worst_of(findings: Iterable[Finding]) -> Finding | None:
    """What decides of several findings: one failure fails, one that is missing leaves it open; None of none."""
    found = set(findings)
    return next((finding for finding in _WORST_FIRST if finding in found), None)


def why_status(outcome: CellOutcome, worst: Finding | None) -> StatusReason:
    """Why a cell passed or did not. Checks decide where there are any, what came back where there are none."""
    if outcome in (CellOutcome.CANCELLED, CellOutcome.PENDING):
        return StatusReason.NOT_ASKED
    if outcome is CellOutcome.FAILED:
        return StatusReason.TROUBLE
    if outcome is CellOutcome.UNFINISHED and worst is not Finding.FAILED:
        return StatusReason.NO_ANSWER
    if worst is not None:
        return _BY_FINDING[worst]
    return StatusReason.ANSWERED if outcome is CellOutcome.OK else StatusReason.NO_ANSWER


def passed_checks(outcome: CellOutcome, worst: Finding | None) -> bool | None:
    """Whether it passed every check; None where there was nothing to check or a check could not be made."""
    if worst is None:
        return None
    known = {CellStatus.PASSED: True, CellStatus.FAILED: False, CellStatus.TROUBLE: False}
    return known.get(why_status(outcome, worst).status)


def asks_judge(findings: Iterable[CheckResult]) -> bool:
    """Whether a judge that decides is asked about an answer: only where all else passed that is about it alone."""
    found = (one.finding for one in findings if one.check not in (VERDICT, SELECT_BEST, MAX_SCORE))
    return worst_of(found) in (None, Finding.PASSED)


def await_verdict(
    output: Output, findings: Iterable[CheckResult], *, before: Iterable[CheckResult] = ()
) -> tuple[CheckResult, ...]:
    """Findings of an output on which a judge decides: with what it decided before, or open until it has."""
    others = tuple(one for one in findings if one.check != VERDICT)
    decided = next((one for one in before if one.check == VERDICT), None)
    if decided is not None:
        return (*others, decided)
    if output.status is not OutputStatus.OK or not asks_judge(others):
        return others
    return (*others, _verdict(output.id, Finding.NOT_CHECKED, reason=_OPEN))


def awaits_verdict(findings: Iterable[CheckResult]) -> bool:
    """Whether a judge that decides has yet to speak, or an answer has yet to be compared with others."""
    return any(one.finding is Finding.NOT_CHECKED and one.reason in (_OPEN, NOT_COMPARED) for one in findings)


def take_verdict(findings: Iterable[CheckResult], judgment: Judgment) -> tuple[CheckResult, ...]:
    """Findings with what a judge decided in place of what was open; *not judged* is never a pass."""
    others = tuple(one for one in findings if one.check != VERDICT)
    if judgment.not_judged is not None:
        reason = f"Not judged: {judgment.not_judged}"
        return (*others, _verdict(judgment.output_id, Finding.NOT_CHECKED, reason=reason))
    failed = next((one for one in judgment.scores if one.score < 1), None)
    if failed is None:
        return (*others, _verdict(judgment.output_id, Finding.PASSED))
    reason = failed.reason.strip() or "The judge found that it does not meet its criteria."
    return (*others, _verdict(judgment.output_id, Finding.FAILED, reason=reason))


def _verdict(output_id: OutputId, finding: Finding, *, reason: str | None = None) -> CheckResult:
    return CheckResult(output_id=output_id, check=VERDICT, finding=finding, reason=reason)
