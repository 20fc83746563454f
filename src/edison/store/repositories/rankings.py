"""Where arms, texts and judges stand: boards, placings and cards."""

from sqlalchemy import Connection, delete, select

from edison.domain import Board, EntryRanking, JudgeCard, Ranking, RunId

from ..database.noun_text import noun_text, read_noun
from ..database.packing import to_micros
from ..database.statements import put_row
from ..tables import CARD, ENTRY_RANKING, RANKING
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

    def drop(self, run_id: RunId, board: Board) -> None:
        """Take a board away on which nobody has a result any more."""
        no = run_number(self._connection, run_id)
        self._connection.execute(
            delete(RANKING).where(RANKING.c.run_no == no, RANKING.c.board == board.value)
        )

    def of_run(self, run_id: RunId) -> list[Ranking]:
        """The latest ranking of every board."""
        no = run_number(self._connection, run_id)
        query = select(RANKING.c.board, RANKING.c.body).where(RANKING.c.run_no == no)
        latest = {row.board: row.body for row in self._connection.execute(query.order_by(RANKING.c.wave))}
        return [read_noun(Ranking, latest[board]) for board in sorted(latest)]


class EntryRankings:
    """Where the texts of all runs stood at their ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, run_id: RunId, entry_ranking: EntryRanking) -> None:
        """Store an order of texts in the place of an earlier one."""
        row = {"run_no": run_number(self._connection, run_id), "body": noun_text(entry_ranking)}
        put_row(self._connection, ENTRY_RANKING, row)

    def get(self, run_id: RunId) -> EntryRanking | None:
        """The order of a run's texts; None where it has none."""
        no = run_number(self._connection, run_id)
        query = select(ENTRY_RANKING.c.body).where(ENTRY_RANKING.c.run_no == no)
        body = self._connection.execute(query).scalar_one_or_none()
        return None if body is None else read_noun(EntryRanking, body)


class Cards:
    """The cards of all judges."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, card: JudgeCard) -> None:
        """Keep a card; the same examination of the same judge has one, the last that was made of it."""
        row = {
            "judge_id": card.judge_id,
            "run_id": card.run_id,
            "made_at": to_micros(card.made_at),
            "body": noun_text(card),
        }
        put_row(self._connection, CARD, row)

    def all(self) -> list[JudgeCard]:
        """Every card, the newest first."""
        query = select(CARD.c.body).order_by(CARD.c.made_at.desc(), CARD.c.judge_id)
        return [read_noun(JudgeCard, body) for body in self._connection.execute(query).scalars()]
