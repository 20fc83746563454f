"""Reading comparisons from columns, winners and losers, and arrays."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.strengths import WINNER_WORDS, ComparisonOutcome, ComparisonTable

from .worlds import table_of


def test_items_come_in_order_of_appearance_and_rows_stay_in_order() -> None:
    table = ComparisonTable.from_columns(["b", "a"], ["c", "b"], ["left", "tie"])

    assert table.items == ("b", "a", "c")
    assert table.left.tolist() == [0, 1]
    assert table.right.tolist() == [2, 0]
    assert table.outcome.tolist() == [ComparisonOutcome.LEFT, ComparisonOutcome.TIE]


@pytest.mark.parametrize(("word", "outcome"), WINNER_WORDS.items())
def test_every_word_for_a_winner_is_read_whatever_its_capitals(word: str, outcome: ComparisonOutcome) -> None:
    table = ComparisonTable.from_columns(["p"], ["q"], [f" {word.upper()} "])

    assert table.outcome.tolist() == [outcome]


def test_a_winner_may_be_named_by_its_label() -> None:
    table = ComparisonTable.from_columns(
        ["gpt", "claude", "gpt"], ["claude", "gpt", "claude"], ["gpt", "gpt", "tie"]
    )

    assert table.outcome.tolist() == [ComparisonOutcome.LEFT, ComparisonOutcome.RIGHT, ComparisonOutcome.TIE]


def test_outcomes_themselves_may_be_the_winners() -> None:
    table = ComparisonTable.from_columns(
        ["p", "p"], ["q", "q"], [ComparisonOutcome.RIGHT, ComparisonOutcome.TIE]
    )

    assert table.outcome.tolist() == [ComparisonOutcome.RIGHT, ComparisonOutcome.TIE]


def test_a_column_that_can_be_read_as_sides_and_as_labels_with_different_winners_is_refused() -> None:
    with pytest.raises(SampleBroken, match="different winners"):
        table_of(("b", "a", "a"), ("a", "b", "b"))


def test_words_are_believed_where_items_share_a_name_with_a_side_but_labels_do_not_fit() -> None:
    table = table_of(("a", "c", "b"), ("b", "c", "a"))

    assert table.outcome.tolist() == [ComparisonOutcome.RIGHT, ComparisonOutcome.LEFT]


def test_sides_that_agree_with_labels_are_read() -> None:
    assert table_of(("a", "b", "a"), ("a", "b", "b")).outcome.tolist() == [
        ComparisonOutcome.LEFT,
        ComparisonOutcome.RIGHT,
    ]


@pytest.mark.parametrize("winner", ["nobody", "", None, 3, float("nan")])
def test_a_winner_nobody_knows_is_refused_with_its_row(winner: object) -> None:
    with pytest.raises(SampleBroken, match="row 2"):
        ComparisonTable.from_columns(["p", "p"], ["q", "q"], ["left", winner])  # pyright: ignore[reportArgumentType]


def test_an_unhashable_winner_is_refused() -> None:
    with pytest.raises(SampleBroken, match="neither a word nor a label"):
        ComparisonTable.from_columns(["p"], ["q"], [["left"]])  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("label", [None, float("nan")])
def test_a_missing_label_is_refused(label: object) -> None:
    with pytest.raises(SampleBroken, match="missing"):
        ComparisonTable.from_winners(["p", label], ["q", "p"])  # pyright: ignore[reportArgumentType]


def test_an_unhashable_label_is_refused() -> None:
    with pytest.raises(SampleBroken, match="hashable"):
        ComparisonTable.from_winners([["p"], ["r"]], ["q", "q"])  # pyright: ignore[reportArgumentType]


def test_named_items_keep_their_order_and_include_those_without_a_comparison() -> None:
    table = ComparisonTable.from_winners(["p"], ["q"], items=["q", "r", "p"])

    assert table.items == ("q", "r", "p")
    assert (table.left.tolist(), table.right.tolist()) == ([2], [0])


def test_a_label_that_is_not_among_the_named_items_is_refused() -> None:
    with pytest.raises(SampleBroken, match="'z' is not among the items"):
        ComparisonTable.from_winners(["p", "z"], ["q", "p"], items=["p", "q"])


def test_an_item_named_twice_is_refused() -> None:
    with pytest.raises(SampleBroken, match="twice"):
        ComparisonTable.from_winners(["p"], ["q"], items=["p", "q", "p"])


def test_self_comparisons_are_left_out_and_counted() -> None:
    table = table_of(("p", "q", "left"), ("p", "p", "left"), ("q", "q", "tie"))

    assert len(table) == 1
    assert table.self_comparisons == 2


def test_rows_without_weight_are_left_out() -> None:
    table = ComparisonTable.from_winners(["p", "q"], ["q", "p"], weight=[0, 2.5])

    assert table.weights.tolist() == [2.5]


@pytest.mark.parametrize(
    "weight", [[-1.0], [float("nan")], [float("inf")], ["heavy"], [[1.0]], [1e300], [1e-8, 0.0, 1e2]]
)
def test_a_weight_that_is_no_number_from_zero_or_makes_others_nothing_is_refused(
    weight: list[object],
) -> None:
    with pytest.raises(SampleBroken, match="weights"):
        ComparisonTable.from_winners(["p"], ["q"], weight=weight)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("columns", "more"),
    [
        ((["p"], ["q", "r"], ["left"]), {}),
        ((["p"], ["q"], ["left", "tie"]), {}),
        ((["p"], ["q"], ["left"]), {"weight": [1, 2]}),
        ((["p"], ["q"], ["left"]), {"judge": ["j", "k"]}),
    ],
)
def test_columns_of_different_length_are_refused(
    columns: tuple[list[str], ...], more: dict[str, list[str]]
) -> None:
    with pytest.raises(LengthsDiffer):
        ComparisonTable.from_columns(*columns, **more)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("rows", [([], [], []), (["p"], ["p"], ["left"])])
def test_a_table_that_compares_nothing_is_refused(rows: tuple[list[str], list[str], list[str]]) -> None:
    with pytest.raises(SampleEmpty, match="comparisons"):
        ComparisonTable.from_columns(*rows)


def test_judges_get_codes_in_order_of_appearance() -> None:
    table = ComparisonTable.from_winners(
        ["p", "q", "p"], ["q", "p", "q"], judge=np.array(["eve", "bob", "eve"])
    )

    assert table.judges == ("eve", "bob")
    assert table.judge is not None
    assert table.judge.tolist() == [0, 1, 0]


def test_columns_of_a_data_frame_are_read() -> None:
    frame = pd.DataFrame(
        {"left": ["p", "q"], "right": ["q", "r"], "winner": ["tie", "left"], "weight": [1.0, 2.0]}
    )

    table = ComparisonTable.from_columns(
        frame["left"], frame["right"], frame["winner"], weight=frame["weight"]
    )

    assert table.items == ("p", "q", "r")
    assert table.weights.tolist() == [1.0, 2.0]


def test_many_labels_are_read_like_few() -> None:
    labels = [f"item-{number}" for number in range(600)]

    table = ComparisonTable.from_winners(labels[:-1], labels[1:])

    assert table.right.tolist() == list(range(1, 600))


def test_arrays_are_taken_as_they_are_and_stay_writable_for_their_owner() -> None:
    left = np.array([0, 1])

    table = ComparisonTable.from_arrays(left, [1, 2], [1, 0])
    left[0] = 0

    assert table.items == (0, 1, 2)
    assert not table.left.flags.writeable


@pytest.mark.parametrize(
    ("left", "outcome", "cause"),
    [
        ([0.5, 1], [1, 1], "whole numbers"),
        ([[0], [1]], [1, 1], "whole numbers"),
        ([-1, 0], [1, 1], "below 0"),
        ([0, 0], [1, 3], "0 .tie., 1 .left. or 2 .right."),
    ],
)
def test_codes_that_are_none_are_refused(left: list[int], outcome: list[int], cause: str) -> None:
    with pytest.raises(SampleBroken, match=cause):
        ComparisonTable.from_arrays(left, [1, 2], outcome)


@pytest.mark.parametrize("items", [2, ["p", "q"]])
def test_a_row_beyond_the_named_items_is_refused(items: list[str] | int) -> None:
    with pytest.raises(SampleBroken, match="names number 2"):
        ComparisonTable.from_arrays([0, 1], [1, 2], [1, 1], items=items)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 2)), min_size=1, max_size=30))
def test_arrays_and_labels_tell_the_same_story(rows: list[tuple[int, int, int]]) -> None:
    if all(left == right for left, right, _ in rows):
        return
    left, right, outcome = (list(column) for column in zip(*rows, strict=True))
    names = [f"item {code}" for code in range(5)]

    by_code = ComparisonTable.from_arrays(left, right, outcome, items=names)
    by_label = ComparisonTable.from_columns(
        [names[code] for code in left],
        [names[code] for code in right],
        [ComparisonOutcome(code).name for code in outcome],
        items=names,
    )

    assert by_code.self_comparisons == by_label.self_comparisons
    for column in ("left", "right", "outcome"):
        assert np.array_equal(getattr(by_code, column), getattr(by_label, column))
