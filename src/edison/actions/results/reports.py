"""How runs stand: always counted from what is stored."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from edison.domain import (
    CELLS,
    EXPORT,
    PAIRS,
    SCAN,
    Board,
    CellLayout,
    CellOutcome,
    CellReport,
    DesiredState,
    Disagreement,
    Disagreements,
    JudgeCount,
    Right,
    Run,
    RunId,
    RunReport,
    Settlement,
    outcome_of,
)
from edison.stages.rank import CaseFacts, DisagreementTally, FacetTally, SafetyTally

from ..access import verb
from ..house import House

if TYPE_CHECKING:
    from edison.store import UnitOfWork

_PAGE = 500
MOST_FACETED = 20_000
"""Of more cases, nobody waits for facets: reading them all takes longer than the report."""


class RunState(StrEnum):
    """Where a run stands, in one word."""

    RUNNING = "running"
    """Wanted to run; whether a worker is up is another matter."""
    PAUSED = "paused"
    WAITING = "waiting"
    """Stands still until people have answered a question, or looked at what a stage brought."""
    HALTED = "halted"
    """Stands still because of some trouble that a person has to see to."""
    CANCELLED = "cancelled"
    ENDED = "ended"


def state_of(run: Run) -> RunState:
    """The state of a run."""
    if run.settlement is Settlement.CANCELLED:
        return RunState.CANCELLED
    if run.settlement.is_end:
        return RunState.ENDED
    if run.halted is not None:
        return RunState.HALTED if run.halted.is_trouble else RunState.WAITING
    return RunState.PAUSED if run.desired is DesiredState.PAUSED else RunState.RUNNING


@verb(Right.READ)
def find_run(house: House, text: str) -> Run:
    """The run a person means by an id, a part of one, a name, or `latest`."""
    with house.store.reading() as work:
        return work.runs.find(text)


@verb(Right.READ)
def read_run(house: House, run_id: RunId) -> Run:
    """A run as it stands."""
    with house.store.reading() as work:
        return work.runs.get(run_id)


@verb(Right.READ)
def list_runs(house: House, *, limit: int = 50) -> list[RunReport]:
    """The newest runs with their counts, newest first; boards are left out."""
    with house.store.reading() as work:
        return [_report(work, run) for run in work.runs.page(limit=limit)]


@verb(Right.READ)
def list_briefly(
    house: House,
    *,
    before: RunId | None = None,
    limit: int = 50,
    preset: str | None = None,
    is_open: bool | None = None,
    named: str = "",
    project: str | None = None,
) -> list[RunReport]:
    """Runs with their boards, newest first; only those that go on are counted, the others are done."""
    with house.store.reading() as work:
        page = work.runs.page(
            before=before,
            limit=limit,
            preset=preset,
            is_open=is_open,
            named=named,
            project_id=None if project is None else work.projects.get(project).id,
        )
        return [_with_boards(work, _brief(work, run)) for run in page]


@verb(Right.READ)
def show_run(house: House, run_id: RunId) -> RunReport:
    """A run with its counts and boards, how it varies with the cases, and where its judges disagree or warn."""
    with house.store.reading() as work:
        report = _with_boards(work, _report(work, work.runs.get(run_id)))
        if report.run.snapshot.refining is not None:
            # Its versions came one after the other, on different cases: nothing ranks them together.
            return report
        disagreements, facets = _disagreements(report.run), _facets(work, report)
        safety = _safety(work, report.run)
        tallies = [one for one in (disagreements, facets, safety) if one is not None]
        # Each is read once, for all of them: reading takes far longer than counting.
        for score in work.results.scores(report.run.id) if tallies else ():
            for one in tallies:
                one.add(score)
        found = {
            "disagreements": None
            if disagreements is None
            else _with_names(work, report.run, disagreements.tell()),
            "facets": None if facets is None else facets.tell(),
            "safety": () if safety is None else safety.tell(),
        }
        return report.model_copy(update=found)


def brief_in(work: "UnitOfWork", run_id: RunId) -> RunReport:
    """A run with its boards; only one that goes on is counted."""
    return _with_boards(work, _brief(work, work.runs.get(run_id)))


def count_in(work: "UnitOfWork", run_id: RunId) -> RunReport:
    """A run in counts alone: what progress is read from."""
    return _report(work, work.runs.get(run_id))


@verb(Right.READ)
def list_cells(house: House, run_id: RunId) -> Iterator[CellReport]:
    """Every planned cell in its order, a page at a time; nothing stays open in between."""
    after = -1
    while True:
        with house.store.reading() as work:
            page = work.results.reports(run_id, after=after, limit=_PAGE)
        if not page:
            return
        yield from page
        after = page[-1].number


def _report(work: "UnitOfWork", run: Run) -> RunReport:
    counts = work.results.counts(run.id)
    standing, pairs = work.runs.standing(run.id), work.comparisons.counts(run.id)
    planned = work.waves.planned(run.id, lane=CELLS)
    dealt = work.waves.planned(run.id, lane=PAIRS)
    outcomes: dict[CellOutcome, int] = {}
    for (status, reason), count in counts.outputs.items():
        outcome = outcome_of(status, reason)
        outcomes[outcome] = outcomes.get(outcome, 0) + count
    missing = planned - sum(outcomes.values())
    pages, pages_done = _pages(work, run)
    if missing:
        outcomes[CellOutcome.CANCELLED if run.settlement.is_end else CellOutcome.PENDING] = missing
    return RunReport(
        run=run,
        planned=planned,
        outcomes=outcomes,
        checks_passed=counts.checks_passed,
        checks_failed=counts.checks_failed,
        not_checked=counts.not_checked,
        no_answer=counts.no_answer,
        pages=pages,
        pages_done=pages_done,
        judged=counts.judged + pairs.compared,
        not_judged=counts.not_judged + pairs.not_judged,
        judges=_judges(run, counts.by_judge),
        judgments_planned=_judgments_planned(work, run, judgeable=counts.judgeable)
        + dealt * len(run.snapshot.pair_judges),
        spent_microusd=standing.spent_microusd,
        held_microusd=standing.held_microusd,
        unpriced=work.ledger.count_unpriced(run.id),
        budget_microusd=standing.budget_microusd,
        attempts=work.ledger.count(run.id),
    )


def _brief(work: "UnitOfWork", run: Run) -> RunReport:
    if not run.settlement.is_end:
        return _report(work, run)
    standing, planned = work.runs.standing(run.id), work.waves.planned(run.id, lane=CELLS)
    pages, pages_done = _pages(work, run) if planned == 0 else (0, 0)
    return RunReport(
        run=run,
        planned=planned,
        outcomes={},
        pages=pages,
        pages_done=pages_done,
        spent_microusd=standing.spent_microusd,
        held_microusd=standing.held_microusd,
        unpriced=work.ledger.count_unpriced(run.id),
        budget_microusd=standing.budget_microusd,
    )


def _pages(work: "UnitOfWork", run: Run) -> tuple[int, int]:
    """Of a scan or an export, the pages that are planned and those that are done; no other run has any."""
    pages = work.waves.planned(run.id, lane=SCAN) + work.waves.planned(run.id, lane=EXPORT)
    return pages, work.proposals.count(run.id) if pages else 0


def _with_boards(work: "UnitOfWork", report: RunReport) -> RunReport:
    order = list(Board)
    boards = sorted(work.rankings.of_run(report.run.id), key=lambda ranking: order.index(ranking.board))
    return report.model_copy(update={"boards": tuple(boards)})


def _judgments_planned(work: "UnitOfWork", run: Run, *, judgeable: int) -> int:
    """What the answers that there are call for."""
    snapshot = run.snapshot
    if snapshot.assignments is None:
        return judgeable * len(snapshot.cell_judges)
    wanted = snapshot.judgment_plan.wanted or {}
    return work.results.count_answered(run.id, wanted, judge_decides=snapshot.judge_decides)


def _judges(run: Run, found: Mapping[int, tuple[int, int]]) -> tuple[JudgeCount, ...]:
    """Judge by judge, repeats together."""
    judges, judgment_plan = run.snapshot.judges, run.snapshot.judgment_plan
    judged, not_judged = Counter[int](), Counter[int]()
    for part, (there, missing) in found.items():
        judged[judgment_plan.slot(part).judge] += there
        not_judged[judgment_plan.slot(part).judge] += missing
    return tuple(
        JudgeCount(
            judge_id=judges[at].id,
            name=judges[at].name,
            asked=judged[at] + not_judged[at],
            not_judged=not_judged[at],
        )
        for at in judged
    )


def _disagreements(run: Run) -> DisagreementTally | None:
    """Where judges contradict each other; None where there are no two of them."""
    return DisagreementTally(run.snapshot) if len(run.snapshot.cell_judges) >= 2 else None


def _safety(work: "UnitOfWork", run: Run) -> SafetyTally | None:
    """What was found in the outputs; where nobody looked and no judge warned, that is known without reading them."""
    is_looked_at = run.snapshot.safety is not None or work.results.has_warnings(run.id)
    return SafetyTally(run.snapshot) if is_looked_at else None


def _facets(work: "UnitOfWork", report: RunReport) -> FacetTally | None:
    """Means by what cases are like; None where there are no contenders, or very many cases."""
    snapshot = report.run.snapshot
    if not snapshot.arms or snapshot.cases > MOST_FACETED:
        return None
    facts = [
        CaseFacts.of(case, version=snapshot.versions[0])
        for first in range(0, snapshot.cases, _PAGE)
        for case in work.datasets.cases(snapshot.dataset.id, first=first, count=_PAGE)
    ]
    quality = next((board for board in report.boards if board.board is Board.QUALITY), None)
    return FacetTally(snapshot, facts=facts, quality=quality)


def _with_names(work: "UnitOfWork", run: Run, found: Disagreements) -> Disagreements:
    layout = CellLayout(work.waves.of_run(run.id, lane=CELLS))

    def named(cell: Disagreement) -> Disagreement:
        place = layout.place(cell.number).case
        (case,) = work.datasets.cases(run.snapshot.dataset.id, first=place, count=1)
        return cell.model_copy(update={"case": case.name})

    return found.model_copy(update={"cells": tuple(map(named, found.cells))})
