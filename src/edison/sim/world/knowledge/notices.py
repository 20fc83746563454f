"""Short notices to be summed up in bullet points, each with what, when, where and what to do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .cases import SUMMARY, Fact, SimCase

_DAYS = (
    ("Monday 4 March", "Tuesday 5 March"),
    ("Wednesday 12 June", "Thursday 20 June"),
    ("Friday 6 September", "Saturday 7 September"),
    ("Thursday 21 November", "Thursday 28 November"),
)
_PLACES = (
    ("Mill Lane", "Church Road"),
    ("Harbour Street", "Station Square"),
    ("Oak Avenue", "Elm Avenue"),
)


class _Notice(msgspec.Struct, frozen=True, kw_only=True):
    """`{day}` and `{place}` vary; a detail is (right, tell, wrong, tell)."""

    topic: str
    text: str
    headline: str
    details: tuple[tuple[str, str, str, str], ...]
    step: str
    step_tell: str
    difficulty: float


_NOTICES = (
    _Notice(
        topic="water",
        text="Because a main pipe has to be replaced, the water in {place} will be turned off on {day} from 8 to "
        "14 o'clock. The work is done by the city's own crew. Tap water may look cloudy afterwards; this is "
        "harmless. Residents are asked to fill a few bottles the evening before.",
        headline="The water in {place} is off on {day}.",
        details=(
            ("It is off from 8 to 14 o'clock.", "8 to 14", "It is off from 8 to 20 o'clock.", "8 to 20"),
            ("Cloudy water afterwards is harmless.", "is harmless",
             "Cloudy water afterwards must not be touched.", "must not be touched"),
        ),
        step="Fill a few bottles the evening before.",
        step_tell="fill a few bottles",
        difficulty=0.25,
    ),
    _Notice(
        topic="library",
        text="The library in {place} moves to its new rooms and stays closed until {day}. Books borrowed now are "
        "extended to six weeks at no charge. The book drop at the back door remains open, and the reading group "
        "meets in the town hall for the time being. Please return reserved books before the move.",
        headline="The library in {place} is closed until {day}.",
        details=(
            ("Loans are extended to six weeks.", "six weeks", "Loans are shortened to one week.", "one week"),
            ("The reading group meets in the town hall.", "town hall",
             "The reading group is cancelled.", "group is cancelled"),
        ),
        step="Return reserved books before the move.",
        step_tell="before the move",
        difficulty=0.35,
    ),
    _Notice(
        topic="bus",
        text="From {day} line 12 no longer stops in {place}, because the road is narrowed for nine months. The "
        "replacement stop is 200 metres further on, in front of the bakery. Tickets stay valid, and a shuttle "
        "for people with walking difficulties can be booked by telephone until 17 o'clock of the day before.",
        headline="From {day} line 12 no longer stops in {place}.",
        details=(
            ("The replacement stop is 200 metres further on.", "200 metres",
             "The replacement stop is two kilometres away.", "two kilometres"),
            ("This lasts nine months.", "nine months", "This lasts nine days.", "nine days"),
        ),
        step="Book the shuttle by telephone until 17 o'clock of the day before.",
        step_tell="book the shuttle",
        difficulty=0.5,
    ),
    _Notice(
        topic="market",
        text="The flea market in {place} takes place on {day}, rain or shine. Stalls cost 15 euros and are given "
        "away in the order of registration; last year all 80 were gone within two days. Cars have to leave the "
        "square by 7 o'clock. Whoever wants a stall registers at the town office by the end of the month.",
        headline="The flea market in {place} takes place on {day}.",
        details=(
            ("A stall costs 15 euros.", "15 euros", "A stall costs 50 euros.", "50 euros"),
            ("Cars have to leave by 7 o'clock.", "7 o'clock", "Cars may stay all day.", "stay all day"),
        ),
        step="Register at the town office by the end of the month.",
        step_tell="town office",
        difficulty=0.4,
    ),
    _Notice(
        topic="heating",
        text="The heating in all houses of {place} is serviced on {day}. The fitters need about 40 minutes per "
        "flat and must get to every radiator. Nothing is charged to tenants, although an invoice will be shown "
        "for signature, which merely confirms the visit. Those who cannot be at home leave a key with the caretaker.",
        headline="The heating in {place} is serviced on {day}.",
        details=(
            ("It takes about 40 minutes per flat.", "40 minutes", "It takes about 4 hours per flat.", "4 hours"),
            ("Tenants are charged nothing.", "charged nothing", "Tenants pay the invoice.", "pay the invoice"),
        ),
        step="Leave a key with the caretaker if you are out.",
        step_tell="with the caretaker",
        difficulty=0.65,
    ),
    _Notice(
        topic="school",
        text="The school in {place} holds its open evening on {day}. Lessons end at noon that day, lunch is "
        "served as usual, and the after-school club is open until 16 o'clock for those who signed up. Parents of "
        "first-year pupils meet the teachers at 18 o'clock in the gym. Please send the form back with your child.",
        headline="The school in {place} holds its open evening on {day}.",
        details=(
            ("Lessons end at noon.", "end at noon", "There are no lessons that day.", "no lessons that day"),
            ("First-year parents meet at 18 o'clock in the gym.", "18 o'clock",
             "First-year parents meet at 20 o'clock in the gym.", "20 o'clock"),
        ),
        step="Send the form back with your child.",
        step_tell="form back",
        difficulty=0.45,
    ),
    _Notice(
        topic="recycling",
        text="The recycling yard in {place} changes its rules on {day}. Garden waste is taken free of charge up "
        "to one cubic metre per visit; above that it costs 8 euros. Paint and batteries are no longer accepted at "
        "the gate but only on the first Saturday of the month. Bring your resident card, without it you pay double.",
        headline="The recycling yard in {place} changes its rules on {day}.",
        details=(
            ("Garden waste is free up to one cubic metre.", "one cubic metre",
             "Garden waste is no longer accepted.", "waste is no longer accepted"),
            ("Paint and batteries are taken on the first Saturday only.", "first saturday",
             "Paint and batteries are taken every day.", "taken every day"),
        ),
        step="Bring your resident card.",
        step_tell="resident card",
        difficulty=0.6,
    ),
)  # fmt: skip


def summary_cases() -> Iterator[SimCase]:
    """Make every case of this domain."""
    for notice in _NOTICES:
        for day in _DAYS:
            for place in _PLACES:
                yield _case(notice, day=day, place=place)


def _case(notice: _Notice, *, day: tuple[str, str], place: tuple[str, str]) -> SimCase:
    body = notice.text.format(day=day[0], place=place[0])
    headline = Fact(
        name="headline",
        right=notice.headline.format(day=day[0], place=place[0]),
        tells=(day[0].lower(),),
        wrong=notice.headline.format(day=day[1], place=place[0]),
        wrong_tells=(day[1].lower(),),
    )
    details = tuple(
        Fact(name=f"detail {number}", right=right, tells=(tell,), wrong=wrong, wrong_tells=(wrong_tell,))
        for number, (right, tell, wrong, wrong_tell) in enumerate(notice.details, start=1)
    )
    step = Fact(name="what to do", right=notice.step, tells=(notice.step_tell,))
    facts = (headline, *details)
    return SimCase(
        id=f"summary-{notice.topic}-{day[0].split()[0].lower()}-{place[0].split()[0].lower()}",
        text=f"Sum up this notice for residents in bullet points:\n\n{body}",
        domain=SUMMARY,
        topic=notice.topic,
        facts=facts,
        difficulty=notice.difficulty,
        next_step=step,
        subject=f"notice about {place[0]}",
        tricky=notice.difficulty > 0.6,
        expected="\n".join(f"- {fact.right}" for fact in (*facts, step)),
    )
