"""A judge's card for people: lines for a terminal, and Markdown."""

from collections.abc import Iterator

from edison.domain import JudgeCard

from ..reading.visible import visible_on_a_page
from .seen import STANDING_WORDS, tell_profiles
from .words import BIAS_WORDS, LEANINGS, ToldMeasure, tell_measures

_LONGEST = 200
_LONGEST_TITLE = 34


def tell_card(card: JudgeCard) -> Iterator[str]:
    """The card line by line, for a terminal of any width from eighty on."""
    yield f"{_one_line(card.judge_name)}: {STANDING_WORDS[card.standing]}"
    yield f"Examined with suite {card.suite_digest[:12]} in {card.run_id}, {card.made_at:%Y-%m-%d %H:%M}."
    yield tell_profiles(card.profiles)
    yield ""
    yield from (f"- {reason}" for reason in card.reasons)
    if card.reasons:
        yield ""
    yield from tell_leanings(card)
    yield ""
    told = list(tell_measures(card))
    columns = [(_short_title(one), one.value, one.interval and f"({one.interval})") for one in told]
    title, value, interval = (max((len(row[at]) for row in columns), default=0) for at in range(3))
    for (name, number, between), measure in zip(columns, told, strict=True):
        yield f"  {name:<{title}}  {number:>{value}}  {between:<{interval}}  n {measure.n:,}"


def card_as_markdown(card: JudgeCard) -> str:
    """The card as a section of its own; what somebody named stands in a code span, where it can do nothing."""
    return "\n".join((*_markdown(card), ""))


def tell_leanings(card: JudgeCard) -> Iterator[str]:
    """What a judge leans to, and what cannot be known about that."""
    if card.biases or any(name in card.measures for name in LEANINGS):
        yield f"Leans to: {_biases(card.biases) or 'nothing that could be shown'}."
    else:
        yield "What it leans to is not known: nothing was decided that would tell."
    if card.not_known:
        told = "right answers of this suite are all of one kind, or too few"
        yield f"Cannot be known: whether it leans to {_biases(card.not_known)} ({told})."


def _markdown(card: JudgeCard) -> Iterator[str]:
    yield f"## Judge {_code(card.judge_name)}: {STANDING_WORDS[card.standing]}"
    yield ""
    yield f"Examined with suite {_code(card.suite_digest)} in {_code(card.run_id)}, {card.made_at:%Y-%m-%d %H:%M}."
    yield tell_profiles(card.profiles)
    yield ""
    yield from (f"- {reason}" for reason in card.reasons)
    if card.reasons:
        yield ""
    yield from tell_leanings(card)
    yield ""
    yield "| Measure | Value | 95 % interval | n |"
    yield "|---|---:|---|---:|"
    for measure in tell_measures(card):
        title = " ".join(filter(None, (measure.title, _code(measure.given) if measure.given else "")))
        yield f"| {title} | {measure.value} | {measure.interval or '–'} | {measure.n:,} |"


def _short_title(measure: ToldMeasure) -> str:
    """As much of it as leaves room for the numbers on eighty columns."""
    title = _one_line(f"{measure.title} {measure.given}")
    return title if len(title) <= _LONGEST_TITLE else f"{title[: _LONGEST_TITLE - 1]}…"


def _biases(biases: tuple[str, ...]) -> str:
    return ", ".join(BIAS_WORDS.get(bias, bias) for bias in biases)


def _code(text: str) -> str:
    return f"`{_one_line(text).replace('`', chr(39)).replace('|', '/')}`"


def _one_line(text: str) -> str:
    line = " ".join(visible_on_a_page(text).split())
    return f"{line[:_LONGEST]}…" if len(line) > _LONGEST else line
