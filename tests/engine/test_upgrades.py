"""Runs that outlive the process, the version and the day that began them."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from structlog.testing import capture_logs

from edison.actions.presets import PRESETS
from edison.domain import (
    AUTONOMY,
    PEOPLE,
    Autonomy,
    Chance,
    ChosenAutonomy,
    DesiredState,
    Mint,
    PersonAnswer,
    Run,
)
from edison.engine import Control, durable
from edison.wiring import SystemClock
from tests.engine.house import House
from tests.engine.refinements import same_refinement, start_refinement

pytestmark = pytest.mark.timeout(240)


class _Yesterday(SystemClock):
    def now(self) -> datetime:
        return super().now() - timedelta(days=1)


@contextmanager
def _yesterday(house: House, monkeypatch: pytest.MonkeyPatch) -> Generator[House]:
    """The same archive under a process of an older version, a day ago."""
    clock = _Yesterday()
    mint = Mint(clock, Chance(12).stream("ids"))
    control = Control(house.store, presets=PRESETS, now=clock.now, mint=mint)
    with monkeypatch.context() as older:
        older.setattr(durable, "VERSION", "engine-of-yesterday")
        yield replace(house, clock=clock, control=control)
    control.close()


def _reviewed(house: House) -> Run:
    run = start_refinement(house, rounds=1)
    with house.store.work() as work:
        chosen = ChosenAutonomy(autonomy=Autonomy.MANUAL, by="ada", at=house.clock.now())
        work.documents.put(run.id, AUTONOMY, chosen)
    return run


def _approve(house: House, run: Run) -> None:
    with house.store.reading() as work:
        [asked] = work.waves.of_run(run.id, lane=PEOPLE)
    said = PersonAnswer(unit=asked.first_unit, by="ada", choice="approve", at=house.clock.now())
    house.control.answer(run.id, [said])


def _held(house: House, run: Run) -> list[str]:
    """What the durable library keeps of a run, waiting or under way."""
    client = durable.open_client(house.store.engine)
    found = client.list_workflows(
        status=["ENQUEUED", "PENDING"], workflow_id_prefix=run.id, load_input=False, load_output=False
    )
    client.destroy()
    return [one.workflow_id for one in found]


async def _work_a_little(house: House, run: Run) -> None:
    """Until something was asked; then the worker leaves in the middle of it."""
    async with house.worker(only=run.id) as worker:
        while not house.evidence(run).attempts:
            await worker.machine.doze(0.05)


async def test_runs_outlive_a_restart_an_upgrade_and_a_day(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _yesterday(house, monkeypatch) as before:
        reviewed, begun, left = (_reviewed(before), *(start_refinement(before, rounds=1) for _ in range(2)))
        waiting = await before.work_on(reviewed)
        asked_before = len(house.evidence(reviewed).attempts)
        await _work_a_little(before, begun)
        held = [len(_held(house, one)) for one in (reviewed, begun, left)]

    with capture_logs() as logged:
        async with house.worker() as worker:
            still = await worker.wait_for(reviewed.id)
            _approve(house, reviewed)
            ended = [await worker.wait_for(one.id) for one in (reviewed, begun, left)]

    assert waiting.halted is not None
    assert (waiting.halted.code, held[0]) == ("waits_for_people", 0), "whoever waits for people holds nothing"
    assert (held[1] > 0, held[2] > 0) == (True, True), "the older version left work that it had begun, or not"
    assert (still.desired, still.epoch) == (DesiredState.PAUSED, waiting.epoch)
    assert all(one.settlement.is_end for one in ended)
    assert len(house.evidence(reviewed).attempts) > asked_before, (
        "what was approved is measured on sealed cases"
    )
    assert same_refinement(house, begun) == same_refinement(house, left)
    for one in (reviewed, begun, left):
        house.check(one)
    died = [one for one in logged if one["event"] == "workers.died"]
    assert len(died) <= 1, "who died of an older version is buried once"
