"""Using tools: whether a question calls for one, with which arguments, and when it is enough."""

from __future__ import annotations

import re

from ...exchange import SimTool, SimToolCall
from ..draw import Draws
from ..filling.content import snake
from ..filling.schema import SchemaFiller
from ..persona import Persona
from ..reading.json_values import as_array, as_object
from ..reading.key_terms import key_terms
from ..reading.view import ReadRequest
from ..replying.forms import Spoken, call_id, malform_arguments

_DONE = "DONE"
_NAME = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\-.]+")
_ENOUGH = 2
_ONE_AT_A_TIME = re.compile(
    r"\bone (?:tool )?(?:call|tool|action) (?:at a time|per)|\bThought:|\bReAct\b", re.IGNORECASE
)


def use_tools(view: ReadRequest, *, persona: Persona, seed: int) -> Spoken | None:
    """Call a tool, or end with what the tools said; nothing when the question needs none."""
    request = view.request
    tools = [tool for tool in request.tools if tool.name != _DONE]
    if not request.tools or request.tool_choice == "none":
        return None
    draws = Draws(seed, "tools", persona.id, view.noise_key)
    made = [call for message in view.since_asked for call in message.tool_calls]
    if made and Draws(seed, "cycle", persona.id, view.question).chance(persona.tools.cycle):
        return _spoken_calls([_again(made[0], draws)], view=view)
    tool = _chosen(view, tools=tools, draws=draws, persona=persona)
    calls = _missing_calls(view, tool=tool, made=made, draws=draws) if tool else []
    if calls and draws.chance(persona.tools.wrong_arguments):
        calls = [_spoiled(call, draws=draws) for call in calls]
    if calls:
        return _spoken_calls(calls, view=view)
    return _ended(view, made=made, draws=draws)


def _chosen(view: ReadRequest, *, tools: list[SimTool], draws: Draws, persona: Persona) -> SimTool | None:
    choice = view.request.tool_choice or "auto"
    named = [tool for tool in view.request.tools if choice == f"name:{tool.name}"]
    if named:
        return named[0]
    ranked = sorted(tools, key=lambda tool: -_fit(tool, view.question))
    if choice == "required":
        return ranked[0] if ranked else (view.request.tools[0] if view.request.tools else None)
    skips = draws.chance(persona.tools.skip)
    if not ranked or skips or _fit(ranked[0], view.question) < _ENOUGH:
        return None
    return ranked[0]


def _fit(tool: SimTool, question: str) -> int:
    """Count how many of the question's words the tool speaks of; its name counts double."""
    asked = {word.lower()[:5] for word in key_terms(question, limit=40)}
    name = {word.lower()[:5] for word in _NAME.split(tool.name) if len(word) > 2}
    described = {word.lower()[:5] for word in key_terms(tool.description, limit=40)}
    return 2 * len(asked & name) + len(asked & (described - name))


def _missing_calls(
    view: ReadRequest, *, tool: SimTool, made: list[SimToolCall], draws: Draws
) -> list[SimToolCall]:
    done = [call.arguments for call in made if call.name == tool.name]
    # What the question leaves open is filled from the question's own stream, so that a later turn fills it alike.
    settled = Draws(0, "arguments", tool.name, view.question)
    wanted = [
        as_object(SchemaFiller(tool.parameters, settled).fill(arguments_for(tool.parameters, question=part)))
        for part in several_places(tool.parameters, question=view.question)
    ]
    forced = view.request.tool_choice not in (None, "auto")
    fresh = [arguments for arguments in wanted if arguments not in done]
    if not fresh and forced and not _has_done(view):
        fresh = wanted[:1]
    if len(done) >= len(wanted) and not forced:
        return []
    if _ONE_AT_A_TIME.search(view.system):
        fresh = fresh[:1]
    return [SimToolCall(id=call_id(draws), name=tool.name, arguments=arguments) for arguments in fresh]


def _ended(view: ReadRequest, *, made: list[SimToolCall], draws: Draws) -> Spoken | None:
    results = [message.text for message in view.since_asked if message.role == "tool" and message.text]
    if not made or not results:
        return None
    summary = _summed_up(made, results)
    if _has_done(view):
        done = next(tool for tool in view.request.tools if tool.name == _DONE)
        arguments = as_object(
            SchemaFiller(done.parameters, draws).fill({"response": summary, "answer": summary})
        )
        return _spoken_calls([SimToolCall(id=call_id(draws), name=_DONE, arguments=arguments)], view=view)
    return Spoken(text=summary)


def _summed_up(made: list[SimToolCall], results: list[str]) -> str:
    failed = next((result for result in results if result.startswith("Error")), None)
    if failed is not None:
        return f"I could not find this out: {failed}"
    if len(results) == 1:
        return f"Here is what I found: {results[0].strip()}"
    rows = [f"- {_about(call)}: {result.strip()}" for call, result in zip(made, results, strict=False)]
    return "Here is what I found:\n" + "\n".join(rows)


def _about(call: SimToolCall) -> str:
    return next((str(value) for value in call.arguments.values() if isinstance(value, str)), call.name)


def _spoken_calls(calls: list[SimToolCall], *, view: ReadRequest) -> Spoken:
    thought = ""
    if _ONE_AT_A_TIME.search(view.system) and calls[0].name != _DONE:
        thought = f"I need {calls[0].name} for {_about(calls[0])}."
    return Spoken(text=thought, tool_calls=tuple(calls), finish="tool_calls")


def _again(call: SimToolCall, draws: Draws) -> SimToolCall:
    return SimToolCall(id=call_id(draws), name=call.name, arguments=call.arguments)


def _spoiled(call: SimToolCall, *, draws: Draws) -> SimToolCall:
    return SimToolCall(id=call.id, name=call.name, arguments=malform_arguments(call.arguments, draws=draws))


def _has_done(view: ReadRequest) -> bool:
    return any(tool.name == _DONE for tool in view.request.tools)


_CAPITALISED = r"[A-ZÀ-Þ][\w'’-]+(?: (?:de |da |of )?[A-ZÀ-Þ][\w'’-]+)*"
_PLACE = re.compile(rf"\b(?:in|at|for|near|to|from|of|and|between|,) ({_CAPITALISED})")
_FROM = re.compile(rf"\bfrom ({_CAPITALISED})")
_TO = re.compile(rf"\bto ({_CAPITALISED})")
_PROPER_NAME = re.compile(rf"(?<!^)(?<![.!?] )\b({_CAPITALISED})")
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
        return _first(_PLACE, question) or _first(_PROPER_NAME, question)
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
        return _first(_PROPER_NAME, question)
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
