"""Rankings: one per board and wave."""

from sqlalchemy import Connection, delete, select

from edison.domain import Board, Ranking, RunId

from ..database.inserting import put_row
from ..database.noun_reading import read_noun
from ..database.noun_text import noun_text
from ..tables import RANKING
from .runs import run_number

_BOARDS = tuple(board.value for board in Board)
"""What else stands in this table is no ranking of arms."""


class Rankings:
    """The boards of all runs."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, ranking: Ranking) -> None:
        """Store a board of a wave; made anew, it takes the place of the one before."""
        row = {
            "run_no": run_number(self._connection, ranking.run_id),
            "wave": ranking.wave,
            "board": ranking.board.value,
            "body": noun_text(ranking),
        }
        put_row(self._connection, RANKING, row)

    def drop(self, run_id: RunId, board: Board) -> None:
        """Take a board away on which nobody has a result any more."""
        no = run_number(self._connection, run_id)
        self._connection.execute(
            delete(RANKING).where(RANKING.c.run_no == no, RANKING.c.board == board.value)
        )

    def of_run(self, run_id: RunId) -> list[Ranking]:
        """The latest ranking of every board."""
        no = run_number(self._connection, run_id)
        query = select(RANKING.c.board, RANKING.c.body).where(
            RANKING.c.run_no == no, RANKING.c.board.in_(_BOARDS)
        )
        latest = {row.board: row.body for row in self._connection.execute(query.order_by(RANKING.c.wave))}
        return [read_noun(Ranking, latest[board]) for board in sorted(latest)]
