"""dealing: the pairs of the next wave, by a strategy or all that met before once more."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from edison.domain import Contest, Pair, PairingKind

from .pair_book import PairBook

if TYPE_CHECKING:
    from edison.stats.pairing import History, PairingWave


def deal_pairs(
    book: PairBook, *, contest: Contest, resampling: bool, most: int, seed: int, fills: bool
) -> Iterator[Pair]:
    """At most so many; where a wave is to be filled, one round is dealt after the other."""
    share = -(-most // book.streams)
    left = most
    for stream, wave in _waves(
        book, contest=contest, resampling=resampling, most=share, seed=seed, fills=fills
    ):
        for one, other in list(zip(wave.left, wave.right, strict=True))[:share]:
            if left == 0:
                return
            left -= 1
            pair = Pair(
                left=book.entries[int(one)],
                right=book.entries[int(other)],
                stream=stream,
                adaptive=wave.is_adaptive,
            )
            yield pair
            if contest.both_orders:
                yield pair.model_copy(update={"left": pair.right, "right": pair.left})


def _waves(
    book: PairBook, *, contest: Contest, resampling: bool, most: int, seed: int, fills: bool
) -> "Iterator[tuple[int, PairingWave]]":
    """Waves of pairs, each with the stream it belongs to."""
    from edison.stats.pairing import resample_wave

    histories = [book.history(stream) for stream in range(book.streams)]
    if resampling:
        for stream, history in enumerate(histories):
            size = min(most, len(history.seen_pairs()[0]))
            yield stream, resample_wave(history, size=size, seed=seed + stream)
        return
    step = 0
    while step == 0 or (fills and any(history.unseen_pairs for history in histories)):
        # A round robin keeps its seed; the others take a new one in every round.
        later = seed if contest.pairing is PairingKind.ROUND_ROBIN else seed + step
        dealt = _round(book, histories, pairing=contest.pairing, seed=later)
        yield from enumerate(dealt)
        histories = [
            history.with_wave(wave.left, wave.right, adaptive=wave.is_adaptive)
            for history, wave in zip(histories, dealt, strict=True)
        ]
        step += 1


def _round(
    book: PairBook, histories: "Sequence[History]", *, pairing: PairingKind, seed: int
) -> "tuple[PairingWave, ...]":
    """Every text at most once in each stream."""
    from edison.stats.pairing import Pairing, PairingStream, deal_streams, deal_wave

    if book.streams == 2:
        first, second = (
            PairingStream(history, book.standing(stream=stream)) for stream, history in enumerate(histories)
        )
        return deal_streams((first, second), seed=seed)
    chosen = Pairing.RANDOM if pairing is PairingKind.ADAPTIVE else Pairing(pairing.value)
    return (deal_wave(histories[0], pairing=chosen, standing=book.standing(), seed=seed),)
