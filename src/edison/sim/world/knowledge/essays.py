"""Essays whose quality can be read off them: eight places, each filled on one of four levels."""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec

from ..draw import Draws
from .essay_parts import ASSIGNMENTS, Assignment

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


def _write(assignment: Assignment, *, target: float, draws: Draws) -> str:
    middle = _TOP_LEVEL / 2 + target * _POINTS_PER_UNIT / _SLOTS
    levels = [max(0, min(_TOP_LEVEL, round(middle + 0.8 * draws.normal()))) for _ in range(_SLOTS)]
    parts = [slot[level] for slot, level in zip(assignment.slots, levels, strict=True)]
    return f"{parts[0]} {parts[1]}\n\n{' '.join(parts[2:6])}\n\n{parts[6]} {parts[7]}"


def _anchor_places(qualities: list[float], *, wanted: int) -> set[int]:
    """Pick places evenly from the lowest quality to the highest."""
    order = sorted(range(len(qualities)), key=qualities.__getitem__)
    step = (len(order) - 1) / max(1, wanted - 1)
    return {order[round(step * place)] for place in range(wanted)}
