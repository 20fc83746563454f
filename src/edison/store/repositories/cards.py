"""Cards: what was measured about judges, kept as long as the database."""

from sqlalchemy import Connection, select

from edison.domain import JudgeCard

from ..database.inserting import put_row
from ..database.noun_reading import read_noun
from ..database.noun_text import noun_text
from ..database.times import to_micros
from ..tables import CARD


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
