"""A run for machines: where it stands, what was counted, its boards, and what became of it."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Self

from edison.domain import (
    Board,
    CellOutcome,
    Comparing,
    Facet,
    Flag,
    FrontierPoint,
    Halt,
    JudgeCount,
    Panel,
    RankedItem,
    RankedPair,
    Ranking,
    RunReport,
    SafetyCount,
    Settlement,
    to_usd,
)
from edison.formats.words.wording import tell_doubts

from ..results.reports import RunState, state_of
from ..results.verdicts import RunVerdict
from .comparison import BaselineView, view_comparison
from .view import BaseView, Moment

if TYPE_CHECKING:
    from edison.engine import OpenQuestion

    from ..results.baselines import BaselineComparison
    from ..results.rechecking import Tally


class ChecksView(BaseView):
    """Outputs by what their checks say; those without a check and those of trouble are none of them."""

    passed: int
    failed: int
    not_checked: int


class JudgmentsView(BaseView):
    """How much of what was to be judged is."""

    planned: int
    judged: int
    not_judged: int
    by_judge: tuple[JudgeCount, ...]


class RunView(BaseView):
    """Where a run stands, why it ended, and its counts."""

    id: str
    name: str
    state: RunState
    settlement: Settlement
    halted: Halt | None
    began_at: Moment
    ended_at: Moment | None
    planned: int
    done: int
    counts: dict[CellOutcome, int]
    checks: ChecksView
    judgments: JudgmentsView
    disagreements: int | None
    trustworthy: bool
    doubts: tuple[str, ...]
    attempts: int
    spent_usd: float | None
    unpriced_calls: int
    held_usd: float
    seed: int


class QuestionView(BaseView):
    """What a run asks people."""

    question: int
    text: str
    choices: tuple[str, ...]
    until: Moment | None


class BoardView(BaseView):
    """Who is ahead by one measure, who is not told apart, and who judged."""

    board: Board
    wave: int
    lower_is_better: bool
    items: tuple[RankedItem, ...]
    compared: Comparing
    pairs: tuple[RankedPair, ...]
    groups: tuple[tuple[str, ...], ...]
    panel: Panel | None
    frontier: tuple[FrontierPoint, ...]
    moved: float | None
    flags: tuple[Flag, ...]

    @classmethod
    def of(cls, ranking: Ranking) -> Self:
        return cls(**{name: getattr(ranking, name) for name in cls.model_fields})


class RunWithBoardsView(RunView):
    """A run as `edison show` tells it."""

    boards: tuple[BoardView, ...]
    facets: tuple[Facet, ...] | None
    safety: tuple[SafetyCount, ...] | None


class EndedRunView(RunWithBoardsView):
    """A run as the command that worked on it tells it."""

    verdict: RunVerdict
    exit_code: int


class ComparedRunView(EndedRunView):
    """The same with what it lost and won against an earlier run."""

    baseline: BaselineView


class RecheckTallyView(BaseView):
    """What making checks again has changed."""

    outputs: int
    findings: int
    replaced: int
    changed: int
    added: int
    dropped: int
    mended: int
    broken: int


class RecheckedRunView(EndedRunView):
    """A run whose stored answers were checked again."""

    recheck: RecheckTallyView


def view_run(report: RunReport) -> RunView:
    """Where a run stands."""
    run, doubts = report.run, tell_doubts(report)
    return RunView(
        id=run.id,
        name=run.experiment.name,
        state=state_of(run),
        settlement=run.settlement,
        halted=run.halted,
        began_at=run.began_at,
        ended_at=run.ended_at,
        planned=report.planned,
        done=report.done,
        counts=report.outcomes,
        checks=ChecksView(
            passed=report.checks_passed, failed=report.checks_failed, not_checked=report.not_checked
        ),
        judgments=JudgmentsView(
            planned=report.judgments_planned,
            judged=report.judged,
            not_judged=report.not_judged,
            by_judge=report.judges,
        ),
        disagreements=report.disagreements.count if report.disagreements else None,
        trustworthy=not doubts,
        doubts=tuple(doubts),
        attempts=report.attempts,
        spent_usd=to_usd(report.known_microusd),
        unpriced_calls=report.unpriced,
        held_usd=to_usd(report.held_microusd),
        seed=run.seed,
    )


def view_boards(report: RunReport) -> RunWithBoardsView:
    """Where a run stands, and who is ahead in it."""
    boards = tuple(BoardView.of(board) for board in report.boards)
    return RunWithBoardsView(
        **dict(view_run(report)), boards=boards, facets=report.facets, safety=report.safety
    )


def view_end(
    report: RunReport, *, verdict: RunVerdict, exit_code: int, comparison: "BaselineComparison | None" = None
) -> EndedRunView:
    """What became of a run, and of what it is compared with."""
    ended = EndedRunView(**dict(view_boards(report)), verdict=verdict, exit_code=exit_code)
    if comparison is None:
        return ended
    return ComparedRunView(**dict(ended), baseline=view_comparison(comparison))


def view_recheck(ended: EndedRunView, *, tally: "Tally") -> RecheckedRunView:
    """What became of a run whose answers were checked again."""
    return RecheckedRunView(**dict(ended), recheck=view_tally(tally))


def view_tally(tally: "Tally") -> RecheckTallyView:
    """What making checks again has changed."""
    return RecheckTallyView(**asdict(tally))


def view_questions(asked: Iterable["OpenQuestion"]) -> list[QuestionView]:
    """What a run asks people, for machines."""
    return [
        QuestionView(question=one.unit, text=one.question.text, choices=one.question.choices, until=one.until)
        for one in asked
    ]
