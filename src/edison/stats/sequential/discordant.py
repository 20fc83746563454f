"""Always valid for pass or fail: only pairs that differ tell, and each is a coin that should be fair.

The evidence is the beta-binomial likelihood of gains and losses against a fair coin's. It is the bet on the
mean difference against zero (`betting`), with the mixture integrated in closed form.
"""

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.means.clusters import FloatArray
from edison.stats.means.samples import read_values

from .bets import ALL_IN, SPREADS
from .betting import BettingEvidence


def weigh_discordant(gained: ArrayLike, lost: ArrayLike) -> BettingEvidence:
    """Evidence that gains are more likely than losses, and the other way round.

    Args:
        gained: How many cases the candidate alone had passed, after each case.
        lost: How many the baseline alone had passed, after each case.
    """
    gains, losses = _read_counts(gained, name="gained"), _read_counts(lost, name="lost")
    if len(gains) != len(losses):
        raise LengthsDiffer({"gained": len(gains), "lost": len(losses)})
    if not len(gains):
        raise SampleEmpty("counts")
    changes = np.append(0, np.diff(gains + losses) > 0).cumsum()
    first = np.unique(changes, return_index=True)[1]
    gains, losses = gains[first], losses[first]
    return BettingEvidence(
        above=_log_capital(gains, losses)[changes], below=_log_capital(losses, gains)[changes]
    )


def _log_capital(gains: FloatArray, losses: FloatArray) -> FloatArray:
    """Likelihood under beta priors cut to shares above one half, over that of a fair coin."""
    from scipy.special import betainc, betaln  # pyright: ignore[reportMissingTypeStubs] (scipy has none)

    parts: list[FloatArray] = []
    with np.errstate(divide="ignore"):
        for spread in SPREADS:
            above_half = betainc(spread.shape + losses, spread.shape + gains, 0.5)
            likelihood = betaln(spread.shape + gains, spread.shape + losses) + np.log(above_half)
            cut = np.log(2 * spread.weight) - betaln(spread.shape, spread.shape)
            parts.append(np.asarray(cut + likelihood, dtype=np.float64))
        parts.append(np.log(ALL_IN * (losses == 0)))
    return (gains + losses) * np.log(2) + np.logaddexp.reduce(parts)


def _read_counts(counts: ArrayLike, *, name: str) -> FloatArray:
    column = read_values(counts, name=name)
    is_counted = not np.isnan(column).any() and bool((column == np.floor(column)).all())
    if not is_counted or np.any(column < 0) or np.any(np.diff(column) < 0):
        raise SampleBroken(name, "they are not counts that only grow")
    return column
