"""A pretend ranking: items of known strength, a judge of known noise, waves as they would really be dealt."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray, IntArray
from edison.stats.pairing import (
    History,
    ItemEstimates,
    Pairing,
    PairingStream,
    PairingWave,
    deal_streams,
    deal_wave,
    estimate_standing,
    resample_wave,
)

# A round robin keeps its seed; everything else takes a new one in every wave.
_MANY = 2**31


@dataclass(frozen=True, slots=True)
class Setting:
    """The world a ranking is rehearsed in."""

    items: int
    spread: float
    """Standard deviation of the true strengths in logits: how far apart items are for this judge."""
    lapses: float = 0.0
    """Share of verdicts that are given by a coin."""
    failures: float = 0.0
    """Share of comparisons that bring no verdict."""
    pairing: Pairing = Pairing.ADAPTIVE
    """Adaptive pairing runs as two independent streams."""

    def __post_init__(self) -> None:
        if self.items < 2:
            raise SampleEmpty("items", needed=2, got=self.items)
        if not (np.isfinite(self.spread) and self.spread > 0):
            raise SampleBroken("spread", f"{self.spread} is not above zero")
        if not (0 <= self.lapses <= 1 and 0 <= self.failures < 1):
            raise SampleBroken("shares", "lapses and failures must lie between 0 and 1")


class Rehearsal:
    """One ranking in one world; ask for waves until it is enough."""

    def __init__(self, setting: Setting, *, seed: int) -> None:
        self.setting = setting
        self._rng = np.random.default_rng(seed)
        self._seed = seed
        self.truth = setting.spread * self._rng.standard_normal(setting.items)
        streams = 2 if setting.pairing is Pairing.ADAPTIVE else 1
        self._books = [_Book(setting.items) for _ in range(streams)]

    @property
    def comparisons_per_item(self) -> float:
        """That brought a verdict."""
        return 2 * sum(len(book.results) for book in self._books) / self.setting.items

    def ask_wave(self) -> None:
        """Deal one wave of every stream and judge it."""
        for book, wave in zip(self._books, self._deal(), strict=True):
            asked = wave if not wave.is_exhausted else resample_wave(book.history, seed=self._next_seed())
            self._judge(book, asked)

    def standing(self) -> ItemEstimates:
        """Where all items stand by all streams together."""
        pooled = History.of(
            self.setting.items,
            np.concatenate([book.history.left for book in self._books]),
            np.concatenate([book.history.right for book in self._books]),
        )
        return estimate_standing(pooled, np.concatenate([book.results for book in self._books]))

    def _deal(self) -> Iterator[PairingWave]:
        if self.setting.pairing is Pairing.ADAPTIVE:
            streams = [PairingStream(book.history, book.standing) for book in self._books]
            yield from deal_streams((streams[0], streams[1]), seed=self._next_seed())
            return
        keeps = self.setting.pairing is Pairing.ROUND_ROBIN
        book = self._books[0]
        yield deal_wave(
            book.history,
            pairing=self.setting.pairing,
            standing=book.standing,
            seed=self._seed if keeps else self._next_seed(),
        )

    def _judge(self, book: "_Book", wave: PairingWave) -> None:
        left, right, count = wave.left, wave.right, len(wave)
        chance = 0.5 + 0.5 * np.tanh((self.truth[left] - self.truth[right]) / 2)
        chance = (1 - self.setting.lapses) * chance + self.setting.lapses / 2
        won = (self._rng.random(count) < chance).astype(np.float64)
        answered = self._rng.random(count) >= self.setting.failures
        book.add(left[answered], right[answered], won[answered], is_adaptive=wave.is_adaptive)

    def _next_seed(self) -> int:
        return int(self._rng.integers(_MANY))


class _Book:
    """What one stream has asked and was answered."""

    def __init__(self, items: int) -> None:
        self.history = History.of(items)
        self.results: FloatArray = np.empty(0)
        self.standing: ItemEstimates | None = None

    def add(self, left: IntArray, right: IntArray, won: FloatArray, *, is_adaptive: bool) -> None:
        self.history = self.history.with_wave(left, right, adaptive=is_adaptive)
        self.results = np.concatenate([self.results, won])
        self.standing = estimate_standing(self.history, self.results, start=self.standing)
