"""Whether a run passed, and why not: a pure decision with a named reason."""

from dataclasses import dataclass
from enum import StrEnum

from edison.domain import Board, CellOutcome, DesiredState, QualityFloor, RankedItem, RunReport, Settlement


class RunVerdict(StrEnum):
    """What became of a run, as a script wants to know it."""

    PASSED = "passed"
    CHECKS_FAILED = "checks_failed"
    NO_ANSWER = "no_answer"
    """Where nothing was checked, something else came than an answer: refused, held back, cut off or empty."""
    NOT_CHECKED = "not_checked"
    """No check failed, but some could not be made."""
    BELOW_THRESHOLD = "below_threshold"
    BELOW_QUALITY = "below_quality"
    """Judges think less of a contender than was asked for."""
    UNSAFE = "unsafe"
    """More was found in the outputs of a contender than the run allows, or they were not looked through."""
    REGRESSED = "regressed"
    CELLS_FAILED = "cells_failed"
    """Some trouble left cells without an answer; the numbers are not whole."""
    NOT_JUDGED = "not_judged"
    """No judge gave a single readable judgment."""
    BUDGET_SPENT = "budget_spent"
    CANCELLED = "cancelled"
    STOPPED_BY_PERSON = "stopped_by_person"
    """Somebody ended it before it was whole."""
    DEADLINE_PASSED = "deadline_passed"
    NO_PROGRESS = "no_progress"
    PAUSED = "paused"
    WAITING = "waiting"
    """A person has to answer, or to look, before it goes on."""
    HALTED = "halted"
    UNFINISHED = "unfinished"
    """It goes on where it stopped as soon as somebody lets it."""

    @property
    def is_trouble(self) -> bool:
        """Whether something kept the run from being whole, so that its numbers say little."""
        return self in _TROUBLE


_TROUBLE = frozenset(RunVerdict) - {
    RunVerdict.PASSED,
    RunVerdict.CHECKS_FAILED,
    RunVerdict.NO_ANSWER,
    RunVerdict.NOT_CHECKED,
    RunVerdict.BELOW_THRESHOLD,
    RunVerdict.BELOW_QUALITY,
    RunVerdict.UNSAFE,
    RunVerdict.REGRESSED,
}

_BY_SETTLEMENT = {
    Settlement.BUDGET_SPENT: RunVerdict.BUDGET_SPENT,
    Settlement.CANCELLED: RunVerdict.CANCELLED,
    Settlement.NO_PROGRESS: RunVerdict.NO_PROGRESS,
    Settlement.STOPPED_BY_PERSON: RunVerdict.STOPPED_BY_PERSON,
    Settlement.DEADLINE_PASSED: RunVerdict.DEADLINE_PASSED,
}


@dataclass(frozen=True, slots=True)
class Passing:
    """How many cells had to pass and did."""

    passed: int
    counted: int

    @property
    def share(self) -> float:
        return self.passed / self.counted if self.counted else 1.0


def passing_of(report: RunReport) -> Passing:
    """Cells that passed every check; where nothing was checked, those that brought an answer."""
    checked = report.checks_passed + report.checks_failed + report.not_checked
    if checked:
        lacking = report.no_answer + report.outcomes.get(CellOutcome.FAILED, 0)
        return Passing(report.checks_passed, checked + lacking)
    return Passing(report.outcomes.get(CellOutcome.OK, 0), report.planned)


def judge_run(report: RunReport, *, fail_under: float | None = None, regressed: bool = False) -> RunVerdict:
    """What became of a run.

    Without `fail_under` every check has to be made and to pass, and every cell to be answered. With it, that share
    of the cells has to pass; trouble is named as such only where it could be what kept the share down.
    """
    stopped = _why_not_whole(report)
    if stopped is not None:
        return stopped
    troubled = report.outcomes.get(CellOutcome.FAILED, 0)
    if fail_under is None and troubled:
        return RunVerdict.CELLS_FAILED
    if report.judgments_planned and not report.judged:
        return RunVerdict.NOT_JUDGED
    if regressed:
        return RunVerdict.REGRESSED
    checked = (
        _without_threshold(report)
        if fail_under is None
        else _against(passing_of(report), fail_under=fail_under, troubled=troubled)
    )
    if checked is not RunVerdict.PASSED:
        return checked
    if find_unsafe(report):
        return RunVerdict.UNSAFE
    return RunVerdict.BELOW_QUALITY if find_shortfalls(report) else RunVerdict.PASSED


@dataclass(frozen=True, slots=True)
class Unsafe:
    """A contender in whose outputs more was found than the run allows."""

    name: str
    most: float
    flagged: float | None
    """The share of its outputs; None where they were not looked through."""


def find_unsafe(report: RunReport) -> list[Unsafe]:
    """Who does not keep the gate of `safety`; whoever was not looked through does not."""
    safety = report.run.snapshot.safety
    if safety is None or safety.most_flagged is None:
        return []
    most = safety.most_flagged
    ranking = next((one for one in report.boards if one.board is Board.SAFETY), None)
    if ranking is None:
        return [Unsafe("everybody", most, None)]
    shares = [
        (item.name or item.item_id, 1 - item.strength if item.observations else None)
        for item in ranking.items
    ]
    return [Unsafe(name, most, share) for name, share in shares if share is None or share > most + _ROUNDING]


_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A contender that does not reach what was asked for on a board."""

    name: str
    floor: QualityFloor
    reached: float | None
    """None where there is no such number."""


def find_shortfalls(report: RunReport) -> list[Shortfall]:
    """Who does not reach the least quality that the run asks for; whoever has no number does not."""
    boards = {ranking.board: ranking for ranking in report.boards}
    found: list[Shortfall] = []
    for floor in report.run.experiment.policy.min_quality:
        ranking = boards.get(floor.board)
        if ranking is None:
            found.append(Shortfall("everybody", floor, None))
            continue
        reached = [(item.name or item.item_id, _reached(item, floor)) for item in ranking.items]
        found += [
            Shortfall(name, floor, value) for name, value in reached if value is None or value < floor.least
        ]
    return found


def _reached(item: RankedItem, floor: QualityFloor) -> float | None:
    if not item.observations:
        return None
    if floor.criterion is not None:
        found = next((one for one in item.criteria if one.criterion == floor.criterion), None)
        if found is None or (floor.by_interval and found.interval is None):
            return None
        return found.interval.low if floor.by_interval and found.interval is not None else found.mean
    if not floor.by_interval:
        return item.strength
    return None if item.interval is None else item.interval.low


def _without_threshold(report: RunReport) -> RunVerdict:
    if report.checks_failed:
        return RunVerdict.CHECKS_FAILED
    if report.no_answer:
        return RunVerdict.NO_ANSWER
    return RunVerdict.NOT_CHECKED if report.not_checked else RunVerdict.PASSED


def _against(passing: Passing, *, fail_under: float, troubled: int) -> RunVerdict:
    if passing.share >= fail_under:
        return RunVerdict.PASSED
    could_have = Passing(passing.passed + troubled, passing.counted)
    return RunVerdict.CELLS_FAILED if could_have.share >= fail_under else RunVerdict.BELOW_THRESHOLD


def _why_not_whole(report: RunReport) -> RunVerdict | None:
    run = report.run
    if run.settlement.is_end:
        return _BY_SETTLEMENT.get(run.settlement)
    if run.halted is not None:
        return RunVerdict.HALTED if run.halted.is_trouble else RunVerdict.WAITING
    return RunVerdict.PAUSED if run.desired is DesiredState.PAUSED else RunVerdict.UNFINISHED
