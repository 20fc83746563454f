"""Two arms that pass or fail on the same cases: McNemar's test with the interval of Bonett and Price."""

from dataclasses import dataclass
from math import exp, fsum, lgamma

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.arrays import FloatArray
from edison.stats.means.quantiles import binomial_tail
from edison.stats.means.rule import bonett_price_pivot
from edison.stats.means.samples import check_level, read_sample, read_values


@dataclass(frozen=True, slots=True)
class PairedShares:
    """How two arms passed and failed the same cases."""

    both: int
    gained: int
    """Failed by the baseline, passed by the candidate."""
    lost: int
    neither: int
    difference: float
    """The candidate's share minus the baseline's."""
    low: float
    high: float
    level: float
    exact_p: float
    """McNemar's test by the binomial distribution of the discordant pairs, two-sided."""
    mid_p: float
    """The same with half the probability of what was seen: less cautious (Fagerland, Lydersen, Laake 2013)."""

    @property
    def discordant(self) -> int:
        return self.gained + self.lost


def compare_shares(baseline: ArrayLike, candidate: ArrayLike, *, level: float = 0.95) -> PairedShares:
    """Compare two columns of passes (1) and failures (0), one pair per case."""
    check_level(level)
    before, after = _read_passes(baseline, name="baseline"), _read_passes(candidate, name="candidate")
    if len(before) != len(after):
        raise LengthsDiffer({"baseline": len(before), "candidate": len(after)})
    if not len(before):
        raise SampleEmpty("pairs")
    differences = after - before
    low, high = bonett_price_pivot(read_sample(differences)).bounds(level)
    gained, lost = int((differences > 0).sum()), int((differences < 0).sum())
    both = int(((before == 1) & (after == 1)).sum())
    return PairedShares(
        both=both,
        gained=gained,
        lost=lost,
        neither=len(before) - both - gained - lost,
        difference=float(differences.mean()),
        low=max(low, -1.0),
        high=min(high, 1.0),
        level=level,
        exact_p=mcnemar_p(gained, lost),
        mid_p=_mid_p(gained, lost),
    )


def mcnemar_p(gained: int, lost: int) -> float:
    """McNemar's exact test (1947), two-sided: are gains and losses equally likely?"""
    return min(1.0, 2 * binomial_tail(max(gained, lost), trials=gained + lost))


def fisher_tail(hits: int, *, drawn: int, marked: int, total: int) -> float:
    """Fisher's exact test, one-sided: the chance of so many marked ones, or more, among those drawn."""
    if not 0 <= hits <= min(drawn, marked) or max(drawn, marked) > total:
        raise SampleBroken("counts", f"{hits} of {drawn} and {marked} of {total} do not fit together")
    ways = _log_ways(total, drawn)
    return min(
        1.0,
        fsum(
            exp(_log_ways(marked, more) + _log_ways(total - marked, drawn - more) - ways)
            for more in range(max(hits, drawn + marked - total), min(drawn, marked) + 1)
        ),
    )


def _log_ways(total: int, drawn: int) -> float:
    return lgamma(total + 1) - lgamma(drawn + 1) - lgamma(total - drawn + 1)


def _mid_p(gained: int, lost: int) -> float:
    trials, most = gained + lost, max(gained, lost)
    seen = binomial_tail(most, trials=trials) - binomial_tail(most + 1, trials=trials)
    return min(1.0, mcnemar_p(gained, lost) - seen) if gained != lost else 1.0 - seen


def _read_passes(values: ArrayLike, *, name: str) -> FloatArray:
    column = read_values(values, name=name)
    if not np.isin(column, (0, 1)).all():
        raise SampleBroken(name, "some results are neither 0 nor 1")
    return column
