"""Quantiles and tails of the distributions that the intervals and tests lean on."""

import math
from importlib import import_module
from statistics import NormalDist

_NORMAL = NormalDist()
_FAR = 30.0


def load_distributions() -> None:
    """Load what the functions below load when they are first called, which takes a third of a second; for a thread."""
    import_module("scipy.special")


def normal_quantile(probability: float) -> float:
    """The point below which a standard normal variable falls with this probability."""
    return _NORMAL.inv_cdf(probability)


def normal_tail(point: float) -> float:
    """The probability that a standard normal variable lies at or above the point."""
    return _NORMAL.cdf(-point)


def t_quantile(probability: float, *, degrees: float) -> float:
    """The point below which Student's t falls with this probability."""
    from scipy.special import stdtrit  # pyright: ignore[reportMissingTypeStubs] (scipy has none)

    return float(stdtrit(degrees, probability))


def t_tail(point: float, *, degrees: float) -> float:
    """The probability that Student's t lies at or above the point."""
    from scipy.special import stdtr  # pyright: ignore[reportMissingTypeStubs] (scipy has none)

    return float(stdtr(degrees, -point))


def binomial_tail(successes: int, *, trials: int) -> float:
    """The probability of at least so many heads in so many tosses of a fair coin."""
    from scipy.special import bdtrc  # pyright: ignore[reportMissingTypeStubs] (scipy has none)

    return float(bdtrc(successes - 1, trials, 0.5)) if successes > 0 else 1.0


def t_tail_off_centre(point: float, *, degrees: float, shift: float) -> float:
    """The probability that Student's t around this shift lies at or above the point."""
    from scipy.special import nctdtr  # pyright: ignore[reportMissingTypeStubs] (scipy has none)

    if shift <= _FAR:
        return 1 - float(nctdtr(degrees, shift, point))
    # Johnson and Welch (1940); the exact series does not converge so far out.
    distance = shift - point * (1 - 1 / (4 * degrees))
    return normal_tail(-distance / math.sqrt(1 + point**2 / (2 * degrees)))
