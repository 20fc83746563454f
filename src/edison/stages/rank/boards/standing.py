"""One board: everyone measured, put in order, and told apart as far as that is possible."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from edison.domain import (
    Board,
    CardMeasure,
    CellOutcome,
    CellPosition,
    Chance,
    Comparing,
    Flag,
    JudgeCard,
    JudgeId,
    Panel,
    Policy,
    RankedItem,
    Snapshot,
)

from .board_kind import BoardKind
from .contenders import BoardContender, ContenderResults, Families, Frame
from .measure import Measure
from .seating import Seats, seat_panel
from .separating import Apart, tabulate, tell_apart

MOST_RESAMPLED = 20_000
"""Of more cells, intervals are made in closed form: resampling them all would take minutes."""


@dataclass(frozen=True, slots=True)
class BoardGrounds:
    """What every board of a run rests on."""

    snapshot: Snapshot
    families: Families
    policy: Policy
    cards: Sequence[JudgeCard]
    chance: Chance
    places: Mapping[int, CellPosition] = field(default_factory=dict[int, CellPosition])
    """Where cells stand that were compared with others."""
    people: Mapping[JudgeId, CardMeasure] = field(default_factory=dict[JudgeId, CardMeasure])
    """How far judges agree with what people said of outputs."""


@dataclass(frozen=True, slots=True)
class BoardStanding:
    """A board, with what is needed beyond its noun."""

    board: Board
    items: tuple[RankedItem, ...]
    """Those that have a place first, strongest first."""
    apart: Apart
    """Of those that have a place, in the order of the items."""
    panel: Panel | None
    flags: tuple[Flag, ...]
    lower_is_better: bool = False
    compared: Comparing = Comparing.DIFFERENCE

    @property
    def placed(self) -> tuple[RankedItem, ...]:
        return tuple(item for item in self.items if item.is_placed)


def stand(
    contenders: Sequence[BoardContender], *, kind: BoardKind, grounds: BoardGrounds
) -> BoardStanding | None:
    """Make one board; None where nobody has a result on it."""
    panel = _panel(contenders, kind=kind, grounds=grounds)
    if panel is None and kind.seats is not None:
        return None
    frame = _frame(panel, grounds)
    items = _items(contenders, kind=kind, frame=frame, grounds=grounds)
    if not any(item.observations for item in items):
        return None
    order = sorted(range(len(items)), key=lambda place: _order(items[place], kind))
    placed = [place for place in order if items[place].is_placed]
    apart = tell_apart(
        tabulate([contenders[place].results for place in placed], kind=kind, frame=frame),
        strengths=[items[place].strength for place in placed],
        kind=kind,
        frame=frame,
    )
    return BoardStanding(
        board=kind.board,
        items=tuple(spanned([items[place] for place in order], apart)),
        apart=apart,
        panel=panel,
        flags=(*distrust(panel, policy=grounds.policy), *apart.flags),
        lower_is_better=kind.lower_is_better,
        compared=kind.compared,
    )


def _panel(contenders: Sequence[BoardContender], *, kind: BoardKind, grounds: BoardGrounds) -> Panel | None:
    snapshot = grounds.snapshot
    if kind.seats is None or snapshot.rubric is None:
        return None
    judges = {at: judge for at, judge in enumerate(snapshot.judges) if kind.seats(judge, snapshot.rubric)}
    if not judges:
        return None
    results = [contender.results for contender in contenders]
    unweighed = Frame(snapshot.cases, grounds.families, weights=dict.fromkeys(judges, 1.0))
    return seat_panel(
        tabulate(results, kind=kind, frame=unweighed),
        seats=Seats(judges, snapshot, grounds.families, grounds.cards, grounds.people),
        results=results,
        seed=grounds.chance.stream("panel", kind.board.value).seed,
    )


def _frame(panel: Panel | None, grounds: BoardGrounds) -> Frame:
    snapshot = grounds.snapshot
    seated = {judge.judge_id: judge for judge in panel.judges} if panel else {}
    at = {place: seated[judge.id] for place, judge in enumerate(snapshot.judges) if judge.id in seated}
    return Frame(
        cases=snapshot.cases,
        families=grounds.families,
        weights={place: judge.weight for place, judge in at.items()},
        names={place: judge.name for place, judge in at.items()},
    )


def _items(
    contenders: Sequence[BoardContender], *, kind: BoardKind, frame: Frame, grounds: BoardGrounds
) -> list[RankedItem]:
    measured = [
        kind.measure(one.results, frame=replace(frame, seed=_seed(kind, place=place, grounds=grounds)))
        for place, one in enumerate(contenders)
    ]
    strengths = [measure.strength for measure in measured if measure is not None]
    last = max(strengths, default=0.0) if kind.lower_is_better else 0.0
    nothing = Measure(strength=last, interval=None, observations=0)
    wanted = max(1, len(frame.weights))
    return [
        _item(
            contender,
            measure=measure or nothing,
            flags=_doubts(contender.results, measure or nothing, kind=kind, policy=grounds.policy),
            wanted=wanted * contender.results.planned,
        )
        for contender, measure in zip(contenders, measured, strict=True)
    ]


def _seed(kind: BoardKind, *, place: int, grounds: BoardGrounds) -> int | None:
    if grounds.snapshot.grid.cells > MOST_RESAMPLED:
        return None
    return grounds.chance.stream("boards", kind.board.value, place).seed


def _item(contender: BoardContender, *, measure: Measure, flags: Iterator[Flag], wanted: int) -> RankedItem:
    missing = (Flag.MISSING_RESULTS,) if measure.observations < wanted else ()
    return RankedItem(
        item_id=contender.id,
        name=contender.name,
        strength=measure.strength,
        interval=measure.interval,
        observations=measure.observations,
        outcomes=dict(contender.results.outcomes),
        measures=measure.measures,
        criteria=measure.criteria,
        method=measure.method,
        flags=(*measure.flags, *flags, *missing),
    )


def _doubts(
    results: ContenderResults, measure: Measure, *, kind: BoardKind, policy: Policy
) -> Iterator[Flag]:
    """Whether trouble left so many cells open that being quick or cheap with the others means little."""
    has_failed_often = results.answered < policy.success_rate * results.ended
    if kind.is_of_answers and measure.observations and has_failed_often:
        yield Flag.MANY_FAILURES


def _order(item: RankedItem, kind: BoardKind) -> tuple[bool, bool, float, int]:
    """Who has a place first, then by strength; of two that are equally strong, the one that answered more."""
    sign = 1 if kind.lower_is_better else -1
    answered = item.outcomes.get(CellOutcome.OK.value, 0)
    return not item.is_placed, not item.observations, sign * item.strength, -answered


def spanned(items: Sequence[RankedItem], apart: Apart) -> Iterator[RankedItem]:
    """The items with the places and groups found for those among them, the first ones, that have a place."""
    for place, item in enumerate(items):
        if place < len(apart.spans):
            groups = tuple(number for number, group in enumerate(apart.groups) if place in group)
            yield item.model_copy(update={"span": apart.spans[place], "groups": groups})
        else:
            yield item


def distrust(panel: Panel | None, *, policy: Policy) -> Iterator[Flag]:
    """Whether a judge could not be read more often than the policy allows."""
    if panel is not None and any(judge.unreadable > policy.most_unreadable for judge in panel.judges):
        yield Flag.NOT_TRUSTWORTHY
