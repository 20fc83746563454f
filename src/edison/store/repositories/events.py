"""Events: appended in the transaction of the change they tell of, numbered without gaps."""

import json
import threading
from datetime import datetime

from sqlalchemy import Connection, and_, insert, select, update

from edison.domain import TOLD, Chance, Clock, Event, EventId, EventType, Mint, RunId, Told
from edison.errors import RunMissing

from ..database.noun_text import noun_text, read_noun
from ..database.packing import from_micros, to_micros
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


class Events:
    """What happened to runs."""

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
        """Tell of something that happened; its number is the run's next."""
        # The run's row is held until the commit: whoever comes later has a higher number and commits later.
        counted = (
            update(RUN)
            .where(RUN.c.id == run_id)
            .values(seq=RUN.c.seq + 1)
            .returning(RUN.c.no, RUN.c.seq, RUN.c.project_id)
        )
        run = self._connection.execute(counted).one_or_none()
        if run is None:
            raise RunMissing(run_id)
        event = Event(
            id=EventId(self._mint.new("evt", at=at)),
            project_id=run.project_id,
            run_id=run_id,
            number=run.seq,
            type=type,
            at=at,
            about=about,
            told=told,
        )
        self._connection.execute(
            insert(EVENT).values(
                run_no=run.no,
                number=event.number,
                id=event.id,
                project_id=event.project_id,
                type=event.type.value,
                at=to_micros(at),
                about=json.dumps(event.about),
            )
        )
        if told is not None:
            body = {"run_no": run.no, "number": event.number, "body": noun_text(told)}
            self._connection.execute(insert(EVENT_BODY).values(body))
        return event

    def since(self, run_id: RunId, number: int, limit: int = 500) -> list[Event]:
        """The events after a number, in their order."""
        no = run_number(self._connection, run_id)
        bodies = and_(EVENT_BODY.c.run_no == EVENT.c.run_no, EVENT_BODY.c.number == EVENT.c.number)
        query = (
            select(EVENT, EVENT_BODY.c.body)
            .outerjoin(EVENT_BODY, bodies)
            .where(EVENT.c.run_no == no, EVENT.c.number > number)
        )
        return [
            Event(
                id=row.id,
                project_id=row.project_id,
                run_id=run_id,
                number=row.number,
                type=EventType(row.type),
                at=from_micros(row.at),
                about=json.loads(row.about),
                told=None if row.body is None else read_noun(TOLD[EventType(row.type)], row.body),
            )
            for row in self._connection.execute(query.order_by(EVENT.c.number).limit(limit))
        ]
