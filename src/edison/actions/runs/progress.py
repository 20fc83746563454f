"""How fast a run goes and how long it will take, from one look at its counts to the next."""

from collections import deque
from dataclasses import dataclass

from edison.domain import RunReport

_WINDOW_S = 20.0


@dataclass(frozen=True, slots=True)
class RunProgress:
    """A run under way, in the numbers people watch."""

    report: RunReport
    per_second: float
    """Cells and judgments that came to an end, of late."""
    eta_s: float | None
    """None while nothing can be said."""


class Pace:
    """Remembers the last looks at one run."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def look(self, report: RunReport, *, at: float) -> RunProgress:
        """The progress at a monotonic time."""
        ended = steps_done(report)
        self._seen.append((at, ended))
        while len(self._seen) > 2 and at - self._seen[0][0] > _WINDOW_S:
            self._seen.popleft()
        (before, first), elapsed = self._seen[0], at - self._seen[0][0]
        rate = (ended - first) / elapsed if elapsed > 0 and at > before else 0.0
        left = max(steps_planned(report) - ended, 0)
        return RunProgress(report, per_second=rate, eta_s=left / rate if rate > 0 else None)


def steps_done(report: RunReport) -> int:
    """Cells answered and judgments made."""
    return report.done + report.judged + report.not_judged


def steps_planned(report: RunReport) -> int:
    """Cells, and the judgments of all that were or still may be answered."""
    return report.planned + report.judgments_expected
