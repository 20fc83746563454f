"""In what ways answers fail that no judge has to tell: they are no answers, or fail checks."""

from collections import Counter
from collections.abc import Iterator, Sequence

from edison.domain import CellReport, Check, CheckResult, FailingAnswers, Finding, OutputStatus
from edison.text import has_braces

_TO_REFUSE = "expect_refusal"
"""The check that asks for a refusal."""
_LONGEST_VALUE = 60
"""What a check goes by is told as far as it is short."""


def count_failing(cells: Sequence[CellReport], checks: Sequence[Check]) -> Iterator[FailingAnswers]:
    """Every way in which answers fail, the most frequent first; trouble on the way is none of the version's.

    Args:
        cells: Of one version.
        checks: Of the run.
    """
    answered = [cell for cell in cells if cell.output and cell.output.status is not OutputStatus.ERROR]
    failing = Counter(what for cell in answered for what in failures_of(cell, checks))
    for what, failed in sorted(failing.items(), key=lambda one: (-one[1], one[0])):
        yield FailingAnswers(what=what, failed=failed, answers=len(answered))


def failures_of(cell: CellReport, checks: Sequence[Check]) -> tuple[str, ...]:
    """How one answer fails; what is no answer fails every check as well, which would say nothing more."""
    is_no_answer = cell.output is not None and cell.output.status is OutputStatus.SEMANTIC_FAILURE
    if is_no_answer and not refused_as_asked(cell):
        return (f"no answer ({cell.outcome.value})",)
    failed = (found for found in cell.checks if found.finding is Finding.FAILED)
    return tuple(dict.fromkeys(_told(found, checks) for found in failed))


def refused_as_asked(cell: CellReport) -> bool:
    """Whether it was to refuse, and did: that is right, though no judge is asked about it."""
    return any(found.check == _TO_REFUSE and found.finding is Finding.PASSED for found in cell.checks)


def _told(found: CheckResult, checks: Sequence[Check]) -> str:
    """A check as it is written; what it goes by is left out where it is the case's own, as an expected answer is."""
    for check in checks:
        value = check.value
        if check.name != found.check or not isinstance(value, str) or has_braces(value):
            continue
        if value == found.value and len(value) <= _LONGEST_VALUE:
            return f"the check {found.check}: {value}"
    return f"the check {found.check}"
