"""How far judges agree on the same items, plainly and beyond chance."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from edison.errors import SampleEmpty, StatisticRefused
from edison.stats.judges import (
    AlphaMetric,
    KappaWeights,
    Measured,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    percent_agreement,
)

from .columns import TableFile, choose
from .labels import LabelColumns, code_labels, read_labels

_MOST_JUDGES_IN_PAIRS = 15


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
    """Percent agreement, Krippendorff's alpha, Fleiss' kappa, and of two judges Cohen's."""
    reasons: Mapping[str, str]
    """Why one of them is not there."""
    pairs: tuple[PairAgreement, ...]
    """Each two of more than two judges, as long as these are not many."""
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
    level: float = 0.95,
) -> AgreementFound:
    """Measure how far judges agree on the same items.

    Args:
        path: A CSV, TSV or JSONL file.
        columns: Which columns say what. When not given: `item`, `judge` and `label` where these are there,
            otherwise every column but one with a usual name for items is a judge.
        metric: A word of `AlphaMetric`: whether labels are names, have an order, or are measured.
        order: The labels from low to high, where they are words with an order.
        level: The level of the intervals.
    """
    chosen = choose(metric, among=AlphaMetric, what="metric")
    labels = read_labels(TableFile(path), columns or LabelColumns(), metric=chosen)
    coding = code_labels(labels, metric=chosen, order=order)
    rows = [[math.nan if label is None else coding.numbers[label] for label in row] for row in labels.rows]
    panel = _Panel(rows, judges=labels.judges, metric=chosen, level=level)
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
        is_order_unused=chosen is AlphaMetric.NOMINAL and coding.are_numbers and len(coding.categories) > 2,
        left_out=labels.left_out,
    )


@dataclass(frozen=True, slots=True)
class _Panel:
    rows: list[list[float]]
    judges: tuple[str, ...]
    metric: AlphaMetric
    level: float

    def measure(self, reasons: dict[str, str]) -> Iterator[tuple[str, Measured]]:
        yield "percent_agreement", percent_agreement(self.rows, level=self.level)
        beyond_chance: dict[str, Callable[[], Measured]] = {
            "krippendorff_alpha": lambda: krippendorff_alpha(self.rows, metric=self.metric, level=self.level),
            "fleiss_kappa": lambda: fleiss_kappa(self.rows, level=self.level),
        }
        if len(self.judges) == 2:
            beyond_chance["cohen_kappa"] = lambda: self._kappa(0, 1)
        for name, estimate in beyond_chance.items():
            try:
                yield name, estimate()
            except StatisticRefused as refused:
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
        weights = KappaWeights.NONE if self.metric is AlphaMetric.NOMINAL else KappaWeights.QUADRATIC
        first, second = [row[one] for row in self.rows], [row[other] for row in self.rows]
        return cohen_kappa(first, second, weights=weights, level=self.level)


def _or_none(measure: Callable[[int, int], Measured], one: int, other: int) -> Measured | None:
    try:
        return measure(one, other)
    except (SampleEmpty, StatisticRefused):
        return None
