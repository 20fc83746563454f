"""Who is ahead on each board."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from edison.domain import (
    MOST_PAIRS,
    Board,
    CardMeasure,
    CellLayout,
    CellPosition,
    CellScore,
    Chance,
    FrontierPoint,
    ItemId,
    JudgeCard,
    JudgeId,
    PairLine,
    Policy,
    RankedItem,
    RankedPair,
    Ranking,
    RankingId,
    RunId,
    Snapshot,
)

from .boards.board_kind import BOARDS
from .boards.contenders import gather, name_contenders
from .boards.frontier import FrontierBoard, find_frontier
from .boards.pairwise import stand_compared
from .boards.separating import PairFound
from .boards.standing import BoardGrounds, BoardStanding, stand

_USUAL = Policy()


def rank_arms(
    scores: Iterable[CellScore],
    *,
    snapshot: Snapshot,
    run_id: RunId,
    mint: Callable[[], RankingId],
    seed: int,
    wave: int = 1,
    policy: Policy = _USUAL,
    cards: Sequence[JudgeCard] = (),
    people: Mapping[JudgeId, CardMeasure] | None = None,
    comparisons: Sequence[PairLine] = (),
    layout: CellLayout | None = None,
) -> tuple[Ranking, ...]:
    """One ranking for each board on which anybody has a result.

    Whoever has none on a board stands last on it, with no observations: failing everything is neither fast nor cheap.
    Who answered less than the policy asks for has no place among times and costs either.

    Args:
        scores: The current outputs, in numbers; each is looked at once.
        snapshot: What the run consists of.
        run_id: Whose boards these are.
        mint: Makes their ids.
        seed: Of the run: equal seeds and scores give equal boards.
        wave: Which boards of the run these are.
        policy: What may be missed before it has to be said.
        cards: What is known about judges, these and others.
        people: How far judges agree with what people said of outputs.
        comparisons: What judges made of pairs of outputs.
        layout: Which cells were planned, where these are not the snapshot's one grid.
    """
    contenders = list(name_contenders(snapshot, layout))
    if not contenders:
        return ()
    places: dict[int, CellPosition] = {}
    kept = places if comparisons else None
    families = gather(scores, snapshot=snapshot, contenders=contenders, places=kept)
    grounds = BoardGrounds(snapshot, families, policy, cards, Chance(seed), places, people or {})
    found = [stand(contenders, kind=kind, grounds=grounds) for kind in BOARDS]
    found.append(stand_compared(contenders, comparisons, grounds=grounds))
    standings = {standing.board: standing for standing in found if standing is not None}
    frontier = _frontier(standings)
    return tuple(
        Ranking(
            id=mint(),
            run_id=run_id,
            board=board,
            wave=wave,
            lower_is_better=standing.lower_is_better,
            items=standing.items,
            compared=standing.compared,
            pairs=tuple(_pairs(standing.apart.pairs, standing.placed)),
            groups=_groups(standing),
            panel=standing.panel,
            frontier=frontier if board is Board.QUALITY else (),
            flags=standing.flags,
        )
        for board, standing in standings.items()
    )


def _groups(standing: BoardStanding) -> tuple[tuple[ItemId, ...], ...]:
    placed = standing.placed
    return tuple(tuple(placed[place].item_id for place in group) for group in standing.apart.groups)


def _pairs(pairs: Sequence[PairFound], placed: Sequence[RankedItem]) -> Iterator[RankedPair]:
    kept = pairs if len(pairs) <= MOST_PAIRS else [pair for pair in pairs if pair.left == 0]
    for pair in kept:
        complete, left_lacks, right_lacks, both_lack = pair.lacking
        yield RankedPair(
            left=placed[pair.left].item_id,
            right=placed[pair.right].item_id,
            value=pair.value,
            interval=pair.interval,
            adjusted_p=pair.adjusted_p,
            ahead=None if pair.ahead is None else placed[pair.ahead].item_id,
            complete=complete,
            left_lacks=left_lacks,
            right_lacks=right_lacks,
            both_lack=both_lack,
            flags=pair.flags,
        )


def _frontier(standings: Mapping[Board, BoardStanding]) -> tuple[FrontierPoint, ...]:
    quality, cost = standings.get(Board.QUALITY), standings.get(Board.COST)
    if quality is None or cost is None:
        return ()
    return find_frontier(
        FrontierBoard(quality.placed, quality.apart.is_ahead),
        cost=FrontierBoard(cost.placed, cost.apart.is_ahead),
    )
