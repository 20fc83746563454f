"""What must hold of every run, whatever happened to it: read from the database, the bill and the export.

The numbers are those of the fault model: conservation, one result, intent before sending, nothing paid is dropped,
bounded repeats, money adds up, budget kept, legal moves, gap-free events, the same answer as an undisturbed run.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import orjson

from edison.domain import (
    CELLS,
    PAIRS,
    AttemptState,
    CellOutcome,
    CellReport,
    Event,
    EventType,
    RunId,
    Settlement,
)
from edison.engine.calls.live import name_call
from edison.sim.billing import BillRecord
from edison.store import AttemptLine, CallPlace, ComparisonLine, RunStanding, Store, UnitOfWork, stage_number

PAGE = 1000


@dataclass(slots=True)
class Evidence:
    """Everything the checker looks at."""

    run_id: RunId
    planned: int
    standing: RunStanding
    cells: list[CellReport]
    attempts: list[AttemptLine]
    events: list[Event]
    bill: Sequence[BillRecord] | None = None
    pairs: range = range(0)
    """The numbers of the pairs that were dealt."""
    pair_judges: int = 0
    comparisons: list[ComparisonLine] = field(default_factory=list[ComparisonLine])
    """Without those that people brought along."""
    by_call: dict[str, list[AttemptLine]] = field(default_factory=dict[str, list[AttemptLine]])


def gather(store: Store, run_id: RunId, bill: Sequence[BillRecord] | None = None) -> Evidence:
    """Read all there is about a run."""
    with store.reading() as work:
        snapshot = work.runs.get(run_id).snapshot
        cells, dealt = snapshot.grid.cells, work.waves.planned(run_id, lane=PAIRS)
        evidence = Evidence(
            run_id=run_id,
            planned=work.waves.planned(run_id, lane=CELLS),
            standing=work.runs.standing(run_id),
            cells=list(_cells(work, run_id)),
            attempts=list(_attempts(work, run_id)),
            events=work.events.since(0, limit=100_000, run_id=run_id),
            bill=bill,
            pairs=range(cells, cells + dealt),
            pair_judges=len(snapshot.pair_judges),
            comparisons=[one for one in _comparisons(work, run_id) if one.line.wave],
        )
    by_call: dict[str, list[AttemptLine]] = defaultdict(list)
    for attempt in evidence.attempts:
        by_call[call_of(run_id, attempt)].append(attempt)
    evidence.by_call = dict(by_call)
    return evidence


def violations(evidence: Evidence) -> list[str]:
    """Every invariant that does not hold, in words; none when all is well."""
    return [
        found
        for check in (
            _conservation,
            _one_result,
            _intent_before_sending,
            _nothing_paid_is_dropped,
            _bounded_repeats,
            _money_adds_up,
            _budget_is_kept,
            _legal_moves,
            _gap_free_events,
        )
        for found in check(evidence)
    ]


def same_answer(cells: Sequence[CellReport]) -> bytes:
    """The export without what may differ between two runs of one suite: ids, times and the money of extra tries."""
    return b"\n".join(
        orjson.dumps(
            {
                "case": cell.case,
                "arm": cell.arm,
                "version": cell.version,
                "repeat": cell.repeat,
                "outcome": cell.outcome,
                "text": None if cell.output is None else cell.output.text,
                "reason": None if cell.output is None else cell.output.reason,
                "checks": [(check.check, check.finding, check.reason) for check in cell.checks],
                "judgments": [
                    (judgment.judge_id, [(one.criterion, one.score, one.reason) for one in judgment.scores])
                    for judgment in cell.judgments
                ],
                "tokens": (cell.answered.tokens_in, cell.answered.tokens_out),
            }
        )
        for cell in cells
    )


def same_comparisons(evidence: Evidence) -> bytes:
    """All comparisons without what may differ between two runs of one contest: ids and the words of judges."""
    return orjson.dumps(
        [
            (one.line.unit, one.line.wave, one.line.left, one.line.right, one.line.judge, one.line.outcome)
            for one in evidence.comparisons
        ]
    )


def call_of(run_id: RunId, attempt: AttemptLine) -> str:
    """The name under which the provider saw the call of this attempt."""
    place = CallPlace(
        stage_number(attempt.stage),
        attempt.unit,
        attempt.part,
        attempt.generation,
        attempt.turn,
        attempt.branch,
    )
    return name_call(run_id, place)


def _conservation(evidence: Evidence) -> Iterator[str]:
    outcomes = Counter(cell.outcome for cell in evidence.cells)
    if sum(outcomes.values()) != evidence.planned:
        yield f"INV-1: {evidence.planned} cells were planned and {sum(outcomes.values())} are accounted for"
    if evidence.standing.settlement.is_end and outcomes[CellOutcome.PENDING]:
        yield f"INV-1: the run has ended with {outcomes[CellOutcome.PENDING]} cells pending"
    yield from _pairs_are_compared(evidence)


def _pairs_are_compared(evidence: Evidence) -> Iterator[str]:
    compared = Counter(one.line.unit for one in evidence.comparisons)
    strangers = sorted(set(compared) - set(evidence.pairs))
    if strangers:
        yield f"INV-1: pairs {strangers[:20]} were compared and never dealt"
    stopped = (
        Settlement.BUDGET_SPENT,
        Settlement.CANCELLED,
        Settlement.NO_PROGRESS,
        Settlement.STOPPED_BY_PERSON,
        Settlement.DEADLINE_PASSED,
    )
    if evidence.standing.settlement.is_end and evidence.standing.settlement not in stopped:
        missing = [unit for unit in evidence.pairs if compared[unit] != evidence.pair_judges]
        if missing:
            yield f"INV-1: the run has ended and pairs {missing[:20]} are not compared by every judge"


def _one_result(evidence: Evidence) -> Iterator[str]:
    places = Counter((cell.case, cell.arm, cell.version, cell.repeat) for cell in evidence.cells)
    for place, count in places.items():
        if count != 1:
            yield f"INV-2: {place} has {count} results"
    for cell in evidence.cells:
        judges = [(judgment.judge_id, judgment.repeat) for judgment in cell.judgments]
        if len(set(judges)) != len(judges):
            yield f"INV-2: cell {cell.number} was judged twice by one judge"
    said = Counter((one.line.unit, one.line.judge) for one in evidence.comparisons)
    yield from (
        f"INV-2: pair and judge {place} have {count} results" for place, count in said.items() if count != 1
    )


def _intent_before_sending(evidence: Evidence) -> Iterator[str]:
    seen = Counter(record.idempotency for record in evidence.bill or () if record.idempotency)
    for call, requests in seen.items():
        if call is None or not call.startswith(evidence.run_id):
            continue
        attempts = evidence.by_call.get(call, [])
        if requests > len(attempts):
            yield f"INV-3: the provider saw {requests} requests of {call}, the ledger {len(attempts)}"
    opened = {call: min(one.opened_at for one in tries) for call, tries in evidence.by_call.items()}
    for record in evidence.bill or ():
        first = opened.get(record.idempotency or "")
        if first is not None and first.timestamp() > record.wall_at + 0.001:
            yield f"INV-3: {record.idempotency} arrived before it was written down"


def _nothing_paid_is_dropped(evidence: Evidence) -> Iterator[str]:
    ended = (AttemptState.SETTLED, AttemptState.FAILED, AttemptState.OUTCOME_UNKNOWN)
    for attempt in evidence.attempts:
        if evidence.standing.settlement.is_end and attempt.state not in ended:
            yield f"INV-4: attempt {attempt.id} is {attempt.state} although the run is over"


def _bounded_repeats(evidence: Evidence) -> Iterator[str]:
    for call, tries in evidence.by_call.items():
        answered = [one.ended_at for one in tries if one.state is AttemptState.SETTLED and one.ended_at]
        # Two answers to one call are possible where a worker was taken for dead; a new try after one is not.
        late = [one for one in tries if answered and one.opened_at > max(answered)]
        if late:
            yield f"INV-5: {call} was asked again after its answer was there"


def _money_adds_up(evidence: Evidence) -> Iterator[str]:
    standing = evidence.standing
    settled = sum(one.cost.microusd or 0 for one in evidence.attempts if _is_known(one))
    if settled != standing.spent_microusd:
        yield f"INV-6: attempts cost {settled} and the run says {standing.spent_microusd}"
    held = sum(one.worst_microusd or 0 for one in evidence.attempts if not _is_known(one))
    if held != standing.held_microusd:
        yield f"INV-6: {held} is at stake and the run holds {standing.held_microusd}"
    if evidence.bill is not None:
        mine = [one for one in evidence.bill if (one.idempotency or "").startswith(evidence.run_id)]
        billed = sum(one.microusd for one in mine)
        if not settled <= billed <= settled + held:
            yield f"INV-6: the bill says {billed}, the ledger {settled} to {settled + held}"


def _is_known(attempt: AttemptLine) -> bool:
    return attempt.cost.microusd is not None and attempt.state is not AttemptState.OUTCOME_UNKNOWN


def _budget_is_kept(evidence: Evidence) -> Iterator[str]:
    standing = evidence.standing
    if standing.budget_microusd is not None:
        used = standing.spent_microusd + standing.held_microusd
        if used > standing.budget_microusd:
            yield f"INV-7: {used} of {standing.budget_microusd} is spent or held"


def _legal_moves(evidence: Evidence) -> Iterator[str]:
    if any(one.epoch > evidence.standing.epoch for one in evidence.attempts):
        yield "INV-8: an attempt is of an epoch that has not begun"
    # Checks may be made again at any time; they move nothing.
    types = [event.type for event in evidence.events if event.type is not EventType.CHECKS_REPLACED]
    if types[:1] != [EventType.RUN_STARTED]:
        yield f"INV-8: the first event is {types[:1]}"
    for before, after in pairwise(types):
        if before is EventType.RUN_SETTLED and after is not EventType.RUN_RESUMED:
            yield f"INV-8: {after} follows {before}"


def _gap_free_events(evidence: Evidence) -> Iterator[str]:
    numbers = [event.number for event in evidence.events]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"INV-9: the events are numbered {numbers[:20]} …"


def _cells(work: UnitOfWork, run_id: RunId) -> Iterator[CellReport]:
    after = -1
    while page := work.results.reports(run_id, after=after, limit=PAGE):
        yield from page
        after = page[-1].number


def _comparisons(work: UnitOfWork, run_id: RunId) -> Iterator[ComparisonLine]:
    after = (-1, -1)
    while page := work.comparisons.page(run_id, after=after, limit=PAGE):
        yield from page
        after = (page[-1].line.unit, page[-1].line.judge)


def _attempts(work: UnitOfWork, run_id: RunId) -> Iterator[AttemptLine]:
    after = ""
    while page := work.ledger.attempts(run_id, after=after, limit=PAGE):
        yield from page
        after = page[-1].id
