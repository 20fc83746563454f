"""The durable library, used through as few calls as possible. Nothing of value lives in its tables alone.

What we rely on, each pinned by a test: an id that is used twice attaches to the first workflow; an enqueue inside
our transaction commits or rolls back with it; a dead worker's workflows go back to their queue in our transaction;
whoever does work that was taken back finds that it is not its own any more; work of our fixed version is taken up by
any process of that version.

What is private of it is used here and nowhere else, where nothing public will do (decision 0035):
- `SystemDatabase` makes its tables by our connections; the public `migrate` opens the file with another SQLite.
- `SystemSchema.workflow_status` takes work back by our connection; whatever else does cannot be undone with our rows.
- `current_owner_xid`, `_sys_db.get_workflow_owner` tell whether work is still ours; nothing public does.
- `_get_dbos_instance`, `_active_workflows_set.activeList` tell what is really done here; nothing public does.
- `_sys_db.reenqueue_for_recovery`, `INTERNAL_QUEUE_NAME` give back what is not, if it is still ours.
- `_registry.get_internal_queue()._polling_interval_sec` has its own queue looked at seldom: nothing of ours is in it.
"""

import logging
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple, cast

from dbos import DBOS, DBOSClient, DBOSPortableJSONSerializer
from dbos._context import current_owner_xid
from dbos._dbos import _get_dbos_instance  # pyright: ignore[reportPrivateUsage]
from dbos._schemas.system_database import SystemSchema
from dbos._sys_db import SystemDatabase
from dbos._utils import INTERNAL_QUEUE_NAME

VERSION = "engine-4"
"""Fixed, so that an upgrade takes up what it finds; changed only when the driver's order of steps changes."""

DRIVE, SHARD = "edison.drive", "edison.shard"

_AT_ONCE = 5
"""Of each run, in each process: its driver and a few shards, so that the last ones are shared fairly."""

_THREADS = 64
_POLL_S = 0.2
_SELDOM_S = 30.0
_NAME = "edison"
_QUEUES = "edison."
# It tells of every cancelled shard with a traceback; what matters of it we log ourselves. And it would write to the
# standard error of its first start, which an application may have closed by the second.
logging.getLogger("dbos").setLevel(logging.CRITICAL)
logging.getLogger("dbos").addHandler(logging.NullHandler())

_ACTIVE = ("ENQUEUED", "PENDING", "DELAYED")


def prepare(engine: Any) -> None:
    """Create or upgrade the library's tables; before the first launch, so that nothing waits for it."""
    tables = SystemDatabase.create(
        system_database_url=_placeholder(engine),
        engine_kwargs={},
        engine=engine,
        schema="dbos",
        serializer=DBOSPortableJSONSerializer(),
        executor_id=None,
        use_listen_notify=False,
    )
    tables.run_migrations()


def open_client(engine: Any) -> DBOSClient:
    """A client for processes that start or stop work and do none of it."""
    return DBOSClient(
        system_database_engine=engine,
        serializer=DBOSPortableJSONSerializer(),
        application_name=_NAME,
        lazy=True,
    )


def queue_of(run_id: str) -> str:
    """Every run has its own queue, so that a process may see to one run and leave the others alone."""
    return f"{_QUEUES}{run_id}"


def open_queue(client: DBOSClient, run_id: str) -> None:
    """Have a queue for a run; workers that are up find it within a second."""
    client.register_queue(queue_of(run_id), worker_concurrency=_AT_ONCE, polling_interval_sec=_POLL_S)


def close_queue(client: DBOSClient, run_id: str) -> None:
    """A run that is over needs no queue."""
    client.delete_queue(queue_of(run_id))


def queued_runs(client: DBOSClient) -> list[str]:
    """The runs that have a queue."""
    return [queue.name.removeprefix(_QUEUES) for queue in client.list_queues(application_name=_NAME)]


def is_at_work(client: DBOSClient, run_id: str) -> bool:
    """Whether anything waits in the queue of a run, or is being done."""
    return bool(
        client.list_workflows(
            queue_name=queue_of(run_id), status=list(_ACTIVE), limit=1, load_input=False, load_output=False
        )
    )


def launch(engine: Any, *, worker: str, only: str | None = None) -> None:
    """Begin to take work, of one run or of all; workflows run on the loop this is called from, if there is one."""
    DBOS(
        config={
            "name": _NAME,
            "system_database_url": _placeholder(engine),
            "system_database_engine": engine,
            "executor_id": worker,
            "application_version": VERSION,
            "serializer": DBOSPortableJSONSerializer(),
            "max_executor_threads": _THREADS,
            "use_listen_notify": False,
            "run_migrations": False,
            "log_level": "CRITICAL",
            # Nobody is notified this way; but stopping waits until it has looked again.
            "notification_listener_polling_interval_sec": 0.1,
            # Nothing is scheduled this way either.
            "scheduler_polling_interval_sec": 3600.0,
        }
    )
    _library()._registry.get_internal_queue()._polling_interval_sec = _SELDOM_S  # pyright: ignore[reportPrivateUsage]
    if only is not None:
        DBOS.listen_queues([queue_of(only)])
    DBOS.launch()


def stop() -> None:
    """Take no more work. What runs is not waited for: it is taken up elsewhere, or at the next start."""
    DBOS.destroy(workflow_completion_timeout_sec=0)


def driver_id(run_id: str, epoch: int) -> str:
    """What the driver of an epoch is called; the same epoch never has two."""
    return f"{run_id}:e{epoch}"


def enqueue_driver(client: DBOSClient, handle: object, *, run_id: str, epoch: int) -> None:
    """Have a run driven, in the transaction of whoever decided so."""
    client.enqueue_in_transaction(
        cast("Any", handle),
        {
            "workflow_name": DRIVE,
            "queue_name": queue_of(run_id),
            "workflow_id": driver_id(run_id, epoch),
            "app_version": VERSION,
        },
        run_id,
        epoch,
    )


def cancel_driver(client: DBOSClient, *, run_id: str, epoch: int) -> None:
    """Stop an older incarnation soon; what it still writes is refused in any case."""
    client.cancel_workflow(driver_id(run_id, epoch), cancel_children=True)


def is_driven(client: DBOSClient, *, run_id: str, epoch: int) -> bool:
    """Whether a driver of this epoch waits, runs or has ended well."""
    found = client.list_workflows(
        workflow_ids=[driver_id(run_id, epoch)], load_input=False, load_output=False
    )
    if not found:
        return False
    return found[0].status == "SUCCESS" or (
        found[0].status in _ACTIVE and found[0].app_version in (VERSION, None)
    )


def held_work() -> dict[str, str]:
    """Which worker holds each piece of work that is being done, as the library believes.

    What an older version had begun is nobody's: its runs are driven anew, and the library never gives it back.
    """
    pending = DBOS.list_workflows(status="PENDING", app_version=VERSION, load_input=False, load_output=False)
    return {one.workflow_id: one.executor_id for one in pending if one.executor_id}


def take_back(handle: object, dead: Collection[str]) -> None:
    """Put the work of dead workers back into its queues, in the transaction in which they are forgotten."""
    work = SystemSchema.workflow_status
    held = (
        work.c.executor_id.in_(dead) & (work.c.status == "PENDING") & (work.c.application_version == VERSION)
    )
    # As the library's own recovery does it, which knows no transaction of ours.
    back = work.update().where(held).values(status="ENQUEUED", owner_xid=None, started_at_epoch_ms=None)
    places = _library()._sys_db.engine.get_execution_options()  # pyright: ignore[reportPrivateUsage]
    cast("Any", handle).execute(back, execution_options=places)


def ownership() -> "Ownership":
    """On what the work that is being done here rests."""
    workflow = DBOS.workflow_id
    assert workflow is not None, "asked by a workflow or a step of one"
    return Ownership(workflow, current_owner_xid(workflow))


class Ownership(NamedTuple):
    """A piece of work, and the token by which it was handed out."""

    workflow: str
    token: str | None

    def holds(self) -> bool:
        """Whether nobody took it back since. Blocks; not for a loop."""
        return _library()._sys_db.get_workflow_owner(self.workflow) == self.token  # pyright: ignore[reportPrivateUsage]


def active_here() -> set[str]:
    """The work that this process really does."""
    return set(_library()._active_workflows_set.activeList())  # pyright: ignore[reportPrivateUsage]


def put_back(workflows: Iterable[str], *, worker: str) -> None:
    """Put some of a living worker's work back into its queue."""
    tables = _library()._sys_db  # pyright: ignore[reportPrivateUsage]
    for workflow in workflows:
        tables.reenqueue_for_recovery(workflow, [worker], INTERNAL_QUEUE_NAME)


def forget(client: DBOSClient, *, run_id: str, epochs: Iterable[int]) -> None:
    """Delete the library's rows of drivers that are over; ours are untouched."""
    client.delete_workflows([driver_id(run_id, epoch) for epoch in epochs], delete_children=True)


def _library() -> DBOS:
    return _get_dbos_instance()


def _placeholder(engine: Any) -> str:
    # Looked at for its scheme only: the engine is what is used.
    return "sqlite:///given" if engine.dialect.name == "sqlite" else "postgresql://given/engine"
