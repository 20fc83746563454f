"""A pretend run: waves are dealt, a judge answers, the history grows."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from edison.stats.pairing import History, PairingWave


@dataclass
class Book:
    """What was asked and answered in one stream."""

    items: int
    waves: list[PairingWave] = field(default_factory=list)
    won: list[NDArray[np.float64]] = field(default_factory=list)

    def add(self, wave: PairingWave, won: NDArray[np.float64] | None = None) -> None:
        self.waves.append(wave)
        self.won.append(np.ones(len(wave)) if won is None else won)

    @property
    def history(self) -> History:
        history = History.of(self.items)
        for wave in self.waves:
            history = history.with_wave(wave.left, wave.right, adaptive=wave.is_adaptive)
        return history

    @property
    def results(self) -> NDArray[np.float64]:
        return np.concatenate(self.won)


def judged(
    wave: PairingWave, strengths: NDArray[np.float64], *, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Verdicts through logistic noise."""
    difference = strengths[wave.left] - strengths[wave.right]
    return (rng.random(len(wave)) < 1 / (1 + np.exp(-difference))).astype(np.float64)
