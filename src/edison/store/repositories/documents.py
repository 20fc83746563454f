"""Documents: what a run was started with and has to find again, and what it ended with."""

from typing import TypeVar

from sqlalchemy import Connection, delete, select

from edison.domain import Noun, RunId

from ..database.noun_text import noun_text, read_noun
from ..database.statements import insert_new, put_row
from ..tables import DOCUMENT
from .runs import run_number

N = TypeVar("N", bound=Noun)


class Documents:
    """One noun under each name of a run."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, run_id: RunId, name: str, noun: Noun) -> bool:
        """Keep something with a run; False where the name is taken, and then nothing changes."""
        row = {"run_no": run_number(self._connection, run_id), "name": name, "body": noun_text(noun)}
        return insert_new(self._connection, DOCUMENT, row)

    def put(self, run_id: RunId, name: str, noun: Noun) -> None:
        """Keep something with a run, in place of what had its name."""
        row = {"run_no": run_number(self._connection, run_id), "name": name, "body": noun_text(noun)}
        put_row(self._connection, DOCUMENT, row)

    def remove(self, run_id: RunId, *, beginning: str) -> None:
        """Let everything go whose name begins so."""
        no = run_number(self._connection, run_id)
        mine = DOCUMENT.c.name.startswith(beginning, autoescape=True)
        self._connection.execute(delete(DOCUMENT).where(DOCUMENT.c.run_no == no, mine))

    def get(self, run_id: RunId, name: str, noun: type[N]) -> N | None:
        """What was kept; None where nothing was."""
        no = run_number(self._connection, run_id)
        query = select(DOCUMENT.c.body).where(DOCUMENT.c.run_no == no, DOCUMENT.c.name == name)
        body = self._connection.execute(query).scalar_one_or_none()
        return None if body is None else read_noun(noun, body)
