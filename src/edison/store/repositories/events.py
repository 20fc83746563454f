"""Events: appended in the transaction of the change they tell of, numbered without gaps."""

import json
import threading
from datetime import datetime

from sqlalchemy import Connection, and_, func, insert, select, text, update

from edison.domain import TOLD, Chance, Clock, Event, EventId, EventType, Mint, ProjectId, RunId, Told
from edison.errors import RunMissing

from ..database.noun_text import noun_text, read_noun
from ..database.packing import from_micros, to_micros
from ..database.statements import Found
from ..tables import EVENT, EVENT_BODY, RUN
from .runs import run_number


class SharedMint:
    """A mint that several threads use."""

    def __init__(self, clock: Clock, chance: Chance) -> None:
        self._mint = Mint(clock, chance.stream("store", "ids"))
        # Protects the mint's count: two threads must not read the same.
        self._lock = threading.Lock()

    def new(self, prefix: str, *, at: datetime | None = None) -> str:
        """A fresh id."""
        with self._lock:
            return self._mint.new(prefix, at=at)


_NO_RUN = 0
"""Where events stand that tell of no run; runs are numbered from 1 on."""
_LOCK = text("SELECT pg_advisory_xact_lock(hashtext('edison.event'))")


class Events:
    """What happened."""

    def __init__(self, connection: Connection, mint: SharedMint) -> None:
        self._connection = connection
        self._mint = mint

    def append(
        self,
        run_id: RunId,
        type: EventType,
        *,
        at: datetime,
        about: dict[str, str],
        told: Told | None = None,
    ) -> Event:
        """Tell of something that happened; it gets the run's next number, and the next serial of all runs."""
        # The run's row is held until the commit: whoever comes later has a higher number and commits later.
        counted = (
            update(RUN)
            .where(RUN.c.id == run_id)
            .values(last_event=RUN.c.last_event + 1)
            .returning(RUN.c.no, RUN.c.last_event, RUN.c.project_id)
        )
        run = self._connection.execute(counted).one_or_none()
        if run is None:
            raise RunMissing(run_id)
        event = Event(
            id=EventId(self._mint.new("evt", at=at)),
            project_id=run.project_id,
            run_id=run_id,
            number=run.last_event,
            serial=self._next_serial(),
            type=type,
            at=at,
            about=about,
            told=told,
        )
        self._insert(run.no, event)
        return event

    def append_to_project(
        self, project_id: ProjectId, type: EventType, *, at: datetime, about: dict[str, str]
    ) -> Event:
        """Tell of something that happened to no run."""
        # The lock on the serial, or on the file, keeps others from the same number.
        serial = self._next_serial()
        last = select(func.coalesce(func.max(EVENT.c.number), 0)).where(EVENT.c.run_no == _NO_RUN)
        event = Event(
            id=EventId(self._mint.new("evt", at=at)),
            project_id=project_id,
            number=self._connection.execute(last).scalar_one() + 1,
            serial=serial,
            type=type,
            at=at,
            about=about,
        )
        self._insert(_NO_RUN, event)
        return event

    def hold_numbers(self) -> tuple[int, int]:
        """Keep others from numbering events until the commit: the last serial, and the last number of no run."""
        serial = self._next_serial() - 1
        last = select(func.coalesce(func.max(EVENT.c.number), 0)).where(EVENT.c.run_no == _NO_RUN)
        return serial, self._connection.execute(last).scalar_one()

    def since(self, serial: int, limit: int = 500, *, run_id: RunId | None = None) -> list[Event]:
        """The events after a serial, in their order: of one run, or of all."""
        bodies = and_(EVENT_BODY.c.run_no == EVENT.c.run_no, EVENT_BODY.c.number == EVENT.c.number)
        query = (
            select(EVENT, EVENT_BODY.c.body, RUN.c.id.label("run_id"))
            .outerjoin(RUN, RUN.c.no == EVENT.c.run_no)
            .outerjoin(EVENT_BODY, bodies)
            .where(EVENT.c.serial > serial)
        )
        if run_id is not None:
            query = query.where(EVENT.c.run_no == run_number(self._connection, run_id))
        return [_event(row) for row in self._connection.execute(query.order_by(EVENT.c.serial).limit(limit))]

    def told_stages(self, run_id: RunId, type: EventType) -> set[tuple[str, str]]:
        """Of which stages of which waves a run has told that they started, or finished."""
        mine = (EVENT.c.run_no == run_number(self._connection, run_id), EVENT.c.type == type.value)
        told = (
            json.loads(about)
            for about in self._connection.execute(select(EVENT.c.about).where(*mine)).scalars()
        )
        return {(about["stage"], about["wave"]) for about in told}

    def last_serial(self) -> int:
        """The serial of the latest event of all; 0 before the first."""
        return self._connection.execute(select(func.coalesce(func.max(EVENT.c.serial), 0))).scalar_one()

    def _next_serial(self) -> int:
        # Held until the commit, for no reader may see a serial before the one that precedes it. SQLite has one
        # writer at a time anyway.
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(_LOCK)
        return self.last_serial() + 1

    def _insert(self, run_no: int, event: Event) -> None:
        row = {
            "run_no": run_no,
            "number": event.number,
            "serial": event.serial,
            "id": event.id,
            "project_id": event.project_id,
            "type": event.type.value,
            "at": to_micros(event.at),
            "about": json.dumps(event.about),
        }
        self._connection.execute(insert(EVENT).values(row))
        if event.told is not None:
            body = {"run_no": run_no, "number": event.number, "body": noun_text(event.told)}
            self._connection.execute(insert(EVENT_BODY).values(body))


def _event(row: Found) -> Event:
    kind = EventType(row.type)
    return Event(
        id=row.id,
        project_id=row.project_id,
        run_id=row.run_id,
        number=row.number,
        serial=row.serial,
        type=kind,
        at=from_micros(row.at),
        about=json.loads(row.about),
        told=None if row.body is None else read_noun(TOLD[kind], row.body),
    )
