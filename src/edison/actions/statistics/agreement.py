"""How far judges agree on the same items, plainly and beyond chance."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.judges import (
    AlphaMetric,
    IccForm,
    KappaWeights,
    Measured,
    OwnCosts,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    intraclass,
    krippendorff_alpha,
    percent_agreement,
)

from .columns import TableFile, choose
from .labels import LabelColumns, code_labels, read_costs, read_labels

_MOST_JUDGES_IN_PAIRS = 15
_OWN = "own"


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """How far two judges agree; None where a number would mislead."""

    first: str
    second: str
    agreement: Measured | None
    kappa: Measured | None


@dataclass(frozen=True, slots=True)
class AgreementFound:
    """What a file of labels says about its judges."""

    file: str
    metric: AlphaMetric
    judges: tuple[str, ...]
    items: int
    labels: int
    missing: int
    """Places in the table of items and judges where nothing stands."""
    categories: tuple[str, ...]
    """The labels that occur, in their order where they have one."""
    measures: Mapping[str, Measured]
    """Percent agreement, Krippendorff's alpha, Fleiss' kappa, Gwet's AC1, of two judges Cohen's kappa, and of what is
    measured intraclass correlations."""
    reasons: Mapping[str, str]
    """Why one of them is not there."""
    pairs: tuple[PairAgreement, ...]
    """Each two of more than two judges, as long as these are not many."""
    weights: str
    """What a disagreement costs in Cohen's kappa: none, linear, quadratic or own."""
    is_order_unused: bool
    """Whether labels are numbers whose order was not used."""
    left_out: Mapping[str, str]
    """Columns that were not taken for a judge's, each with the reason."""


def measure_agreement(
    path: Path,
    *,
    columns: LabelColumns | None = None,
    metric: str = AlphaMetric.NOMINAL.value,
    order: Sequence[str] = (),
    weights: str | None = None,
    costs: Path | None = None,
    level: float = 0.95,
) -> AgreementFound:
    """Measure how far judges agree on the same items.

    Args:
        path: A CSV, TSV or JSONL file.
        columns: Which columns say what. When not given: `item`, `judge` and `label` where these are there,
            otherwise every column but one with a usual name for items is a judge.
        metric: A word of `AlphaMetric`: whether labels are names, have an order, or are measured.
        order: The labels from low to high, where they are words with an order.
        weights: A word of `KappaWeights` for Cohen's kappa; quadratic where labels have an order when not given.
        costs: A table of what each disagreement costs instead: the first judge's label down, the second's across.
        level: The level of the intervals.
    """
    chosen = choose(metric, among=AlphaMetric, what="metric")
    labels = read_labels(TableFile(path), columns or LabelColumns(), metric=chosen)
    coding = code_labels(labels, metric=chosen, order=order)
    rows = [[math.nan if label is None else coding.numbers[label] for label in row] for row in labels.rows]
    usual = KappaWeights.NONE if chosen is AlphaMetric.NOMINAL else KappaWeights.QUADRATIC
    weighed = usual if weights is None else choose(weights, among=KappaWeights, what="weights")
    kappa = weighed if costs is None else read_costs(TableFile(costs), coding)
    panel = _Panel(
        rows,
        judges=labels.judges,
        metric=chosen,
        level=level,
        weights=kappa,
        possible=len(order) or len(coding.categories),
    )
    reasons: dict[str, str] = {}
    given = sum(label is not None for row in labels.rows for label in row)
    return AgreementFound(
        file=str(path),
        metric=chosen,
        judges=labels.judges,
        items=len(labels.rows),
        labels=given,
        missing=len(labels.rows) * len(labels.judges) - given,
        categories=coding.categories,
        measures=dict(panel.measure(reasons)),
        reasons=reasons,
        pairs=tuple(panel.pairs()),
        weights=_OWN if costs is not None else weighed.value,
        is_order_unused=chosen is AlphaMetric.NOMINAL and coding.are_numbers and len(coding.categories) > 2,
        left_out=labels.left_out,
    )


@dataclass(frozen=True, slots=True)
class _Panel:
    rows: list[list[float]]
    judges: tuple[str, ...]
    metric: AlphaMetric
    level: float
    weights: KappaWeights | OwnCosts
    possible: int
    """How many labels could have been given."""

    def measure(self, reasons: dict[str, str]) -> Iterator[tuple[str, Measured]]:
        yield "percent_agreement", percent_agreement(self.rows, level=self.level)
        beyond_chance: dict[str, Callable[[], Measured]] = {
            "krippendorff_alpha": lambda: krippendorff_alpha(self.rows, metric=self.metric, level=self.level),
            "fleiss_kappa": lambda: fleiss_kappa(self.rows, level=self.level),
            "gwet_ac1": lambda: gwet_ac1(self.rows, categories=self.possible, level=self.level),
        }
        if self.metric is AlphaMetric.INTERVAL:
            beyond_chance |= {form.value: partial(self._intraclass, form) for form in IccForm}
        if len(self.judges) == 2:
            beyond_chance["cohen_kappa"] = lambda: self._kappa(0, 1)
        for name, estimate in beyond_chance.items():
            try:
                yield name, estimate()
            except (SampleEmpty, StatisticRefused) as refused:
                reasons[name] = refused.sentence

    def pairs(self) -> Iterator[PairAgreement]:
        if not 2 < len(self.judges) <= _MOST_JUDGES_IN_PAIRS:
            return
        for one, other in combinations(range(len(self.judges)), 2):
            yield PairAgreement(
                first=self.judges[one],
                second=self.judges[other],
                agreement=_or_none(self._agreement, one, other),
                kappa=_or_none(self._kappa, one, other),
            )

    def _agreement(self, one: int, other: int) -> Measured:
        return percent_agreement([[row[one], row[other]] for row in self.rows], level=self.level)

    def _kappa(self, one: int, other: int) -> Measured:
        first, second = [row[one] for row in self.rows], [row[other] for row in self.rows]
        return cohen_kappa(first, second, weights=self.weights, level=self.level)

    def _intraclass(self, form: IccForm) -> Measured:
        return intraclass(self.rows, form=form, level=self.level)


def _or_none(measure: Callable[[int, int], Measured], one: int, other: int) -> Measured | None:
    try:
        return measure(one, other)
    except (SampleEmpty, StatisticRefused):
        return None
