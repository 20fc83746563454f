"""Reviews of outputs: what people say about the answers of a run."""

from sqlalchemy import Connection, select

from edison.domain import OutputReview, RunId
from edison.errors import ChangedMeanwhile

from ..database.noun_text import noun_text, read_noun
from ..database.statements import insert_new
from ..review_tables import OUTPUT_REVIEW
from .runs import run_number


class OutputReviews:
    """The reviews of all runs. They are added and never changed; nobody writes into another person's."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, run_id: RunId, review: OutputReview) -> None:
        """Keep a review; refused where the same person said something else meanwhile."""
        row = {
            "run_no": run_number(self._connection, run_id),
            "cell": review.cell,
            "reviewer": review.reviewer,
            "revision": review.revision,
            "body": noun_text(review),
        }
        if not insert_new(self._connection, OUTPUT_REVIEW, row):
            raise ChangedMeanwhile("review of cell", str(review.cell))

    def of_run(self, run_id: RunId) -> list[OutputReview]:
        """The review that counts of each person and cell, in the order of cells and people."""
        columns = OUTPUT_REVIEW.c
        query = select(columns.body).where(columns.run_no == run_number(self._connection, run_id))
        ordered = query.order_by(columns.cell, columns.reviewer, columns.revision)
        found = [read_noun(OutputReview, body) for body in self._connection.execute(ordered).scalars()]
        return list({(one.cell, one.reviewer): one for one in found}.values())
