"""Cards: what was measured about judges, kept as long as the database."""

from sqlalchemy import Connection, select

from edison.domain import JudgeCard, JudgeId

from .inserting import insert_new
from .noun_reading import read_noun
from .noun_text import noun_text
from .rows import CARD
from .times import to_micros


class Cards:
    """The cards of all judges."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, card: JudgeCard) -> None:
        """Keep a card; the same examination of the same judge has one."""
        row = {
            "judge_id": card.judge_id,
            "run_id": card.run_id,
            "made_at": to_micros(card.made_at),
            "body": noun_text(card),
        }
        insert_new(self._connection, CARD, row)

    def newest(self, judge_id: JudgeId) -> JudgeCard | None:
        """The newest card of a judge's version; None where it was never examined."""
        query = (
            select(CARD.c.body).where(CARD.c.judge_id == judge_id).order_by(CARD.c.made_at.desc()).limit(1)
        )
        body = self._connection.execute(query).scalar_one_or_none()
        return None if body is None else read_noun(JudgeCard, body)

    def all(self) -> list[JudgeCard]:
        """Every card, the newest first."""
        query = select(CARD.c.body).order_by(CARD.c.made_at.desc(), CARD.c.judge_id)
        return [read_noun(JudgeCard, body) for body in self._connection.execute(query).scalars()]
