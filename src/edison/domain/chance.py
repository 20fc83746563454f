"""Randomness by name: every draw can be repeated from the run's seed and the stream's name."""

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from itertools import repeat
from random import Random  # noqa: TID251 (the one home of randomness)
from typing import TypeVar

T = TypeVar("T")

_LEAST_DIGITS = 2


class Chance:
    """A seed from which independent, named streams are derived.

    Two streams with different names do not influence each other: drawing more from one leaves the other as it
    was. `stream("pairs", 3)` always gives the same draws for the same seed.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def stream(self, *name: str | int) -> "Stream":
        """The stream of this name, at its beginning."""
        return Stream(_derive(self.seed, name))

    def child(self, *name: str | int) -> "Chance":
        """A seed of its own for a part that names its streams itself."""
        return Chance(_derive(self.seed, name))


class Stream:
    """One sequence of draws."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._random = Random(seed)

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        return self._random.uniform(low, high)

    def normal(self, mean: float = 0.0, deviation: float = 1.0) -> float:
        return self._random.gauss(mean, deviation)

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound − 1."""
        return self._random.randrange(bound)

    def choose(self, items: Sequence[T]) -> T:
        return self._random.choice(items)

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        return self._random.sample(items, count)

    def shuffle(self, items: MutableSequence[T]) -> None:
        self._random.shuffle(items)

    def bits(self, count: int) -> int:
        return self._random.getrandbits(count)

    def token(self, length: int) -> str:
        """Letters and digits that nobody guesses without the seed."""
        return "".join(self._random.choices("abcdefghijkmnpqrstuvwxyz23456789", k=length))


def boundary_for(turn: int, *, given: str) -> str:
    """The boundary of a question: each has its own, for who wrote the exhibits of the next one has read the last.

    There are digits among its letters, so that nobody takes it for a word; the given one serves first if it has them.
    """
    if turn == 1 and _is_no_word(given):
        return given
    stream = Chance(0).stream("fence", given, turn)
    draws = (stream.token(max(len(given), _LEAST_DIGITS + 1)) for _ in repeat(None))
    return next(filter(_is_no_word, draws))


def _is_no_word(boundary: str) -> bool:
    return _LEAST_DIGITS <= sum(map(str.isdigit, boundary)) < len(boundary)


def _derive(seed: int, name: tuple[str | int, ...]) -> int:
    digest = blake2b(digest_size=8)
    for part in (seed, *name):
        # The type and the length keep ("a", "b"), ("ab",) and ("1",) apart from (1,).
        marked = f"{type(part).__name__}:{part}"
        digest.update(f"{len(marked)}:{marked}".encode("utf-8", "surrogatepass"))
    return int.from_bytes(digest.digest(), "big")
