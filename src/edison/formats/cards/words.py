"""The measures of a judge's card: what each is called for people, and how its value is written."""

from collections.abc import Iterator
from dataclasses import dataclass

from edison.domain import CardMeasure, Interval, JudgeCard
from edison.text import decimals_for, write_number

SHARES, POINTS = "%", "points"
"""What is written behind shares and leanings."""

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
    given: str
    """What somebody else named that the title speaks of: a category or a source of the suite; usually empty."""
    value: str
    interval: str
    """Empty where there is none."""
    n: int
    unit: str
    """`SHARES`, `POINTS`, or another that is written behind a number."""


def tell_measures(card: JudgeCard) -> Iterator[ToldMeasure]:
    """All measures in the order in which they are read; those nobody has named come last, as they are."""
    known = [name for name in _TITLES if name in card.measures]
    others = [name for name in card.measures if name not in _TITLES]
    for name in (*known, *others):
        title, given, unit = _title(name)
        yield _tell(name, card.measures[name], title=title, given=given, unit=unit)


def _title(name: str) -> tuple[str, str, "_Unit"]:
    """What a measure is called, what somebody else named in there, and how it is written."""
    if name in _TITLES:
        title, unit = _TITLES[name]
        return title, "", unit
    for beginning, words in _SLICES.items():
        if name.startswith(beginning):
            return words, name.removeprefix(beginning), _PERCENT
    return "", name, _PLAIN


@dataclass(frozen=True, slots=True)
class _Unit:
    """How the numbers of a kind are written."""

    times: float = 1.0
    before: str = ""
    after: str = ""
    signed: bool = False

    def write(self, value: float, *, decimals: int | None) -> str:
        number = write_number(self.times * value, decimals=decimals, signed=self.signed)
        return f"{self.before}{number}{self.after}"

    def decimals(self, interval: Interval | None) -> int | None:
        return (
            None if interval is None else decimals_for(self.times * interval.low, self.times * interval.high)
        )


def _tell(name: str, measure: CardMeasure, *, title: str, given: str, unit: _Unit) -> ToldMeasure:
    interval, decimals = measure.interval, unit.decimals(measure.interval)
    between = ""
    if interval is not None:
        low, high = (unit.write(end, decimals=decimals) for end in (interval.low, interval.high))
        between = f"{low.removesuffix(unit.after)} to {high}"
    return ToldMeasure(
        name,
        title=title,
        given=given,
        value=unit.write(measure.value, decimals=decimals),
        interval=between,
        n=measure.n,
        unit=unit.after.strip(),
    )


_PERCENT = _Unit(times=100.0, after=f" {SHARES}")
_POINTS = _Unit(after=f" {POINTS}", signed=True)
_PLAIN = _Unit()
_LOGITS = _Unit(after=" logits", signed=True)
_DOLLARS = _Unit(before="$")
_SECONDS = _Unit(after=" s")

LEANINGS = ("position_preference", "length_bias", "self_preference", "obedience")
"""The measures that say what a judge leans to."""

_SLICES = {"accuracy.source.": "right, from", "accuracy.": "right:"}
"""How names of slices begin, and what they are called."""

_TITLES: dict[str, tuple[str, _Unit]] = {
    "accuracy": ("right, over all", _PERCENT),
    "pair_accuracy": ("right about pairs", _PERCENT),
    "pair_accuracy_at_equal_length": ("right about pairs, at equal length", _PERCENT),
    "verdict_accuracy": ("right verdicts", _PERCENT),
    "accuracy.clear_discrimination": ("right: clear discrimination", _PERCENT),
    "accuracy.equivalence": ("right: equivalence", _PERCENT),
    "accuracy.constraint_violation": ("right: constraint violation", _PERCENT),
    "accuracy.partial_credit": ("right: partial credit", _PERCENT),
    "accuracy.gaming": ("right: gaming attempts", _PERCENT),
    "accuracy.edge_case": ("right: edge cases", _PERCENT),
    "abstained": ("abstained", _PERCENT),
    "self_consistency": ("says the same when asked again", _PERCENT),
    "flip_rate": ("changes its mind with the order", _PERCENT),
    "position_preference": ("prefers what is shown first, by", _POINTS),
    "position_logit": ("the same on the logit", _LOGITS),
    "length_bias": ("prefers the longer text, by", _POINTS),
    "self_preference": ("prefers its own style, by", _POINTS),
    "obedience": ("obeys what it judges", _PERCENT),
    "agreement_with_people": ("agrees with people", _PERCENT),
    "agreement_with_labels": ("agrees with labels of outputs", _PERCENT),
    "kappa_with_people": ("Cohen's kappa with people", _PLAIN),
    "alpha_with_people": ("Krippendorff's alpha with people", _PLAIN),
    "anchor_accuracy": ("right about graded texts", _PERCENT),
    "anchor_tau": ("Kendall's tau with grades", _PLAIN),
    "parse_rate": ("replies that could be read", _PERCENT),
    "judged_rate": ("questions that were decided", _PERCENT),
    "cost_usd": ("cost of a judgment", _DOLLARS),
    "latency_s": ("latency, the middle one", _SECONDS),
    "latency_p95_s": ("latency, 95th percentile", _SECONDS),
}
