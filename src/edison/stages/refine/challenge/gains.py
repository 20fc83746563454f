"""What the last version gains over the first."""

from edison.domain import Gain, Interval
from edison.stats.comparing import compare_pairs
from edison.stats.sequential import HoldoutLedger, open_sealed

from .scores import SCALE, Compared, VersionScores, families_of


def measure_gain(
    first: VersionScores, last: VersionScores, *, sealed: HoldoutLedger | None = None, seed: int = 0
) -> Gain:
    """What the last version gains over the first on the same cases: on sealed ones, or on those it was chosen on.

    Args:
        first: The version that it began with.
        last: The version that was adopted last.
        sealed: The ledger of the decisions, where the cases are sealed ones; a second opening is refused.
        seed: Of resampling.
    """
    keys = sorted({*first.scores, *last.scores})
    baseline, results = ([one.quality(key) for key in keys] for one in (first, last))
    cases, families = [case for case, _, _ in keys], families_of(keys, [Compared(first, last)])
    if sealed is None:
        compared = compare_pairs(baseline, results, scale=SCALE, cases=cases, families=families, seed=seed)
    else:
        compared = open_sealed(
            baseline,
            results,
            candidate="last",
            ledger=sealed,
            scale=SCALE,
            cases=cases,
            families=families,
            seed=seed,
        ).comparison
    first_interval, last_interval = Compared(first, last).own_intervals()
    return Gain(
        difference=compared.difference.mean,
        interval=Interval(low=compared.difference.low, high=compared.difference.high),
        first_quality=compared.baseline_mean,
        first_interval=first_interval,
        last_quality=compared.candidate_mean,
        last_interval=last_interval,
        cases=compared.difference.cases,
        is_sealed=sealed is not None,
    )
