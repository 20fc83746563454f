"""What boards are made from: one line of numbers per answered cell, streamed."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, and_, case, func, or_, select

from edison.domain import (
    CELLS,
    CellLayout,
    CellPosition,
    CellScore,
    Criterion,
    Finding,
    OutputStatus,
    Rubric,
    Run,
    Snapshot,
    outcome_of,
    passed_checks,
    staged_criterion,
)

from ..database.stage_codes import GENERATE
from ..database.statements import Query
from ..repositories.generations import Units
from ..repositories.waves import Waves
from ..tables import ATTEMPT, ATTEMPT_END, CASE, CHECKED, JUDGMENT, OUTPUT
from .counting import worst_finding
from .standings import judgment_rows, output_rows

R = TypeVar("R")


class ScoreExcerpt(msgspec.Struct):
    """The score of a criterion."""

    criterion: str
    score: float


class VerdictExcerpt(msgspec.Struct):
    """A verdict."""

    stages: tuple[int, ...] = ()


class JudgmentExcerpt(msgspec.Struct):
    """The part of a judgment that is looked at here."""

    scores: tuple[ScoreExcerpt, ...] = ()
    verdict: VerdictExcerpt | None = None
    safety_flags: tuple[str, ...] = ()


class FoundExcerpt(msgspec.Struct):
    """Of what sort something is that was found in an output."""

    kind: str


class ScanExcerpt(msgspec.Struct):
    """What was found by looking through an output."""

    found: tuple[FoundExcerpt, ...] = ()


class CaseExcerpt(msgspec.Struct):
    """The part of a case that is looked at here."""

    family: str | None = None


class JudgmentReader:
    """Reads the judgments of one run; says which it has to see at all."""

    def __init__(self, snapshot: Snapshot, *, criteria: Collection[str] = ()) -> None:
        rubric = snapshot.rubric
        self._scales = (
            {one.name: one.scale for one in rubric.criteria if one.name in criteria} if rubric else {}
        )
        self._overall = rubric.overall if rubric else None
        self._places = _places(rubric) if rubric else ()
        self.verdicts = tuple(index for index, judge in enumerate(snapshot.judges) if judge.names_stages)
        """The judges whose every judgment has to be seen."""
        self.judges = len(snapshot.judges)

    @property
    def sees_all(self) -> bool:
        """Whether every judgment has to be seen."""
        return self._overall is not None or bool(self._scales)

    def overall(self, said: JudgmentExcerpt) -> float | None:
        """The judge's impression of the whole, from 0 to 1."""
        if self._overall is None:
            return None
        name, scale = self._overall.name, self._overall.scale
        score = next((one.score for one in said.scores if one.criterion == name), None)
        return None if score is None or not scale.holds(score) else scale.normalise(score)

    def criteria(self, said: JudgmentExcerpt) -> Iterator[tuple[str, float]]:
        """The scores of the criteria that were asked for, from 0 to 1."""
        for one in said.scores:
            scale = self._scales.get(one.criterion)
            if scale is not None and scale.holds(one.score):
                yield one.criterion, scale.normalise(one.score)

    def places(self, said: JudgmentExcerpt) -> tuple[float, ...] | None:
        """Where the stages it named stand, from 0 to 1; None where there is no verdict."""
        if said.verdict is None:
            return None
        return tuple(self._places[stage - 1] for stage in said.verdict.stages if stage <= len(self._places))


def read_part(kind: type[R], body: str) -> R:
    """Some fields of a noun's JSON; Python's own reader takes the escaped surrogates that the fast one refuses."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError:
        return msgspec.convert(json.loads(body), type=kind)


def _places(rubric: Rubric) -> tuple[float, ...]:
    """Where the stages of the rubric stand on their scale, lowest first."""
    criterion: Criterion | None = staged_criterion(rubric.criteria)
    if criterion is None:
        return ()
    values = sorted(label.value for label in criterion.scale.labels)
    return tuple(map(criterion.scale.normalise, values))


# No string in the JSON can look like this, for a quote in a string is escaped.
_WARNS = JUDGMENT.c.body.not_like('%"safety_flags":[]%')
_AT_ONCE = 5000
_STATUSES = {status.value: status for status in OutputStatus}
_FINDINGS = {finding.value: finding for finding in Finding}


def read_scores(connection: Connection, run: Run, *, no: int) -> Iterator[CellScore]:
    """The current outputs of a run, in the order of the cells; a few thousand are in memory at a time."""
    snapshot = run.snapshot
    floors = run.experiment.policy.min_quality
    reader = JudgmentReader(snapshot, criteria={floor.criterion for floor in floors if floor.criterion})
    for wave in Waves(connection).of_run(run.id, lane=CELLS):
        layout = CellLayout([wave])
        for first in range(wave.first_unit, wave.end, _AT_ONCE):
            cells = Units(no, first, min(first + _AT_ONCE, wave.end))
            places = {cell: layout.place(cell) for cell in range(cells.first, cells.last)}
            families = _read_families(connection, snapshot, places)
            yield from _scores_among(connection, cells, reader=reader, places=places, families=families)


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


_Places = Mapping[int, CellPosition]
"""By cell."""
_Families = dict[int, str]
"""By case."""


def _read_families(connection: Connection, snapshot: Snapshot, places: _Places) -> _Families:
    """The families of the cases of some cells; mostly there are none, and then hardly anything is read."""
    cases = [place.case for place in places.values()]
    query = select(CASE.c.position, CASE.c.body).where(
        CASE.c.dataset_id == snapshot.dataset.id,
        CASE.c.position >= min(cases),
        CASE.c.position <= max(cases),
        CASE.c.body.not_like('%"family":null}'),
    )
    found = [
        (position, read_part(CaseExcerpt, body).family) for position, body in connection.execute(query).all()
    ]
    return {position: family for position, family in found if family is not None}


class _JudgesOnCell:
    """What all judges said about one output."""

    __slots__ = ("criteria", "judged", "not_judged", "overalls", "qualities", "verdicts", "warnings")

    def __init__(self) -> None:
        self.judged: list[int] = []
        self.not_judged: list[int] = []
        self.qualities: list[tuple[int, float]] = []
        self.overalls: list[tuple[int, float]] = []
        self.criteria: list[tuple[int, str, float]] = []
        self.verdicts: list[tuple[int, tuple[float, ...]]] = []
        self.warnings: list[tuple[int, tuple[str, ...]]] = []

    def add(self, judge: int, *, is_judged: bool, quality: float | None) -> None:
        (self.judged if is_judged else self.not_judged).append(judge)
        if quality is not None:
            self.qualities.append((judge, quality))

    def read(self, judge: int, said: JudgmentExcerpt, *, reader: JudgmentReader) -> None:
        """Take in what stands in the judgment itself."""
        if (overall := reader.overall(said)) is not None:
            self.overalls.append((judge, overall))
        self.criteria += [(judge, name, score) for name, score in reader.criteria(said)]
        if (places := reader.places(said)) is not None:
            self.verdicts.append((judge, places))
        if said.safety_flags:
            self.warnings.append((judge, said.safety_flags))


_NO_JUDGMENTS = _JudgesOnCell()


def _read_judgments(
    connection: Connection, cells: Units, *, reader: JudgmentReader
) -> dict[int, _JudgesOnCell]:
    by_cell: dict[int, _JudgesOnCell] = {}
    for cell, judge, is_judged, quality, body in connection.execute(_judgments(cells, reader)).all():
        one = by_cell.setdefault(cell, _JudgesOnCell())
        one.add(judge, is_judged=bool(is_judged), quality=quality)
        if body is not None:
            one.read(judge, read_part(JudgmentExcerpt, body), reader=reader)
    return by_cell


def _scores_among(
    connection: Connection, cells: Units, *, reader: JudgmentReader, places: _Places, families: _Families
) -> Iterator[CellScore]:
    paid = read_money(connection, cells, stage=GENERATE)
    by_cell = _read_judgments(connection, cells, reader=reader)
    for cell, status, reason, latency_us, worst, scan in connection.execute(_outputs(cells)).all():
        said = by_cell.get(cell, _NO_JUDGMENTS)
        outcome = outcome_of(_STATUSES[status], reason)
        yield CellScore(
            cell=cell,
            place=places[cell],
            status=_STATUSES[status],
            reason=reason,
            passed=passed_checks(outcome, None if worst is None else _FINDINGS[worst]),
            latency_s=None if latency_us is None else latency_us / 1e6,
            microusd=paid.get(cell),
            qualities=tuple(said.qualities),
            overalls=tuple(said.overalls),
            criteria=tuple(said.criteria),
            verdicts=tuple(said.verdicts),
            warnings=tuple(said.warnings),
            unsafe=_unsafe(scan),
            judged=tuple(said.judged),
            not_judged=tuple(said.not_judged),
            family=families.get(places[cell].case),
        )


def _unsafe(scan: str | None) -> tuple[str, ...] | None:
    if scan is None:
        return None
    return tuple(dict.fromkeys(one.kind for one in read_part(ScanExcerpt, scan).found))


def _outputs(cells: Units) -> Query:
    columns = (OUTPUT.c.cell, OUTPUT.c.status, OUTPUT.c.reason, OUTPUT.c.latency_us)
    worst = worst_finding().label("worst")
    return output_rows(cells, *columns, worst, CHECKED.c.safety).order_by(OUTPUT.c.cell)


def _judgments(cells: Units, reader: JudgmentReader) -> Query:
    columns = (JUDGMENT.c.cell, JUDGMENT.c.part, JUDGMENT.c.judged, JUDGMENT.c.quality)
    body = case((_has_to_be_seen(reader), JUDGMENT.c.body), else_=None)
    # Of several judgments by one judge the first counts: the others show how steady it is.
    first = judgment_rows(cells, *columns, body).where(JUDGMENT.c.part < reader.judges)
    return first.order_by(JUDGMENT.c.cell, JUDGMENT.c.part)


def _has_to_be_seen(reader: JudgmentReader) -> Any:
    """That a judgment says more than its row does; few do, and bodies are large."""
    if reader.sees_all:
        return JUDGMENT.c.judged == 1
    return and_(JUDGMENT.c.judged == 1, or_(JUDGMENT.c.part.in_(reader.verdicts), _WARNS))


def has_warnings(connection: Connection, cells: Units) -> bool:
    """Whether a judgment that was ever made in a run flags anything."""
    warned = select(JUDGMENT.c.cell).where(
        cells.among(JUDGMENT.c.run_no, JUDGMENT.c.cell), JUDGMENT.c.judged == 1, _WARNS
    )
    return connection.execute(warned.limit(1)).first() is not None
