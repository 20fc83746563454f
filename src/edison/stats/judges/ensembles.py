"""How much each judge of a panel should count, and what the panel says.

Weights need labels: verdicts of people, anchors, known answers. Without them a panel can only be weighed by
how its members agree, which goes wrong exactly when some copy each other: two copies at 65 % pass for the
truth beside three honest judges at 80 %. So unlabelled weights stand behind guards, and the answer to any
doubt is one family, one vote.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edison.errors import SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.arrays import FloatArray, IntArray

from ._latent import fit_hidden_classes, independence_p_value, is_testable
from ._linear import inverse
from ._tables import as_column, as_shares, as_table, demand_equal_lengths, factorise

NEEDED_LABELS = 20
NEEDED_ITEMS = 100
MOST_VERDICTS = 20
REJECTED_BELOW = 0.05
MOST_TIMES_EQUAL = 2.0
# Half the trust in agreement comes after this many items.
_HALF_TRUST = 50
_RIDGE = 2.0
_STEPS = 50


class WeightBasis(StrEnum):
    """What weights rest on, and why they are equal when they are."""

    LABELS = "labels"
    ACCURACIES = "accuracy on labelled items"
    LATENT_CLASSES = "latent classes"
    FEW_JUDGES = "equal: fewer than three families of judges do not identify their accuracy"
    FEW_ITEMS = "equal: too few items to test independence"
    NOT_TESTABLE = "equal: so few judges and verdicts cannot contradict independence"
    DEPENDENT = "equal: judges do not err independently"
    NO_SIGNAL = "equal: no judge is better than chance"
    NO_LABELS = "equal: scores are no votes, and without labels nobody is known to judge better"
    FEW_LABELS = "equal: too few labelled items to weigh everybody by"


@dataclass(frozen=True, slots=True)
class EnsembleWeights:
    """One weight per judge, summing to one."""

    weights: tuple[float, ...]
    basis: WeightBasis
    accuracies: tuple[float, ...] | None
    """Each judge's estimated chance to be right, where one was estimated."""
    independence: float | None
    """The p-value of independent errors, where it was tested."""
    families: int
    items: int


def ensemble_weights(
    votes: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    families: Sequence[Hashable] | None = None,
    seed: int = 0,
) -> EnsembleWeights:
    """Weigh the judges of a panel, as far as that can be justified.

    Args:
        votes: items down, judges across, any numbers for the verdicts, NaN where a judge did not vote.
        labels: the true verdict of each item, NaN where it is not known.
        families: what each judge is made of; judges of one family count as one vote. Each its own when left
            out.
        seed: of the test for independence.

    From 20 labels on, weights are those of a multinomial logit of the truth on the votes, drawn towards
    equality by a ridge; copies share their weight there. Otherwise see the module's first lines.
    """
    table = as_table(votes, what="votes")
    named: Sequence[Hashable] = range(table.shape[1]) if families is None else families
    demand_equal_lengths(judges=table.T, families=named)
    _, family = factorise(named)
    truth = np.full(len(table), np.nan) if labels is None else as_column(labels, what="labels")
    demand_equal_lengths(votes=table, labels=truth)
    coded, known, classes = _code(table, truth=truth)
    if classes >= 2 and int(np.sum(known >= 0)) >= NEEDED_LABELS:
        return _from_labels(coded, known=known, family=family, classes=classes)
    return _from_agreement(coded, family=family, classes=classes, seed=seed)


def equal_weights(families: Sequence[Hashable]) -> EnsembleWeights:
    """One family, one vote, shared equally by the judges made of it: for panels that give scores, not votes."""
    _, family = factorise(families)
    if not len(family):
        raise SampleEmpty("judges")
    return _equal(family, basis=WeightBasis.NO_LABELS, items=0)


def accuracy_weights(
    accuracies: Sequence[float] | ArrayLike,
    *,
    labelled: Sequence[int],
    families: Sequence[Hashable] | None = None,
    classes: int = 2,
) -> EnsembleWeights:
    """Weigh judges by the share of labelled items each got right, where their single votes are not at hand.

    Whether two judges err together cannot be seen from shares, so that one family has one vote here too. The
    weights are drawn to their mean and capped as those of hidden classes are.

    Args:
        accuracies: each judge's share of right verdicts, all on the same items.
        labelled: how many items each share rests on; below 20 for any judge, all are equal.
        families: what each judge is made of. Each its own when left out.
        classes: how many verdicts there were to choose from, which says what chance would get right.
    """
    shares = as_shares(accuracies, what="accuracies")
    counts = as_column(labelled, what="labelled items")
    named: Sequence[Hashable] = range(len(shares)) if families is None else families
    demand_equal_lengths(accuracies=shares, labelled=counts, families=named)
    _, family = factorise(named)
    if np.isnan(shares).any() or not np.all(counts >= NEEDED_LABELS):
        return _equal(family, basis=WeightBasis.FEW_LABELS, items=0)
    members = np.bincount(family)
    # Of a share that rests on few items the least is claimed by adding half a right and half a wrong one.
    known = (shares * counts + 0.5) / (counts + 1)
    together = np.bincount(family, weights=known) / members
    items = int(counts.min())
    if not np.any(together > 1 / classes):
        return _equal(family, basis=WeightBasis.NO_SIGNAL, items=items)
    votes = (np.bincount(family, weights=counts) / members).astype(np.intp)
    weights = _guarded(together, votes=votes, classes=classes)
    return EnsembleWeights(
        weights=tuple((weights[family] / members[family]).tolist()),
        basis=WeightBasis.ACCURACIES,
        accuracies=tuple(shares.tolist()),
        independence=None,
        families=len(members),
        items=items,
    )


@dataclass(frozen=True, slots=True)
class PanelVerdicts:
    """What a panel says of each item."""

    verdicts: tuple[float, ...]
    """NaN where nobody voted or the two best verdicts are equally strong."""
    support: tuple[float, ...]
    """The share of the weight of those who voted that stands behind the strongest verdict."""
    ties: int
    silent: int


def combine_votes(votes: ArrayLike, weights: Sequence[float] | ArrayLike) -> PanelVerdicts:
    """The weighted plurality of each item; missing votes do not count against anybody."""
    table, shares = as_table(votes, what="votes"), as_column(weights, what="weights")
    demand_equal_lengths(judges=table.T, weights=shares)
    if not np.all(shares >= 0) or not np.any(shares > 0):
        raise SampleBroken("weights", "they are numbers from 0 upwards, and one is above 0")
    names = np.unique(table[~np.isnan(table)])
    if not len(names):
        raise StatisticRefused("verdicts", "nobody voted", instead="Ask the panel first.")
    strengths = np.stack([(table == name) @ shares for name in names], axis=1)
    total = strengths.sum(axis=1)
    best = strengths.max(axis=1)
    tied = (np.sum(strengths >= best[:, None] - 1e-9 * total[:, None], axis=1) > 1) & (total > 0)
    chosen = np.where(tied | (total <= 0), np.nan, names[np.argmax(strengths, axis=1)])
    support = np.divide(best, total, out=np.zeros_like(best), where=total > 0)
    return PanelVerdicts(
        verdicts=tuple(chosen.tolist()),
        support=tuple(support.tolist()),
        ties=int(tied.sum()),
        silent=int(np.sum(total <= 0)),
    )


def _code(table: FloatArray, *, truth: FloatArray) -> tuple[IntArray, IntArray, int]:
    """Verdicts and labels as places among the distinct ones, −1 where missing."""
    everything = np.concatenate([table.ravel(), truth])
    names = np.unique(everything[~np.isnan(everything)])
    if len(names) > MOST_VERDICTS:
        raise SampleBroken("votes", f"more than {MOST_VERDICTS} different verdicts are scores, not votes")
    if not len(names):
        raise StatisticRefused("weights", "nobody voted", instead="Ask the panel first.")
    codes = np.where(np.isnan(everything), -1, np.searchsorted(names, everything)).astype(np.intp)
    return codes[: table.size].reshape(table.shape), codes[table.size :], len(names)


def _equal(
    family: IntArray, *, basis: WeightBasis, items: int, independence: float | None = None
) -> EnsembleWeights:
    sizes = np.bincount(family)
    return EnsembleWeights(
        weights=tuple((1 / (len(sizes) * sizes[family])).tolist()),
        basis=basis,
        accuracies=None,
        independence=independence,
        families=len(sizes),
        items=items,
    )


def _from_labels(votes: IntArray, *, known: IntArray, family: IntArray, classes: int) -> EnsembleWeights:
    labelled = known >= 0
    votes, truth = votes[labelled], known[labelled]
    marks = (votes[:, :, None] == np.arange(classes)).astype(np.float64)
    strengths = np.maximum(_ridge_logit(marks, truth=truth), 0)
    if not np.any(strengths > 0):
        return _equal(family, basis=WeightBasis.NO_SIGNAL, items=len(votes))
    right = np.sum(votes == truth[:, None], axis=0) + 0.5
    cast = np.sum(votes >= 0, axis=0) + 1
    return EnsembleWeights(
        weights=tuple((strengths / strengths.sum()).tolist()),
        basis=WeightBasis.LABELS,
        accuracies=tuple((right / cast).tolist()),
        independence=None,
        families=int(family.max()) + 1,
        items=len(votes),
    )


def _ridge_logit(marks: FloatArray, *, truth: IntArray) -> FloatArray:
    """Maximise Σ log p(truth) − ridge/2·Σ(w − mean w)², p(class) ∝ exp(weight of the votes for it)."""
    items, judges, _ = marks.shape
    apart = np.eye(judges) - 1 / judges
    # A whiff of a ridge on the mean keeps weights finite when the panel is always right.
    penalty = _RIDGE * apart + 0.01 * np.eye(judges)
    chosen = marks[np.arange(items), :, truth]
    weights = np.ones(judges)
    for _ in range(_STEPS):
        logs = np.einsum("ijc,j->ic", marks, weights)
        chances = np.exp(logs - logs.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        mean = np.einsum("ijc,ic->ij", marks, chances)
        pull = (chosen - mean).sum(axis=0) - penalty @ weights
        curve = np.einsum("ijc,ikc,ic->jk", marks, marks, chances) - mean.T @ mean + penalty
        step = inverse(curve) @ pull
        weights = weights + np.clip(step, -2.0, 2.0)
        if float(np.abs(step).max()) < 1e-9:
            break
    return weights


def _from_agreement(votes: IntArray, *, family: IntArray, classes: int, seed: int) -> EnsembleWeights:
    merged = _merge(votes, family=family, classes=classes)
    merged = merged[np.sum(merged >= 0, axis=1) >= 2]
    items, judges = merged.shape
    if judges < 3:
        return _equal(family, basis=WeightBasis.FEW_JUDGES, items=items)
    if classes < 2:
        return _equal(family, basis=WeightBasis.NO_SIGNAL, items=items)
    if items < NEEDED_ITEMS:
        return _equal(family, basis=WeightBasis.FEW_ITEMS, items=items)
    if not is_testable(judges=judges, classes=classes):
        return _equal(family, basis=WeightBasis.NOT_TESTABLE, items=items)
    independence = independence_p_value(merged, classes=classes, seed=seed)
    if independence < REJECTED_BELOW:
        return _equal(family, basis=WeightBasis.DEPENDENT, items=items, independence=independence)
    accuracies = fit_hidden_classes(merged[None], classes=classes).accuracies()
    weights = _guarded(accuracies, votes=np.sum(merged >= 0, axis=0), classes=classes)
    return EnsembleWeights(
        weights=tuple((weights[family] / np.bincount(family)[family]).tolist()),
        basis=WeightBasis.LATENT_CLASSES,
        accuracies=tuple(accuracies[family].tolist()),
        independence=independence,
        families=judges,
        items=items,
    )


def _merge(votes: IntArray, *, family: IntArray, classes: int) -> IntArray:
    """One vote per family and item: its plurality, none when it is divided."""
    marks = (votes[:, :, None] == np.arange(classes)).astype(np.intp)
    member = (family[:, None] == np.arange(int(family.max()) + 1)).astype(np.intp)
    counts = np.einsum("ijc,jf->ifc", marks, member)
    best = counts.max(axis=2)
    clear: NDArray[np.bool_] = (np.sum(counts == best[:, :, None], axis=2) == 1) & (best > 0)
    return np.where(clear, np.argmax(counts, axis=2), -1).astype(np.intp)


def _guarded(accuracies: FloatArray, *, votes: IntArray, classes: int) -> FloatArray:
    """Log odds of being right (Nitzan and Paroush, 1982), drawn to their mean, none above twice equal."""
    safe = np.clip(accuracies, 1e-3, 1 - 1e-3)
    # A speck for everybody: when nobody is better than chance, all are equal.
    strengths = np.maximum(np.log(safe * (classes - 1) / (1 - safe)), 1e-9)
    trust = votes / (votes + _HALF_TRUST)
    drawn = trust * strengths + (1 - trust) * strengths.mean()
    return _capped(drawn / drawn.sum(), limit=MOST_TIMES_EQUAL / len(drawn))


def _capped(weights: FloatArray, *, limit: float) -> FloatArray:
    """What lies above the limit goes to the others, in proportion."""
    capped = np.zeros(len(weights), dtype=np.bool_)
    while np.any((weights > limit + 1e-12) & ~capped):
        capped |= weights > limit + 1e-12
        rest = weights[~capped]
        weights = np.where(capped, limit, weights * (1 - limit * capped.sum()) / rest.sum())
    return weights
