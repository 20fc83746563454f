"""Plans and scores for boards, and the boards made of them."""

from collections.abc import Iterable
from itertools import count
from typing import Any, Protocol, TypeVar

from edison.domain import (
    Board,
    CellPosition,
    CellScore,
    OutputStatus,
    RankedItem,
    Ranking,
    RankingId,
    RunId,
    Snapshot,
)
from edison.stages.rank import rank_arms
from tests.factories import a_judge, a_prompt_version, a_rubric, a_snapshot, an_arm

OK, REFUSED, ERROR = OutputStatus.OK, OutputStatus.SEMANTIC_FAILURE, OutputStatus.ERROR
REASONS = {OK: None, REFUSED: "refusal", ERROR: "timed_out"}


def a_plan(
    *,
    arms: int = 2,
    versions: int = 1,
    judges: int = 1,
    cases: int = 20,
    repeats: int = 1,
    **changes: object,
) -> Snapshot:
    """Judges of one family each."""
    defaults: dict[str, object] = {
        "arms": tuple(an_arm(id=f"arm_{n}", name=f"model {n}") for n in range(arms)),
        "versions": tuple(a_prompt_version(id=f"ver_{n}", number=n + 1) for n in range(versions)),
        "rubric": a_rubric(),
        "judges": tuple(
            a_judge(id=f"jdg_{n}", name=f"judge {n}", family=f"maker {n}") for n in range(judges)
        ),
        "cases": cases,
        "repeats": repeats,
    }
    return a_snapshot(**{**defaults, **changes})


def a_score(
    plan: Snapshot, case: int = 0, *, version: int = 0, arm: int = 0, replicate: int = 0, **changes: Any
) -> CellScore:
    """A cell that is ok."""
    place = CellPosition(case, version, arm, replicate)
    defaults: dict[str, Any] = {
        "cell": plan.grid.number(place),
        "place": place,
        "status": OK,
        "reason": REASONS[changes.get("status", OK)],
        "passed": True,
        "latency_s": 1.0,
        "microusd": 100,
        "qualities": ((0, 0.5),),
    }
    whole = {**defaults, **changes}
    heard = {judge for name in ("qualities", "overalls", "verdicts") for judge, _ in whole.get(name, ())}
    return CellScore(**{"judged": tuple(sorted(heard)), **whole})


def a_failure(plan: Snapshot, *, case: int, arm: int, status: OutputStatus = ERROR) -> CellScore:
    """As quick and as cheap as failures are."""
    passed = None if status is ERROR else False
    return a_score(
        plan, case, arm=arm, status=status, passed=passed, latency_s=0.001, microusd=0, qualities=()
    )


def boards(
    scores: Iterable[CellScore], plan: Snapshot, *, seed: int = 7, **changes: Any
) -> dict[Board, Ranking]:
    numbers = count(1)
    rankings = rank_arms(
        scores,
        snapshot=plan,
        run_id=RunId("run_1"),
        mint=lambda: RankingId(f"rnk_{next(numbers)}"),
        seed=seed,
        wave=2,
        **changes,
    )
    assert {ranking.run_id for ranking in rankings} <= {"run_1"}
    assert {ranking.wave for ranking in rankings} <= {2}
    assert len({ranking.id for ranking in rankings}) == len(rankings)
    return {ranking.board: ranking for ranking in rankings}


def the(ranking: Ranking, name: str) -> RankedItem:
    return next(item for item in ranking.items if item.name == name)


def names(ranking: Ranking) -> list[str]:
    return [item.name for item in ranking.items]


Told = TypeVar("Told", covariant=True)


class _Tally(Protocol[Told]):
    def add(self, score: CellScore) -> None: ...

    def tell(self) -> Told: ...


def told(tally: _Tally[Told], scores: Iterable[CellScore]) -> Told:
    """What all of these scores come to."""
    for score in scores:
        tally.add(score)
    return tally.tell()
