"""Reviews of outputs: what people say about the answers of a run, one by one and two by two."""

from sqlalchemy import Connection, select

from edison.domain import OutputReview, PairReview, RunId
from edison.errors import ChangedMeanwhile

from ..database.noun_text import noun_text, read_noun
from ..database.statements import insert_new
from ..review_tables import OUTPUT_REVIEW, PAIR_REVIEW
from ..tables import RUN
from .runs import is_kept, run_number


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

    def newest_runs(self, *, limit: int) -> list[RunId]:
        """The runs of which people reviewed outputs, the newest first."""
        query = (
            select(RUN.c.id)
            .where(RUN.c.no.in_(select(OUTPUT_REVIEW.c.run_no)), is_kept())
            .order_by(RUN.c.no.desc())
            .limit(limit)
        )
        return [RunId(one) for one in self._connection.execute(query).scalars()]

    def of_run(self, run_id: RunId) -> list[OutputReview]:
        """The review that counts of each person and cell, in the order of cells and people."""
        columns = OUTPUT_REVIEW.c
        query = select(columns.body).where(columns.run_no == run_number(self._connection, run_id))
        ordered = query.order_by(columns.cell, columns.reviewer, columns.revision)
        found = [read_noun(OutputReview, body) for body in self._connection.execute(ordered).scalars()]
        return list({(one.cell, one.reviewer): one for one in found}.values())

    def of_cell(self, run_id: RunId, cell: int, reviewer: str) -> OutputReview | None:
        """What counts of what one person said about this output."""
        columns = OUTPUT_REVIEW.c
        query = (
            select(columns.body)
            .where(
                columns.run_no == run_number(self._connection, run_id),
                columns.cell == cell,
                columns.reviewer == reviewer,
            )
            .order_by(columns.revision.desc())
            .limit(1)
        )
        body = self._connection.execute(query).scalar_one_or_none()
        return None if body is None else read_noun(OutputReview, body)


class PairReviews:
    """What people say about two outputs at a time. Rows are added and never changed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, run_id: RunId, review: PairReview) -> None:
        """Keep a review; refused where the same person said something else meanwhile."""
        low, high = review.cells
        row = {
            "run_no": run_number(self._connection, run_id),
            "low": low,
            "high": high,
            "reviewer": review.reviewer,
            "revision": review.revision,
            "body": noun_text(review),
        }
        if not insert_new(self._connection, PAIR_REVIEW, row):
            raise ChangedMeanwhile("review of two outputs", f"{low} and {high}")

    def of_run(self, run_id: RunId) -> list[PairReview]:
        """The review that counts of each person and pair, in the order of cells and people."""
        columns = PAIR_REVIEW.c
        query = select(columns.body).where(columns.run_no == run_number(self._connection, run_id))
        ordered = query.order_by(columns.low, columns.high, columns.reviewer, columns.revision)
        found = [read_noun(PairReview, body) for body in self._connection.execute(ordered).scalars()]
        return list({(*one.cells, one.reviewer): one for one in found}.values())

    def of_pair(self, run_id: RunId, cells: tuple[int, int], reviewer: str) -> PairReview | None:
        """What counts of what one person said about these two."""
        columns = PAIR_REVIEW.c
        query = (
            select(columns.body)
            .where(
                columns.run_no == run_number(self._connection, run_id),
                columns.low == min(cells),
                columns.high == max(cells),
                columns.reviewer == reviewer,
            )
            .order_by(columns.revision.desc())
            .limit(1)
        )
        body = self._connection.execute(query).scalar_one_or_none()
        return None if body is None else read_noun(PairReview, body)
