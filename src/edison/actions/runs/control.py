"""What people do with runs: start, pause, resume, cancel, and ask again for what failed."""

from dataclasses import dataclass

from edison.domain import ExperimentId, Run, RunId

from ..house import House
from ..presets.suites import Pinned, SuiteFile, pin_suite
from ..results.reports import find_run
from .prepare import Estimate, check_snapshot, choose_providers

_SEED_BITS = 48


@dataclass(frozen=True, slots=True)
class ReadyRun:
    """A run that passed every check that can be made before it starts; nothing of it is stored yet."""

    pinned: Pinned
    estimate: Estimate


def ready_run(house: House, file: SuiteFile) -> ReadyRun:
    """Make sure that a suite can be run, without storing or paying anything. Blocks; not for a loop."""
    pinned = pin_suite(file, providers=choose_providers(house, file.suite))
    with pinned.spool.closed_on_failure():
        estimate = check_snapshot(
            house, pinned.snapshot, sample=pinned.sample, budget_microusd=file.suite.budget_microusd
        )
    return ReadyRun(pinned, estimate)


def start_run(house: House, ready: ReadyRun, *, start_key: str | None = None) -> Run:
    """Store the cases and the run and have it driven; an equal key gives the run that was started with it.

    What was made ready is used up, whether it starts or not.
    """
    with ready.pinned.spool as spool:
        run = _new_run(house, ready.pinned)
        control = house.control
        with house.store.work() as work:
            work.datasets.add_spooled(run.snapshot.dataset, spool)
    return control.start(run, start_key=start_key)


def _new_run(house: House, pinned: Pinned) -> Run:
    seed, run_id = pinned.file.suite.seed, RunId(house.mint.new("run"))
    return Run(
        id=run_id,
        experiment=pinned.experiment(ExperimentId(house.mint.new("exp"))),
        snapshot=pinned.snapshot,
        seed=house.chance.stream("seed", run_id).bits(_SEED_BITS) if seed is None else seed,
        began_at=house.clock.now(),
    )


def pause_run(house: House, text: str) -> Run:
    """Begin nothing new in a run; what is under way is answered and kept."""
    run = find_run(house, text)
    house.control.pause(run.id)
    return _again(house, run)


def cancel_run(house: House, text: str) -> Run:
    """End a run for ever; what it has is kept."""
    run = find_run(house, text)
    house.control.cancel(run.id)
    return _again(house, run)


def resume_run(house: House, text: str, *, budget_microusd: int | None = None) -> Run:
    """Let a paused, halted or interrupted run go on; one that has ended stays as it is."""
    run = find_run(house, text)
    house.connect(run)
    house.control.resume(run.id, budget_microusd=budget_microusd)
    return _again(house, run)


@dataclass(frozen=True, slots=True)
class Rerun:
    """A run in which what failed is asked again."""

    run: Run
    units: int
    """Answers and judgments that are asked for again."""


def rerun_failed(house: House, text: str) -> Rerun:
    """Ask again for what failed, and only for that."""
    run = find_run(house, text)
    house.connect(run)
    units = house.control.rerun_failed(run.id)
    return Rerun(_again(house, run), units)


def _again(house: House, run: Run) -> Run:
    with house.store.reading() as work:
        return work.runs.get(run.id)
