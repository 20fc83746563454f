"""Cards of judges as one page: whom to rely on, and what each leans to. How it looks is said in the templates."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edison.domain import CardStanding, Interval, JudgeCard

from ..cards.seen import STANDING_WORDS, tell_profiles
from ..cards.text import tell_leanings
from ..cards.words import POINTS, SHARES, ToldMeasure, tell_measures
from ..pictures.charts import Ranged, draw_order
from ..pictures.drawing import Drawing
from .page import render

_LOOKS = {CardStanding.QUALIFIED: "good", CardStanding.WITH_WARNINGS: "dim", CardStanding.UNQUALIFIED: "bad"}
_RIGHT = "accuracy"


@dataclass(frozen=True, slots=True)
class _ShownCard:
    card: JudgeCard
    standing: str
    look: str
    asked: str
    leanings: list[str]
    measures: list[ToldMeasure]
    pictures: list[Drawing]


def cards_html(cards: Sequence[JudgeCard]) -> Iterator[bytes]:
    """The whole page, in the order of the cards."""
    qualified = sum(card.standing is not CardStanding.UNQUALIFIED for card in cards)
    yield from render(
        "cards.html.j2",
        title="Judges",
        lead=f"{qualified:,} of {len(cards):,} judges may be relied on, with or without warnings.",
        cards=[_show(card) for card in cards],
        pictures=list(_picture_all(cards)),
    )


def _show(card: JudgeCard) -> _ShownCard:
    measures = list(tell_measures(card))
    return _ShownCard(
        card=card,
        standing=STANDING_WORDS[card.standing],
        look=_LOOKS[card.standing],
        asked=tell_profiles(card.profiles),
        leanings=list(tell_leanings(card)),
        measures=measures,
        pictures=list(_picture(card, measures)),
    )


def _picture_all(cards: Sequence[JudgeCard]) -> Iterator[Drawing]:
    """How often each judge is right, the best first; nothing of one alone."""
    known = [(card.judge_name, card.measures[_RIGHT]) for card in cards if _RIGHT in card.measures]
    rows = [_ranged(name, measure.value, measure.interval, times=100.0) for name, measure in known]
    if len(rows) > 1:
        best = sorted(rows, key=lambda row: -row.value)
        yield draw_order(best, title="How often judges are right, with 95 % intervals", across="per cent")


def _picture(card: JudgeCard, measures: Sequence[ToldMeasure]) -> Iterator[Drawing]:
    """The measures that have an interval: shares on one scale, leanings on another."""
    for unit, times, title, across in (
        (SHARES, 100.0, "Shares, with 95 % intervals", "per cent"),
        (POINTS, 1.0, "Leanings, with 95 % intervals", "points of a hundred; 0 is none"),
    ):
        rows = [
            _ranged(f"{one.title} {one.given}".strip(), found.value, found.interval, times=times)
            for one in measures
            if one.unit == unit and (found := card.measures[one.name]).interval
        ]
        if rows:
            yield draw_order(rows, title=title, across=across)


def _ranged(name: str, value: float, interval: Interval | None, *, times: float) -> Ranged:
    ends = (None, None) if interval is None else (times * interval.low, times * interval.high)
    return Ranged(name, times * value, *ends)
