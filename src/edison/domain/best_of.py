"""Answers to one test that are held against each other: only the best of them passes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .check import Check
from .dataset import Case
from .snapshot import Grid

SELECT_BEST, MAX_SCORE = "select_best", "max_score"
"""The best as a judge says who compares them; the best by what was found of each of them."""
_FEW = 4
NOT_COMPARED = "Not compared yet with the other answers to its test."


class Rivals(NamedTuple):
    """The answers to one test in one repeat, by their cells, and the check that one of them passes."""

    check: Check
    cells: tuple[int, ...]
    """Model by model, and of each model prompt by prompt."""


def find_best_of_tests(cases: Sequence[Case], grid: Grid, *, kind: str) -> Iterator[Rivals]:
    """Who is held against whom: cases whose checks name the same test, each asked of every model."""
    tests: dict[str, tuple[Check, list[int]]] = {}
    for place, case in enumerate(cases):
        for check in case.checks:
            if check.kind == kind:
                tests.setdefault(_test_of(check), (check, []))[1].append(place)
    for check, places in tests.values():
        for replicate in range(grid.repeats):
            numbers = (
                (place * grid.per_case) + (version * grid.arms + arm) * grid.repeats + replicate
                for arm in range(grid.arms)
                for place in places
                for version in range(grid.versions)
            )
            yield Rivals(check, tuple(numbers))


def times_met(answers: int) -> int:
    """How often every two of so many answers meet: of few each is shown first once, of more only one of the two is."""
    return 2 if answers <= _FEW else 1


def _test_of(check: Check) -> str:
    """The test whose answers a check compares."""
    return str(check.value.get("among", "")) if isinstance(check.value, dict) else ""
