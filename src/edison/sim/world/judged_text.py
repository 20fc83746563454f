"""Reading the judged texts, and the question they answer, out of a judge's prompt."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from .knowledge.corpus import find_case
from .sections import Section, outside_sections, parse_sections, sections_of


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """One text to be judged."""

    name: str
    """What the prompt calls it: `A`, `2`, `left`; empty when it is the only one."""
    text: str
    fenced: bool
    tail: str = ""
    """What follows it without a mark in between; nobody can tell whose words these are."""


@lru_cache(maxsize=1024)
def judged_texts(prompt: str) -> tuple[Judged, ...]:
    """Find the texts to be judged, in the order shown."""
    sections = sections_of(prompt, "judged") or _unnamed_fences(prompt)
    if not sections:
        return ()
    sided = [section for section in sections if section.side]
    chosen = sided if len(sided) >= 2 else _single(sections)
    ends = [*(section.start for section in chosen[1:]), len(prompt)]
    return tuple(
        Judged(
            name=section.side or _letter(place, len(chosen)),
            text=section.body.strip(),
            fenced=section.fenced,
            tail="" if section.fenced else prompt[section.end : end],
        )
        for place, (section, end) in enumerate(zip(chosen, ends, strict=True))
    )


@lru_cache(maxsize=1024)
def question_judged(prompt: str) -> str:
    """Find the question the judged texts answer: a known case anywhere around them, else what is labelled so."""
    around = outside_sections(prompt, "judged", "expected", "prompt")
    case = find_case(around)
    if case is not None:
        return case.text
    questions = sections_of(prompt, "question")
    return questions[-1].body.strip() if questions else ""


def _unnamed_fences(prompt: str) -> list[Section]:
    return [section for section in parse_sections(prompt) if section.fenced and not section.role]


def _single(sections: list[Section]) -> list[Section]:
    """Of several unnumbered candidates the fenced ones count, else the last."""
    fenced = [section for section in sections if section.fenced]
    return fenced or sections[-1:]


def _letter(place: int, count: int) -> str:
    return "ABCDEFGH"[place % 8] if count > 1 else ""
