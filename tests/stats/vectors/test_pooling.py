"""From tokens to the vector of a text, by hand."""

import pytest

from edison.stats import joined_vectors, padded_tokens, pooled_vectors


def test_only_tokens_that_count_are_averaged() -> None:
    tokens = padded_tokens([[101, 7, 102], [101]])
    hidden = [[[3.0, 0.0], [0.0, 4.0], [0.0, 0.0]], [[0.0, 2.0], [9.0, 9.0], [9.0, 9.0]]]

    vectors = pooled_vectors(hidden, tokens["attention_mask"])

    assert tokens["input_ids"].tolist() == [[101, 7, 102], [101, 0, 0]]
    assert vectors == [pytest.approx((0.6, 0.8)), pytest.approx((0.0, 1.0))]


def test_pieces_of_a_text_are_weighed_by_their_length() -> None:
    assert joined_vectors([((1.0, 0.0), 3), ((0.0, 1.0), 4)]) == pytest.approx((0.6, 0.8))
    assert joined_vectors([((1.0, 0.0), 3)]) == (1.0, 0.0)
