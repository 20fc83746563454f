"""Agreement for people."""

from collections.abc import Iterator

from edison.stats.judges import Measured
from edison.text import NO_NUMBER, decimals_for, several, write_interval, write_number

from ..results.showing import shown
from .agreement import AgreementFound
from .showing import (
    ShownFinding,
    ShownTable,
    listed,
    tell_level,
)

_TITLES = {
    "percent_agreement": "Percent agreement",
    "krippendorff_alpha": "Krippendorff's alpha",
    "fleiss_kappa": "Fleiss' kappa (labels as names)",
    "cohen_kappa": "Cohen's kappa",
    "gwet_ac1": "Gwet's AC1 (labels as names)",
    "icc_2_1": "ICC(2,1), of one judge",
    "icc_2_k": "ICC(2,k), of the mean of all",
}
WEIGHTED = {
    "none": "",
    "linear": ", linear weights",
    "quadratic": ", quadratic weights",
    "own": ", own costs",
}
"""What is said behind *kappa*, by what a disagreement costs."""
_ORDER_UNUSED = "order unused"
_LEFT_OUT = "columns left out"


def show_agreement(found: AgreementFound) -> ShownFinding:
    """Agreement for people."""
    missing = f", {found.missing:,} missing" if found.missing else ""
    summary = (
        f"{shown(found.file)}: {several(found.labels, 'label')}{missing}, {several(len(found.judges), 'judge')} "
        f"({listed(found.judges)}) on {several(found.items, 'item')}; {found.metric.value}."
    )
    level = next(iter(found.measures.values())).level
    header = ("", "Value", f"{tell_level(level)} interval", "Items", "Labels")
    measures = ShownTable("Agreement", header, tuple(_measure_rows(found)))
    tables = (measures, _pair_table(found)) if found.pairs else (measures,)
    return ShownFinding((summary,), tables, (*flags_of_agreement(found).values(), *found.reasons.values()))


def _measure_rows(found: AgreementFound) -> Iterator[tuple[str, ...]]:
    for name, title in _TITLES.items():
        measured = found.measures.get(name)
        if measured is not None:
            weighted = WEIGHTED[found.weights] if name == "cohen_kappa" else ""
            interval = write_interval(measured.low, measured.high)
            counts = (f"{measured.cases:,}", f"{measured.judgments:,}")
            yield f"{title}{weighted}", _value(measured), interval, *counts


def _pair_table(found: AgreementFound) -> ShownTable:
    rows = tuple(
        (
            f"{shown(pair.first)} and {shown(pair.second)}",
            _value(pair.agreement),
            _interval(pair.agreement),
            _value(pair.kappa),
            _interval(pair.kappa),
            f"{0 if pair.agreement is None else pair.agreement.cases:,}",
        )
        for pair in found.pairs
    )
    header = ("Judges", "Agreement", "Interval", f"Kappa{WEIGHTED[found.weights]}", "Interval", "Items")
    return ShownTable("Two by two", header, rows)


def _value(measured: Measured | None) -> str:
    if measured is None:
        return NO_NUMBER
    return write_number(measured.value, decimals=decimals_for(measured.low, measured.high))


def _interval(measured: Measured | None) -> str:
    return NO_NUMBER if measured is None else write_interval(measured.low, measured.high)


def flags_of_agreement(found: AgreementFound) -> dict[str, str]:
    """Everything a reader must know, by its name."""
    flags: dict[str, str] = {}
    for measured in found.measures.values():
        for flag in measured.flags:
            flags[flag.value] = f"{flag.value.capitalize()} ({several(measured.cases, 'item')})."
    if found.is_order_unused:
        flags[_ORDER_UNUSED] = (
            "Labels are numbers and were taken as names; if they have an order, choose ordinal or interval."
        )
    if found.left_out:
        told = "; ".join(f"{shown(name)} {why}" for name, why in found.left_out.items())
        flags[_LEFT_OUT] = f"Not taken for judges: {told}. Name the judges' columns if that is wrong."
    return flags
