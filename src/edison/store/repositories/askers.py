"""Calls outside of runs: in the one ledger, each under the number of who asked, below zero."""

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from edison.domain import Asker, Attempt, AttemptEnd, Clock, Raw

from ..agent_tables import ASKER
from ..database.packing import pack, to_micros
from ..database.statements import Found, insert_new
from ..tables import ATTEMPT, ATTEMPT_END, EXCHANGE
from ..writing.entries import AttemptEndEntry, AttemptEntry, CallPlace, RunKey
from ..writing.group_rows import make_rows


class Askers:
    """Whoever asks outside of runs, and what became of it. Nothing is ever taken out of the ledger."""

    def __init__(self, connection: Connection, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock

    def open_attempt(self, asker: Asker, place: CallPlace, attempt: Attempt) -> None:
        """Write down that something is about to be sent."""
        row = {
            "kind": asker.kind.value,
            "id": asker.id,
            "name": pack(asker.name),
            "began_at": to_micros(self._clock.now()),
        }
        insert_new(self._connection, ASKER, row)
        entry = AttemptEntry(RunKey(-self._found(asker).no, 0), place, attempt)
        made = make_rows([entry], worker=asker.id)
        self._connection.execute(insert(ATTEMPT).values(tuple(made.attempts[0][1])))

    def end_attempt(self, asker: Asker, end: AttemptEnd) -> None:
        """Write down how it ended, with what was on the wire unless that is to be forgotten."""
        found = self._found(asker)
        kept = end if found.name else end.changed(sentence=None, partial_text=None, raw=Raw())
        made = make_rows([AttemptEndEntry(RunKey(-found.no, 0), kept, None)], worker=asker.id)
        self._connection.execute(insert(ATTEMPT_END).values(tuple(made.ends[0])))
        for row in made.exchanges:
            self._connection.execute(insert(EXCHANGE).values(tuple(row)))

    def forget_words(self, asker: Asker) -> None:
        """Take away what was said; what it cost stays, for money is data."""
        its_number = select(-ASKER.c.no).where(*_is(asker)).scalar_subquery()
        mine = select(ATTEMPT.c.id).where(ATTEMPT.c.run_no == its_number)
        self._connection.execute(delete(EXCHANGE).where(EXCHANGE.c.attempt_id.in_(mine)))
        wordless = update(ATTEMPT_END).where(ATTEMPT_END.c.run_no == its_number)
        self._connection.execute(wordless.values(sentence=None, partial_text=None))
        self._connection.execute(update(ASKER).where(*_is(asker)).values(name=""))

    def _found(self, asker: Asker) -> Found:
        return self._connection.execute(select(ASKER.c.no, ASKER.c.name).where(*_is(asker))).one()


def _is(asker: Asker) -> tuple[ColumnElement[bool], ...]:
    return ASKER.c.kind == asker.kind.value, ASKER.c.id == asker.id
