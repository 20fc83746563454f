"""A refinement as one page: the score of every round with its interval, and every diff."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC

from edison.domain import CandidateReport, Refinement, RoundReport, Run, to_usd
from edison.text import several, write_apart

from ..words.wording import tell_gain, tell_review
from .page import render

_Unit = Callable[[float, float], tuple[str, ...]]
"""How two numbers that are held against each other are written."""

_BAR_WIDTH = 200


@dataclass(frozen=True, slots=True)
class _Gained:
    """A difference with its interval, drawn on an axis that all candidates share; the middle is no difference."""

    dot: float
    reach: tuple[float, float]
    told: str


@dataclass(frozen=True, slots=True)
class _Shown:
    report: CandidateReport
    became: str
    bar: _Gained | None
    price: str = ""
    """What an answer of it and of its parent cost and took."""

    @property
    def review(self) -> str:
        """What a person said of it; empty where none was asked."""
        return "" if self.report.review is None else tell_review(self.report.review)


def refinement_html(refinement: Refinement, *, run: Run) -> Iterator[bytes]:
    """The whole page."""
    candidates = [one for report in refinement.rounds for one in report.candidates]
    ends = [abs(end) for one in candidates if one.interval for end in (one.interval.low, one.interval.high)]
    reach = max(ends, default=1.0) or 1.0
    yield from render(
        "refinement.html.j2",
        title=run.experiment.name,
        lead=refinement.summary[0] if refinement.summary else "Nothing was tried.",
        summary=refinement.summary[1:],
        goal=run.snapshot.goal,
        began=f"Run {run.id}, begun {run.began_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC.",
        rounds=[
            (report, [_shown(one, report, reach=reach) for one in report.candidates])
            for report in refinement.rounds
        ],
        first=refinement.versions[0],
        best=refinement.version(refinement.champion),
    )


def _shown(one: CandidateReport, report: RoundReport, *, reach: float) -> _Shown:
    if one.number is None:
        return _Shown(one, "refused by the guards", None)
    is_adopted = one.number == report.adopted
    became = "adopted" if is_adopted else f"{one.verdict or 'not known'} ({one.reason})".replace("_", " ")
    if one.difference is None or one.interval is None:
        return _Shown(one, became, None)
    low, high = one.interval.low, one.interval.high
    told = tell_gain(one.difference, one.interval)
    bar = _Gained(_at(one.difference, reach), (_at(low, reach), _at(high, reach)), told)
    return _Shown(one, became, bar, _price(one))


def _price(one: CandidateReport) -> str:
    costs = _change("costs", one.parent_microusd, one.microusd, unit=_dollars)
    times = _change("takes", one.parent_latency_s, one.latency_s, unit=_seconds)
    told = " and ".join(part for part in (costs, times) if part)
    return f"An answer {told}; decided on {several(one.cases, 'held-out case')}." if told else ""


def _change(verb: str, before: float | None, after: float | None, *, unit: _Unit) -> str:
    if before is None or after is None:
        return ""
    first, now = unit(before, after)
    return f"{verb} {now} (before: {first})"


def _dollars(*microusd: float) -> tuple[str, ...]:
    return tuple(f"${told}" for told in write_apart(*(to_usd(cost) for cost in microusd), least=6))


def _seconds(*times: float) -> tuple[str, ...]:
    return tuple(f"{told} s" for told in write_apart(*times, least=2))


def _at(difference: float, reach: float) -> float:
    return (difference / reach + 1) / 2 * _BAR_WIDTH
