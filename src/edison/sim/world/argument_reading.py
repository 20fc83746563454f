"""Reading a tool's arguments off a question."""

from __future__ import annotations

import re

from .content import snake
from .json_shapes import as_array, as_object

_CAPITALISED = r"[A-ZÀ-Þ][\w'’-]+(?: (?:de |da |of )?[A-ZÀ-Þ][\w'’-]+)*"
_PLACE = re.compile(rf"\b(?:in|at|for|near|to|from|of|and|between|,) ({_CAPITALISED})")
_FROM = re.compile(rf"\bfrom ({_CAPITALISED})")
_TO = re.compile(rf"\bto ({_CAPITALISED})")
_NAME = re.compile(rf"(?<!^)(?<![.!?] )\b({_CAPITALISED})")
_DATE = re.compile(
    r"\b(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|today|tomorrow|yesterday|(?:next |this )?"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|"
    r"\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})?)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:[.,]\d+)*(?!\w)")
_EXPRESSION = re.compile(r"[-(]{0,3}\d[\d\s.+*/×x^()%-]*[\d)]")
_IDENTIFIER = re.compile(r"\b(?=[A-Z0-9-]*\d)[A-Z0-9]{2,}(?:-[A-Z0-9]+)*\b|#(\w+)")
_EMAIL = re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{1,64}")
_URL = re.compile(r"https?://\S+")
_QUOTED = re.compile(r"[\"“']([^\"“”']{2,80})[\"”']")

_PLACES = ("city", "location", "place", "town", "country", "region", "address", "cities", "locations")
_ORIGINS = ("origin", "from", "source", "departure", "start", "from_city")
_DESTINATIONS = ("destination", "to", "target", "arrival", "to_city")
_DATES = ("date", "day", "when", "start_date", "end_date", "departure_date", "time")
_EXPRESSIONS = ("expression", "formula", "equation", "calculation")
_WHOLE = (
    "query",
    "question",
    "text",
    "input",
    "q",
    "search",
    "prompt",
    "message",
    "content",
    "task",
    "response",
    "request",
)
_NAMES = ("name", "person", "customer", "user", "customer_name", "contact")


def arguments_for(schema: dict[str, object], *, question: str) -> dict[str, object]:
    """Read as many of the schema's arguments as the question holds."""
    found: dict[str, object] = {}
    numbers = _NUMBER.findall(_DATE.sub(" ", question))
    for name, inner in as_object(schema.get("properties")).items():
        shape = as_object(inner)
        value = _listed_option(shape, question) or _by_name(snake(name), question)
        if shape.get("type") in ("integer", "number"):
            value = _number_of(snake(name), question=question, numbers=numbers)
        if value is not None:
            found[snake(name)] = value
    return found


def _number_of(name: str, *, question: str, numbers: list[str]) -> str | None:
    """Find the number that stands with the argument's name, else take the next one not yet used."""
    word = re.escape(name.rsplit("_", 1)[-1].removesuffix("s"))
    beside = re.search(rf"(-?\d[\d.,]*)[ -]{word}|\b{word}\w*\D{{1,5}}(-?\d[\d.,]*)", question, re.IGNORECASE)
    if beside:
        return (beside[1] or beside[2]).replace(",", "").rstrip(".")
    return numbers.pop(0).replace(",", "") if numbers else None


def several_places(schema: dict[str, object], *, question: str) -> list[str]:
    """Split a question about several places into one question per place."""
    properties = as_object(schema.get("properties"))
    single = [
        name
        for name in properties
        if snake(name) in _PLACES and as_object(properties[name]).get("type") != "array"
    ]
    places = list(dict.fromkeys(_PLACE.findall(question)))
    if not single or len(places) < 2:
        return [question]
    return [f"{_without(question, places)} in {place}" for place in places]


def _without(question: str, places: list[str]) -> str:
    for place in places:
        question = re.sub(rf"\b(?:in|at|for|near|and|,)? ?\b{re.escape(place)}\b", "", question)
    return question.rstrip("?!. ")


def _listed_option(shape: dict[str, object], question: str) -> object | None:
    lower = question.lower()
    return next((option for option in as_array(shape.get("enum")) if str(option).lower() in lower), None)


def _by_name(name: str, question: str) -> str | None:
    if name in _ORIGINS:
        return _first(_FROM, question)
    if name in _DESTINATIONS:
        return _first(_TO, question)
    if name in _PLACES:
        return _first(_PLACE, question) or _first(_NAME, question)
    if name in _DATES:
        return _first(_DATE, question)
    if name in _EXPRESSIONS:
        return (_first(_EXPRESSION, question) or question).strip()
    return _by_kind(name, question)


def _by_kind(name: str, question: str) -> str | None:
    if name in _WHOLE:
        return (
            _first(_QUOTED, question)
            if name in ("text", "content") and _QUOTED.search(question)
            else question
        )
    if name in _NAMES:
        return _first(_NAME, question)
    if name == "email":
        return _first(_EMAIL, question)
    if name in ("url", "link"):
        return _first(_URL, question)
    if name.endswith(("id", "number", "code")):
        return _first(_IDENTIFIER, question)
    return _first(_QUOTED, question)


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    if not match:
        return None
    return next((group for group in match.groups() if group), match.group())
