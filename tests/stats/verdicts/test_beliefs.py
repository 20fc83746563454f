from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.verdicts import BeliefWorld, beliefs_by_sample, combine_beliefs, pool_beliefs, verdict_table

NAN = float("nan")
FRAME = frozenset({1, 2, 3})
verdicts = st.lists(
    st.tuples(st.frozensets(st.integers(1, 3)), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)),
    min_size=1,
    max_size=5,
)
Mass = dict[frozenset[int], float]


def test_two_singletons_conflict_by_the_product_of_their_masses() -> None:
    table = verdict_table([{1}, {2}], stages=3)

    opened = combine_beliefs(table, world=BeliefWorld.OPEN, agreement=[0.8, 0.5])
    closed = combine_beliefs(table, world=BeliefWorld.CLOSED, agreement=[0.8, 0.5])

    assert opened.conflict == closed.conflict == pytest.approx(0.4)
    # {1}: 0.8·0.5, {2}: 0.2·0.5, frame: 0.2·0.5; the closed world divides the conflict away.
    assert opened.belief == pytest.approx((0.4, 0.1, 0))
    assert closed.belief == pytest.approx((0.4 / 0.6, 0.1 / 0.6, 0))
    assert opened.plausibility == pytest.approx((0.5, 0.2, 0.1))
    assert (
        opened.probabilities
        == closed.probabilities
        == pytest.approx(tuple((mass + 0.1 / 3) / 0.6 for mass in (0.4, 0.1, 0)))
    )
    assert opened.gap == pytest.approx((0.1 + 0.1 + 0.1) / 3)


def test_an_abstention_speaks_for_none_of_the_stages_in_an_open_world_only() -> None:
    table = verdict_table([{1}, set()], stages=3)

    opened = combine_beliefs(table, world=BeliefWorld.OPEN, agreement=[0.8, 0.5])
    closed = combine_beliefs(table, world=BeliefWorld.CLOSED, agreement=[0.8, 0.5])

    assert opened.conflict == pytest.approx(0.5)
    assert (opened.combined, opened.abstained) == (2, 1)
    assert closed.conflict == 0
    assert (closed.combined, closed.abstained) == (1, 1)


def test_naming_every_stage_says_nothing_in_a_closed_world() -> None:
    table = verdict_table([{1, 2, 3}], stages=3)

    closed = combine_beliefs(table, world=BeliefWorld.CLOSED, agreement=[0.7])
    opened = combine_beliefs(table, world=BeliefWorld.OPEN, agreement=[0.7])

    assert closed.probabilities == pytest.approx((1 / 3,) * 3)
    assert closed.gap == pytest.approx(1)
    assert opened.conflict == pytest.approx(0.3)


def test_quality_of_the_rubric_weakens_a_verdict_in_an_open_world_only() -> None:
    table = verdict_table([{2}], stages=3)
    certainties = {"agreement": [0.8], "observability": [0.5], "discriminability": [NAN]}

    assert combine_beliefs(table, world=BeliefWorld.OPEN, **certainties).belief[1] == pytest.approx(0.4)
    assert combine_beliefs(table, world=BeliefWorld.CLOSED, **certainties).belief[1] == pytest.approx(0.8)


def test_total_conflict_gives_zeros_and_not_a_division() -> None:
    for world in BeliefWorld:
        found = combine_beliefs(verdict_table([{1}, {2}], stages=3), world=world)

        assert found.is_contradictory
        assert found.probabilities == (0, 0, 0)
        assert found.conflict == 1


@given(said=verdicts, world=st.sampled_from(BeliefWorld))
def test_combination_equals_intersecting_sets_one_by_one(
    said: list[tuple[frozenset[int], float, float, float]], world: BeliefWorld
) -> None:
    spoken = [row for row in said if row[0]]
    if world is BeliefWorld.CLOSED and not spoken:
        return
    columns = list(zip(*said, strict=True))
    oracle = _combine([_mass(*row, world=world) for row in (said if world is BeliefWorld.OPEN else spoken)])

    found = combine_beliefs(
        verdict_table(columns[0], stages=3),
        world=world,
        agreement=columns[1],
        observability=columns[2],
        discriminability=columns[3],
    )

    conflict = oracle.get(frozenset(), 0.0)
    assert found.conflict == pytest.approx(conflict, abs=1e-9)
    if conflict < 0.999:
        expected = [
            sum(mass / len(named) for named, mass in oracle.items() if stage in named) / (1 - conflict)
            for stage in (1, 2, 3)
        ]
        assert found.probabilities == pytest.approx(expected, abs=1e-6)
        assert sum(found.probabilities) == pytest.approx(1)
        assert all(b <= p + 1e-9 for b, p in zip(found.belief, found.plausibility, strict=True))


def test_samples_are_combined_apart_and_averaged() -> None:
    table = verdict_table([{1}, {1, 2}, {2}, set()], stages=2)
    samples = ["a", "a", "b", "silent"]

    opened = beliefs_by_sample(table, samples=samples, world=BeliefWorld.OPEN, agreement=[0.5, 0.5, 0.6, 1.0])
    closed = beliefs_by_sample(
        table, samples=samples, world=BeliefWorld.CLOSED, agreement=[0.5, 0.5, 0.6, 1.0]
    )

    assert list(opened) == ["a", "b", "silent"]
    assert list(closed) == ["a", "b"]
    pooled = pool_beliefs(list(opened.values()))
    assert (pooled.samples, pooled.contradictory) == (3, 1)
    assert pooled.probabilities == pytest.approx(
        np.mean([opened["a"].probabilities, opened["b"].probabilities], axis=0)
    )
    assert pooled.mean_conflict == pytest.approx(np.mean([belief.conflict for belief in opened.values()]))


def test_samples_that_all_contradict_themselves_have_no_mean() -> None:
    found = combine_beliefs(verdict_table([set()], stages=2), world=BeliefWorld.OPEN)

    assert pool_beliefs([found]).probabilities is None


def test_what_cannot_be_believed_is_refused_by_name() -> None:
    one = verdict_table([{1}], stages=2)
    with pytest.raises(SampleEmpty):
        combine_beliefs(verdict_table([set()], stages=2), world=BeliefWorld.CLOSED)
    with pytest.raises(SampleBroken, match="explode"):
        combine_beliefs(verdict_table([{1}], stages=13), world=BeliefWorld.OPEN)
    with pytest.raises(LengthsDiffer):
        combine_beliefs(one, world=BeliefWorld.OPEN, agreement=[1, 1])
    with pytest.raises(LengthsDiffer):
        beliefs_by_sample(one, samples=[1, 2], world=BeliefWorld.OPEN)
    with pytest.raises(SampleEmpty):
        pool_beliefs([])
    with pytest.raises(SampleBroken, match="different size"):
        pool_beliefs(
            [combine_beliefs(verdict_table([{1}], stages=size), world=BeliefWorld.OPEN) for size in (2, 3)]
        )


def _mass(named: frozenset[int], agreement: float, seen: float, told: float, *, world: BeliefWorld) -> Mass:
    if world is BeliefWorld.CLOSED:
        return {FRAME: 1.0} if named == FRAME else {named: agreement, FRAME: 1 - agreement}
    if not named:
        return {frozenset(): agreement, FRAME: 1 - agreement}
    if named == FRAME:
        return {FRAME: agreement, frozenset(): 1 - agreement}
    return {named: agreement * seen * told, FRAME: 1 - agreement * seen * told}


def _combine(masses: list[Mass]) -> Mass:
    combined: Mass = {FRAME: 1.0}
    for mass in masses:
        together: Mass = {}
        for (one, weight), (other, more) in product(combined.items(), mass.items()):
            together[one & other] = together.get(one & other, 0.0) + weight * more
        combined = together
    return combined
