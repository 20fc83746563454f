"""What a judge's leaning to the first place costs an order, where the model has a place for it.

Worlds: 30 texts in 10 comparisons each, decided twice with the same noise: by a fair judge, and by one to whom being
shown first is worth so much that the first text wins 65 of 100. The error is 1 − Spearman's correlation with the truth;
`make bench` asks the same of whole runs over HTTP.
"""

import numpy as np
from scipy.stats import rankdata

from bench.contests import MOST_WORSE, SHARPNESS, TEXTS, constant, essays_of, pairs_of, ratio_of
from edison.stats.strengths import ComparisonTable, Method, fit

SEED = 20_261_130
WORLDS = 1_000


def main(scale: float = 1.0) -> bool:
    """Print both errors and their ratio; True when the bar holds."""
    worlds = max(20, round(scale * WORLDS))
    errors = np.array([_errors(SEED + world) for world in range(worlds)])
    ratio, error = ratio_of(errors)
    fair, leaning = errors.mean(axis=0)
    slack = 0.0 if scale >= 1 else 2 * error
    holds = ratio <= MOST_WORSE + slack
    print(f"{worlds} worlds: 1 − Spearman {fair:.4f} (fair), {leaning:.4f} (leans to the first)")
    print(f"ratio {ratio:.3f} ±{error:.3f}   bar {MOST_WORSE}{'' if holds else '  MISSED'}", flush=True)
    return holds


def _errors(world: int) -> list[float]:
    quality = np.array([essay.quality for essay in essays_of(world)])
    pairs = pairs_of(world)
    left, right = np.array([pair.left for pair in pairs]), np.array([pair.right for pair in pairs])
    drawn = np.random.default_rng([99, world]).random(len(pairs))
    found: list[float] = []
    for lean in (0.0, constant()):
        won = drawn < 1 / (1 + np.exp(-(SHARPNESS * (quality[left] - quality[right]) + lean)))
        table = ComparisonTable.from_arrays(left, right, np.where(won, 1, 2), items=TEXTS)
        fitted = fit(table, method=Method.HIERARCHICAL, position=True)
        found.append(1 - float(np.corrcoef(rankdata(fitted.scores), rankdata(quality))[0, 1]))
    return found
