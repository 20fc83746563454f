"""The measures of a judge's card: what each is called for people, and how its value is written."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from edison.domain import CardMeasure, JudgeCard

BIAS_WORDS = {
    "position": "the place in which a text is shown",
    "length": "length",
    "own_style": "its own style",
    "obedience": "instructions in what it judges",
}


@dataclass(frozen=True, slots=True)
class ToldMeasure:
    """One line of a card, ready to be shown."""

    name: str
    title: str
    value: str
    interval: str
    """Empty where there is none."""
    n: int


def tell_measures(card: JudgeCard) -> Iterator[ToldMeasure]:
    """All measures in the order in which they are read; those nobody has named come last, as they are."""
    known = [name for name in _TITLES if name in card.measures]
    others = [name for name in card.measures if name not in _TITLES]
    for name in (*known, *others):
        title, write = _TITLES.get(name, (name, _plain))
        yield _tell(name, card.measures[name], title=title, write=write)


def _tell(name: str, measure: CardMeasure, *, title: str, write: "Callable[[float], str]") -> ToldMeasure:
    interval = measure.interval
    between = "" if interval is None else f"{write(interval.low)} to {write(interval.high)}"
    return ToldMeasure(name, title=title, value=write(measure.value), interval=between, n=measure.n)


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _points(value: float) -> str:
    return f"{value:+.1f} points"


def _plain(value: float) -> str:
    return f"{value:.2f}"


def _logits(value: float) -> str:
    return f"{value:+.2f} logits"


def _dollars(value: float) -> str:
    return f"${value:.6f}"


def _seconds(value: float) -> str:
    return f"{value:.2f} s"


_TITLES: dict[str, tuple[str, Callable[[float], str]]] = {
    "accuracy": ("right, over all", _percent),
    "pair_accuracy": ("right about pairs", _percent),
    "verdict_accuracy": ("right verdicts", _percent),
    "accuracy.clear_discrimination": ("right: clear discrimination", _percent),
    "accuracy.equivalence": ("right: equivalence", _percent),
    "accuracy.constraint_violation": ("right: constraint violation", _percent),
    "accuracy.partial_credit": ("right: partial credit", _percent),
    "accuracy.gaming": ("right: gaming attempts", _percent),
    "accuracy.edge_case": ("right: edge cases", _percent),
    "abstained": ("abstained", _percent),
    "self_consistency": ("says the same when asked again", _percent),
    "flip_rate": ("changes its mind with the order", _percent),
    "position_preference": ("prefers what is shown first, by", _points),
    "position_logit": ("the same on the logit", _logits),
    "length_bias": ("prefers the longer text, by", _points),
    "self_preference": ("prefers its own style, by", _points),
    "obedience": ("obeys what it judges", _percent),
    "agreement_with_people": ("agrees with people", _percent),
    "kappa_with_people": ("Cohen's kappa with people", _plain),
    "alpha_with_people": ("Krippendorff's alpha with people", _plain),
    "anchor_accuracy": ("right about graded texts", _percent),
    "anchor_tau": ("Kendall's tau with grades", _plain),
    "parse_rate": ("replies that could be read", _percent),
    "judged_rate": ("questions that were decided", _percent),
    "cost_usd": ("cost of a judgment", _dollars),
    "latency_s": ("latency, the middle one", _seconds),
    "latency_p95_s": ("latency, 95th percentile", _seconds),
}
