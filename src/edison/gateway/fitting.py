"""Before anything is sent: what a model does not take is refused by name or, with leave, left out and recorded."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from edison.domain import Ask, Form, FormKind, Image, Message, Text, ToolMode
from edison.errors import ParametersNotTaken

from .manifest import Capability

_CONTENT = frozenset({"images", "tools"})
"""Part of the question: without it, it would be another question."""
_CHOOSING = frozenset({"tool_choice", "forced_tool"})
_FORCING = (ToolMode.REQUIRED, ToolMode.NAMED)


@dataclass(frozen=True, slots=True)
class Fitted:
    """An Ask that a model takes as it is, and what had to go."""

    ask: Ask
    left_out: tuple[str, ...] = ()


def fit(ask: Ask, capability: Capability, *, leave_out: bool) -> Fitted:
    """Make an Ask fit a model.

    Prompt-cache marks are never a reason to refuse; where none are sent, `cache` is recorded as left out. A schema that
    is left out is written into the last utterance.

    Raises:
        ParametersNotTaken: the model does not take something, and it may not or must not be left out.
    """
    if _fits_as_it_is(ask, capability):
        return Fitted(ask)
    misfits = _misfits(ask, capability)
    stuck = {name: cause for name, cause in misfits.items() if not leave_out or name in _CONTENT}
    if (
        capability.max_output_tokens is not None
        and (ask.sampling.max_tokens or 0) > capability.max_output_tokens
    ):
        stuck["max_tokens"] = f"max_tokens above {capability.max_output_tokens}"
    if stuck:
        raise ParametersNotTaken(ask.to.name, stuck.values())
    loses_marks = capability.prompt_cache != "marks" and _has_marks(ask)
    fitted = _without(ask, misfits, marks=loses_marks and capability.prompt_cache == "none")
    return Fitted(fitted, left_out=(*misfits, "cache") if loses_marks else tuple(misfits))


def _fits_as_it_is(ask: Ask, capability: Capability) -> bool:
    """Whether nothing needs a closer look; true for nearly all, so this must be quick."""
    sampling, free = ask.sampling, capability.unconditional
    if not sampling.model_fields_set <= free or _exceeds_output(ask, capability):
        return False
    if ask.form.kind is not FormKind.TEXT and ask.form.kind.value not in free:
        return False
    if ask.tools and ("tools" not in free or (ask.tool_choice is not None and not free >= _CHOOSING)):
        return False
    for message in ask.messages:
        for part in message.parts:
            if not (part.cache is None if type(part) is Text else "images" in free):
                return False
    return True


def _exceeds_output(ask: Ask, capability: Capability) -> bool:
    wished, limit = ask.sampling.max_tokens, capability.max_output_tokens
    return wished is not None and limit is not None and wished > limit


def _misfits(ask: Ask, capability: Capability) -> dict[str, str]:
    """What the model does not take, each with how to call it in a sentence."""
    wishes = _wishes(ask)
    causes = {name: _why_not(name, value=value, capability=capability) for name, value in wishes.items()}
    staying = {name for name, cause in causes.items() if cause is None}
    for name in staying & capability.not_beside.keys():
        clashes = sorted(capability.not_beside[name] & staying)
        if clashes and wishes[name] != capability.fixed.get(name):
            causes[name] = f"{name} beside {' and '.join(clashes)}"
    return {_asked_as(name): cause for name, cause in causes.items() if cause is not None}


def _wishes(ask: Ask) -> dict[str, object]:
    """Everything an Ask sets, by the names of the manifest."""
    sampling = ask.sampling
    wishes = {name: getattr(sampling, name) for name in sampling.model_fields_set}
    wishes = {name: value for name, value in sorted(wishes.items()) if value is not None and value != ()}
    if ask.tools:
        wishes["tools"] = ask.tools
    if ask.tool_choice is not None:
        wishes["tool_choice"] = ask.tool_choice.mode
        if ask.tool_choice.mode in _FORCING:
            wishes["forced_tool"] = ask.tool_choice.mode
    if ask.form.kind is not FormKind.TEXT:
        wishes[ask.form.kind.value] = ask.form
    if _has_images(ask):
        wishes["images"] = True
    return wishes


def _why_not(name: str, *, value: object, capability: Capability) -> str | None:
    if name in capability.fixed and value == capability.fixed[name]:
        return None
    if name in capability.takes:
        return f"effort {value}" if name == "effort" and value not in capability.efforts else None
    if name in capability.fixed:
        return f"{name} other than {capability.fixed[name]:g}"
    return f"tool_choice {value}" if name == "forced_tool" else name


def _asked_as(name: str) -> str:
    """The parameter as the caller knows it: one that forces a tool is a tool choice like any other."""
    return "tool_choice" if name == "forced_tool" else name


def _without(ask: Ask, names: Iterable[str], *, marks: bool) -> Ask:
    gone = set(names)
    if not gone and not marks:
        return ask
    sampling = {
        name: () if name == "stop" else None for name in gone & type(ask.sampling).model_fields.keys()
    }
    messages = _with_schema(ask) if FormKind.SCHEMA.value in gone else ask.messages
    # Built anew rather than copied: a copy would carry the fingerprint of what it no longer says.
    return Ask(
        to=ask.to,
        messages=tuple(_unmarked(message) for message in messages) if marks else messages,
        tools=ask.tools,
        tool_choice=None if "tool_choice" in gone else ask.tool_choice,
        form=Form() if ask.form.kind.value in gone else ask.form,
        sampling=ask.sampling.model_copy(update=sampling),
        extra=ask.extra,
        purpose=ask.purpose,
        repeat=ask.repeat,
    )


def _with_schema(ask: Ask) -> tuple[Message, ...]:
    """The last utterance with the schema in words: who cannot be held to it can still be told."""
    written = json.dumps(ask.form.json_schema, ensure_ascii=False)
    told = Text(
        text=f"\n\nReply with one JSON object and nothing else. It has to fit this JSON schema:\n{written}"
    )
    *before, last = ask.messages
    return (*before, last.model_copy(update={"parts": (*last.parts, told)}))


def _unmarked(message: Message) -> Message:
    parts = tuple(
        part.model_copy(update={"cache": None}) if isinstance(part, Text) and part.cache else part
        for part in message.parts
    )
    return message.model_copy(update={"parts": parts})


def _has_images(ask: Ask) -> bool:
    return any(isinstance(part, Image) for message in ask.messages for part in message.parts)


def _has_marks(ask: Ask) -> bool:
    return any(isinstance(part, Text) and part.cache for message in ask.messages for part in message.parts)
