"""People: what they said to the questions of runs."""

from sqlalchemy import Connection, select

from edison.domain import PersonAnswer, RunId

from ..database.noun_text import noun_text, read_noun
from ..database.statements import insert_new
from ..tables import PERSON_ANSWER
from .runs import run_number


class People:
    """Answers of people, the first to each question."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, run_id: RunId, answer: PersonAnswer) -> bool:
        """Keep an answer; False where the question has one, and then that one stays."""
        number = run_number(self._connection, run_id)
        row = {"run_no": number, "unit": answer.unit, "body": noun_text(answer)}
        return insert_new(self._connection, PERSON_ANSWER, row)

    def answers(self, run_id: RunId) -> list[PersonAnswer]:
        """Everything that was said, in the order of the questions."""
        mine = PERSON_ANSWER.c.run_no == run_number(self._connection, run_id)
        query = select(PERSON_ANSWER.c.body).where(mine).order_by(PERSON_ANSWER.c.unit)
        return [read_noun(PersonAnswer, body) for body in self._connection.execute(query).scalars()]
