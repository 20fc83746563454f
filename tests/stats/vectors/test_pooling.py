"""From tokens to the vector of a text, by hand."""

import json
from base64 import b64encode

import numpy as np
import pytest

from edison.stats import joined_vectors, padded_tokens, pooled_vectors
from edison.stats.vectors import mean_of_tokens, pack_vectors, read_token_table, unpack_vectors


def test_only_tokens_that_count_are_averaged() -> None:
    tokens = padded_tokens([[101, 7, 102], [101]])
    hidden = [[[3.0, 0.0], [0.0, 4.0], [0.0, 0.0]], [[0.0, 2.0], [9.0, 9.0], [9.0, 9.0]]]

    vectors = pooled_vectors(hidden, tokens["attention_mask"])

    assert tokens["input_ids"].tolist() == [[101, 7, 102], [101, 0, 0]]
    assert vectors == [pytest.approx((0.6, 0.8)), pytest.approx((0.0, 1.0))]


def test_pieces_of_a_text_are_weighed_by_their_length() -> None:
    assert joined_vectors([((1.0, 0.0), 3), ((0.0, 1.0), 4)]) == pytest.approx((0.6, 0.8))
    assert joined_vectors([((1.0, 0.0), 3)]) == (1.0, 0.0)


def test_packed_vectors_keep_their_cosines_to_some_thousandths() -> None:
    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(20, 256)) * rng.uniform(0.01, 90, size=(20, 1))
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)

    back = np.array(unpack_vectors(pack_vectors(vectors.tolist())))

    assert np.abs(back @ back.T - (vectors / lengths) @ (vectors / lengths).T).max() < 0.005
    assert unpack_vectors(pack_vectors([])) == []


def test_the_vector_of_tokens_is_their_mean_and_of_none_the_unknown_one() -> None:
    table = read_token_table(np.array([[3, 4], [1, 0], [0, 1]], dtype="<f2").tobytes(), dimensions=2)

    assert mean_of_tokens(table, []) == pytest.approx((0.6, 0.8))
    assert mean_of_tokens(table, [1, 2]) == pytest.approx((0.5**0.5, 0.5**0.5))


def test_vectors_that_were_packed_in_single_bytes_are_still_read() -> None:
    old = json.dumps([b64encode(np.array([3, 4], dtype="i1").tobytes()).decode()])

    assert unpack_vectors(old) == [pytest.approx((0.6, 0.8))]
