"""Judges without labels: the truth as a hidden class (Dawid and Skene, Appl. Stat. 28, 1979)."""

from dataclasses import dataclass

import numpy as np

from edison.stats.arrays import FloatArray, IntArray

_ROUNDS = 100
_CLOSE = 1e-4
_DRAWS = 99
# Enough to find any dependence that matters; more items would only cost time.
_TESTED_ITEMS = 1000
_CHUNK = 4_000_000


@dataclass(frozen=True, slots=True)
class HiddenClasses:
    """How common each class is, and how each judge votes in it."""

    prior: FloatArray
    """Worlds × classes."""
    votes: FloatArray
    """Worlds × class × judges × vote: in that class, each judge's chances to vote so."""

    def accuracies(self) -> FloatArray:
        """For the first world, each judge's chance to be right, averaged over classes."""
        return np.einsum("cjc->jc", self.votes[0]).mean(axis=1)


def fit_hidden_classes(votes: IntArray, *, classes: int) -> HiddenClasses:
    """Expectation and maximisation, begun at the plurality; worlds × items × judges, −1 where nobody voted.

    Every judge starts with pseudo-votes that lean to the truth, so that no chance becomes zero and classes
    keep their names.
    """
    worlds, items, judges = votes.shape
    marks = _marks(votes, classes=classes)
    belief = marks.reshape(worlds, judges, classes, items).sum(axis=1) + 1e-3
    belief /= belief.sum(axis=1, keepdims=True)
    unsettled, seen, now = np.arange(worlds, dtype=np.intp), marks, belief
    for _ in range(_ROUNDS):
        updated = _expect(seen, fitted=_maximise(seen, belief=now, judges=judges))
        moving = np.abs(updated - now).max(axis=(1, 2)) >= _CLOSE
        belief[unsettled] = updated
        if not moving.any():
            break
        # Most worlds settle early; only the others go on.
        unsettled, seen, now = unsettled[moving], seen[moving], updated[moving]
    return _maximise(marks, belief=belief, judges=judges)


def is_testable(*, judges: int, classes: int) -> bool:
    """Whether independence within classes leaves the votes any freedom it could be contradicted by."""
    patterns = classes**judges - 1
    parameters = (classes - 1) + judges * classes * (classes - 1)
    return patterns > parameters


def independence_p_value(votes: IntArray, *, classes: int, seed: int) -> float:
    """How often judges that err independently would look as dependent as these (parametric bootstrap).

    The measure is the sum over pairs of judges of the squared distance between their joint votes and what
    the hidden classes predict (bivariate residuals: Vermunt and Magidson, Latent GOLD, 2005).
    """
    rng = np.random.default_rng(seed)
    if len(votes) > _TESTED_ITEMS:
        votes = votes[np.sort(rng.permutation(len(votes))[:_TESTED_ITEMS])]
    fitted = fit_hidden_classes(votes[None], classes=classes)
    seen = _misfit(votes[None], fitted=fitted)[0]
    per_chunk = max(1, _CHUNK // (votes.size * classes))
    by_chance: list[float] = []
    while len(by_chance) < _DRAWS:
        worlds = min(per_chunk, _DRAWS - len(by_chance))
        drawn = _draw(fitted, like=votes, worlds=worlds, rng=rng)
        again = fit_hidden_classes(drawn, classes=classes)
        by_chance += _misfit(drawn, fitted=again).tolist()
    return (1 + sum(value >= seen for value in by_chance)) / (1 + _DRAWS)


def _marks(votes: IntArray, *, classes: int) -> FloatArray:
    """Worlds × (judge, vote) × items: one where the judge voted so. Items come last: they are many."""
    worlds, items, judges = votes.shape
    hot = votes.transpose(0, 2, 1)[:, :, None, :] == np.arange(classes)[:, None]
    return hot.reshape(worlds, judges * classes, items).astype(np.float64)


def _maximise(marks: FloatArray, *, belief: FloatArray, judges: int) -> HiddenClasses:
    worlds, classes, _ = belief.shape
    counts = (belief @ marks.transpose(0, 2, 1)).reshape(worlds, classes, judges, classes)
    counts = counts + 2 / classes + np.eye(classes)[:, None, :]
    prior = belief.sum(axis=2) + 1
    return HiddenClasses(
        prior=prior / prior.sum(axis=1, keepdims=True), votes=counts / counts.sum(axis=3, keepdims=True)
    )


def _expect(marks: FloatArray, *, fitted: HiddenClasses) -> FloatArray:
    worlds, classes, judges, _ = fitted.votes.shape
    chances = np.log(fitted.votes).reshape(worlds, classes, judges * classes)
    logs = chances @ marks + np.log(fitted.prior)[:, :, None]
    belief = np.exp(logs - logs.max(axis=1, keepdims=True))
    return belief / belief.sum(axis=1, keepdims=True)


def _misfit(votes: IntArray, *, fitted: HiddenClasses) -> FloatArray:
    worlds, classes, judges, _ = fitted.votes.shape
    marks = _marks(votes, classes=classes)
    together = marks @ marks.transpose(0, 2, 1)
    both = (votes >= 0).astype(np.float64)
    items = both.transpose(0, 2, 1) @ both
    chances = fitted.votes.reshape(worlds, classes, judges * classes)
    expected = chances.transpose(0, 2, 1) @ (chances * fitted.prior[:, :, None])
    expected = expected * np.repeat(np.repeat(items, classes, axis=1), classes, axis=2)
    distance = (together - expected) ** 2 / np.maximum(expected, 1e-9)
    by_pair = distance.reshape(worlds, judges, classes, judges, classes).sum(axis=(2, 4))
    return by_pair[:, *np.triu_indices(judges, 1)].sum(axis=1)


def _draw(fitted: HiddenClasses, *, like: IntArray, worlds: int, rng: np.random.Generator) -> IntArray:
    """Votes of independent judges on as many items, missing where they are missing."""
    items, judges = like.shape
    truth = np.sum(rng.random((worlds, items, 1)) > np.cumsum(fitted.prior[0])[:-1], axis=2)
    limits = np.cumsum(fitted.votes[0], axis=2)[truth, :, :-1]
    drawn = np.sum(rng.random((worlds, items, judges, 1)) > limits, axis=3)
    return np.where(like[None] >= 0, drawn, -1).astype(np.intp)
