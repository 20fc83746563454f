"""Checks made again on stored outputs: nothing is asked and nothing is paid.

New findings take the place of the old ones, a page of outputs in one transaction. Killed anywhere, each output has
either its old findings or its new ones, and the same wish completes it. What was found before is not kept row by row:
each transaction that changed anything tells of it in an event `checks.replaced`, with the range of cells and the counts
of a `Tally`. Findings follow from the stored outputs and the checks alone, so that making the run's own checks again
brings back what they find.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from hashlib import blake2b
from pathlib import Path

from edison.domain import (
    CELLS,
    Board,
    Case,
    CellLayout,
    Check,
    CheckResult,
    Endpoint,
    EventType,
    Finding,
    Output,
    Ranking,
    RankingId,
    Right,
    Run,
    RunId,
    await_verdict,
    content_hash,
    worst_of,
)
from edison.engine import Story
from edison.errors import CasesDoNotFit, EdisonError
from edison.formats import read_check_list
from edison.stages.check import (
    SUITE_KINDS,
    calls_to_make,
    check_output,
    prepare_checks,
    scan_output,
    with_drift_threshold,
)
from edison.stages.rank import rank_arms
from edison.store import CellFindings, CellStanding, ChangedFindings, UnitOfWork

from ..access import verb
from ..files import read_whole
from ..house import House
from ..providers.providers import find_forms
from .best import find_best
from .check_needs import embed_outputs, run_code
from .reports import read_run

_PAGE = 200
_MOST_PROBLEMS = 20
_OWN_CHECKS = "suite"


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of checking again."""

    outputs: int = 0
    """That were looked at."""
    findings: int = 0
    """That were made."""
    replaced: int = 0
    """Outputs whose findings are not what they were, be it only by a reason or a number."""
    changed: int = 0
    """Findings that are others than before: passed, failed or not checked."""
    added: int = 0
    """Findings of checks that were not made before."""
    dropped: int = 0
    """Findings of checks that are not made any more."""
    mended: int = 0
    """Outputs that pass every check and did not before."""
    broken: int = 0
    """Outputs that passed every check before and do not now."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


@dataclass(frozen=True, slots=True)
class Recheck:
    """A run whose outputs were checked again."""

    run: Run
    tally: Tally


def open_checks(path: Path) -> tuple[Check, ...]:
    """Read a file with the same list as under `checks` in a suite."""
    return read_checks(read_whole(path), name=path.name)


def read_checks(text: bytes, *, name: str) -> tuple[Check, ...]:
    """The same list as a text; JSON where its name ends so, YAML otherwise."""
    return read_check_list(text, name=name, known_checks=SUITE_KINDS)


@verb(Right.CHANGE)
def recheck_run(
    house: House,
    run_id: RunId,
    *,
    checks: Sequence[Check] | None = None,
    folder: Path | None = None,
    embedder: str | None = None,
    page: int = _PAGE,
) -> Recheck:
    """Make the checks of a run, or others, on all its current outputs; the cases keep those of their own.

    A run of any size: a page of outputs is in memory at a time. What is answered after that is checked by the run's
    own checks.

    Args:
        house: The house.
        run_id: The run.
        checks: Made instead of those of the run; refused before anything is changed where a case lacks what they need.
        folder: Where code of these checks lies; that of the run's own lies where it lay.
        embedder: Who makes vectors, as provider/model; whoever made them for the run unless given. Texts whose vectors
            are kept are not asked about again.
        page: How many cells are looked at and stored together.
    """
    run = read_run(house, run_id)
    if folder is not None:
        snapshot = run.snapshot.model_copy(update={"folder": str(folder.resolve())})
        run = run.model_copy(update={"snapshot": snapshot})
    if embedder is not None:
        asked = Endpoint.parse(embedder)
        # A slip in its name would leave every finding open.
        find_forms(house, [asked.provider], written=run.snapshot.providers)
        snapshot = run.snapshot.model_copy(update={"embedder": asked})
        run = run.model_copy(update={"snapshot": snapshot})
    if checks is not None:
        _refuse_misfits(house, run, checks)
    made, source = (run.snapshot.checks, _OWN_CHECKS) if checks is None else (checks, _digest(checks))
    tally = Tally()
    with house.store.reading() as work:
        waves = work.waves.of_run(run.id, lane=CELLS)
    layout = CellLayout(waves)
    for wave in waves:
        for first in range(wave.first_unit, wave.end, page):
            found = list(_look(house, run, layout, made, cells=range(first, min(first + page, wave.end))))
            if found:
                tally += _replace(house, run.id, found, source=source)
    _pick_best(house, run)
    _refresh_boards(house, run.id)
    with house.store.reading() as work:
        return Recheck(work.runs.get(run.id), tally)


@verb(Right.CHANGE)
def move_drift(house: House, run_id: RunId, *, threshold: float, page: int = _PAGE) -> Recheck:
    """Hold the drift that was measured against another threshold; no other finding changes, and no vector is made."""
    run = read_run(house, run_id)
    tally = Tally()
    with house.store.reading() as work:
        waves = work.waves.of_run(run.id, lane=CELLS)
    for wave in waves:
        for first in range(wave.first_unit, wave.end, page):
            with house.store.reading() as work:
                standings = work.results.standings(run.id, first=first, last=min(first + page, wave.end))
                stored = _stored(work, run, standings)
            verdicts = _Verdicts(run, stored)
            found = [
                one._replace(
                    results=verdicts.keep(
                        one.cell,
                        standings[one.cell].output,
                        with_drift_threshold(one.results, most=threshold),
                    )
                )
                for one in stored
            ]
            if found:
                tally += _replace(house, run.id, found, source=f"drift-{threshold:g}")
    _pick_best(house, run)
    _refresh_boards(house, run.id)
    # Done once more after a crash, all of it comes to the same.
    return Recheck(house.write(lambda work: work.runs.get(run.id)), tally)


def _pick_best(house: House, run: Run) -> None:
    """Hold answers of one test against each other once more, as they are found now and were compared then."""
    if not run.snapshot.picks_best or not run.settlement.is_end:
        return
    with house.store.work() as work:
        story = Story(work, run, at=house.clock.now(), mint=house.mint)
        work.findings.replace(run.id, find_best(story))


def _stored(work: UnitOfWork, run: Run, standings: Mapping[int, CellStanding]) -> list[CellFindings]:
    return work.findings.of_cells(run.id, {cell: standing.generation for cell, standing in standings.items()})


class _Verdicts:
    """What judges decided, which no check brings back; what they were not asked about stays open."""

    def __init__(self, run: Run, stored: Sequence[CellFindings]) -> None:
        self._plan = run.snapshot.judgment_plan if run.snapshot.judge_decides else None
        self._before = {one.cell: one.results for one in stored}

    def keep(
        self, cell: int, output: Output | None, results: tuple[CheckResult, ...]
    ) -> tuple[CheckResult, ...]:
        if self._plan is None or output is None or not self._plan.parts_of(cell):
            return results
        return await_verdict(output, results, before=self._before.get(cell, ()))


def _refuse_misfits(house: House, run: Run, checks: Sequence[Check]) -> None:
    """Find out before anything is changed that a check cannot be made, or not on every case."""
    prepare_checks(checks)
    filled = [check for check in checks if "{{" in json.dumps(check.value)]
    if not filled:
        return
    problems: list[str] = []
    misfits = 0
    for case in _cases(house, run):
        try:
            prepare_checks(filled, case=case)
        except EdisonError as error:
            misfits += 1
            if misfits <= _MOST_PROBLEMS:
                problems.append(f"{case.name}: {error.sentence}")
    if problems:
        raise CasesDoNotFit(run.snapshot.dataset.name, problems=problems, more=misfits - len(problems))


def _cases(house: House, run: Run) -> Iterator[Case]:
    for first in range(0, run.snapshot.cases, _PAGE):
        with house.store.reading() as work:
            cases = work.datasets.cases(run.snapshot.dataset.id, first=first, count=_PAGE)
        yield from cases


def _digest(checks: Sequence[Check]) -> str:
    return blake2b("".join(map(content_hash, checks)).encode(), digest_size=16).hexdigest()


def _look(
    house: House, run: Run, layout: CellLayout, checks: Sequence[Check], *, cells: range
) -> Iterator[CellFindings]:
    """Check the outputs of some cells; outside of any transaction, for it may take a while."""
    versions = (*run.snapshot.versions, *layout.added)
    begin, end = layout.place(cells[0]).case, layout.place(cells[-1]).case + 1
    with house.store.reading() as work:
        standings = work.results.standings(run.id, first=cells.start, last=cells.stop)
        cases = work.datasets.cases(run.snapshot.dataset.id, first=begin, count=end - begin)
        stored = _stored(work, run, standings)
    looked_at = [
        (cell, standing.generation, standing.output, cases[layout.place(cell).case - begin])
        for cell, standing in sorted(standings.items())
        if standing.output is not None
    ]
    calls = [call for _, _, output, case in looked_at for call in calls_to_make(output, case, checks)]
    ran = run_code(house, calls, folder=run.snapshot.folder) if calls and house.allows_code else {}
    verdicts = _Verdicts(run, stored)
    embeddings = embed_outputs(house, run, [(output, case) for _, _, output, case in looked_at], checks)
    for (cell, generation, output, case), embedded in zip(looked_at, embeddings, strict=True):
        results = check_output(output, case, checks, embedded=embedded, ran=ran)
        version = versions[layout.place(cell).version] if versions else None
        safety = scan_output(output, case, run.snapshot.safety, version=version)
        yield CellFindings(cell, generation, verdicts.keep(cell, output, results), safety)


def _replace(house: House, run_id: RunId, found: Sequence[CellFindings], *, source: str) -> Tally:
    """Store the findings of a page and tell what became of those before, or neither."""
    house.fault("commit.before")
    with house.store.work() as work:
        replaced = work.findings.replace(run_id, found)
        tally = sum(map(_compare, replaced), Tally())
        if replaced:
            told = {name: str(count) for name, count in asdict(tally).items() if name not in _LOOKED_AT}
            place = {
                "by": house.actor.name,
                "checks": source,
                "first": str(replaced[0].cell),
                "last": str(replaced[-1].cell),
            }
            work.events.append(
                run_id,
                EventType.CHECKS_REPLACED,
                at=house.clock.now(),
                about={"by": house.actor.name, **place, **told},
            )
    house.fault("commit.after")
    return tally + Tally(outputs=len(found), findings=sum(len(one.results) for one in found))


_LOOKED_AT = ("outputs", "findings")


def _compare(replaced: ChangedFindings) -> Tally:
    before, after = _by_check(replaced.before), _by_check(replaced.after)
    passed, passes = _passes(replaced.before), _passes(replaced.after)
    return Tally(
        replaced=1,
        changed=sum(before[check] is not after[check] for check in before.keys() & after.keys()),
        added=len(after.keys() - before.keys()),
        dropped=len(before.keys() - after.keys()),
        mended=int(passes and not passed and bool(before)),
        broken=int(passed and not passes),
    )


def _by_check(results: Sequence[CheckResult]) -> dict[tuple[str, int], Finding]:
    """Findings by the check's name, and which of several of that name it is."""
    seen: Counter[str] = Counter()
    found: dict[tuple[str, int], Finding] = {}
    for result in results:
        seen[result.check] += 1
        found[result.check, seen[result.check]] = result.finding
    return found


def _passes(results: Sequence[CheckResult]) -> bool:
    return worst_of(result.finding for result in results) is Finding.PASSED


_FOUND_HERE = (Board.CHECKS, Board.SAFETY)
"""The boards that are made from what is found without asking anyone."""


def _refresh_boards(house: House, run_id: RunId) -> None:
    """Make these boards anew where a run has ended with boards; the others know nothing of what is found here."""
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        boards = work.rankings.of_run(run_id)
        if not run.settlement.is_end or not boards or not run.snapshot.arms:
            return
        stored = {board.board: board for board in boards}
        made = _boards(house, work, run, wave=max(board.wave for board in boards))
    for board in _FOUND_HERE:
        _put_board(house, run_id, board, made=made.get(board), stored=stored.get(board))


def _put_board(
    house: House, run_id: RunId, board: Board, *, made: Ranking | None, stored: Ranking | None
) -> None:
    if made is None and stored is None:
        return
    if made is not None and stored is not None and made.model_copy(update={"id": stored.id}) == stored:
        return
    with house.store.work() as work:
        if made is not None:
            work.rankings.put(made)
        else:
            work.rankings.drop(run_id, board)


def _boards(house: House, work: UnitOfWork, run: Run, *, wave: int) -> dict[Board, Ranking]:
    rankings = rank_arms(
        work.results.scores(run.id),
        snapshot=run.snapshot,
        run_id=run.id,
        mint=lambda: RankingId(house.mint.new("rnk")),
        seed=run.seed,
        wave=wave,
        layout=CellLayout(work.waves.of_run(run.id, lane=CELLS)),
    )
    return {ranking.board: ranking for ranking in rankings}
