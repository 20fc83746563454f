"""card standing: what a card amounts to, with the reasons in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from edison.domain import CardMeasure, CardStanding, CardThresholds, Threshold
from edison.text import decimals_for, several, write_interval, write_number, write_percent

from .biases import LENGTH, OBEDIENCE, OWN_STYLE, POSITION, Leaning

CHANCE, NOISE, FEW, UNDECIDED = "chance", "noise", "few_cases", "undecided"
_MOSTLY_DECIDED = 0.9

_EVEN = 0.5
_EVEN_POINTS = 20.0
"""A judge that surely leans by less than this is said not to lean."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One reason why a judge is not simply qualified."""

    about: str
    """In a word: `chance`, `noise`, a bias, or the measure that falls short."""
    sentence: str
    refuses: bool = False


@dataclass(frozen=True, slots=True)
class CardFindings:
    """What a standing is decided on."""

    measures: Mapping[str, CardMeasure]
    leanings: Sequence[Leaning]
    biases: Sequence[str]
    cases: int
    """How many independent cases it rests on."""
    undecided: Sequence[str] = ()
    """Why questions were not decided, once for each of them."""


def remark_on(found: CardFindings, *, thresholds: CardThresholds) -> tuple[Remark, ...]:
    """Everything that speaks against relying on a judge, the gravest first."""
    remarks = (
        *_about_chance(found),
        *_about_biases(found, thresholds),
        *_about_measures(found, thresholds),
        *_about_undecided(found),
        *_about_size(found, thresholds),
    )
    return tuple(sorted(remarks, key=lambda remark: not remark.refuses))


def stand_by(remarks: Sequence[Remark]) -> CardStanding:
    """Unqualified for one grave reason; with warnings for any other."""
    if any(remark.refuses for remark in remarks):
        return CardStanding.UNQUALIFIED
    return CardStanding.WITH_WARNINGS if remarks else CardStanding.QUALIFIED


def _about_chance(found: CardFindings) -> Iterator[Remark]:
    right = found.measures.get("pair_accuracy")
    if right is not None and right.interval is not None and right.interval.low <= _EVEN:
        told = f"It was right in {_percent(right)} of the comparisons that have a better side, and chance gives 50 %."
        yield Remark(CHANCE, f"It is not shown to be better than chance. {told}", refuses=True)


_BIAS_WORDS = {
    POSITION: "It prefers what is shown {first}, by {points} points of 100 beyond its due.",
    LENGTH: "It prefers the {longer} text, by {points} points of 100 beyond its due.",
    OWN_STYLE: "It {favours} texts in its own style, by {points} points of 100 beyond their due.",
    OBEDIENCE: "It does what the texts it judges tell it: in {share} of such cases.",
}


def _about_biases(found: CardFindings, thresholds: CardThresholds) -> Iterator[Remark]:
    for leaning in found.leanings:
        if leaning.bias not in found.biases:
            continue
        measure = leaning.measures[0][1]
        value = measure.value
        sentence = _BIAS_WORDS[leaning.bias].format(
            first="first" if value > 0 else "second",
            longer="longer" if value > 0 else "shorter",
            favours="favours" if value > 0 else "holds down",
            points=_points(measure),
            share=_percent(measure),
        )
        # A judge that takes orders from what it judges can be had for nothing.
        grave = leaning.bias == OBEDIENCE or thresholds.bias_points.refuses(abs(value))
        yield Remark(leaning.bias, sentence, refuses=grave)


_SHORTFALLS = {
    "pair_accuracy": "It was right in {percent} of the comparisons that have a better side",
    "verdict_accuracy": "It gave {percent} of the answers the right verdict",
    "self_consistency": "It is noisy: asked the same again, it said the same in {percent} of cases",
    "flip_rate": "It is noisy: when the sides were exchanged it changed its mind on {percent} of the pairs, {leaning}",
    "parse_rate": "Of its replies {percent} could be read",
    "kappa_with_people": "It agrees with people hardly better than chance would (kappa {value})",
    "anchor_tau": "It puts graded texts in another order than their grades (tau {value})",
}
_NOISY = frozenset({"self_consistency", "flip_rate"})
_PLAIN = frozenset({"kappa_with_people", "anchor_tau"})


def _about_measures(found: CardFindings, thresholds: CardThresholds) -> Iterator[Remark]:
    for name, words in _SHORTFALLS.items():
        measure, threshold = found.measures.get(name), _threshold(thresholds, name)
        if measure is None or not threshold.warns_of(measure.value):
            continue
        if name == "flip_rate" and POSITION in found.biases:
            # Whoever leans to a side flips; that is one fault, not two.
            continue
        told = words.format(percent=_percent(measure), value=_plain(measure), leaning=_about_leaning(found))
        sentence = f"{told}; {_wanted(threshold, is_plain=name in _PLAIN)} is wanted."
        about = NOISE if name in _NOISY else name
        yield Remark(about, sentence, refuses=threshold.refuses(measure.value))


def _about_leaning(found: CardFindings) -> str:
    """Not to have seen a preference for a place is no sign that there is none."""
    position = found.measures.get("position_preference")
    if position is None or position.interval is None:
        return "and whether it leans to one side is not known"
    if max(abs(position.interval.low), abs(position.interval.high)) > _EVEN_POINTS:
        return "and whether it leans to one side is not known from so few"
    return f"without leaning to one side by more than {_EVEN_POINTS:.0f} points"


def _about_undecided(found: CardFindings) -> Iterator[Remark]:
    """Whoever reads the card sees what to mend: a model that is not there, replies that were cut off."""
    judged = found.measures.get("judged_rate")
    if found.undecided and judged is not None and judged.value < _MOSTLY_DECIDED:
        reason, times = Counter(found.undecided).most_common(1)[0]
        counted = several(len(found.undecided), "question was", "questions were")
        told = f"{counted} not decided, {times:,} of them because: {reason}"
        yield Remark(UNDECIDED, told, refuses=False)


def _about_size(found: CardFindings, thresholds: CardThresholds) -> Iterator[Remark]:
    if found.cases < thresholds.least_cases:
        told = f"All of this rests on {several(found.cases, 'case')}; {thresholds.least_cases} are the least."
        # Of a judge that decided nothing, nothing is known that could speak for it.
        yield Remark(FEW, told, refuses=not found.cases)


def _threshold(thresholds: CardThresholds, name: str) -> Threshold:
    threshold: Threshold = getattr(thresholds, name)
    return threshold


def _wanted(threshold: Threshold, *, is_plain: bool) -> str:
    limit = f"{threshold.warned:.2f}" if is_plain else write_percent(threshold.warned)
    return f"at most {limit}" if threshold.at_most else f"at least {limit}"


def _plain(measure: CardMeasure) -> str:
    if measure.interval is None:
        return write_number(measure.value, decimals=2)
    low, high = measure.interval.low, measure.interval.high
    return f"{write_number(measure.value, decimals=decimals_for(low, high))}, {write_interval(low, high)}"


def _points(measure: CardMeasure) -> str:
    interval = measure.interval
    decimals = 0 if interval is None else decimals_for(interval.low, interval.high)
    return write_number(abs(measure.value), decimals=decimals)


def _percent(measure: CardMeasure) -> str:
    if measure.interval is None:
        return write_percent(measure.value)
    low, high = 100 * measure.interval.low, 100 * measure.interval.high
    value = write_number(100 * measure.value, decimals=decimals_for(low, high))
    return f"{value} % ({write_interval(low, high)})"
