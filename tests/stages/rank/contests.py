"""Comparisons of texts whose strengths are known."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import exp

from edison.domain import Chance, PairLine
from edison.stages.rank import ContestEntry, ContestJudge


def entries_of(texts: int, *, grades: Sequence[str | None] = ()) -> list[ContestEntry]:
    """Cells are not counted from 0, so that no place is taken for a cell."""
    given = [*grades, *[None] * (texts - len(grades))]
    return [
        ContestEntry(cell=10 + text, name=f"text {text}", anchor_grade=given[text]) for text in range(texts)
    ]


def judges_of(count: int, *, people: int = 0) -> list[ContestJudge]:
    return [
        ContestJudge(index, f"judge {index}", is_person=index >= count) for index in range(count + people)
    ]


def a_line(left: int, right: int, *, outcome: float | None, **changes: object) -> PairLine:
    """About two texts by their number."""
    fields = {"unit": 0, "wave": 1, **changes}
    return PairLine(left=10 + left, right=10 + right, outcome=outcome, **fields)  # pyright: ignore[reportArgumentType]


def all_against_all(
    truth: Sequence[float],
    *,
    rounds: int = 1,
    judges: int = 1,
    leanings: Sequence[float] = (),
    tied: float = 0.0,
    failing: float = 0.0,
    seed: int = 1,
    **changes: object,
) -> Iterator[PairLine]:
    """Every pair in turn one and the other way round; a leaning is what being shown first is worth to a judge."""
    stream, unit = Chance(seed).stream("verdicts"), 0
    for wave in range(1, rounds + 1):
        for one, other in combinations(range(len(truth)), 2):
            left, right = (one, other) if (one + other + wave) % 2 else (other, one)
            unit += 1
            for judge in range(judges):
                lean = leanings[judge] if leanings else 0.0
                wins = 1 / (1 + exp(-(truth[left] - truth[right] + lean)))
                outcome = 0.5 if stream.uniform() < tied else float(stream.uniform() < wins)
                found = None if stream.uniform() < failing else outcome
                yield a_line(
                    left, right, outcome=found, **{"unit": unit, "wave": wave, "judge": judge, **changes}
                )
