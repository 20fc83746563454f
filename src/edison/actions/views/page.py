"""Runs as pages show them: in a list, at the head of a page, and while they go on."""

from collections.abc import Iterable

from edison.domain import (
    CellOutcome,
    Criterion,
    Experiment,
    Halt,
    JudgeMode,
    Ranking,
    Run,
    RunReport,
    Settlement,
    Snapshot,
    StageName,
    to_usd,
)
from edison.formats.words.wording import tell_settlement

from ..presets import PRESETS, ShownAs
from ..results.reports import RunState, state_of
from ..runs.progress import RunProgress
from .grid import ColumnView, view_columns
from .run import RunView, view_run
from .view import BaseView, Ends, Moment, ends_of

_RANKED = (ShownAs.BOARDS, ShownAs.ENTRIES, ShownAs.CARDS, ShownAs.ROUNDS)
"""What is put in an order at the end; drafts, scans and exports are not."""


class BestView(BaseView):
    """Who stands first on the most telling board of a run."""

    board: str
    name: str
    value: float
    interval: Ends | None
    observations: int
    is_tied: bool
    """Whether somebody else is not told apart from it."""


class RunLineView(BaseView):
    """A run in a list."""

    id: str
    name: str
    goal: str
    preset: str
    shown_as: ShownAs
    state: RunState
    settlement: Settlement
    sentence: str
    began_at: Moment
    ended_at: Moment | None
    planned: int
    done: int
    pages: int
    """Of a scan or an export, those that are planned; others have none."""
    pages_done: int
    cases: int
    arms: int
    judges: int
    spent_usd: float | None
    """What is known of it; null where nothing is."""
    unpriced_calls: int
    """Answered calls of which no price is known: with any of them, more was spent than what is known."""
    held_usd: float
    budget_usd: float | None
    best: BestView | None


class RunLinesView(BaseView):
    """Some runs, newest first, and before which one the next page begins; null after the last."""

    items: tuple[RunLineView, ...]
    next: str | None


class StageCountView(BaseView):
    """How far a stage has come."""

    name: StageName
    planned: int
    done: int
    failed: int


class ProgressView(BaseView):
    """A run under way, in counts; each takes the place of the one before."""

    run: str
    state: RunState
    settlement: Settlement
    sentence: str
    halted: Halt | None
    planned: int
    done: int
    pages: int
    """Of a scan or an export, those that are planned; others have none."""
    pages_done: int
    counts: dict[CellOutcome, int]
    stages: tuple[StageCountView, ...]
    per_second: float
    eta_s: float | None
    spent_usd: float | None
    """What is known of it; null where nothing is."""
    unpriced_calls: int
    """Answered calls of which no price is known: with any of them, more was spent than what is known."""
    held_usd: float
    budget_usd: float | None
    attempts: int


class JudgeInRunView(BaseView):
    """Who judges in a run, and how it is asked."""

    id: str
    name: str
    model: str
    mode: JudgeMode
    thinking: str


class RunPageView(RunView):
    """A run at the head of its page: what it is about, its columns, and how far it has come."""

    experiment: str | None
    """The id of the kept experiment that it is a run of; null where it was started from a file."""
    goal: str
    preset: str
    shown_as: ShownAs
    sentence: str
    cases: int
    repeats: int
    columns: tuple[ColumnView, ...]
    criteria: tuple[Criterion, ...]
    judges: tuple[JudgeInRunView, ...]
    checks_made: tuple[str, ...]
    embedder: str | None
    """Who makes the vectors of what goes by meaning; null where this machine does."""
    progress: ProgressView


def view_progress(progress: RunProgress) -> ProgressView:
    """A run under way."""
    report = progress.report
    run = report.run
    return ProgressView(
        run=run.id,
        state=state_of(run),
        settlement=run.settlement,
        sentence=tell_settlement(report),
        halted=run.halted,
        planned=report.planned,
        done=report.done,
        pages=report.pages,
        pages_done=report.pages_done,
        counts=report.outcomes,
        stages=tuple(_stages(report)),
        per_second=progress.per_second,
        eta_s=progress.eta_s,
        spent_usd=to_usd(report.known_microusd),
        unpriced_calls=report.unpriced,
        held_usd=to_usd(report.held_microusd),
        budget_usd=to_usd(report.budget_microusd),
        attempts=report.attempts,
    )


def view_run_page(
    report: RunReport, *, snapshot: Snapshot, experiment: Experiment | None = None
) -> RunPageView:
    """A run at the head of its page; the snapshot holds the versions that were written on the way as well."""
    run = report.run
    return RunPageView(
        **dict(view_run(report)),
        experiment=None if experiment is None else experiment.id,
        goal=snapshot.goal,
        preset=run.experiment.preset,
        shown_as=shown_as(run),
        sentence=tell_settlement(report),
        cases=snapshot.cases,
        repeats=snapshot.repeats,
        columns=view_columns(snapshot),
        criteria=() if snapshot.rubric is None else snapshot.rubric.criteria,
        judges=tuple(
            JudgeInRunView(
                id=judge.id,
                name=judge.name,
                model=judge.endpoint.name,
                mode=judge.mode,
                thinking=judge.thinking.value,
            )
            for judge in snapshot.judges
        ),
        checks_made=tuple(check.name for check in snapshot.checks),
        embedder=None if snapshot.embedder is None else snapshot.embedder.name,
        progress=view_progress(RunProgress(report, per_second=0.0, eta_s=None)),
    )


def shown_as(run: Run) -> ShownAs:
    """What doors show of a run."""
    return PRESETS[run.experiment.preset].shown_as


def view_line(report: RunReport) -> RunLineView:
    """A run in a list; the report may hold its boards."""
    run, snapshot = report.run, report.run.snapshot
    return RunLineView(
        id=run.id,
        name=run.experiment.name,
        goal=snapshot.goal,
        preset=run.experiment.preset,
        shown_as=shown_as(run),
        state=state_of(run),
        settlement=run.settlement,
        sentence=tell_settlement(report),
        began_at=run.began_at,
        ended_at=run.ended_at,
        planned=report.planned,
        done=report.done,
        pages=report.pages,
        pages_done=report.pages_done,
        cases=snapshot.cases,
        arms=len(snapshot.arms),
        judges=len(snapshot.judges),
        spent_usd=to_usd(report.known_microusd),
        unpriced_calls=report.unpriced,
        held_usd=to_usd(report.held_microusd),
        budget_usd=to_usd(report.budget_microusd),
        best=view_best(report.boards),
    )


def view_best(boards: Iterable[Ranking]) -> BestView | None:
    """The first of the first board on which anybody has a place."""
    for board in boards:
        first = next((item for item in board.items if item.is_placed), None)
        if first is not None:
            return BestView(
                board=board.board.value,
                name=first.name or first.item_id,
                value=first.strength,
                interval=ends_of(first.interval),
                observations=first.observations,
                is_tied=bool(first.groups),
            )
    return None


def _stages(report: RunReport) -> list[StageCountView]:
    """The stages that a run has, in their order, as far as they can be counted; pages are none."""
    run, failed = report.run, report.outcomes.get(CellOutcome.FAILED, 0)
    missing = report.outcomes.get(CellOutcome.CANCELLED, 0)
    answered = report.done - missing
    stages = [_stage(StageName.GENERATE, report.planned, answered - failed, failed)] if report.planned else []
    checked = report.checks_passed + report.checks_failed + report.not_checked
    if checked or run.snapshot.checks:
        failing = report.checks_failed + report.not_checked
        stages.append(_stage(StageName.CHECK, max(report.planned, checked), report.checks_passed, failing))
    if report.judgments_expected:
        judged = _stage(StageName.JUDGE, report.judgments_expected, report.judged, report.not_judged)
        stages.append(judged)
    if shown_as(run) in _RANKED:
        stages.append(_stage(StageName.RANK, 1, int(run.settlement.is_result), 0))
    return stages


def _stage(name: StageName, planned: int, done: int, failed: int) -> StageCountView:
    return StageCountView(name=name, planned=planned, done=done, failed=failed)
