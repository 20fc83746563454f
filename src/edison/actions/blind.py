"""Outputs compared by people without names: sides are drawn here, and nothing tells whose they are beforehand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from edison.domain import (
    CELLS,
    Case,
    CellLayout,
    CellReport,
    Chance,
    EventType,
    PairReview,
    Right,
    Run,
    RunId,
    Snapshot,
    UserId,
    Winner,
)
from edison.errors import CellMissing, ChangedMeanwhile, LabelRefused
from edison.formats import Names
from edison.formats.exports.csv import csv_record
from edison.stats.means import mean_interval
from edison.store import UnitOfWork

from .access import verb
from .house import House
from .presets import PRESETS, ShownAs
from .views.blind import (
    BlindPairView,
    PairsView,
    Preference,
    TallyView,
    view_preference,
    view_revealed,
    view_side,
)

Columns = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PairRef:
    """Which pair, counted over cases and repeats of two columns; where texts are compared, columns say nothing."""

    at: int
    columns: Columns = (0, 1)


@dataclass(frozen=True, slots=True)
class PairRequest:
    """What somebody finds about two outputs."""

    preference: Preference
    why_not: str | None = None
    """Must be said where it is not judged, and nowhere else."""
    note: str = ""
    seen: int = 0
    """The revision that was looked at; 0 where nothing was found before."""
    reveal: bool = False
    """Show the names, and leave it at that for ever."""


class _Deal(Protocol):
    """Who meets whom in a run."""

    total: int

    def cells(self, at: int) -> tuple[int, int]:
        """The two cells of a pair."""
        ...

    def place(self, cells: tuple[int, int]) -> int | None:
        """Which pair two cells are; None where they are none of these."""
        ...


class _ByColumns:
    """Two columns of a grid, case by case."""

    def __init__(self, layout: CellLayout, snapshot: Snapshot, columns: Columns) -> None:
        self._layout = layout
        self._arms = max(len(snapshot.arms), 1)
        self._columns = columns
        self._repeats = max((block.repeats for block in layout.blocks), default=1)
        self.total = snapshot.cases * self._repeats

    def cells(self, at: int) -> tuple[int, int]:
        case, repeat = divmod(at, self._repeats)
        found = {
            self._column(cell): cell
            for cells in self._layout.cells_of(case, case + 1)
            for cell in cells
            if self._layout.place(cell).replicate == repeat
        }
        one, other = (found.get(column) for column in self._columns)
        if one is None or other is None:
            raise KeyError(at)
        return one, other

    def place(self, cells: tuple[int, int]) -> int | None:
        if {self._column(cell) for cell in cells} != set(self._columns):
            return None
        at = self._layout.place(cells[0])
        return at.case * self._repeats + at.replicate

    def _column(self, cell: int) -> int:
        place = self._layout.place(cell)
        return place.version * self._arms + place.arm


class _ByRings:
    """Texts in a ring that is drawn for each person, neighbours first: after each round all were seen equally often."""

    def __init__(self, texts: int, chance: Chance, person: str) -> None:
        self._ring = list(range(texts))
        chance.stream("ring of texts", person).shuffle(self._ring)
        self._seats = {cell: seat for seat, cell in enumerate(self._ring)}
        self.total = texts * (texts - 1) // 2

    def cells(self, at: int) -> tuple[int, int]:
        step, seat = divmod(at, len(self._ring))
        return self._ring[seat], self._ring[(seat + step + 1) % len(self._ring)]

    def place(self, cells: tuple[int, int]) -> int | None:
        size = len(self._ring)
        one, other = (self._seats[cell] for cell in cells)
        step = (other - one) % size
        if 2 * step > size or (2 * step == size and one > other):
            one, step = other, size - step
        return (step - 1) * size + one


@verb(Right.READ)
def show_pairs(house: House, run_id: RunId, columns: Columns = (0, 1)) -> PairsView:
    """How far whoever looks is with comparing, and what people found where the names were shown.

    Findings whose names are still hidden are counted and not told: of few pairs they would tell the sides.
    """
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        deal = _deal(work, run, columns, person=house.actor.name)
        reviews = work.pair_reviews.of_run(run_id)
        names = _contenders(work, run, {cell for one in reviews for cell in one.cells})
    mine = [one for one in reviews if one.reviewer == house.actor.name]
    done = {at for one in mine if (at := deal.place(one.cells)) is not None}
    shown = [one for one in reviews if one.is_revealed]
    return PairsView(
        total=deal.total,
        judged=len(done),
        hidden=sum(not one.is_revealed for one in mine),
        next=next((at for at in range(deal.total) if at not in done), None),
        tallies=tuple(_tally(both, found) for both, found in sorted(_by_contenders(shown, names).items())),
    )


@verb(Right.READ)
def show_pair(house: House, run_id: RunId, where: PairRef) -> BlindPairView:
    """Two outputs without names; who they are is told once somebody asked for it after a finding.

    Raises:
        CellMissing: there is no such pair.
    """
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        return _view(house, work, run, where)


@verb(Right.CHANGE)
def judge_pair(house: House, run_id: RunId, where: PairRef, request: PairRequest) -> BlindPairView:
    """Say which of two outputs is better; a change of mind is another review, until the names were shown.

    Raises:
        CellMissing: there is no such pair.
        ChangedMeanwhile: the same person said something else at another screen.
        LabelRefused: the names were shown already, an output is missing, or a reason.
    """
    if (request.preference is Preference.NOT_JUDGED) != bool((request.why_not or "").strip()):
        raise LabelRefused(run_id, "a reason belongs to what is not judged", "give one there and only there.")

    def keep(work: UnitOfWork) -> BlindPairView:
        run = work.runs.get(run_id)
        sides = _sides(house, work, run, where)
        before = work.pair_reviews.of_pair(run_id, sides, house.actor.name)
        if before is not None and before.is_revealed:
            raise LabelRefused(run_id, "the names of this pair were shown", "what was found of it stays.")
        if request.seen != (0 if before is None else before.revision):
            raise ChangedMeanwhile("review of two outputs", f"pair {where.at + 1}")
        review = _review(house, work, run_id, sides=sides, request=request)
        work.pair_reviews.add(run_id, review)
        _tell(work, run_id, review)
        return _view(house, work, run, where)

    return house.write(keep)


@verb(Right.CHANGE)
def reveal_pairs(house: House, run_id: RunId, columns: Columns = (0, 1)) -> PairsView:
    """Show the names of all pairs that whoever acts found something about; all of that stays as it is."""

    def keep(work: UnitOfWork) -> None:
        for one in work.pair_reviews.of_run(run_id):
            if one.reviewer == house.actor.name and not one.is_revealed:
                changes = {"is_revealed": True, "revision": one.revision + 1, "at": house.clock.now()}
                review = one.model_copy(update=changes)
                work.pair_reviews.add(run_id, review)
                _tell(work, run_id, review)

    house.write(keep)
    return show_pairs(house, run_id, columns)


@verb(Right.READ)
def export_pairs(house: House, run_id: RunId) -> Iterator[bytes]:
    """What people found where names were shown, as CSV; of texts in the form that a ranking takes with `--people`."""
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        reviews = [one for one in work.pair_reviews.of_run(run_id) if one.is_revealed]
        names = _contenders(work, run, {cell for one in reviews for cell in one.cells})
        cases = {
            cell: report.case
            for cell in names
            if run.snapshot.arms and (report := work.results.report(run_id, cell)) is not None
        }
    records = [csv_record(("case", "left", "right", "result", "person", "note", "at"))]
    for one in reviews:
        result = "" if one.winner is None else one.winner.value
        said = (cases.get(one.left, ""), names[one.left], names[one.right], result, one.reviewer)
        records.append(csv_record((*said, one.not_judged or one.note, one.at.isoformat())))
    # All of it was read: whatever was wrong with the request is told before the first piece goes out.
    return iter(records)


def _deal(work: UnitOfWork, run: Run, columns: Columns, *, person: str) -> _Deal:
    snapshot = run.snapshot
    known = max(len(snapshot.versions), 1) * len(snapshot.arms)
    if PRESETS[run.experiment.preset].shown_as is ShownAs.ENTRIES:
        return _ByRings(snapshot.cases, Chance(run.seed), person)
    if columns[0] == columns[1] or not all(0 <= column < known for column in columns):
        raise CellMissing(run.id, max(columns))
    return _ByColumns(CellLayout(work.waves.of_run(run.id, lane=CELLS)), snapshot, columns)


def _sides(house: House, work: UnitOfWork, run: Run, where: PairRef) -> tuple[int, int]:
    """The two cells of a pair, the left one first: the same for the same person, whenever it is looked at."""
    deal = _deal(work, run, where.columns, person=house.actor.name)
    if where.at >= deal.total:
        raise CellMissing(run.id, where.at)
    try:
        low, high = sorted(deal.cells(where.at))
    except KeyError:
        raise CellMissing(run.id, where.at) from None
    turned = Chance(run.seed).stream("blind sides", house.actor.name, low, high).below(2)
    return (high, low) if turned else (low, high)


def _view(house: House, work: UnitOfWork, run: Run, where: PairRef) -> BlindPairView:
    left, right = _sides(house, work, run, where)
    deal = _deal(work, run, where.columns, person=house.actor.name)
    outputs = work.results.outputs(run.id, (left, right))
    review = work.pair_reviews.of_pair(run.id, (left, right), house.actor.name)
    case = _case(work, run, left)
    expectation = None if case is None else case.expectation
    revealed = None
    if review is not None and review.is_revealed:
        names = _contenders(work, run, (left, right))
        first, second = (_report(work, run.id, cell) for cell in (left, right))
        revealed = (view_revealed(first, name=names[left]), view_revealed(second, name=names[right]))
    return BlindPairView(
        at=where.at,
        total=deal.total,
        case="" if case is None else case.name,
        variables={} if case is None else case.variables,
        expected=None if expectation is None else expectation.answer,
        must=None if expectation is None else expectation.must,
        must_not=None if expectation is None else expectation.must_not,
        left=view_side(outputs.get(left)),
        right=view_side(outputs.get(right)),
        preference=None if review is None else view_preference(review),
        revealed=revealed,
    )


def _review(
    house: House, work: UnitOfWork, run_id: RunId, *, sides: tuple[int, int], request: PairRequest
) -> PairReview:
    left, right = sides
    outputs = work.results.outputs(run_id, sides)
    if left not in outputs or right not in outputs:
        raise LabelRefused(run_id, "one of the two is not there yet", "compare them when both are.")
    is_judged = request.preference is not Preference.NOT_JUDGED
    return PairReview(
        left=left,
        right=right,
        left_output=outputs[left].id,
        right_output=outputs[right].id,
        reviewer=UserId(house.actor.name),
        revision=request.seen + 1,
        winner=Winner(request.preference.value) if is_judged else None,
        not_judged=None if is_judged else request.why_not,
        note=request.note,
        is_revealed=request.reveal,
        at=house.clock.now(),
    )


def _tell(work: UnitOfWork, run_id: RunId, review: PairReview) -> None:
    low, high = review.cells
    about = {"by": review.reviewer, "pair": f"{low}-{high}", "revision": str(review.revision)}
    work.events.append(run_id, EventType.PAIR_REVIEWED, at=review.at, about=about)


def _case(work: UnitOfWork, run: Run, cell: int) -> Case | None:
    """The case that both answer; whole texts have none, and the name of one would tell which it is."""
    if not run.snapshot.arms:
        return None
    place = CellLayout(work.waves.of_run(run.id, lane=CELLS)).place(cell)
    cases = work.datasets.cases(run.snapshot.dataset.id, first=place.case, count=1)
    return cases[0] if cases else None


def _report(work: UnitOfWork, run_id: RunId, cell: int) -> CellReport:
    report = work.results.report(run_id, cell)
    if report is None:
        raise CellMissing(run_id, cell)
    return report


def _contenders(work: UnitOfWork, run: Run, cells: Iterable[int]) -> dict[int, str]:
    """By cell: the arm, with its version where there are several; the text where whole texts are compared."""
    names, layout = Names.of(run.snapshot), CellLayout(work.waves.of_run(run.id, lane=CELLS))
    found: dict[int, str] = {}
    for cell in cells:
        place = layout.place(cell)
        if not run.snapshot.arms:
            found[cell] = _report(work, run.id, cell).case
            continue
        arm = names.name(run.snapshot.arms[place.arm].id)
        several = len(run.snapshot.versions) > 1
        found[cell] = f"{arm}, {run.snapshot.versions[place.version].label}" if several else arm
    return found


def _by_contenders(
    reviews: Sequence[PairReview], names: dict[int, str]
) -> dict[tuple[str, str], list[PairReview]]:
    found: dict[tuple[str, str], list[PairReview]] = {}
    for one in reviews:
        both = sorted(one.cells, key=lambda cell: names[cell])
        found.setdefault((names[both[0]], names[both[1]]), []).append(
            one if names[one.left] <= names[one.right] else _turned(one)
        )
    return found


def _turned(review: PairReview) -> PairReview:
    other = {Winner.LEFT: Winner.RIGHT, Winner.RIGHT: Winner.LEFT}
    winner = None if review.winner is None else other.get(review.winner, review.winner)
    return review.model_copy(update={"left": review.right, "right": review.left, "winner": winner})


def _tally(both: tuple[str, str], reviews: Sequence[PairReview]) -> TallyView:
    counted = Counter(one.winner for one in reviews)
    worth = {Winner.LEFT: 1.0, Winner.TIE: 0.5, Winner.RIGHT: 0.0}
    values = [worth[one.winner] for one in reviews if one.winner is not None]
    share = mean_interval(values, scale=(0.0, 1.0)) if values else None
    return TallyView(
        one=both[0],
        other=both[1],
        for_one=counted[Winner.LEFT],
        ties=counted[Winner.TIE],
        for_other=counted[Winner.RIGHT],
        not_judged=counted[None],
        share=None if share is None else share.mean,
        interval=None if share is None else (share.low, share.high),
    )
