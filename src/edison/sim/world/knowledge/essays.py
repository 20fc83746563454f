"""Essays whose quality can be read off them: eight places, each filled on one of four levels."""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec

from ..draw import Draws


class EssayTopic(msgspec.Struct, frozen=True, kw_only=True):
    """A question pupils write about, with eight places of four levels each."""

    title: str
    instructions: str
    slots: tuple[tuple[str, str, str, str], ...]


# Within a place the sentences go from weak to strong.
ASSIGNMENTS: tuple[EssayTopic, ...] = (
    EssayTopic(
        title="Should the school day start later?",
        instructions="Write a short essay that argues for or against a later start of the school day.",
        slots=(
            (
                "School is to early and everybody knows it.",
                "I am going to write about when school should start.",
                "Many pupils are tired in the morning, so one can ask when lessons should begin.",
                "At half past seven in winter it is dark, the bus is full, and half of the class is asleep.",
            ),
            (
                "It is just bad.",
                "I think school should start later because it is better.",
                "In my opinion lessons should start an hour later, since pupils would learn more.",
                "I will argue that one hour more of sleep costs little and would make every lesson after it better.",
            ),
            (
                "Sleep is good for you.",
                "When you sleep more you are not so tired and can do more things.",
                "Teenagers need about nine hours of sleep, and few of them get it on a school night.",
                "A teenager's inner clock runs late: falling asleep at nine is as hard for them as waking at six.",
            ),
            (
                "My friend says so too.",
                "I once slept long and felt really good that day.",
                "When our school tried a later start for two weeks, fewer pupils came late.",
                "In the two weeks our school began at nine, late arrivals halved and the first test of the day went "
                "better than usual.",
            ),
            (
                "Some people dont like it but they are wrong.",
                "Of course there are also people who see it differently.",
                "Parents who start work early would have a problem with a later start.",
                "The strongest objection comes from parents on early shifts, who cannot leave a child alone for an "
                "hour.",
            ),
            (
                "They should just deal with it.",
                "But I still think it would be possible somehow.",
                "The school could open its doors early for those who need it.",
                "Yet an open library from seven, with one adult in it, answers that worry at the price of one salary.",
            ),
            (
                "Also the buses and the food and everything is bad.",
                "There are also other points, like the bus and the timetable.",
                "Buses would have to be planned anew, which takes work but only once.",
                "Even the bus plan, often named as the real obstacle, would be emptier and cheaper outside the rush "
                "hour.",
            ),
            (
                "So thats what I think.",
                "In conclusion, school should start later.",
                "For these reasons a later start is worth trying, at least for older pupils.",
                "A year's trial for the upper classes, measured and then decided, would risk little and could give "
                "thousands of mornings back.",
            ),
        ),
    ),
    EssayTopic(
        title="Is a four-day working week a good idea?",
        instructions="Write a short essay that weighs up whether people should work four days a week.",
        slots=(
            (
                "Work is boring so less is better.",
                "In this text I talk about working four days.",
                "More and more companies ask whether five days of work are still needed.",
                "The five-day week was once a bold experiment of a car maker; nobody today would call it natural law.",
            ),
            (
                "Everybody should have it now.",
                "I believe that four days are a good idea for people.",
                "In my view a four-day week can work if the pay stays the same and the work is planned better.",
                "My claim is a limited one: where results can be counted, four good days beat five tired ones.",
            ),
            (
                "You have more free time and thats nice.",
                "With one day more one can relax and meet friends.",
                "Rested people make fewer mistakes, which saves time that nobody sees.",
                "Most of what is lost on a fifth day was never work but waiting, meetings and mending of mistakes.",
            ),
            (
                "My uncle would like it.",
                "I have heard that it was tried somewhere and went fine.",
                "In a bakery near us the change led to fewer sick days within a year.",
                "When the bakery next door changed, sick days fell by a third and not one order was late in the "
                "first year.",
            ),
            (
                "Bosses are against it because they are greedy.",
                "Some say that it is to expensive for companys.",
                "Hospitals and shops cannot simply close for a day.",
                "The honest difficulty lies in care and trade, where an hour without staff is an hour without service.",
            ),
            (
                "But that is not my problem.",
                "But maybe they can find a solution.",
                "They could hire more people or share the shifts.",
                "There the free day must rotate, and the extra posts must be paid from what illness and turnover "
                "cost today.",
            ),
            (
                "And also it is good for the planet or something.",
                "Another thing is the traffic, which would be less.",
                "Fewer trips to work would also mean less traffic and lower heating costs.",
                "Less commuting is a welcome side effect, though it should not be sold as the reason.",
            ),
            (
                "Thats why we need it, the end.",
                "To sum up, I am for the four-day week.",
                "All in all, it should be tried where it fits, and the results should be checked.",
                "Not a law for everyone, then, but a right to try it for a year and to keep what has proved itself.",
            ),
        ),
    ),
)


GRADES = ("F", "E", "D", "D+", "C", "C+", "B", "A")
_CUTS = (-2.2, -1.4, -0.7, 0.0, 0.7, 1.4, 2.2)
_SLOTS = 8
_TOP_LEVEL = 3
_POINTS_PER_UNIT = 3.0
_CONNECTIVES = ("because", "however", "therefore", "for example", "although", "in contrast", "as a result")


class SimEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A text for comparative judgment. Quality is on the log-odds scale, 0 in the middle."""

    id: str
    text: str
    quality: float
    grade: str
    is_anchor: bool
    assignment: str


def write_entries(draws: Draws, *, count: int, anchor_share: float = 0.2) -> list[SimEntry]:
    """Write different essays on one assignment; anchors are spread over the range of quality."""
    assignment = draws.choice(ASSIGNMENTS)
    texts: dict[str, float] = {}
    while len(texts) < count:
        text = _write(assignment, target=1.3 * draws.normal(), draws=draws)
        texts.setdefault(text, quality_of_text(text))
    anchors = _anchor_places(list(texts.values()), wanted=round(anchor_share * count))
    return [
        SimEntry(
            id=f"entry-{number:04d}",
            text=text,
            quality=quality,
            grade=grade_of(quality),
            is_anchor=number in anchors,
            assignment=assignment.title,
        )
        for number, (text, quality) in enumerate(texts.items())
    ]


def grade_of(quality: float) -> str:
    """Grade a quality on the eight-step scale."""
    return GRADES[sum(quality > cut for cut in _CUTS)]


@lru_cache(maxsize=4096)
def quality_of_text(text: str) -> float:
    """Read the quality off a text: exactly for this world's essays, by plain features for others."""
    known = _known_quality(text)
    return known if known is not None else _estimated_quality(text)


def is_known_essay(text: str) -> bool:
    """Say whether a text is one of this world's essays."""
    return _known_quality(text) is not None


@lru_cache(maxsize=4096)
def _known_quality(text: str) -> float | None:
    for assignment in ASSIGNMENTS:
        levels = [level for slot in assignment.slots for level, part in enumerate(slot) if part in text]
        if len(levels) >= _SLOTS // 2:
            missing = _SLOTS - len(levels)
            return (sum(levels) - _SLOTS * _TOP_LEVEL / 2 - missing) / _POINTS_PER_UNIT
    return None


def _estimated_quality(text: str) -> float:
    words = text.lower().split()
    if not words:
        return -4.0
    variety = len(set(words)) / len(words) ** 0.9
    links = sum(phrase in text.lower() for phrase in _CONNECTIVES)
    substance = math.log1p(len(words)) - 4.0
    return max(-4.0, min(4.0, 1.2 * (variety - 0.9) + 0.4 * links + substance))


def _write(assignment: EssayTopic, *, target: float, draws: Draws) -> str:
    middle = _TOP_LEVEL / 2 + target * _POINTS_PER_UNIT / _SLOTS
    levels = [max(0, min(_TOP_LEVEL, round(middle + 0.8 * draws.normal()))) for _ in range(_SLOTS)]
    parts = [slot[level] for slot, level in zip(assignment.slots, levels, strict=True)]
    return f"{parts[0]} {parts[1]}\n\n{' '.join(parts[2:6])}\n\n{parts[6]} {parts[7]}"


def _anchor_places(qualities: list[float], *, wanted: int) -> set[int]:
    """Pick places evenly from the lowest quality to the highest."""
    order = sorted(range(len(qualities)), key=qualities.__getitem__)
    step = (len(order) - 1) / max(1, wanted - 1)
    return {order[round(step * place)] for place in range(wanted)}
