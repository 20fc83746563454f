"""What boards are made from: one line of numbers per answered cell, streamed."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, and_, case, false, func, or_, select

from edison.domain import CellScore, Finding, OutputStatus, Snapshot, outcome_of, passed_checks

from ..database.currency import Units
from ..database.stage_codes import GENERATE
from ..database.statements import Query
from ..tables import ATTEMPT, ATTEMPT_END, CASE, JUDGMENT, OUTPUT
from .counting import worst_finding
from .judgment_scores import Kin, Reader, Said, read_part
from .standings import judgment_rows, output_rows

_AT_ONCE = 5000
_STATUSES = {status.value: status for status in OutputStatus}
_FINDINGS = {finding.value: finding for finding in Finding}


def read_scores(connection: Connection, snapshot: Snapshot, *, no: int) -> Iterator[CellScore]:
    """The current outputs of a run, in the order of the cells; a few thousand are in memory at a time."""
    reader = Reader(snapshot)
    last = connection.execute(select(func.max(OUTPUT.c.cell)).where(OUTPUT.c.run_no == no)).scalar_one()
    for first in range(0, -1 if last is None else last + 1, _AT_ONCE):
        cells = Units(no, first, first + _AT_ONCE)
        families = _read_families(connection, snapshot, cells)
        yield from _scores_among(connection, cells, reader=reader, families=families)


def read_money(connection: Connection, cells: Units, *, stage: int) -> dict[int, int | None]:
    """What every try of a stage for some cells cost; None where no part of it is known."""
    # By a subquery, not a join: Postgres would rather read all ends there are than look up a few thousand.
    paid = select(ATTEMPT_END.c.microusd).where(ATTEMPT_END.c.attempt_id == ATTEMPT.c.id).scalar_subquery()
    query = (
        select(ATTEMPT.c.unit, func.sum(paid))
        .where(ATTEMPT.c.stage == stage, cells.among(ATTEMPT.c.run_no, ATTEMPT.c.unit))
        .group_by(ATTEMPT.c.unit)
    )
    return {unit: None if paid is None else int(paid) for unit, paid in connection.execute(query).all()}


_Families = dict[int, str]
"""By cell."""


def _read_families(connection: Connection, snapshot: Snapshot, cells: Units) -> _Families:
    """The families of the cases of some cells; mostly there are none, and then hardly anything is read."""
    size = snapshot.grid.per_case
    query = select(CASE.c.position, CASE.c.body).where(
        CASE.c.dataset_id == snapshot.dataset.id,
        CASE.c.position >= cells.first // size,
        CASE.c.position <= (cells.last - 1) // size,
        CASE.c.body.not_like('%"family":null}'),
    )
    found = [(position, read_part(Kin, body).family) for position, body in connection.execute(query).all()]
    return {
        cell: family
        for position, family in found
        if family is not None
        for cell in range(position * size, (position + 1) * size)
    }


class _Heard:
    """What all judges said about one output."""

    def __init__(self) -> None:
        self.judged: list[int] = []
        self.not_judged: list[int] = []
        self.qualities: list[tuple[int, float]] = []
        self.overalls: list[tuple[int, float]] = []
        self.verdicts: list[tuple[int, tuple[float, ...]]] = []
        self.warnings: list[tuple[int, tuple[str, ...]]] = []

    def add(self, judge: int, *, is_judged: bool, quality: float | None) -> None:
        (self.judged if is_judged else self.not_judged).append(judge)
        if quality is not None:
            self.qualities.append((judge, quality))

    def look(self, judge: int, said: Said, *, reader: Reader) -> None:
        """Take in what stands in the judgment itself."""
        if (overall := reader.overall(said)) is not None:
            self.overalls.append((judge, overall))
        if (places := reader.places(said)) is not None:
            self.verdicts.append((judge, places))
        if said.safety_flags:
            self.warnings.append((judge, said.safety_flags))


_SILENCE = _Heard()


def _hear(connection: Connection, cells: Units, *, reader: Reader) -> dict[int, _Heard]:
    heard: dict[int, _Heard] = {}
    for cell, judge, is_judged, quality, body in connection.execute(_judgments(cells, reader)).all():
        one = heard.setdefault(cell, _Heard())
        one.add(judge, is_judged=bool(is_judged), quality=quality)
        if body is not None:
            one.look(judge, read_part(Said, body), reader=reader)
    return heard


def _scores_among(
    connection: Connection, cells: Units, *, reader: Reader, families: _Families
) -> Iterator[CellScore]:
    paid = read_money(connection, cells, stage=GENERATE)
    heard = _hear(connection, cells, reader=reader)
    for cell, status, reason, latency_us, worst in connection.execute(_outputs(cells)).all():
        said = heard.get(cell, _SILENCE)
        outcome = outcome_of(_STATUSES[status], reason)
        yield CellScore(
            cell=cell,
            status=_STATUSES[status],
            reason=reason,
            passed=passed_checks(outcome, None if worst is None else _FINDINGS[worst]),
            latency_s=None if latency_us is None else latency_us / 1e6,
            microusd=paid.get(cell),
            qualities=tuple(said.qualities),
            overalls=tuple(said.overalls),
            verdicts=tuple(said.verdicts),
            warnings=tuple(said.warnings),
            judged=tuple(said.judged),
            not_judged=tuple(said.not_judged),
            family=families.get(cell),
        )


def _outputs(cells: Units) -> Query:
    columns = (OUTPUT.c.cell, OUTPUT.c.status, OUTPUT.c.reason, OUTPUT.c.latency_us)
    return output_rows(cells, *columns, worst_finding().label("worst")).order_by(OUTPUT.c.cell)


def _judgments(cells: Units, reader: Reader) -> Query:
    columns = (JUDGMENT.c.cell, JUDGMENT.c.judge, JUDGMENT.c.judged, JUDGMENT.c.quality)
    body = case((_has_to_be_seen(reader), JUDGMENT.c.body), else_=None)
    # Of several judgments by one judge the first counts: the others show how steady it is.
    first = judgment_rows(cells, *columns, body).where(JUDGMENT.c.judge < reader.judges)
    return first.order_by(JUDGMENT.c.cell, JUDGMENT.c.judge)


def _has_to_be_seen(reader: Reader) -> Any:
    """That a judgment says more than its row does; few do, and bodies are large."""
    if reader.sees_all:
        return JUDGMENT.c.judged == 1
    # No string in the JSON can look like this, for a quote in a string is escaped.
    warns = JUDGMENT.c.body.not_like('%"safety_flags":[]%') if reader.is_panel else false()
    return and_(JUDGMENT.c.judged == 1, or_(JUDGMENT.c.judge.in_(reader.verdicts), warns))
