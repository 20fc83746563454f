"""The board of comparisons: Bradley and Terry by hand, cases as clusters, ties as ties, and every doubt by its name."""

from collections.abc import Callable, Iterator
from math import log
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edison.domain import Board, CellPosition, Chance, Flag, JudgeMode, PairLine, Policy, Ranking, Snapshot
from tests.factories import a_judge_card

from .scores import ERROR, a_failure, a_plan, a_score, boards, names

Says = Callable[[int, int, int], float | None]
"""What a judge says of a case, when the contender of the second number is shown first, and that of the third then."""


def a_contest(*, arms: int = 2, cases: int = 20, judges: int = 1, **changes: Any) -> Snapshot:
    plan = a_plan(arms=arms, cases=cases, judges=judges, **changes)
    comparing = tuple(judge.model_copy(update={"mode": JudgeMode.PAIRWISE}) for judge in plan.judges)
    return plan.model_copy(update={"judges": comparing})


def all_pairs(plan: Snapshot, says: Says, *, judges: int = 1) -> list[PairLine]:
    """Every two contenders on every case; who is shown first changes from case to case."""
    return [line for judge in range(judges) for line in _lines(plan, says, judge=judge)]


def _lines(plan: Snapshot, says: Says, *, judge: int) -> Iterator[PairLine]:
    contenders = plan.grid.versions * plan.grid.arms
    unit = plan.grid.cells
    for case in range(plan.cases):
        for one in range(contenders):
            for other in range(one + 1, contenders):
                left, right = (one, other) if case % 2 else (other, one)
                unit += 1
                yield a_line(plan, case, left, right, unit=unit, judge=judge, outcome=says(case, left, right))


def a_line(
    plan: Snapshot, case: int, left: int, right: int, *, outcome: float | None, **changes: Any
) -> PairLine:
    cells = [
        plan.grid.number(CellPosition(case, *divmod(place, plan.grid.arms), 0)) for place in (left, right)
    ]
    return PairLine(
        **{"unit": 0, "wave": 1, "left": cells[0], "right": cells[1], "outcome": outcome, **changes}
    )


def compared(plan: Snapshot, lines: list[PairLine], **changes: Any) -> Ranking:
    scores = changes.pop("scores", None) or [
        a_score(plan, case, version=version, arm=arm, qualities=())
        for case in range(plan.cases)
        for version in range(plan.grid.versions)
        for arm in range(plan.grid.arms)
    ]
    return boards(scores, plan, comparisons=lines, **changes)[Board.PAIRWISE]


def lower_wins(case: int, left: int, right: int) -> float:
    return float(left < right)


def test_strengths_are_those_of_bradley_and_terry() -> None:
    plan = a_contest()

    ranking = compared(plan, all_pairs(plan, lambda case, left, right: float((left == 0) == (case % 4 > 0))))

    # The first wins 15 of 20: three to one, shared by both around zero.
    assert names(ranking) == ["model 0", "model 1"]
    assert [item.strength for item in ranking.items] == pytest.approx([log(3) / 2, -log(3) / 2])
    assert ranking.items[0].measures == {"won": 0.75, "tied": 0.0}
    assert [item.observations for item in ranking.items] == [20, 20]
    (pair,) = ranking.pairs
    assert pair.value == pytest.approx(log(3))
    assert (pair.left, pair.right, pair.complete) == ("arm_0", "arm_1", 20)
    assert pair.interval is not None
    assert pair.interval.low < log(3) < pair.interval.high


def test_who_always_wins_is_told_apart() -> None:
    plan = a_contest(arms=3)

    ranking = compared(plan, all_pairs(plan, lower_wins))

    assert names(ranking) == ["model 0", "model 1", "model 2"]
    assert [item.span and item.span.rank for item in ranking.items] == [1, 2, 3]
    assert [pair.ahead for pair in ranking.pairs] == ["arm_0", "arm_0", "arm_1"]
    assert (ranking.groups, ranking.flags) == ((), ())


def test_ties_are_ties() -> None:
    plan = a_contest()

    ranking = compared(plan, all_pairs(plan, lambda case, left, right: 0.5))

    assert [item.strength for item in ranking.items] == pytest.approx([0.0, 0.0])
    assert ranking.items[0].measures == {"won": 0.5, "tied": 1.0}
    assert ranking.groups == (("arm_0", "arm_1"),)
    assert ranking.pairs[0].ahead is None


def test_more_judges_that_agree_are_no_more_cases() -> None:
    plan = a_contest(cases=20, judges=5)
    often = all_pairs(plan, lambda case, left, right: float((left == 0) == (case < 13)), judges=5)
    once = [line for line in often if line.judge == 0]

    wide, alone = compared(plan, often).pairs[0].interval, compared(plan, once).pairs[0].interval

    assert wide is not None
    assert alone is not None
    assert wide.high - wide.low == pytest.approx(alone.high - alone.low, rel=0.03)


def test_cases_of_one_family_count_as_one() -> None:
    plan = a_contest(cases=20)
    lines = all_pairs(plan, lambda case, left, right: float((left == 0) == (case % 4 > 0)))
    scores = [
        a_score(plan, case, arm=arm, qualities=(), family=f"family {case % 4}")
        for case in range(20)
        for arm in range(2)
    ]

    family = compared(plan, lines, scores=scores)

    assert Flag.FEW_CASES in family.items[0].flags
    apart, together = compared(plan, lines).pairs[0].interval, family.pairs[0].interval
    assert apart is not None
    assert together is not None
    assert together.high - together.low > 1.5 * (apart.high - apart.low)


def test_contenders_are_named_as_on_other_boards() -> None:
    plan = a_contest(arms=2, versions=2, cases=16)

    ranking = compared(plan, all_pairs(plan, lambda case, left, right: float(left > right)))

    assert names(ranking) == ["model 1 · v2", "model 0 · v2", "model 1 · v1", "model 0 · v1"]


def test_a_judge_that_leans_to_one_side_is_seen_and_moves_nobody() -> None:
    plan = a_contest(cases=60)

    ranking = compared(plan, all_pairs(plan, lambda case, left, right: float(case % 5 != 0)))

    assert Flag.POSITION_BIAS in ranking.flags
    assert ranking.pairs[0].ahead is None
    assert abs(ranking.items[0].strength) < 0.2


def test_a_judge_that_cannot_be_read_too_often_is_not_trusted() -> None:
    plan = a_contest()
    lines = all_pairs(plan, lambda case, left, right: None if case < 5 else 1.0)

    ranking = compared(plan, lines, policy=Policy(most_unreadable=0.2))

    assert Flag.NOT_TRUSTWORTHY in ranking.flags
    assert ranking.panel is not None
    assert (ranking.panel.judges[0].asked, ranking.panel.judges[0].not_judged) == (20, 5)
    assert all(Flag.MISSING_RESULTS in item.flags for item in ranking.items)
    assert Flag.NOT_TRUSTWORTHY not in compared(plan, lines, policy=Policy(most_unreadable=0.3)).flags


def test_judges_count_alike_and_show_their_cards() -> None:
    plan = a_contest(judges=2)

    panel = compared(plan, all_pairs(plan, lower_wins, judges=2), cards=[a_judge_card()]).panel

    assert panel is not None
    assert [(judge.name, judge.weight, judge.asked) for judge in panel.judges] == [
        ("judge 0", 0.5, 20),
        ("judge 1", 0.5, 20),
    ]


def test_few_cases_are_flagged() -> None:
    plan = a_contest(cases=14)

    assert all(Flag.FEW_CASES in item.flags for item in compared(plan, all_pairs(plan, lower_wins)).items)
    assert not compared(a_contest(cases=15), all_pairs(a_contest(cases=15), lower_wins)).items[0].flags


def test_who_was_never_compared_has_no_place() -> None:
    plan = a_contest(arms=3)
    lines = [line for line in all_pairs(plan, lower_wins) if 2 not in _arms(plan, line)]
    scores = [
        a_score(plan, case, arm=arm, qualities=())
        if arm < 2
        else a_failure(plan, case=case, arm=2, status=ERROR)
        for case in range(20)
        for arm in range(3)
    ]

    last = compared(plan, lines, scores=scores).items[-1]

    assert (last.name, last.observations, last.interval, last.span) == ("model 2", 0, None, None)
    assert set(last.flags) == {Flag.ISOLATED, Flag.MISSING_RESULTS}


def test_groups_that_never_met_are_not_told_apart() -> None:
    plan = a_contest(arms=4)
    lines = [line for line in all_pairs(plan, lower_wins) if _arms(plan, line) in ({0, 1}, {2, 3})]

    ranking = compared(plan, lines)

    assert Flag.NOT_COMPARED in ranking.flags
    across = [
        pair
        for pair in ranking.pairs
        if {pair.left, pair.right} not in ({"arm_0", "arm_1"}, {"arm_2", "arm_3"})
    ]
    assert [(pair.value, pair.interval, pair.ahead) for pair in across] == [(None, None, None)] * 4


def test_without_a_finding_there_is_no_board() -> None:
    plan = a_contest()

    found = boards([a_score(plan)], plan, comparisons=all_pairs(plan, lambda case, left, right: None))

    assert Board.PAIRWISE not in found


def test_equal_comparisons_give_equal_boards() -> None:
    plan = a_contest(arms=3)
    stream = Chance(3).stream("verdicts")
    lines = all_pairs(plan, lambda case, left, right: stream.choose([0.0, 0.5, 1.0]))

    assert compared(plan, lines) == compared(plan, list(lines))


@settings(max_examples=50)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 4),
            st.sampled_from([(0, 1), (1, 0), (0, 2), (2, 1), (1, 2)]),
            st.sampled_from([None, 0.0, 0.5, 1.0]),
            st.booleans(),
        ),
        max_size=25,
    )
)
def test_whatever_judges_said_the_board_stands(
    said: list[tuple[int, tuple[int, int], float | None, bool]],
) -> None:
    plan = a_contest(arms=3, cases=5)
    lines = [
        a_line(plan, case, *pair, outcome=outcome, unit=unit, adaptive=adaptive)
        for unit, (case, pair, outcome, adaptive) in enumerate(said)
    ]

    ranking = boards([a_score(plan)], plan, comparisons=lines).get(Board.PAIRWISE)

    assert (ranking is None) == (not any(line.outcome is not None for line in lines))
    for item in ranking.items if ranking else ():
        if item.interval is not None:
            assert item.interval.low <= item.strength <= item.interval.high


def _arms(plan: Snapshot, line: PairLine) -> set[int]:
    return {plan.grid.place(line.left).arm, plan.grid.place(line.right).arm}
