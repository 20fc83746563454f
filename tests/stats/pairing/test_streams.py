"""Two streams that do not look at each other's results."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import SampleBroken
from edison.stats.pairing import History, PairingStream, deal_streams, estimate_standing

from .dealing import Book, judged


def run_streams(items: int, waves: int, *, seed: int = 0, fill: float = 0.6) -> tuple[Book, Book]:
    rng = np.random.default_rng(seed)
    strengths = rng.normal(0, 2, items)
    books = Book(items), Book(items)
    for step in range(waves):
        streams = [
            PairingStream(book.history, estimate_standing(book.history, book.results) if book.won else None)
            for book in books
        ]
        dealt = deal_streams((streams[0], streams[1]), fill=fill, seed=seed + step)
        for book, wave in zip(books, dealt, strict=True):
            book.add(wave, judged(wave, strengths, rng=rng))
    return books


@given(st.integers(8, 20), st.floats(0.2, 1), st.integers(0, 3))
def test_at_every_time_a_quarter_of_waves_and_of_comparisons_is_random(
    items: int, fill: float, seed: int
) -> None:
    for book in run_streams(items, 10, seed=seed, fill=fill):
        for waves in range(1, len(book.waves) + 1):
            history = Book(items, book.waves[:waves], book.won[:waves]).history
            assert history.random_waves >= 0.25 * history.waves
            assert history.random_comparisons >= 0.25 * len(history)


def test_most_waves_are_adaptive_and_pair_neighbours() -> None:
    first, _ = run_streams(40, 12)

    adaptive = [wave.is_adaptive for wave in first.waves]
    assert sum(adaptive) == 9
    assert adaptive[:5] == [False, False, False, True, True]


def test_a_stream_depends_on_nothing_the_other_has_seen() -> None:
    alone = Book(20)
    together = Book(20)
    other = run_streams(20, 8, seed=9)[1]
    rng = np.random.default_rng(1)
    strengths = rng.normal(0, 2, 20)

    for step in range(8):
        standing = estimate_standing(alone.history, alone.results) if alone.won else None
        quiet, _ = deal_streams(
            (PairingStream(alone.history, standing), PairingStream(History.of(20))), seed=step
        )
        busy, _ = deal_streams(
            (PairingStream(together.history, standing), PairingStream(other.history)), seed=step
        )
        won = judged(quiet, strengths, rng=rng)
        alone.add(quiet, won)
        together.add(busy, won)

    assert alone.history.left.tolist() == together.history.left.tolist()
    assert alone.history.right.tolist() == together.history.right.tolist()


def test_both_streams_are_dealt_different_pairs() -> None:
    first, second = deal_streams((PairingStream(History.of(30)), PairingStream(History.of(30))))

    assert first.left.tolist() != second.left.tolist()


@pytest.mark.parametrize(
    "asked", [{"random_share": 0.2}, {"random_share": 1.1}, {"fill": 0.0}, {"fill": 1.5}]
)
def test_shares_that_would_break_the_promise_are_refused(asked: dict[str, float]) -> None:
    streams = PairingStream(History.of(4)), PairingStream(History.of(4))

    with pytest.raises(SampleBroken):
        deal_streams(streams, **asked)  # pyright: ignore[reportArgumentType]
