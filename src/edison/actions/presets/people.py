"""People as judges of a contest: what they said stands beside what models say."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from edison.domain import (
    Comparison,
    ComparisonId,
    Endpoint,
    EndpointKind,
    JudgeMode,
    Pair,
    Run,
    SuiteJudge,
)
from edison.store import ComparisonEntry, output_id

if TYPE_CHECKING:
    from edison.formats.entries.people import PersonComparison

_PEOPLE = 2**40
"""Comparisons of people are numbered from here on: nobody deals pairs with such numbers."""


def seat_people(people: "Sequence[PersonComparison]") -> list[SuiteJudge]:
    """A judge for each person who compared anything."""
    names = dict.fromkeys(one.judge for one in people)
    return [
        SuiteJudge(
            name=name[:200],
            endpoint=Endpoint(provider="people", model=name, kind=EndpointKind.PEOPLE),
            mode=JudgeMode.PAIRWISE,
            may_tie=True,
        )
        for name in names
    ]


def what_people_said(
    people: "Sequence[PersonComparison]", *, run: Run, names: Sequence[str]
) -> Iterator[ComparisonEntry]:
    """What people said, as comparisons of the same run: one model is fitted to all of it."""
    cells = {name: cell for cell, name in enumerate(names)}
    judges = {
        judge.endpoint.model: (index, judge.id)
        for index, judge in enumerate(run.snapshot.judges)
        if judge.endpoint.kind is EndpointKind.PEOPLE
    }
    for number, said in enumerate(people):
        judge, judge_id = judges[said.judge]
        left, right = cells[said.left], cells[said.right]
        comparison = Comparison(
            id=ComparisonId(f"cmp_{run.id.removeprefix('run_')}_p{number}"),
            judge_id=judge_id,
            left_id=output_id(run.id, left, 1),
            right_id=output_id(run.id, right, 1),
            winner=said.winner,
            reason=said.note,
        )
        yield ComparisonEntry(_PEOPLE + number, judge, 1, 0, Pair(left=left, right=right), comparison)
