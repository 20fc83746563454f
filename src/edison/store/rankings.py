"""Rankings: one per board and wave."""

from sqlalchemy import Connection, select

from edison.domain import Ranking, RunId

from .inserting import put_row
from .noun_reading import read_noun
from .noun_text import noun_text
from .rows import RANKING
from .runs import run_number


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

    def of_run(self, run_id: RunId) -> list[Ranking]:
        """The latest ranking of every board."""
        no = run_number(self._connection, run_id)
        query = select(RANKING.c.board, RANKING.c.body).where(RANKING.c.run_no == no)
        latest = {row.board: row.body for row in self._connection.execute(query.order_by(RANKING.c.wave))}
        return [read_noun(Ranking, latest[board]) for board in sorted(latest)]
