import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import EdisonError, LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.sequential import bet_against, confidence_sequence, order_cases, weigh_discordant
from edison.stats.sequential.bets import ALL_IN, SPREADS, spread_bets

UNIT = (-1.0, 1.0)
moderate = st.floats(-1, 1, allow_nan=False)


def slow_capital(values: list[float], *, point: float, reach: tuple[float, float]) -> list[float]:
    """Case by case: the stake is the average of all stakes, weighted by what each has won so far."""
    bets, capital, path = spread_bets(), 1.0, []
    won = bets.weights.copy()
    for value in values:
        stake = float(won @ bets.stakes) / float(won.sum())
        gain = (value - point) / (point - reach[0])
        capital *= 1 + stake * gain
        won = won * (1 + bets.stakes * gain)
        path.append(math.log(capital))
    return path


@given(values=st.lists(st.floats(-0.9, 1), min_size=1, max_size=20), point=st.floats(-0.5, 0.5))
def test_capital_is_that_of_a_bettor_who_knows_past_cases_only(values: list[float], point: float) -> None:
    evidence = bet_against(point, values=values, reach=UNIT)

    mirrored = slow_capital([-value for value in values], point=-point, reach=UNIT)
    assert evidence.above == pytest.approx(slow_capital(values, point=point, reach=UNIT), abs=1e-8)
    if max(values) < 1:
        assert evidence.below == pytest.approx(mirrored, abs=1e-8)


@pytest.mark.parametrize("point", [-0.4, 0.0, 0.3])
def test_the_game_is_fair_when_the_mean_is_as_supposed(point: float) -> None:
    """Over all sequences of two outcomes with that mean the expected capital is 1 after every case."""
    up, rounds = (point + 1) / 2, 8
    codes = np.arange(2**rounds)
    sequences = ((codes[:, None] >> np.arange(rounds)) & 1) * 2.0 - 1.0
    chances = np.where(sequences > 0, up, 1 - up).prod(axis=1)

    capital = [np.exp(bet_against(point, values=row, reach=UNIT).above) for row in sequences]

    assert chances @ np.array(capital) == pytest.approx(np.ones(rounds))


def test_the_mixture_of_bets_is_whole_and_owes_nothing() -> None:
    bets = spread_bets()

    assert bets.weights.sum() == pytest.approx(1)
    assert bets.weights.min() >= 0
    assert bets.stakes.min() >= 0
    assert bets.stakes.max() == 1
    assert sum(spread.weight for spread in SPREADS) + ALL_IN == pytest.approx(1)


@pytest.mark.parametrize("cases", [1, 30, 400])
def test_discordant_pairs_weigh_as_much_as_bets_on_their_differences(cases: int) -> None:
    values = np.random.default_rng(cases).choice([-1.0, 0.0, 1.0], p=[0.15, 0.6, 0.25], size=cases)

    closed = weigh_discordant(np.cumsum(values > 0), np.cumsum(values < 0))

    bet = bet_against(0.0, values=values, reach=UNIT)
    assert closed.above == pytest.approx(bet.above, abs=1e-6)
    assert closed.below == pytest.approx(bet.below, abs=1e-6)


def test_gains_without_a_loss_double_what_is_all_in() -> None:
    evidence = weigh_discordant(range(1, 31), [0] * 30)

    assert evidence.above[-1] >= math.log(ALL_IN) + 30 * math.log(2)
    assert evidence.below[-1] < 0


@given(values=st.lists(moderate, min_size=1, max_size=60))
def test_a_mean_is_excluded_exactly_when_somebody_got_rich_against_it(values: list[float]) -> None:
    found = confidence_sequence(values, reach=UNIT)

    hurdle = math.log(40)
    assert -1 <= found.low <= found.high <= 1
    for point in (found.low - 1e-6, found.low + 1e-6):
        if -1 < point < 1 and not found.is_contradicted:
            evidence = bet_against(point, values=values, reach=UNIT)
            assert (evidence.above.max() >= hurdle) == (point < found.low)


def test_bounds_only_ever_narrow() -> None:
    values = np.random.default_rng(5).uniform(-0.2, 0.4, 200)

    early, late = (confidence_sequence(values[:cases], reach=UNIT) for cases in (50, 200))

    assert early.low <= late.low < late.mean < late.high <= early.high


def test_the_mirror_image_has_mirrored_bounds() -> None:
    values = np.random.default_rng(6).uniform(-0.2, 0.4, 80)

    found, mirrored = (confidence_sequence(sign * values, reach=UNIT) for sign in (1, -1))

    assert (found.low, found.high) == pytest.approx((-mirrored.high, -mirrored.low), abs=1e-8)


def test_a_narrower_reach_knows_more() -> None:
    values = np.random.default_rng(7).uniform(-0.1, 0.2, 60)

    wide, narrow = (confidence_sequence(values, reach=(-end, end)) for end in (1.0, 0.25))

    assert narrow.high - narrow.low < wide.high - wide.low


def test_cases_in_sorted_order_contradict_themselves() -> None:
    found = confidence_sequence([1.0] * 60 + [-1.0] * 500, reach=UNIT)

    assert found.is_contradicted
    assert found.low <= found.high


def test_more_cases_than_are_held_in_memory_at_once_make_no_difference() -> None:
    values = np.random.default_rng(8).uniform(-0.5, 0.5, 5_000)

    whole = bet_against(0.0, values=values, reach=UNIT).above[-1]

    growth = np.log1p(np.outer(values, spread_bets().stakes)).sum(axis=0)
    assert whole == pytest.approx(math.log(np.exp(growth) @ spread_bets().weights))


def test_the_order_of_cases_is_a_seeded_shuffle() -> None:
    order = order_cases(50, seed=3)

    assert sorted(order.tolist()) == list(range(50))
    assert order.tolist() == order_cases(50, seed=3).tolist()
    assert order.tolist() != order_cases(50, seed=4).tolist()


@pytest.mark.parametrize(
    ("values", "reach", "point", "error"),
    [
        ([], UNIT, 0.0, SampleEmpty),
        ([float("nan")], UNIT, 0.0, SampleBroken),
        ([2.0], UNIT, 0.0, SampleBroken),
        ([0.0], (1.0, -1.0), 0.0, SampleBroken),
        ([0.0], UNIT, 1.0, SampleBroken),
        (["x"], UNIT, 0.0, SampleBroken),
        ([[0.0]], UNIT, 0.0, SampleBroken),
    ],
)
def test_what_cannot_be_bet_on_is_refused_by_name(
    values: list[object], reach: tuple[float, float], point: float, error: type[EdisonError]
) -> None:
    with pytest.raises(error):
        bet_against(point, values=values, reach=reach)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("gained", "lost", "error"),
    [
        ([], [], SampleEmpty),
        ([1], [0, 1], LengthsDiffer),
        ([2, 1], [0, 0], SampleBroken),
        ([0.5], [0], SampleBroken),
        ([-1], [0], SampleBroken),
        ([float("nan")], [0], SampleBroken),
    ],
)
def test_counts_that_are_none_are_refused_by_name(
    gained: list[float], lost: list[float], error: type[EdisonError]
) -> None:
    with pytest.raises(error):
        weigh_discordant(gained, lost)


def test_no_cases_have_no_order_and_no_level_is_beyond_one() -> None:
    with pytest.raises(SampleEmpty):
        order_cases(0, seed=1)
    with pytest.raises(SampleBroken):
        confidence_sequence([0.1], reach=UNIT, level=1.0)
