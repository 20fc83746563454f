"""Placings: where the texts of a run stood at its end."""

from sqlalchemy import Connection, delete, insert, select

from edison.domain import EntryRanking, RunId

from ..database.noun_reading import read_noun
from ..database.noun_text import noun_text
from ..tables import RANKING
from .runs import run_number

_BOARD = "placing"


class EntryRankings:
    """The placings of all runs; they stand among the rankings."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, run_id: RunId, entry_ranking: EntryRanking) -> None:
        """Store a placing in the place of an earlier one."""
        no = run_number(self._connection, run_id)
        self._connection.execute(delete(RANKING).where(RANKING.c.run_no == no, RANKING.c.board == _BOARD))
        row = {"run_no": no, "wave": 1, "board": _BOARD, "body": noun_text(entry_ranking)}
        self._connection.execute(insert(RANKING).values(row))

    def get(self, run_id: RunId) -> EntryRanking | None:
        """The placing of a run; None where it has none."""
        no = run_number(self._connection, run_id)
        query = select(RANKING.c.body).where(RANKING.c.run_no == no, RANKING.c.board == _BOARD)
        body = self._connection.execute(query).scalar_one_or_none()
        return None if body is None else read_noun(EntryRanking, body)
