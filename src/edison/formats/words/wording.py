"""A run in words and counts, and whether its numbers can be relied on."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from edison.domain import (
    CellOutcome,
    DesiredState,
    Interval,
    JudgeCount,
    PersonAnswer,
    Policy,
    RunReport,
    Settlement,
    to_usd,
)
from edison.text import decimals_for, several, write_interval, write_number, write_percent

_SETTLEMENTS: dict[Settlement, str] = {
    Settlement.NOT_YET: "The run has not ended yet.",
    Settlement.ALL_CELLS_DONE: "The run is complete.",
    Settlement.TARGET_REACHED: "The run reached its target.",
    Settlement.STABLE: "The ranking is stable: further comparisons would hardly move it.",
    Settlement.PAIRS_EXHAUSTED: "Every pair was compared.",
    Settlement.COMPARISONS_SPENT: "As many comparisons were made as were allowed.",
    Settlement.ROUNDS_DONE: "The agreed number of rounds is done.",
    Settlement.CONVERGED: "Several rounds in a row brought nothing that is surely better.",
    Settlement.GAIN_TOO_SMALL: "The last rounds brought too little to go on.",
    Settlement.BUDGET_SPENT: "The run stopped because its budget is spent.",
    Settlement.TOKENS_SPENT: "The run stopped because its tokens are spent.",
    Settlement.TOO_FEW_ENTRIES: "There were too few entries to compare.",
    Settlement.GATE_FAILED: "Too many answers failed for the numbers to be trusted.",
    Settlement.NO_PROGRESS: "The run stopped because it got no further.",
    Settlement.STOPPED_BY_PERSON: "Somebody ended it, and what there was by then is the result.",
    Settlement.DEADLINE_PASSED: "Its deadline passed, and what there was by then is the result.",
    Settlement.CANCELLED: "The run was cancelled.",
}

OUTCOME_NAMES: dict[CellOutcome, str] = {
    CellOutcome.OK: "answered",
    CellOutcome.REFUSED: "refused",
    CellOutcome.FILTERED: "held back by a filter",
    CellOutcome.TRUNCATED: "cut off",
    CellOutcome.EMPTY: "empty",
    CellOutcome.UNFINISHED: "not finished",
    CellOutcome.FAILED: "failed",
    CellOutcome.CANCELLED: "cancelled",
    CellOutcome.PENDING: "not answered yet",
}


def tell_end(settlement: Settlement) -> str:
    """Why something ended, in words."""
    return _SETTLEMENTS[settlement]


def tell_settlement(report: RunReport) -> str:
    """How the run ended, or why it has not."""
    run = report.run
    if run.settlement.is_end:
        return f"{_SETTLEMENTS[run.settlement]}{_overshot(report)}"
    if run.halted is not None:
        trouble = "The run is waiting for someone: " if run.halted.is_trouble else ""
        return f"{trouble}{run.halted.sentence}"
    if run.desired is DesiredState.PAUSED:
        return "The run is paused."
    return _SETTLEMENTS[Settlement.NOT_YET]


def tell_review(said: PersonAnswer) -> str:
    """Who decided about a change, how, and why."""
    choice = (said.choice or "no answer").replace("_", " ")
    return f"{said.by or 'Nobody'}: {choice}. {said.note}".rstrip()


def _overshot(report: RunReport) -> str:
    """Of a run that cost more than it was to: what a call says it cost may be more than was reserved for it."""
    spent, budget = report.spent_microusd, report.budget_microusd
    if budget is None or spent <= budget:
        return ""
    told, allowed = (tell_known(amount, is_part=False, digits=6) for amount in (spent, budget))
    return f" It cost {told}, more than its budget of {allowed}: what was under way still had to be paid."


def tell_counts(report: RunReport) -> list[tuple[str, str]]:
    """What was counted, as pairs of a name and a number."""
    told = [("cells planned", f"{report.planned:,}")]
    told += [
        (OUTCOME_NAMES[outcome], f"{report.outcomes[outcome]:,}")
        for outcome in CellOutcome
        if report.outcomes.get(outcome)
    ]
    if report.checks_passed or report.checks_failed or report.not_checked:
        told.append(("passed every check", f"{report.checks_passed:,}"))
        told.append(("failed a check", f"{report.checks_failed:,}"))
    if report.not_checked:
        told.append(("not checked", f"{report.not_checked:,}"))
    if report.judgments_planned:
        told.append(("judged", f"{report.judged:,} of {report.judgments_planned:,}"))
        told.append(("not judged", f"{report.not_judged:,}"))
    if report.disagreements is not None:
        found = report.disagreements
        told.append(("answers on which judges disagree", f"{found.count:,} of {found.compared:,}"))
    told.append(("spent", tell_spent(report)))
    if report.held_microusd:
        told.append(("perhaps billed", f"${to_usd(report.held_microusd):,.6f}"))
    return told


def tell_spent(report: RunReport, *, digits: int = 6) -> str:
    """What was spent; unknown is not zero, and what is known in part is said to be a part."""
    return tell_known(report.known_microusd, is_part=report.unpriced > 0, digits=digits)


def tell_known(microusd: int | None, *, is_part: bool, digits: int) -> str:
    """Money in dollars, as far as it is known."""
    if microusd is None:
        return "unknown"
    told = f"${to_usd(microusd):,.{digits}f}"
    return f"at least {told}" if is_part else told


def tell_doubts(report: RunReport) -> list[str]:
    """Why a run is not trustworthy, one sentence for each reason; none where nothing speaks against it."""
    failed = report.outcomes.get(CellOutcome.FAILED, 0)
    return list(
        tell_troubles(
            report.judges, policy=report.run.experiment.policy, cells=Troubled(report.done, failed=failed)
        )
    )


class Troubled(NamedTuple):
    """How many cells have ended, and how many of them with trouble in place of an answer."""

    done: int
    failed: int


def tell_troubles(judges: Iterable[JudgeCount], *, policy: Policy, cells: Troubled) -> Iterator[str]:
    """The same from its counts alone."""
    for reason in _reasons(judges, policy=policy, cells=cells):
        yield f"Not trustworthy: {reason}"


def _reasons(judges: Iterable[JudgeCount], *, policy: Policy, cells: Troubled) -> Iterator[str]:
    for judge in judges:
        if judge.unreadable > policy.most_unreadable:
            yield (
                f"the judge {judge.name} gave no finding in {judge.not_judged:,} of {several(judge.asked, 'judgment')} "
                f"({share(judge.unreadable)}); at most {share(policy.most_unreadable)} may be missing."
            )
    if cells.done and (cells.done - cells.failed) < policy.success_rate * cells.done:
        yield (
            f"trouble left {cells.failed:,} of {several(cells.done, 'cell')} without an answer "
            f"({share(cells.failed / cells.done)}); "
            f"at least {share(policy.success_rate)} have to be answered."
        )


def tell_score(mean: float | None, interval: Interval | None) -> str:
    """A score with the interval of its own, where it has one."""
    if interval is None:
        return write_number(mean)
    decimals = decimals_for(interval.low, interval.high)
    return f"{write_number(mean, decimals=decimals)} ({write_interval(interval.low, interval.high)})"


def tell_gain(difference: float, interval: Interval) -> str:
    """A difference with its interval, as finely as that is worth."""
    decimals = decimals_for(interval.low, interval.high)
    ends = write_interval(interval.low, interval.high, signed=True)
    return f"{write_number(difference, decimals=decimals, signed=True)} ({ends})"


def share(value: float) -> str:
    """A share in per cent; 0 and 100 are said only of what is exactly so."""
    if 0 < value < 0.01:
        return "less than 1 %"
    if 0.99 < value < 1:
        return "more than 99 %"
    return write_percent(value)
