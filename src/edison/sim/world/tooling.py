"""Using tools: whether a question calls for one, with which arguments, and when it is enough."""

from __future__ import annotations

import re

from edison.sim.exchange import SimTool, SimToolCall

from .argument_reading import arguments_for, several_places
from .draw import Draws
from .json_shapes import as_object
from .key_terms import key_terms
from .malforming import malform_arguments
from .persona import Persona
from .replying import Spoken, call_id
from .schema_filling import SchemaFiller
from .view import View

_DONE = "DONE"
_NAME = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\-.]+")
_ENOUGH = 2
_ONE_AT_A_TIME = re.compile(
    r"\bone (?:tool )?(?:call|tool|action) (?:at a time|per)|\bThought:|\bReAct\b", re.IGNORECASE
)


def use_tools(view: View, *, persona: Persona, seed: int) -> Spoken | None:
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


def _chosen(view: View, *, tools: list[SimTool], draws: Draws, persona: Persona) -> SimTool | None:
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


def _missing_calls(view: View, *, tool: SimTool, made: list[SimToolCall], draws: Draws) -> list[SimToolCall]:
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


def _ended(view: View, *, made: list[SimToolCall], draws: Draws) -> Spoken | None:
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


def _spoken_calls(calls: list[SimToolCall], *, view: View) -> Spoken:
    thought = ""
    if _ONE_AT_A_TIME.search(view.system) and calls[0].name != _DONE:
        thought = f"I need {calls[0].name} for {_about(calls[0])}."
    return Spoken(text=thought, tool_calls=tuple(calls), finish="tool_calls")


def _again(call: SimToolCall, draws: Draws) -> SimToolCall:
    return SimToolCall(id=call_id(draws), name=call.name, arguments=call.arguments)


def _spoiled(call: SimToolCall, *, draws: Draws) -> SimToolCall:
    return SimToolCall(id=call.id, name=call.name, arguments=malform_arguments(call.arguments, draws=draws))


def _has_done(view: View) -> bool:
    return any(tool.name == _DONE for tool in view.request.tools)
