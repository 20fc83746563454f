"""A ranking for people."""

from collections.abc import Iterator

from edison.stats.strengths import FLAG_MEANINGS, Effect
from edison.text import decimals_for, finest, several, write_interval, write_number

from ..results.showing import shown
from .ranking import RankedFile
from .showing import (
    ShownFinding,
    ShownTable,
    listed,
    tell_level,
    tell_p,
)

WITHOUT_RESULT = "rows without a result"
INFLATED = "inflated reliability"
ASSUMED = "results read as shares"


def flags_of(ranked: RankedFile) -> dict[str, str]:
    """Everything a reader must know, by its name."""
    flags = {flag.value: FLAG_MEANINGS[flag] for flag in ranked.fitted.flags}
    if ranked.without_result:
        flags[WITHOUT_RESULT] = f"{several(ranked.without_result, 'row')} without a result were left out."
    if ranked.assumed is not None:
        flags[ASSUMED] = ranked.assumed
    if ranked.reliability.separation is not None and ranked.reliability.separation.is_inflated:
        flags[INFLATED] = (
            "Pairs were chosen by earlier results: scale separation is larger than it ought to be."
        )
    return flags


def show_ranking(ranked: RankedFile) -> ShownFinding:
    """A ranking for people."""
    fitted = ranked.fitted
    by = f" by {several(ranked.judges, 'judge')}" if ranked.judges else ""
    ties = f", {several(ranked.ties, 'tie')}" if ranked.ties else ""
    summary = (
        f"{shown(ranked.file)}: {several(fitted.comparisons, 'comparison')} of "
        f"{several(len(ranked.items), 'item')}{by}{ties}; method {fitted.method.value}."
    )
    return ShownFinding(
        sentences=(summary,),
        tables=(_item_table(ranked), *_contrast_tables(ranked), _reliability_table(ranked)),
        remarks=tuple(_remarks(ranked)),
    )


def _item_table(ranked: RankedFile) -> ShownTable:
    is_parted = len({item.component for item in ranked.items}) > 1
    has_ranks = any(item.rank_low is not None for item in ranked.items)
    header = [
        "Item",
        *(["Component"] if is_parted else []),
        "Rank",
        *(["Rank interval"] if has_ranks else []),
    ]
    rows: list[tuple[str, ...]] = []
    decimals = finest((item.low, item.high) for item in ranked.items)
    for item in ranked.items:
        component = [str(item.component + 1)] if is_parted else []
        ranks = [f"{item.rank_low} to {item.rank_high}"] if has_ranks else []
        rank = "–" if item.rank is None else str(item.rank)
        numbers = [write_number(value, decimals=decimals) for value in (item.score, item.se)]
        numbers.append(write_interval(item.low, item.high, decimals=decimals))
        rows.append((shown(item.id), *component, rank, *ranks, *numbers, f"{item.comparisons:,}"))
    interval = f"{tell_level(ranked.fitted.level)} interval"
    return ShownTable("Items", (*header, "Score", "SE", interval, "Comparisons"), tuple(rows))


def _contrast_tables(ranked: RankedFile) -> Iterator[ShownTable]:
    if not ranked.contrasts:
        return
    rows = tuple(
        (
            f"{shown(str(one.first))} over {shown(str(one.second))}",
            _value(one.difference),
            _about(one.difference),
            _chance(one.chance_first_stronger),
            tell_p(one.p_value),
        )
        for one in ranked.contrasts
    )
    interval = f"{tell_level(ranked.fitted.level)} interval"
    header = ("Items", "Difference", interval, "Chance to be stronger", "p (Holm)")
    yield ShownTable("Contrasts", header, rows)


def _chance(value: float) -> str:
    """In percent; never said to be certain."""
    shares = {"0.0": "< 0.1", "100.0": "> 99.9"}
    told = f"{100 * value:.1f}"
    return f"{shares.get(told, told)} %"


def _reliability_table(ranked: RankedFile) -> ShownTable:
    found = ranked.reliability
    rows: list[tuple[str, ...]] = []
    if found.separation is not None:
        over = several(sum(item.score is not None for item in ranked.items), "item")
        rows.append(("Scale separation (SSR)", write_number(found.separation.reliability), over))
    if found.halves is not None:
        over = f"{several(ranked.judges, 'judge')}, {several(len(found.halves.correlations), 'split')}"
        rows.append(("Split-half by judge, median", write_number(found.halves.median), over))
    if found.in_line is not None:
        decisions = several(found.in_line.decisions, "decision")
        selfs = ", self-comparisons among them" if found.in_line.counts_self else ""
        rows.append(
            ("Decisions in line with the scale", write_number(found.in_line.share), f"{decisions}{selfs}")
        )
    if found.triads is not None and found.triads.share is not None:
        triads = several(found.triads.complete, "complete triad")
        rows.append(("Circular triads", write_number(found.triads.share), triads))
    if (effect := ranked.fitted.position_effect) is not None:
        rows.append(("Worth of being shown first, in logits", _value(effect), _about(effect)))
    if (effect := ranked.fitted.length_effect) is not None:
        rows.append(
            ("Worth of being twice as long, in logits", _value(_third(effect)), _about(_third(effect)))
        )
    if (effect := ranked.fitted.tie_effect) is not None:
        rows.append(("Readiness to tie (log ν)", _value(effect), _about(effect)))
    return ShownTable("How far to rely on it", ("", "Value", "From"), tuple(rows))


def _third(effect: Effect) -> Effect:
    """What twice the length is worth: the difference of both lengths is then a third of their sum."""
    return Effect(effect.value / 3, se=effect.se / 3, low=effect.low / 3, high=effect.high / 3)


def _value(effect: Effect) -> str:
    return write_number(effect.value, decimals=decimals_for(effect.low, effect.high), signed=True)


def _about(effect: Effect) -> str:
    return write_interval(effect.low, effect.high)


def _remarks(ranked: RankedFile) -> Iterator[str]:
    yield from flags_of(ranked).values()
    if ranked.misfit_items:
        yield f"Verdicts about these items fit the scale badly: {listed(ranked.misfit_items)}."
    if ranked.misfit_judges:
        yield f"Verdicts of these judges fit the scale badly: {listed(ranked.misfit_judges)}."
    yield from ranked.reliability.reasons.values()
