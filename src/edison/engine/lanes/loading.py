"""What a range of units still lacks, with all that is recorded about it: cells first, then pairs, numbered on."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence

from edison.domain import WRITTEN_FOR, Case, Output, OutputStatus, Pair, StageName
from edison.store import CellStanding, PlannedWave, RecordedReply, UnitOfWork

from ..calls.conversation import Known, Script
from ..worker.session import RunSession
from .cells import GENERATE, JUDGE, CellWork
from .pairs import PairWork

SUSPECT_AFTER = 3
"""So many attempts that a worker did not survive make a unit a suspect: it is then tried alone."""
POISON_AFTER = 6
"""And so many, the last ones alone, end it."""

AnyWork = CellWork | PairWork
_Scripts = Mapping[tuple[int, int], list[RecordedReply]]


def load_works(work: UnitOfWork, session: RunSession, first: int, last: int) -> Iterator[AnyWork]:
    """The unfinished units in [first, last), which are all cells or all pairs."""
    if first >= session.run.snapshot.grid.cells:
        return _load_pairs(work, session, first, last)
    return _load_cells(work, session, first, last)


def write_pairs(pairs: Sequence[Pair], *, is_resampling: bool) -> str:
    """Pairs as they are kept with their wave."""
    rows = [[pair.left, pair.right, pair.stream, int(pair.adaptive), pair.repeat] for pair in pairs]
    return json.dumps({"resampling": is_resampling, "pairs": rows}, separators=(",", ":"))


def read_pairs(wave: PlannedWave) -> list[Pair]:
    """What `write_pairs` was given."""
    return [
        Pair(left=left, right=right, stream=stream, adaptive=bool(adaptive), repeat=repeat)
        for left, right, stream, adaptive, repeat in json.loads(wave.body)["pairs"]
    ]


def is_resampling(wave: PlannedWave) -> bool:
    """Whether the pairs of a wave had met before."""
    return bool(json.loads(wave.body)["resampling"])


def _load_cells(work: UnitOfWork, session: RunSession, first: int, last: int) -> Iterator[CellWork]:
    run = session.run
    grid, judgment_plan = run.snapshot.grid, run.snapshot.judgment_plan
    standings = work.results.standings(run.id, first=first, last=last)
    open_cells = [
        number
        for number in range(first, last)
        if not _is_finished(standings.get(number), len(judgment_plan.parts_of(number)))
    ]
    if not open_cells:
        return
    cases = _cases(work, session, open_cells)
    judgings = work.generations.generations(run.id, StageName.JUDGE, first=first, last=last)
    scripts = {
        stage: work.ledger.answers(run.id, name, first=first, last=last)
        for stage, name in ((GENERATE, StageName.GENERATE), (JUDGE, StageName.JUDGE))
    }
    lost = work.in_flight.lost(run.id, first=first, last=last)
    for number in open_cells:
        standing = standings.get(number) or CellStanding(generation=1)
        yield CellWork(
            number=number,
            place=grid.place(number),
            case=cases[number // grid.per_case],
            generation=standing.generation,
            output=standing.output,
            has_checks=standing.has_checks,
            open_parts=[
                (part, judgings.get((number, part), 1))
                for part in judgment_plan.parts_of(number)
                if part not in standing.judged
            ],
            scripts={
                **_scripts_of(number, [0], scripts[GENERATE], stage=GENERATE),
                **_scripts_of(number, judgment_plan.parts_of(number), scripts[JUDGE], stage=JUDGE),
            },
            is_suspect=lost.get(number, 0) >= SUSPECT_AFTER,
            is_poison=lost.get(number, 0) >= POISON_AFTER,
        )


def _load_pairs(work: UnitOfWork, session: RunSession, first: int, last: int) -> Iterator[PairWork]:
    run = session.run
    judges = run.snapshot.pair_judges
    judged = work.comparisons.judged(run.id, first=first, last=last)
    dealt = {
        number: pair
        for number, pair in _dealt(work, session, first, last)
        if len(judged.get(number, ())) < len(judges)
    }
    outputs = work.results.outputs(
        run.id, {cell for _, pair in dealt.values() for cell in (pair.left, pair.right)}
    )
    tasks = _tasks(work, session, {pair.left for _, pair in dealt.values()})
    judgings = work.generations.generations(run.id, StageName.JUDGE, first=first, last=last)
    scripts = work.ledger.answers(run.id, StageName.JUDGE, first=first, last=last)
    lost = work.in_flight.lost(run.id, first=first, last=last)
    for number, (wave, pair) in dealt.items():
        said = judged.get(number, set())
        yield PairWork(
            number=number,
            wave=wave,
            pair=pair,
            left=outputs[pair.left],
            right=outputs[pair.right],
            task=tasks.get(pair.left),
            open_judges=[(judge, judgings.get((number, judge), 1)) for judge in judges if judge not in said],
            scripts=_scripts_of(number, judges, scripts, stage=JUDGE),
            is_suspect=lost.get(number, 0) >= SUSPECT_AFTER,
            is_poison=lost.get(number, 0) >= POISON_AFTER,
        )


def _dealt(
    work: UnitOfWork, session: RunSession, first: int, last: int
) -> Iterator[tuple[int, tuple[int, Pair]]]:
    for wave in work.waves.of_run(session.run.id, stage=StageName.JUDGE, units=(first, last)):
        for number, pair in enumerate(read_pairs(wave), wave.first_unit):
            if first <= number < last:
                yield number, (wave.number, pair)


def _tasks(work: UnitOfWork, session: RunSession, cells: Collection[int]) -> dict[int, str]:
    """What texts were written for; handed-in texts without a prompt have no task."""
    if not session.run.snapshot.versions or not cells:
        return {}
    cases = _cases(work, session, [min(cells), max(cells)])
    per_case = session.run.snapshot.grid.per_case
    found = {cell: cases[cell // per_case].variables.get(WRITTEN_FOR) for cell in cells}
    return {cell: task for cell, task in found.items() if isinstance(task, str)}


def _is_finished(standing: CellStanding | None, judges: int) -> bool:
    if standing is None or standing.output is None or not standing.has_checks:
        return False
    return _is_silent(standing.output) or len(standing.judged) >= judges


def _is_silent(output: Output) -> bool:
    return output.status is not OutputStatus.OK


def _cases(work: UnitOfWork, session: RunSession, cells: list[int]) -> dict[int, Case]:
    per_case = session.run.snapshot.grid.per_case
    first, last = cells[0] // per_case, cells[-1] // per_case
    cases = work.datasets.cases(session.run.snapshot.dataset.id, first=first, count=last - first + 1)
    return dict(enumerate(cases, first))


def _scripts_of(
    number: int, parts: Sequence[int], scripts: _Scripts, *, stage: int
) -> dict[tuple[int, int], Script]:
    found: dict[tuple[int, int], Script] = {}
    for part in parts:
        recorded = scripts.get((number, part))
        if recorded:
            found[stage, part] = {
                (one.turn, one.branch): Known(one.fingerprint, one.reply) for one in recorded
            }
    return found
