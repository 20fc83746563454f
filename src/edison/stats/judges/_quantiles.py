"""Student's and Fisher's distributions, from scipy and only when asked for."""

from edison.errors import SampleBroken


def student_critical(level: float, *, df: float) -> float:
    """How many standard errors an interval of this confidence reaches to either side."""
    if not 0 < level < 1:
        raise SampleBroken("confidence level", f"{level} does not lie between 0 and 1")
    from scipy import special  # pyright: ignore[reportMissingTypeStubs] (it ships none)

    return float(special.stdtrit(df, 0.5 + level / 2))


def student_two_sided(statistic: float, *, df: float) -> float:
    """The probability of a value at least this far from zero, on either side."""
    from scipy import special  # pyright: ignore[reportMissingTypeStubs] (it ships none)

    return float(2 * special.stdtr(df, -abs(statistic)))


def f_critical(level: float, *, between: float, within: float) -> float:
    """The upper end of an interval of this confidence for a ratio of variances."""
    if not 0 < level < 1:
        raise SampleBroken("confidence level", f"{level} does not lie between 0 and 1")
    from scipy import special  # pyright: ignore[reportMissingTypeStubs] (it ships none)

    return float(special.fdtri(between, within, 0.5 + level / 2))
