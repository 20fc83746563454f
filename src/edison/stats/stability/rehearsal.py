"""A pretend ranking: items of known strength, a judge of known noise, waves as they would really be dealt."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from edison.errors import SampleBroken, SampleEmpty
from edison.stats.pairing import (
    History,
    ItemEstimates,
    Mode,
    Pairing,
    PairingStream,
    PairingWave,
    deal_streams,
    deal_wave,
    estimate_standing,
    resample_wave,
)

from .movement import FloatArray, IntArray, correlate, mean_ranks, measure_movement, measure_precision
from .settling import RankingProgress, Settled, SettlingLimits, SettlingReason, SettlingStep, settle

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
        self.asked = 0
        self.failed = 0

    @property
    def succeeded(self) -> int:
        return self.asked - self.failed

    @property
    def unseen_pairs(self) -> int:
        """Of all streams: one that has covered its pairs leaves the others theirs."""
        return sum(book.history.unseen_pairs for book in self._books)

    @property
    def comparisons_per_item(self) -> float:
        return 2 * self.succeeded / self.setting.items

    def ask_wave(self, *, most: int | None = None) -> Mode:
        """Deal one wave of every stream and judge it, at most so many comparisons in all."""
        left = most
        modes: list[Mode] = []
        for book, wave in zip(self._books, self._deal(), strict=True):
            asked = wave if not wave.is_exhausted else resample_wave(book.history, seed=self._next_seed())
            modes.append(asked.mode)
            count = len(asked) if left is None else min(len(asked), left)
            self._judge(book, asked, count=count)
            left = None if left is None else left - count
        return Mode.COVERAGE if Mode.COVERAGE in modes else Mode.RESAMPLING

    def standing(self) -> ItemEstimates:
        """Where all items stand by all streams together."""
        pooled = History.of(
            self.setting.items,
            np.concatenate([book.history.left for book in self._books]),
            np.concatenate([book.history.right for book in self._books]),
        )
        return estimate_standing(pooled, np.concatenate([book.results for book in self._books]))

    def times(self) -> FloatArray:
        """How often each item was compared."""
        return np.stack([book.history.times for book in self._books]).sum(axis=0).astype(np.float64)

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

    def _judge(self, book: "_Book", wave: PairingWave, *, count: int) -> None:
        left, right = wave.left[:count], wave.right[:count]
        chance = 0.5 + 0.5 * np.tanh((self.truth[left] - self.truth[right]) / 2)
        chance = (1 - self.setting.lapses) * chance + self.setting.lapses / 2
        won = (self._rng.random(count) < chance).astype(np.float64)
        answered = self._rng.random(count) >= self.setting.failures
        self.asked += count
        self.failed += int((~answered).sum())
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


@dataclass(frozen=True, slots=True)
class Ending:
    """How one rehearsal ended."""

    settled: Settled
    comparisons: int
    """That brought a verdict."""
    rank_correlation: float
    """With the truth."""


def rehearse(setting: Setting, limits: SettlingLimits, *, seed: int = 0) -> Ending:
    """Run one pretend ranking by the real rule until it ends."""
    run = Rehearsal(setting, seed=seed)
    scores: FloatArray | None = None
    passes = seen = 0
    settled = settle(_progress(run, passes=passes), limits)
    while settled.step is not SettlingStep.END:
        mode = run.ask_wave(most=limits.budget - run.asked)
        passes += mode is Mode.RESAMPLING
        standing = run.standing()
        added = run.succeeded - seen
        progress = _progress(run, passes=passes, before=scores, standing=standing, added=added)
        settled = settle(progress, limits)
        scores, seen = (standing.scores, run.succeeded) if added else (scores, seen)
    found = run.standing().scores
    return Ending(
        settled=settled,
        comparisons=run.succeeded,
        rank_correlation=correlate(mean_ranks(found), mean_ranks(run.truth)),
    )


def count_endings(
    setting: Setting, limits: SettlingLimits, *, worlds: int = 20, seed: int = 0
) -> dict[SettlingReason, int]:
    """In how many of so many worlds the rule ends for which reason."""
    if worlds < 1:
        raise SampleEmpty("worlds", got=worlds)
    reasons = [rehearse(setting, limits, seed=seed + world).settled.reason for world in range(worlds)]
    return {reason: reasons.count(reason) for reason in SettlingReason if reason in reasons}


def _progress(
    run: Rehearsal,
    *,
    passes: int,
    before: FloatArray | None = None,
    standing: ItemEstimates | None = None,
    added: int = 0,
) -> RankingProgress:
    movement = precision = None
    if standing is not None and before is not None and added:
        movement = measure_movement(before, standing.scores, added=added)
    if standing is not None and run.succeeded:
        precision = measure_precision(standing.se, run.times())
    return RankingProgress(
        items=run.setting.items,
        asked=run.asked,
        succeeded=run.succeeded,
        failed=run.failed,
        unseen_pairs=run.unseen_pairs,
        passes=passes,
        movement=movement,
        precision=precision,
    )
