"""What was compared so far."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.pairing import History, position_skew


@st.composite
def histories(draw: st.DrawFn) -> History:
    items = draw(st.integers(2, 8))
    item = st.integers(0, items - 1)
    pairs = draw(st.lists(st.tuples(item, item).filter(lambda pair: pair[0] != pair[1]), max_size=40))
    return History.of(items, [one for one, _ in pairs], [other for _, other in pairs])


@given(histories())
def test_meetings_are_counted_in_either_order(history: History) -> None:
    one, other = np.triu_indices(history.items, 1)
    shown = list(zip(history.left.tolist(), history.right.tolist(), strict=True))

    counted = history.meetings(one, other)

    expected = [
        shown.count((a, b)) + shown.count((b, a)) for a, b in zip(one.tolist(), other.tolist(), strict=True)
    ]
    assert counted.tolist() == expected
    assert history.unseen_pairs == expected.count(0)


@given(histories())
def test_a_pair_s_balance_is_first_minus_second(history: History) -> None:
    one, other = np.triu_indices(history.items, 1)
    shown = list(zip(history.left.tolist(), history.right.tolist(), strict=True))

    balance = history.balance(one, other)

    pairs = zip(one.tolist(), other.tolist(), strict=True)
    assert balance.tolist() == [shown.count((a, b)) - shown.count((b, a)) for a, b in pairs]


@given(histories())
def test_times_and_skew_add_up(history: History) -> None:
    assert history.times.sum() == 2 * len(history)
    assert history.skew.sum() == 0
    assert (np.abs(history.skew) <= history.times).all()


def test_waves_are_counted_by_how_their_pairs_were_chosen() -> None:
    history = History.of(4, [0, 1, 2], [1, 2, 3], adaptive=[False, True, True], wave=[0, 1, 1])

    assert (history.waves, history.random_waves, history.random_comparisons) == (2, 1, 1)


def test_an_item_shown_on_both_sides_alike_has_no_skew() -> None:
    history = History.of(3, [0, 1], [1, 0])

    skew = position_skew(history)

    assert skew[:2].tolist() == [0.0, 0.0]
    assert np.isnan(skew[2])


@pytest.mark.parametrize(
    ("columns", "error"),
    [
        ({"items": 1}, SampleEmpty),
        ({"items": 3, "left": [0], "right": [0]}, SampleBroken),
        ({"items": 3, "left": [0], "right": [3]}, SampleBroken),
        ({"items": 3, "left": [-1], "right": [1]}, SampleBroken),
        ({"items": 3, "left": [0.5], "right": [1]}, SampleBroken),
        ({"items": 3, "left": [np.nan], "right": [1]}, SampleBroken),
        ({"items": 3, "left": ["a"], "right": [1]}, SampleBroken),
        ({"items": 3, "left": [[0]], "right": [1]}, SampleBroken),
        ({"items": 3, "left": [0, 1], "right": [1]}, LengthsDiffer),
        ({"items": 3, "left": [0], "right": [1], "adaptive": [True, False]}, LengthsDiffer),
        ({"items": 3, "left": [0], "right": [1], "adaptive": [2]}, SampleBroken),
        ({"items": 3, "left": [0], "right": [1], "wave": [-1]}, SampleBroken),
    ],
)
def test_a_history_that_cannot_be_is_refused_by_name(
    columns: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        History.of(**columns)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("pairs", "groups"), [([], 0), ([(0, 1)], 1), ([(0, 1), (2, 3)], 2), ([(0, 1), (2, 3), (3, 0)], 1)]
)
def test_items_that_no_chain_joins_form_groups(pairs: list[tuple[int, int]], groups: int) -> None:
    history = History.of(6, [one for one, _ in pairs], [other for _, other in pairs])

    assert history.groups == groups
