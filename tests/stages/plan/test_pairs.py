"""Dealing pairs: it always ends, by a named reason, within what may be asked, and treats all texts alike."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from edison.domain import Chance, Contest, Pair, PairingKind, PairLine, Settlement
from edison.stages.plan import Dealt, deal_next
from edison.stats.pairing import LEAST_RANDOM

from .contests import Played, a_line, a_policy, cells, noisy, play

ENDS = {
    Settlement.STABLE,
    Settlement.PAIRS_EXHAUSTED,
    Settlement.COMPARISONS_SPENT,
    Settlement.GATE_FAILED,
    Settlement.TOO_FEW_ENTRIES,
}


def said_by_people(entries: Sequence[int], *, outcome: float = 0.0) -> list[PairLine]:
    """One person on all pairs: the later text is the better one."""
    return [
        a_line(Pair(left=one, right=other), unit=9_000 + number, wave=0, outcome=outcome)
        for number, (one, other) in enumerate(combinations(entries, 2))
    ]


@given(
    texts=st.integers(0, 40),
    judges=st.integers(1, 3),
    both_orders=st.booleans(),
    pairing=st.sampled_from(PairingKind),
    comparisons=st.integers(1, 250),
    failing=st.sampled_from([0.0, 0.1, 0.3, 1.0]),
    success_rate=st.sampled_from([0.0, 0.8, 1.0]),
    shift=st.sampled_from([1e-6, 0.025, 5.0]),
    seed=st.integers(0, 2**32),
)
@example(24, 1, False, PairingKind.ADAPTIVE, 250, 0.0, 0.8, 1e-6, 3)
@example(24, 2, True, PairingKind.ADAPTIVE, 250, 0.1, 0.0, 1e-6, 3)
@example(21, 3, True, PairingKind.ADAPTIVE, 7, 0.0, 0.8, 1e-6, 3)
@example(7, 1, False, PairingKind.ROUND_ROBIN, 250, 0.0, 0.8, 1e-6, 3)
def test_every_contest_ends_by_a_named_reason_within_its_budget(
    texts: int,
    judges: int,
    both_orders: bool,
    pairing: PairingKind,
    comparisons: int,
    failing: float,
    success_rate: float,
    shift: float,
    seed: int,
) -> None:
    contest = Contest(pairing=pairing, both_orders=both_orders)
    policy = a_policy(comparisons, success_rate=success_rate, shift=shift)

    def run() -> Played:
        verdict = noisy(seed, failing=failing)
        return play(contest, entries=cells(texts), verdict=verdict, judges=judges, policy=policy, seed=seed)

    played = run()

    assert played.end.settlement in ENDS
    assert played.asked <= comparisons
    assert all(pair.left != pair.right for pair in played.pairs)
    assert {cell for pair in played.pairs for cell in (pair.left, pair.right)} <= set(cells(texts))
    assert played.imbalance() <= (0 if both_orders else 6)
    assert run() == played, "equal seeds give equal pairs and orders"
    for stream in (0, 1):
        dealt = [pair.adaptive for pair in played.pairs if pair.stream == stream]
        if pairing is PairingKind.ADAPTIVE:
            assert dealt.count(False) >= LEAST_RANDOM * len(dealt)


@given(
    texts=st.integers(0, 6),
    listed=st.lists(st.sampled_from([*permutations(cells(6), 2)]), min_size=1, max_size=40),
    judges=st.integers(1, 3),
    comparisons=st.integers(1, 60),
    failing=st.sampled_from([0.0, 0.3]),
    seed=st.integers(0, 2**32),
)
def test_listed_pairs_are_asked_as_they_stand_and_once(
    texts: int,
    listed: list[tuple[int, int]],
    judges: int,
    comparisons: int,
    failing: float,
    seed: int,
) -> None:
    pairs = tuple(Pair(left=left, right=right) for left, right in listed)
    there = cells(texts)
    askable = [pair for pair in pairs if pair.left in there and pair.right in there]

    played = play(
        Contest(pairs=pairs),
        entries=there,
        verdict=noisy(seed, failing=failing),
        judges=judges,
        policy=a_policy(comparisons),
        seed=seed,
    )

    assert played.end.settlement in ENDS | {Settlement.TARGET_REACHED}
    assert len(played.waves) <= 1
    assert played.pairs == askable[: comparisons // judges if texts > 1 else 0]
    assert played.asked <= comparisons


@pytest.mark.parametrize("pairing", PairingKind)
def test_ten_texts_and_a_noisy_judge_end_by_name(pairing: PairingKind) -> None:
    played = play(Contest(pairing=pairing), entries=cells(10), verdict=noisy(steepness=0.05))

    assert played.end.settlement is Settlement.PAIRS_EXHAUSTED
    assert played.asked == 45 + 45, "every pair is asked once more"
    assert [wave.is_resampling for wave in played.waves][-2:] == [False, True]
    assert played.end.success_rate == 1


def test_three_texts_are_covered_and_then_all_met_again_up_to_the_cap() -> None:
    played = play(Contest(), entries=cells(3), verdict=noisy())

    orders = {(pair.left, pair.right) for pair in played.pairs}
    assert [wave.is_resampling for wave in played.waves] == 3 * [False] + 4 * [True]
    assert [len(wave.pairs) for wave in played.waves] == 3 * [1] + 4 * [3]
    assert orders == set(permutations(cells(3), 2)), "both orders are used for each pair"
    assert played.end.settlement is Settlement.PAIRS_EXHAUSTED


@pytest.mark.parametrize(("texts", "asked"), [(3, 12), (4, 12), (5, 20)])
def test_few_texts_whose_order_is_confirmed_are_stable(texts: int, asked: int) -> None:
    played = play(Contest(), entries=cells(texts), verdict=lambda pair, judge: float(pair.left > pair.right))

    assert (played.end.settlement, played.asked) == (Settlement.STABLE, asked)


def test_a_pass_asks_what_is_left_of_the_budget_and_every_text_about_alike() -> None:
    played = play(Contest(), entries=cells(10), verdict=noisy(steepness=0.05), policy=a_policy(60))

    times = Counter(cell for pair in played.waves[-1].pairs for cell in (pair.left, pair.right))
    assert (played.end.settlement, played.asked) == (Settlement.COMPARISONS_SPENT, 60)
    assert max(times.values()) <= 3


@pytest.mark.parametrize(("texts", "wave", "dealt"), [(10, 2, 2), (10, 12, 12), (10, 500, 45), (24, 30, 30)])
def test_a_wave_is_as_large_as_somebody_wants_it(texts: int, wave: int, dealt: int) -> None:
    policy = a_policy(400)
    stop = policy.stop.model_copy(update={"wave": wave})

    played = play(
        Contest(), entries=cells(texts), verdict=noisy(), policy=policy.model_copy(update={"stop": stop})
    )

    first = [frozenset((pair.left, pair.right)) for pair in played.waves[0].pairs]
    assert len(first) == dealt
    assert texts > 20 or len(set(first)) == dealt, "nobody meets twice before all have met"


def test_a_judge_who_fails_too_often_ends_the_contest() -> None:
    calls = Counter[str]()

    def say(pair: Pair, judge: int) -> float | None:
        calls["asked"] += 1
        return None if calls["asked"] % 10 in (1, 4, 7) else 1.0

    played = play(Contest(), entries=cells(10), verdict=say, policy=a_policy(50))

    assert played.end.settlement is Settlement.GATE_FAILED
    assert played.end.success_rate == pytest.approx(0.7, abs=0.05)


@pytest.mark.parametrize("texts", [0, 1])
@pytest.mark.parametrize("listed", [(), (Pair(left=2, right=5),)])
def test_one_text_is_not_compared(texts: int, listed: tuple[Pair, ...]) -> None:
    played = play(Contest(pairs=listed), entries=cells(texts), verdict=noisy())

    assert played.end == Dealt(Settlement.TOO_FEW_ENTRIES)


def test_an_order_that_no_longer_moves_is_stable() -> None:
    played = play(
        Contest(),
        entries=cells(20),
        verdict=lambda pair, judge: float(pair.left > pair.right),
        policy=a_policy(2_000, shift=0.5),
    )

    assert played.end == Dealt(Settlement.STABLE, success_rate=1.0)
    assert played.waves[0].obstacles == ("too_few_comparisons", "no_earlier_scores")
    assert played.asked < 2 * 190


def test_texts_that_no_chain_of_comparisons_joins_are_in_no_stable_order() -> None:
    first_shown_wins = play(
        Contest(both_orders=True), entries=cells(12), verdict=lambda pair, judge: 1.0, policy=a_policy(200)
    )

    met = [{pair.left, pair.right} for pair in first_shown_wins.pairs]
    joined = met[0]
    for _ in met:
        joined = joined.union(*(pair for pair in met if pair & joined))
    assert first_shown_wins.end.settlement is Settlement.STABLE
    assert joined == set(cells(12))


def test_what_is_left_of_a_budget_below_one_question_to_all_is_spent() -> None:
    both = Contest(both_orders=True)
    played = play(both, entries=cells(8), verdict=noisy(), judges=2, policy=a_policy(23))
    nothing = play(both, entries=cells(8), verdict=noisy(), judges=2, policy=a_policy(3))

    assert (played.end.settlement, played.asked) == (Settlement.COMPARISONS_SPENT, 20)
    assert nothing.end == Dealt(Settlement.COMPARISONS_SPENT)


def test_what_people_said_counts_for_the_order_and_not_as_asked() -> None:
    entries = cells(6)
    alone = play(Contest(), entries=entries, verdict=noisy(), policy=a_policy(9))
    people = said_by_people(entries)
    joined = play(Contest(), entries=entries, verdict=noisy(), policy=a_policy(9), people=people)

    assert (alone.asked, joined.asked) == (9, 9)
    assert joined.waves[0].is_resampling, "people have compared all pairs already"
    assert all(pair.left > pair.right for pair in joined.pairs), "people saw only the other order"
    assert "no_earlier_scores" not in joined.end.obstacles
    assert joined.end.settlement is Settlement.COMPARISONS_SPENT


def test_a_person_who_failed_to_decide_is_no_failure_of_the_judges() -> None:
    undecided = [
        a_line(Pair(left=2, right=5), unit=9_000 + number, wave=0, outcome=None) for number in range(50)
    ]
    played = play(Contest(), entries=cells(4), verdict=noisy(), people=undecided)

    assert (played.end.settlement, played.end.success_rate) == (Settlement.PAIRS_EXHAUSTED, 1.0)


def test_what_people_said_about_a_text_that_is_not_there_is_left_out() -> None:
    entries = cells(5)
    played = play(Contest(), entries=entries[:4], verdict=noisy(), people=said_by_people(entries))

    assert played.end.settlement is Settlement.PAIRS_EXHAUSTED


def test_where_people_said_all_there_is_to_say_nobody_is_asked() -> None:
    entries = cells(4)
    played = play(Contest(), entries=entries, verdict=noisy(), judges=0, people=said_by_people(entries))

    assert played.end == Dealt(Settlement.TARGET_REACHED)


@pytest.mark.parametrize(
    ("failing", "comparisons", "end"),
    [
        (0.0, 12, Settlement.TARGET_REACHED),
        (0.0, 11, Settlement.COMPARISONS_SPENT),
        (1.0, 12, Settlement.GATE_FAILED),
    ],
)
def test_listed_pairs_end_once_they_were_asked(failing: float, comparisons: int, end: Settlement) -> None:
    pairs = tuple(Pair(left=left, right=right) for left, right in permutations(cells(3), 2))

    played = play(
        Contest(pairs=pairs),
        entries=cells(3),
        verdict=noisy(failing=failing),
        judges=2,
        policy=a_policy(comparisons),
    )

    assert (played.end.settlement, played.end.success_rate) == (end, 1 - failing)


def test_streams_of_many_texts_choose_by_their_own_results_alone() -> None:
    entries = cells(24)
    whole = play(Contest(), entries=entries, verdict=noisy(), policy=a_policy(150, shift=1e-6))
    first = [line for line in whole.lines if line.wave < 4]
    other = [line if line.stream == 0 else replace(line, outcome=1.0) for line in first]

    def fourth(lines: list[PairLine], *, stream: int) -> list[Pair]:
        dealt = deal_next(
            Contest(),
            entries=entries,
            lines=lines,
            policy=a_policy(150, shift=1e-6),
            judges=1,
            passes=0,
            chance=Chance(7),
        )
        return [pair for pair in dealt.pairs if pair.stream == stream]

    assert any(pair.adaptive for pair in whole.pairs)
    assert fourth(first, stream=0) == fourth(other, stream=0), "the second stream is nothing to the first"
    assert fourth(first, stream=1) != fourth(other, stream=1)
