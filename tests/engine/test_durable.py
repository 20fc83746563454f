"""What we rely on of the durable library, each behaviour pinned: its next version may think otherwise."""

import asyncio
import inspect
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from dbos._context import current_owner_xid
from dbos._core import ActiveWorkflowById
from dbos._dbos import _get_dbos_instance  # pyright: ignore[reportPrivateUsage]
from dbos._sys_db import SystemDatabase
from dbos._utils import INTERNAL_QUEUE_NAME
from sqlalchemy import Connection, Engine, text

from edison.actions.presets import PRESETS
from edison.domain import Chance, RunId, Settlement
from edison.engine import durable, working
from edison.engine.worker.heartbeat import Heartbeat
from edison.sim.faults import FaultPlan, Match, Rule, Stall
from tests.engine.house import House, a_run_of


def _drivers(house: House, run_id: str) -> list[str]:
    client = durable.open_client(house.store.engine)
    found = client.list_workflows(load_input=False, load_output=False)
    client.destroy()
    return [one.workflow_id for one in found if one.workflow_id.startswith(run_id)]


def _enqueue(house: House, run_id: str, *, fails: bool = False) -> None:
    client = durable.open_client(house.store.engine)
    durable.open_queue(client, run_id)
    with house.store.work() as work:
        durable.enqueue_driver(client, work.handle, run_id=run_id, epoch=1)
        if fails:
            raise LookupError("something else went wrong")
    client.destroy()


def test_an_enqueue_is_rolled_back_with_our_transaction(house: House) -> None:
    with pytest.raises(LookupError):
        _enqueue(house, "run_x", fails=True)

    assert _drivers(house, "run_x") == []


def test_an_id_that_is_used_twice_is_one_workflow(house: House) -> None:
    _enqueue(house, "run_x")
    _enqueue(house, "run_x")

    assert _drivers(house, "run_x") == ["run_x:e1"]


def test_a_driver_that_waits_counts_as_driving(house: House) -> None:
    _enqueue(house, "run_x")
    client = durable.open_client(house.store.engine)

    assert durable.is_driven(client, run_id="run_x", epoch=1)
    assert not durable.is_driven(client, run_id="run_x", epoch=2)
    client.destroy()


def test_a_queue_that_was_left_behind_is_looked_at_a_few_times_a_second_and_no_more(house: House) -> None:
    # As it is left by a worker that was killed in the first second of a run.
    _enqueue(house, "run_x")
    client = durable.open_client(house.store.engine)

    (queue,) = [queue for queue in client.list_queues() if queue.name == durable.queue_of("run_x")]

    assert queue.polling_interval_sec >= 0.2
    client.destroy()


def test_what_is_forgotten_leaves_nothing_behind(house: House) -> None:
    _enqueue(house, "run_x")
    client = durable.open_client(house.store.engine)

    durable.forget(client, run_id="run_x", epochs=[1, 2])
    durable.close_queue(client, "run_x")
    durable.close_queue(client, "run_x")

    assert _drivers(house, "run_x") == []
    client.destroy()


PRIVATE: dict[str, tuple[Callable[..., object], list[str]]] = {
    "current_owner_xid": (current_owner_xid, ["workflow_id", "ctx"]),
    "get_workflow_owner": (SystemDatabase.get_workflow_owner, ["self", "workflow_id"]),
    "_get_dbos_instance": (_get_dbos_instance, []),
    "activeList": (ActiveWorkflowById.activeList, ["self"]),
    "reenqueue_for_recovery": (
        SystemDatabase.reenqueue_for_recovery,
        ["self", "workflow_id", "executor_ids", "recovery_queue_name"],
    ),
    "run_migrations": (SystemDatabase.run_migrations, ["self"]),
}


@pytest.mark.parametrize("name", PRIVATE)
def test_what_is_private_of_the_library_is_still_called_as_we_call_it(name: str) -> None:
    called, parameters = PRIVATE[name]

    assert list(inspect.signature(called).parameters) == parameters


def test_the_librarys_tables_are_still_opened_as_we_open_them() -> None:
    assert {
        "system_database_url",
        "engine_kwargs",
        "engine",
        "schema",
        "serializer",
        "executor_id",
        "use_listen_notify",
    } <= set(inspect.signature(SystemDatabase.create).parameters)
    assert INTERNAL_QUEUE_NAME == "_dbos_internal_queue"


async def test_the_librarys_own_queue_is_looked_at_seldom_for_nothing_of_ours_is_in_it(house: House) -> None:
    run = house.start(a_run_of(3))
    async with house.worker(only=run.id) as worker:
        own = _get_dbos_instance()._registry.get_internal_queue()  # pyright: ignore[reportPrivateUsage]
        seldom_s = own._polling_interval_sec  # pyright: ignore[reportPrivateUsage]
        await worker.wait_for(run.id)

    with cast("Engine", house.store.engine).connect() as connection:
        tables = "dbos.workflow_status" if connection.dialect.name == "postgresql" else "workflow_status"
        queues = set(connection.execute(text(f"SELECT queue_name FROM {tables}")).scalars())
    assert seldom_s == 30.0
    assert queues == {durable.queue_of(run.id)}


def test_what_is_private_of_the_library_is_used_in_one_file() -> None:
    used = re.compile(r"from dbos\._|import dbos\._|\bDBOS\._[a-z]|_get_dbos_instance|\._sys_db\b")
    sources = Path(inspect.getfile(durable)).parents[1].rglob("*.py")

    assert [file.name for file in sources if used.search(file.read_text())] == ["durable.py"]


async def test_a_worker_that_is_up_finds_runs_that_start_later(house: House) -> None:
    async with working(
        house.store,
        connect=house.providers,
        presets=PRESETS,
        clock=house.clock,
        chance=Chance(5),
        settings=house.settings,
    ) as worker:
        run = house.start(a_run_of(10))
        ended = await asyncio.wait_for(worker.wait_for(run.id), 50)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    house.check(run)


async def test_a_run_that_was_left_is_taken_up_by_the_next_worker(house: House) -> None:
    slow = Rule(action=Stall(seconds=0.3), match=Match())
    house.sim.admin.set_plan(FaultPlan(rules=(slow,)))
    run = house.start(a_run_of(60, parallel=4))

    async with working(
        house.store,
        connect=house.providers,
        presets=PRESETS,
        clock=house.clock,
        chance=Chance(6),
        settings=house.settings,
        only=run.id,
    ):
        await _some_answers(house, run.id)
    left = house.evidence(run)
    house.sim.admin.set_plan(FaultPlan())
    # Who left in good order is not waited for, however long a silence would have to be.
    patient = replace(house, settings=replace(house.settings, stale_s=3600.0))
    ended = await patient.work_on(run)

    assert not left.standing.settlement.is_end
    assert not any(one.state == "open" for one in left.attempts), "leaving waits for what is under way"
    assert ended.settlement is Settlement.ALL_CELLS_DONE
    assert not any(one.state == "outcome_unknown" for one in house.check(run).attempts)


async def test_nothing_is_taken_back_from_who_came_back_however_late_that_is_asked_for(house: House) -> None:
    house.sim.admin.set_plan(FaultPlan(rules=(Rule(action=Stall(seconds=0.7)),)))
    run = house.start(a_run_of(10))
    async with house.worker(only=run.id) as worker:
        while not any(session.open_calls for session in worker.machine.sessions.values()):
            await house.clock.sleep(0.02)
        # As one does it who found this worker silent, and was silent itself until it was back at work.
        late = Heartbeat(worker.machine, worker.control)
        await asyncio.to_thread(late._bury, set[str](), departed={worker.machine.worker, "nobody"})  # pyright: ignore[reportPrivateUsage]
        held = await asyncio.to_thread(durable.held_work)
        ended = await asyncio.wait_for(worker.wait_for(run.id), 50)

    assert worker.machine.worker in held.values()
    assert ended.settlement is Settlement.ALL_CELLS_DONE
    assert len(house.check(run).attempts) == 10


async def test_work_that_was_taken_back_while_it_waited_is_not_begun(house: House) -> None:
    run, reached = house.start(a_run_of(10)), set[str]()
    async with working(
        house.store,
        connect=house.providers,
        presets=PRESETS,
        clock=house.clock,
        chance=Chance(9),
        settings=house.settings,
        fault=reached.add,
    ) as worker:
        worker.machine.may_send.clear()
        while "shard.before" not in reached:
            await house.clock.sleep(0.02)
        # From now on somebody else has it, who is not there; then this worker may go on.
        with house.store.work() as work:
            durable.take_back(work.handle, [worker.machine.worker])
            _hand_to(work.connection, "somebody else", durable.driver_id(run.id, 1))
        worker.machine.may_send.set()
        while await asyncio.to_thread(durable.active_here):
            await house.clock.sleep(0.02)

    assert house.check(run).attempts == []


async def test_work_that_a_living_worker_lost_hold_of_is_done_after_all(house: House) -> None:
    async with working(
        house.store,
        connect=house.providers,
        presets=PRESETS,
        clock=house.clock,
        chance=Chance(8),
        settings=house.settings,
    ) as worker:
        run = house.start(a_run_of(10))
        # As it is left when a driver fails and the database cannot be told: held by this worker, done by nobody.
        with house.store.work() as work:
            _hand_to(work.connection, worker.machine.worker, durable.driver_id(run.id, 1))
        ended = await asyncio.wait_for(worker.wait_for(run.id), 50)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    assert len(house.check(run).attempts) == 10


async def test_the_end_of_a_run_is_told_to_whoever_waits_in_its_process(house: House) -> None:
    run = house.start(a_run_of(1))
    seldom = replace(house, settings=replace(house.settings, look_s=600.0))

    ended = await asyncio.wait_for(seldom.work_on(run), 50)

    assert ended.settlement is Settlement.ALL_CELLS_DONE
    house.check(run)


def _hand_to(connection: Connection, worker: str, workflow: str) -> None:
    schema = "dbos." if connection.dialect.name == "postgresql" else ""
    held = text(
        f"UPDATE {schema}workflow_status SET status = 'PENDING', executor_id = :worker "
        "WHERE workflow_uuid = :workflow AND status = 'ENQUEUED'"
    )
    assert connection.execute(held, {"worker": worker, "workflow": workflow}).rowcount == 1


async def _some_answers(house: House, run_id: RunId) -> None:
    def settled() -> int:
        with house.store.reading() as work:
            return work.ledger.totals(run_id).settled

    while await asyncio.to_thread(settled) < 4:
        await asyncio.sleep(0.05)
