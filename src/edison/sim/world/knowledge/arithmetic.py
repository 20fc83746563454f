"""Small word problems whose result is computed here, with the slips people make."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from .cases import ARITHMETIC, Fact, SimCase

ASK = "Give the result on a last line of the form 'Answer: <number>'."


class _Problem(msgspec.Struct, frozen=True, kw_only=True):
    """`solve` gives the right result and the result of a usual slip."""

    topic: str
    text: str
    working: str
    solve: Callable[[int, int, int], tuple[int, int]]
    numbers: tuple[tuple[int, int, int], ...]
    difficulty: float
    tricky: bool = False


def _grid(*columns: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    first, second, third = columns
    rows = [(a, b, c) for a in first for b in second for c in third]
    return tuple(rows)


_PROBLEMS = (
    _Problem(
        topic="boxes",
        text="A shop has {a} boxes with {b} lamps each and sells {c} lamps. How many lamps are left?",
        working="{a} boxes of {b} lamps make {ab} lamps; minus {c} sold.",
        solve=lambda a, b, c: (a * b - c, a * b + c),
        numbers=_grid((6, 9, 12, 15), (14, 24), (7, 19, 33)),
        difficulty=0.25,
    ),
    _Problem(
        topic="tickets",
        text="A ticket costs {a} euros for adults and half of that for children. What do {b} adults and "
        "{c} children pay together, in euros?",
        working="{b} adults pay {ab}; each child pays half of {a}.",
        solve=lambda a, b, c: (a * b + a * c // 2, a * (b + c)),
        numbers=_grid((8, 12, 16), (2, 3, 5), (2, 4)),
        difficulty=0.45,
    ),
    _Problem(
        topic="train",
        text="A train travels {a} kilometres per hour for {b} hours and then waits {c} minutes. How many "
        "kilometres has it travelled?",
        working="{a} kilometres per hour for {b} hours; the wait adds no distance.",
        solve=lambda a, b, c: (a * b, a * b - c),
        numbers=_grid((60, 90, 120), (2, 3, 5), (15, 40)),
        difficulty=0.55,
        tricky=True,
    ),
    _Problem(
        topic="discount",
        text="A coat costs {a} euros. It is reduced by {b} percent, and a bag for {c} euros is bought with it. "
        "How many euros are paid in all?",
        working="{b} percent of {a} come off the coat; the bag adds {c}.",
        solve=lambda a, b, c: (a - a * b // 100 + c, (a + c) * (100 - b) // 100),
        numbers=_grid((100, 200, 400), (10, 20, 25), (20, 40)),
        difficulty=0.6,
        tricky=True,
    ),
    _Problem(
        topic="ages",
        text="Nora is {a} years old. Her brother is {b} years younger, and her mother is {c} times as old as "
        "the brother. How old is the mother?",
        working="The brother is {a} minus {b}; the mother is {c} times that.",
        solve=lambda a, b, c: ((a - b) * c, a * c),
        numbers=_grid((14, 16, 18), (2, 4, 6), (3, 4)),
        difficulty=0.5,
    ),
    _Problem(
        topic="remainder",
        text="{a} children share {b} sweets equally and give what is left, together with {c} more sweets, to "
        "the teacher. How many sweets does the teacher get?",
        working="{b} divided among {a} leaves a remainder; {c} are added.",
        solve=lambda a, b, c: (b % a + c, b // a + c),
        numbers=_grid((7, 9, 11), (50, 83, 100), (3, 8)),
        difficulty=0.85,
        tricky=True,
    ),
)


def arithmetic_cases() -> Iterator[SimCase]:
    """Make every case of this domain."""
    for problem in _PROBLEMS:
        for numbers in problem.numbers:
            yield _case(problem, numbers)


def _case(problem: _Problem, numbers: tuple[int, int, int]) -> SimCase:
    a, b, c = numbers
    right, slip = problem.solve(a, b, c)
    wrong = slip if slip != right else right + 10
    working = problem.working.format(a=a, b=b, c=c, ab=a * b)
    fact = Fact(
        name="result",
        right=working,
        tells=(f"answer: {right}",),
        wrong=working,
        wrong_tells=(f"answer: {wrong}",),
        bare=str(right),
        wrong_bare=str(wrong),
    )
    return SimCase(
        id=f"arithmetic-{problem.topic}-{a}-{b}-{c}",
        text=f"{problem.text.format(a=a, b=b, c=c)} {ASK}",
        domain=ARITHMETIC,
        topic=problem.topic,
        facts=(fact,),
        difficulty=problem.difficulty,
        tricky=problem.tricky,
        expected=f"Answer: {right}",
    )
