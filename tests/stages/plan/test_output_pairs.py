"""Outputs of one case compared in pairs: what is asked was estimated, nothing is asked twice, and it always ends."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edison.domain import (
    Chance,
    Contest,
    ExperimentId,
    JudgeMode,
    Pair,
    PairLine,
    Policy,
    ProjectId,
    Settlement,
    Snapshot,
    StopRule,
    Suite,
)
from edison.stages.plan import Dealt, build_experiment, deal_output_pairs, output_pair_count
from tests.factories import a_judge, a_prompt_version, a_rubric, a_snapshot, an_arm

Say = Callable[[Pair, int], float | None]
GENEROUS = Policy(stop=StopRule(comparisons=1_000_000))
NOT_STABLE = Policy(stop=StopRule(comparisons=1_000_000, least_comparisons=1_000_000))


def a_plan(
    *,
    arms: int = 2,
    versions: int = 1,
    cases: int = 3,
    repeats: int = 1,
    judges: int = 1,
    both_orders: bool = False,
) -> Snapshot:
    return a_snapshot(
        arms=tuple(an_arm(id=f"arm_{n}", name=f"model {n}") for n in range(arms)),
        versions=tuple(a_prompt_version(id=f"ver_{n}", number=n + 1) for n in range(versions)),
        cases=cases,
        repeats=repeats,
        rubric=a_rubric(),
        judges=tuple(a_judge(id=f"jdg_{n}", mode=JudgeMode.PAIRWISE) for n in range(judges)),
        contest=Contest(both_orders=True) if both_orders else None,
    )


@dataclass(frozen=True)
class Played:
    """From the first wave to the end."""

    waves: list[Dealt]
    lines: list[PairLine]
    end: Dealt

    @property
    def pairs(self) -> list[Pair]:
        return [pair for wave in self.waves for pair in wave.pairs]


def left_wins(pair: Pair, judge: int) -> float:
    return 1.0


def by_skill(plan: Snapshot, *, steps: float = 0.5, seed: int = 1) -> Say:
    """The later a contender stands in the plan, the better it is."""
    stream = Chance(seed).stream("verdicts")

    def say(pair: Pair, judge: int) -> float:
        skills = [contender(plan, cell) * steps for cell in (pair.left, pair.right)]
        return float(stream.uniform() < 1 / (1 + exp(skills[1] - skills[0])))

    return say


def contender(plan: Snapshot, cell: int) -> int:
    place = plan.grid.place(cell)
    return place.version * plan.grid.arms + place.arm


def task(plan: Snapshot, cell: int) -> tuple[int, int]:
    place = plan.grid.place(cell)
    return place.case, place.replicate


def deal(
    plan: Snapshot,
    *,
    answered: Collection[int] | None = None,
    lines: Sequence[PairLine] = (),
    policy: Policy = GENEROUS,
    seed: int = 7,
    wave: int = 1,
) -> Dealt:
    cells = range(plan.grid.cells) if answered is None else answered
    return deal_output_pairs(plan, answered=cells, lines=lines, policy=policy, chance=Chance(seed), wave=wave)


def lines_of(dealt: Dealt, *, plan: Snapshot, say: Say, wave: int, first: int) -> list[PairLine]:
    return [
        PairLine(
            unit=unit,
            wave=wave,
            left=pair.left,
            right=pair.right,
            adaptive=pair.adaptive,
            judge=judge,
            outcome=say(pair, judge),
        )
        for unit, pair in enumerate(dealt.pairs, first)
        for judge in plan.pair_judges
    ]


def play(
    plan: Snapshot,
    *,
    answered: Collection[int] | None = None,
    policy: Policy = GENEROUS,
    say: Say = left_wins,
    seed: int = 7,
) -> Played:
    waves, lines, unit = list[Dealt](), list[PairLine](), plan.grid.cells
    for number in range(1, 2_000):
        dealt = deal(plan, answered=answered, lines=lines, policy=policy, seed=seed, wave=number)
        if dealt.settlement.is_end:
            assert dealt.pairs == ()
            return Played(waves, lines, dealt)
        assert dealt.pairs, "a wave without a pair changes nothing, for ever"
        waves.append(dealt)
        lines += lines_of(dealt, plan=plan, say=say, wave=number, first=unit)
        unit += len(dealt.pairs)
    raise AssertionError("it goes on and on")


PLANS = st.builds(
    a_plan,
    arms=st.integers(1, 7),
    versions=st.integers(1, 3),
    cases=st.integers(0, 6),
    repeats=st.integers(1, 2),
    judges=st.integers(1, 2),
    both_orders=st.booleans(),
)


@settings(max_examples=25)
@given(plan=PLANS, seed=st.integers(0, 9), data=st.data())
def test_what_is_asked_was_estimated(plan: Snapshot, seed: int, data: st.DataObject) -> None:
    missing = data.draw(st.sets(st.integers(0, max(plan.grid.cells - 1, 0)), max_size=5))
    answered = [cell for cell in range(plan.grid.cells) if cell not in missing]

    played = play(plan, answered=answered, say=by_skill(plan, seed=seed), seed=seed)

    contenders = len(plan.arms) * len(plan.versions)
    assert len(played.pairs) <= output_pair_count(plan)
    if contenders <= 4 and len(answered) == plan.grid.cells:
        assert len(played.pairs) == output_pair_count(plan)
    assert len(played.lines) == len(played.pairs) * len(plan.pair_judges)


@settings(max_examples=25)
@given(plan=PLANS, seed=st.integers(0, 9), data=st.data())
def test_only_answers_to_the_same_question_meet_and_only_once(
    plan: Snapshot, seed: int, data: st.DataObject
) -> None:
    missing = data.draw(st.sets(st.integers(0, max(plan.grid.cells - 1, 0)), max_size=5))
    answered = {cell for cell in range(plan.grid.cells) if cell not in missing}

    pairs = play(plan, answered=answered, policy=NOT_STABLE, seed=seed).pairs

    orders = 2 if plan.contest else 1
    assert {cell for pair in pairs for cell in (pair.left, pair.right)} <= answered
    assert set(Counter(frozenset((pair.left, pair.right)) for pair in pairs).values()) <= {orders}
    assert len({(pair.left, pair.right) for pair in pairs}) == len(pairs)
    for pair in pairs:
        left, right = plan.grid.place(pair.left), plan.grid.place(pair.right)
        assert (left.case, left.replicate) == (right.case, right.replicate)
        assert (left.arm == right.arm) != (left.version == right.version)


def test_arms_meet_with_the_same_version_and_versions_with_the_same_arm() -> None:
    plan = a_plan(arms=2, versions=2, cases=1)

    met = {frozenset((contender(plan, pair.left), contender(plan, pair.right))) for pair in deal(plan).pairs}

    # 0 and 1 are the arms with the first version, 2 and 3 those with the second.
    assert met == {frozenset(pair) for pair in ((0, 1), (2, 3), (0, 2), (1, 3))}


@pytest.mark.parametrize(
    ("arms", "versions", "each"),
    [(1, 1, 0), (2, 1, 1), (3, 1, 3), (4, 1, 6), (2, 2, 4), (5, 1, 10), (6, 1, 12), (20, 1, 40), (1, 3, 3)],
)
def test_comparisons_of_a_case_grow_with_the_contenders_and_not_with_their_square(
    arms: int, versions: int, each: int
) -> None:
    plan = a_plan(arms=arms, versions=versions, cases=10, repeats=2)

    assert output_pair_count(plan) == 20 * each
    assert output_pair_count(a_plan(arms=arms, versions=versions, cases=10, both_orders=True)) == 20 * each


@settings(max_examples=25)
@given(seed=st.integers(0, 50), arms=st.integers(2, 6), both_orders=st.booleans())
def test_of_two_contenders_each_is_shown_first_as_often_as_the_other(
    seed: int, arms: int, both_orders: bool
) -> None:
    plan = a_plan(arms=arms, cases=15, both_orders=both_orders)

    played = play(plan, policy=NOT_STABLE, seed=seed)

    skew = Counter[frozenset[int]]()
    for pair in played.pairs:
        left, right = contender(plan, pair.left), contender(plan, pair.right)
        skew[frozenset((left, right))] += 1 if left < right else -1
    assert max(map(abs, skew.values())) <= (0 if both_orders else 1)


def test_who_is_shown_first_is_left_to_chance() -> None:
    plan = a_plan(cases=1)

    shown_first = {deal(plan, seed=seed).pairs[0].left for seed in range(20)}

    assert shown_first == {0, 1}


def test_the_same_is_dealt_for_the_same_seed() -> None:
    plan = a_plan(arms=6, cases=8)

    assert play(plan, say=by_skill(plan)) == play(plan, say=by_skill(plan))
    assert deal(plan, seed=1) != deal(plan, seed=2)


def test_few_contenders_meet_all_at_once() -> None:
    plan = a_plan(arms=4, cases=5, repeats=2)

    played = play(plan)

    (wave,) = played.waves
    assert Counter(task(plan, pair.left) for pair in wave.pairs) == {
        (case, repeat): 6 for case in range(5) for repeat in range(2)
    }
    assert not any(pair.adaptive for pair in wave.pairs)
    assert (played.end.settlement, played.end.success_rate) == (Settlement.PAIRS_EXHAUSTED, 1.0)


def test_answers_that_come_later_are_compared_later() -> None:
    plan = a_plan(arms=3, cases=2)
    first = deal(plan, answered=[0, 1, 3, 4, 5])
    lines = lines_of(first, plan=plan, say=left_wins, wave=1, first=100)

    then = deal(plan, lines=lines, wave=2)

    assert {frozenset((pair.left, pair.right)) for pair in then.pairs} == {
        frozenset((0, 2)),
        frozenset((1, 2)),
    }


def test_many_contenders_meet_one_rival_on_a_case_at_a_time() -> None:
    plan = a_plan(arms=7, cases=8)

    played = play(plan, policy=NOT_STABLE, say=by_skill(plan))

    for wave in played.waves:
        shown = Counter(cell for pair in wave.pairs for cell in (pair.left, pair.right))
        assert max(shown.values()) == 1
    assert not any(pair.adaptive for pair in played.waves[0].pairs)
    assert all(pair.adaptive for wave in played.waves[1:] for pair in wave.pairs)
    assert played.end.settlement is Settlement.COMPARISONS_SPENT
    assert "too_few_comparisons" in played.waves[-1].obstacles


def test_the_first_waves_bring_everybody_together() -> None:
    plan = a_plan(arms=6, cases=40)

    met = Counter(
        frozenset((contender(plan, pair.left), contender(plan, pair.right))) for pair in deal(plan).pairs
    )

    # Ten cases with three pairs each, for fifteen pairs of contenders.
    assert set(met) == {frozenset(pair) for pair in combinations(range(6), 2)}
    assert max(met.values()) <= 3


def test_neighbours_are_compared_more_often_than_those_far_apart() -> None:
    plan = a_plan(arms=8, cases=60)

    played = play(plan, policy=NOT_STABLE, say=by_skill(plan, steps=0.8))

    apart = Counter(
        abs(contender(plan, pair.left) - contender(plan, pair.right))
        for pair in played.pairs
        if pair.adaptive
    )
    # There are seven pairs of neighbours and one of the two ends.
    assert apart[1] / 7 > 1.5 * apart[7]


def test_an_order_that_rests_ends_it() -> None:
    plan = a_plan(arms=6, cases=200)
    easy = Policy(stop=StopRule(comparisons=10_000, shift=5.0))

    played = play(plan, policy=easy, say=by_skill(plan, steps=2.0))

    assert played.end.settlement is Settlement.STABLE
    assert len(played.pairs) < output_pair_count(plan)


def test_what_may_be_asked_is_not_exceeded() -> None:
    plan = a_plan(arms=4, cases=20, judges=2, both_orders=True)

    played = play(plan, policy=Policy(stop=StopRule(comparisons=50, least_comparisons=0)))

    # Twelve pairs in both orders by two judges take 48.
    assert (len(played.lines), played.end.settlement) == (48, Settlement.COMPARISONS_SPENT)


def test_what_judges_leave_open_ends_nothing() -> None:
    plan = a_plan(arms=6, cases=4)

    played = play(plan, say=lambda pair, judge: None)

    assert (played.end.settlement, played.end.success_rate) == (Settlement.COMPARISONS_SPENT, 0.0)
    assert len(played.pairs) == output_pair_count(plan)


def test_nobody_compares_where_nobody_is_asked_to() -> None:
    assert deal(a_plan(judges=0)).settlement is Settlement.TARGET_REACHED


def test_one_contender_has_nobody_to_meet() -> None:
    assert deal(a_plan(arms=1)).settlement is Settlement.TOO_FEW_ENTRIES


def test_without_answers_there_is_nothing_to_compare() -> None:
    assert deal(a_plan(), answered=[]).settlement is Settlement.PAIRS_EXHAUSTED


@pytest.mark.parametrize(("cases", "judges", "comparisons"), [(10, 1, 120), (200, 1, 600), (200, 2, 1_200)])
def test_a_suite_may_ask_for_all_comparisons_that_were_estimated(
    cases: int, judges: int, comparisons: int
) -> None:
    plan = a_plan(arms=3, cases=cases, judges=judges)
    suite = Suite.model_validate(
        {
            "name": "greetings",
            "arms": [{"endpoint": {"provider": "sim", "model": "steady"}}],
            "prompts": [{"user": "Hello."}],
            "cases_file": "cases.jsonl",
        }
    )

    experiment = build_experiment(
        suite, plan, project_id=ProjectId("prj_1"), experiment_id=ExperimentId("exp_1")
    )

    assert experiment.policy.stop.comparisons == comparisons
    assert len(play(plan, policy=experiment.policy).pairs) == output_pair_count(plan)
