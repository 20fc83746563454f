"""Who is ahead on each board: contenders are arms, or arms with a version where there are several versions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from edison.domain import (
    ArmId,
    Board,
    CellOutcome,
    CellScore,
    Chance,
    Flag,
    RankedItem,
    Ranking,
    RankingId,
    RunId,
    Snapshot,
)

from .kinds import BOARDS, BoardKind, Measure, Results


def rank_arms(
    scores: Iterable[CellScore],
    *,
    snapshot: Snapshot,
    run_id: RunId,
    mint: Callable[[], RankingId],
    seed: int,
    wave: int = 1,
) -> tuple[Ranking, ...]:
    """One ranking for each board on which anybody has a result.

    Whoever has none on a board stands last on it, with no observations: failing everything is neither fast nor cheap.
    """
    contenders = list(_contenders(snapshot))
    _gather(scores, snapshot=snapshot, contenders=contenders)
    rankings: list[Ranking] = []
    for kind in BOARDS:
        items = _rank(contenders, kind=kind, chance=Chance(seed))
        if items:
            rankings.append(
                Ranking(
                    id=mint(),
                    run_id=run_id,
                    board=kind.board,
                    wave=wave,
                    lower_is_better=kind.lower_is_better,
                    items=items,
                )
            )
    return tuple(rankings)


@dataclass(frozen=True, slots=True)
class _Contender:
    id: ArmId
    name: str
    results: Results


def _contenders(snapshot: Snapshot) -> Iterator[_Contender]:
    """In the order of the cells: version by version, arm by arm."""
    judges = tuple(judge.name for judge in snapshot.judges)
    planned = snapshot.cases * snapshot.repeats
    several = len(snapshot.versions) > 1
    for version in snapshot.versions:
        for arm in snapshot.arms:
            yield _Contender(
                id=ArmId(f"{arm.id}.{version.id}") if several else arm.id,
                name=f"{arm.name} · v{version.number}" if several else arm.name,
                results=Results(planned=planned, judges=judges),
            )


def _gather(scores: Iterable[CellScore], *, snapshot: Snapshot, contenders: Sequence[_Contender]) -> None:
    grid = snapshot.grid
    for score in scores:
        place = grid.place(score.cell)
        contenders[place.version * grid.arms + place.arm].results.add(score, case=place.case)


def _rank(contenders: Sequence[_Contender], *, kind: BoardKind, chance: Chance) -> tuple[RankedItem, ...]:
    measured = [
        kind.measure(contender.results, seed=chance.stream("boards", kind.board.value, place).seed)
        for place, contender in enumerate(contenders)
    ]
    strengths = [measure.strength for measure in measured if measure is not None]
    if not strengths:
        return ()
    last = max(strengths) if kind.lower_is_better else 0.0
    items = [
        _item(contender, board=kind.board, measure=measure, last=last)
        for contender, measure in zip(contenders, measured, strict=True)
    ]
    sign = 1 if kind.lower_is_better else -1
    return tuple(
        sorted(items, key=lambda item: (sign * item.strength, not item.observations, -_answered(item)))
    )


def _answered(item: RankedItem) -> int:
    """How many cells it answered; of two that are equally strong, the one that answered more stands first."""
    return item.outcomes.get(CellOutcome.OK.value, 0)


def _item(contender: _Contender, *, board: Board, measure: Measure | None, last: float) -> RankedItem:
    found = measure or Measure(strength=last, interval=None, observations=0)
    return RankedItem(
        item_id=contender.id,
        name=contender.name,
        strength=found.strength,
        interval=found.interval,
        observations=found.observations,
        outcomes=dict(contender.results.outcomes),
        measures=found.measures,
        method=found.method,
        flags=(*found.flags, *_missing(contender.results, board=board, observations=found.observations)),
    )


def _missing(results: Results, *, board: Board, observations: int) -> Iterator[Flag]:
    """Whether some of the planned cells are not in the number."""
    judges = max(1, len(results.judges)) if board is Board.QUALITY else 1
    if observations < results.planned * judges:
        yield Flag.MISSING_RESULTS
