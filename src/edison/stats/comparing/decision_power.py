"""The chance that a comparison really decides: its own rule, applied to samples drawn from what is expected.

Student's t is what the rule amounts to with many cases. With few it asks for the ends of the scale, looks for skewness
and doubts passes and failures more, so that a formula promises what nobody will be told.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from edison.stats.arrays import FloatArray
from edison.stats.means.clusters import ROUNDING, gather_clusters
from edison.stats.means.quantiles import t_quantile
from edison.stats.means.rule import FEW_CASES, choose_grounds
from edison.stats.means.samples import Sample, SampleKind, read_values

from .components import VarianceComponents
from .power import Design, Goal, PowerQuestion, power_of, standard_error
from .verdicts import ComparisonVerdict, decide

WORLDS = 500
"""Samples that are drawn: the chance is known to 1.8 points (one standard error), mostly better."""
_SEED = 20_261_116
_FEWEST_OF_A_SHAPE = 30
"""Fewer differences say less about their shape than the normal distribution does."""
_MOST_NORMAL, _MOST_CASES = 100, 500
"""Beyond these the rule is Student's t: for normal differences, and for any others."""


def decision_power(
    design: Design, components: VarianceComponents, *, question: PowerQuestion, worlds: int = WORLDS
) -> float:
    """The chance that such a design is told what is asked; by Student's t where that is all the rule looks at."""
    formula = power_of(design, components, question=question)
    are_passes = question.are_passes and design.judges == design.repeats == 1
    most = _MOST_CASES if are_passes or question.residuals else _MOST_NORMAL
    if not are_passes and question.scale is None and design.cases < FEW_CASES:
        # Without the ends of the scale the rule says nothing about so few.
        return 0.0
    if question.judges_vary or design.cases > most or formula == 0:
        return formula
    spread = standard_error(design, components) * math.sqrt(design.cases)
    draw = _draw_passes if are_passes else _draw_scores
    samples = list(draw(design.cases, spread, question=question, worlds=worlds))
    told = _share_told(samples, question=question)
    if are_passes or question.residuals:
        return told
    # The same samples by Student's t, whose chance is known: most of the luck of the draw is theirs too.
    return min(1.0, max(0.0, formula + told - _share_by_student(np.stack(samples), question=question)))


def residual_shape(differences: ArrayLike) -> tuple[float, ...]:
    """The shape of a pilot's differences: less their mean, in standard deviations; none of few, or of equal ones."""
    column: FloatArray = read_values(differences, name="differences")
    spread = float(np.std(column)) if len(column) >= _FEWEST_OF_A_SHAPE else 0.0
    if spread <= ROUNDING * float(np.abs(column).max(initial=0.0)):
        return ()
    return tuple(((column - column.mean()) / spread).tolist())


def _share_told(samples: Sequence[FloatArray], *, question: PowerQuestion) -> float:
    """Equal samples, which passes and failures often are, are looked at once."""
    counts = Counter(sample.tobytes() for sample in samples)
    told = (count for sample, count in counts.items() if _is_told(np.frombuffer(sample), question=question))
    return sum(told) / len(samples)


def _share_by_student(samples: FloatArray, *, question: PowerQuestion) -> float:
    cases = samples.shape[1]
    means, errors = samples.mean(axis=1), samples.std(axis=1, ddof=1) / math.sqrt(cases)
    reach = t_quantile((1 + question.level) / 2, degrees=cases - 1) * errors
    is_told = np.abs(means) + reach < question.effect if question.goal is Goal.SAME else means > reach
    return int(np.count_nonzero(is_told)) / len(samples)


def _is_told(differences: FloatArray, *, question: PowerQuestion) -> bool:
    """Whether the rule of `compare_pairs` says it; resampling is left to its closed form."""
    reach = None if question.scale is None else question.scale[1] - question.scale[0]
    ends = (-1.0, 1.0) if question.are_passes else None if reach is None else (-reach, reach)
    if not np.any(differences != differences[0]) and ends is None:
        return False
    sample = Sample(differences, gather_clusters(differences), len(differences), missing=0, is_nested=False)
    grounds = choose_grounds(sample, kind=SampleKind.PAIRED_DIFFERENCES, scale=ends, seed=None)
    margin = question.effect if question.goal is Goal.SAME else None
    wanted = ComparisonVerdict.SAME if question.goal is Goal.SAME else ComparisonVerdict.BETTER
    return decide(grounds, margin=margin, level=question.level).verdict is wanted


def _draw_scores(cases: int, spread: float, *, question: PowerQuestion, worlds: int) -> Iterator[FloatArray]:
    """Differences around the effect: normal, or of the shape that a pilot had."""
    rng = np.random.default_rng(_SEED)
    centre = 0.0 if question.goal is Goal.SAME else question.effect
    shape = np.array(question.residuals)
    for _ in range(worlds):
        drawn = rng.choice(shape, cases) if len(shape) else rng.standard_normal(cases)
        yield centre + spread * drawn


def _draw_passes(cases: int, spread: float, *, question: PowerQuestion, worlds: int) -> Iterator[FloatArray]:
    """Gains and losses: as many as give this spread, their difference the effect."""
    rng = np.random.default_rng(_SEED)
    centre = 0.0 if question.goal is Goal.SAME else question.effect
    differing = min(1.0, max(abs(centre), spread**2 + centre**2))
    gained, lost = (differing + centre) / 2, (differing - centre) / 2
    for wins, losses, _ in rng.multinomial(cases, [gained, lost, 1 - differing], size=worlds).tolist():
        sample = np.zeros(cases)
        sample[:wins], sample[wins : wins + losses] = 1.0, -1.0
        yield sample
