"""Reading a judge's prompt: the judged texts, their question, the criteria with weights, the scale."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from ..criteria import NAMES, criterion_named
from ..filling.content import snake
from ..knowledge.corpus import find_case
from ..reading.json_values import as_array, as_object
from ..reading.sections import Section, outside_sections, parse_sections, sections_of


class JudgedText(msgspec.Struct, frozen=True, kw_only=True):
    """One text to be judged."""

    name: str
    """What the prompt calls it: `A`, `2`, `left`; empty when it is the only one."""
    text: str
    fenced: bool
    tail: str = ""
    """What follows it without a mark in between; nobody can tell whose words these are."""


@lru_cache(maxsize=1024)
def judged_texts(prompt: str) -> tuple[JudgedText, ...]:
    """Find the texts to be judged, in the order shown."""
    sections = sections_of(prompt, "judged") or _unnamed_fences(prompt)
    if not sections:
        return ()
    sided = [section for section in sections if section.side]
    chosen = sided if len(sided) >= 2 else _single(sections)
    ends = [*(section.start for section in chosen[1:]), len(prompt)]
    return tuple(
        JudgedText(
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


class AskedCriterion(msgspec.Struct, frozen=True, kw_only=True):
    """A criterion by the name the prompt uses, and the world's criterion behind it, if there is one."""

    label: str
    known: str | None
    weight: float = 1.0
    scale: tuple[float, float] | None = None
    """Its own, where the rubric states one beside its name."""


_LINE = re.compile(
    r"^[ \t]{0,8}(?:[-*•]|\d{1,2}[.)])?[ \t]{0,4}(?:\*\*|`|\")?(?P<label>[A-Za-z][\w /&-]{1,40}?)(?:\*\*|`|\")?"
    r"[ \t]{0,4}(?P<extra>[(\[][^)\]\n]{0,60}[)\]])?[ \t]{0,4}(?:\*\*)?[ \t]{0,4}(?::|–|—|=| - )(?P<rest>[^\n]*)$",
    re.MULTILINE,
)
_WEIGHT = re.compile(r"(?:weight\D{0,4}|\()(?P<number>0?\.\d+|1(?:\.0+)?|\d{1,3} ?%)", re.IGNORECASE)
_SCALE = re.compile(
    r"(?:from|scale(?: of| from)?|between|score[sd]?|rat(?:e|ing)s?|points?|\()[^.\n\d]{0,24}"
    r"(?P<low>0|1)(?:\.0)? ?(?:to|-|–|—|and|\.\.) ?(?P<high>\d{1,3})(?:\.0)?\b",
    re.IGNORECASE,
)
_OWN_SCALE = re.compile(r"\bfrom (?P<low>-?\d+(?:\.\d+)?) to (?P<high>-?\d+(?:\.\d+)?)\b")
_OUT_OF = re.compile(r"\bout of (?P<high>5|10|100)\b", re.IGNORECASE)
_NAME_KEYS = ("criterion", "criterion_name", "criterion_id", "dimension", "aspect", "name", "id", "key")
_SCORE_KEYS = ("scores", "ratings", "criteria", "criterion_scores", "marks", "grades")


def asked_criteria(prompt: str, schema: dict[str, object] | None) -> tuple[AskedCriterion, ...]:
    """Find the criteria asked about: those the form names, else those the rubric lists."""
    listed = rubric_criteria(prompt)
    if schema is None:
        return listed
    labels = _labels_in_form(schema)
    if not labels:
        return listed
    told = {snake(criterion.label): criterion for criterion in listed}
    unknown = AskedCriterion(label="", known=None)
    return tuple(
        msgspec.structs.replace(told.get(snake(label), unknown), label=label, known=criterion_named(label))
        for label in labels
    )


@lru_cache(maxsize=2048)
def rubric_criteria(prompt: str) -> tuple[AskedCriterion, ...]:
    """Read the criteria off the rubric in a prompt."""
    rubrics = sections_of(prompt, "rubric")
    found: dict[str, AskedCriterion] = {}
    for section in rubrics:
        for criterion in _lines(section.body, any_name=True):
            found.setdefault(snake(criterion.label), criterion)
    if not found:
        words = outside_sections(prompt, "judged", "question", "prompt", "expected")
        for criterion in _lines(words, any_name=False):
            found.setdefault(snake(criterion.label), criterion)
        return tuple(found.values()) or _mentioned(words)
    return tuple(found.values())


@lru_cache(maxsize=2048)
def score_scale(prompt: str) -> tuple[float, float]:
    """Read the scale scores are asked on; from 1 to 5 when the prompt does not say."""
    words = outside_sections(prompt, "judged", "question", "prompt", "expected")
    match = _SCALE.search(words)
    if match:
        return float(match["low"]), float(match["high"])
    out_of = _OUT_OF.search(words)
    return (0.0, float(out_of["high"])) if out_of else (1.0, 5.0)


def _lines(text: str, *, any_name: bool) -> list[AskedCriterion]:
    found: list[AskedCriterion] = []
    for match in _LINE.finditer(text):
        label = match["label"].strip()
        known = criterion_named(label) if len(label.split()) <= 4 else None
        if known is None and not (any_name and len(label.split()) <= 4):
            continue
        scale = _own_scale(match["extra"] or "")
        found.append(AskedCriterion(label=label, known=known, weight=_weight(match.group()), scale=scale))
    return found


def _own_scale(extra: str) -> tuple[float, float] | None:
    match = _OWN_SCALE.search(extra)
    return (float(match["low"]), float(match["high"])) if match else None


def _weight(line: str) -> float:
    match = _WEIGHT.search(line)
    if not match:
        return 1.0
    number = match["number"]
    return float(number.rstrip("% ")) / 100 if number.endswith("%") else float(number)


def _mentioned(words: str) -> tuple[AskedCriterion, ...]:
    lower = words.lower()
    return tuple(
        AskedCriterion(label=name, known=name)
        for name in NAMES
        if name in lower and re.search(rf"\b{name}(?:ness|ly)?\b", lower)
    )


def _labels_in_form(schema: dict[str, object]) -> list[str]:
    properties = as_object(schema.get("properties"))
    for name, inner in properties.items():
        shape = as_object(inner)
        plain = snake(name)
        if plain in _NAME_KEYS and as_array(shape.get("enum")):
            return [str(option) for option in as_array(shape["enum"])]
        if plain in _SCORE_KEYS and as_object(shape.get("properties")):
            return list(as_object(shape["properties"]))
        labels = _labels_in_form(as_object(shape.get("items"))) or _labels_in_form(shape)
        if labels:
            return labels
    for inner in as_object(schema.get("$defs")).values():
        labels = _labels_in_form(as_object(inner))
        if labels:
            return labels
    direct = [
        name for name, inner in properties.items() if criterion_named(name) and _takes_score(as_object(inner))
    ]
    return direct if len(direct) >= 2 else []


def _takes_score(shape: dict[str, object]) -> bool:
    numeric = shape.get("type") in ("integer", "number")
    return numeric or "enum" in shape or "score" in as_object(shape.get("properties"))
