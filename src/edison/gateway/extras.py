"""Fields of a provider's own that a caller adds: which are ours and refused, which make a call dearer than we can say.

What is ours is found out from the codec itself: whatever it writes for a question that wishes for everything. Other
names for the same things are refused too, however they are spelled: some servers read fields without regard to case.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeAlias, cast

import orjson
from pydantic import JsonValue

from edison.domain import (
    Ask,
    Effort,
    Endpoint,
    Form,
    FormKind,
    Message,
    Sampling,
    Tool,
    ToolChoice,
    ToolMode,
)
from edison.errors import ExtraRefused, ParametersNotTaken

from .codecs import codec_for
from .codecs.base import Dialect
from .provider import WireFormat

Tree: TypeAlias = "dict[str, Tree | None]"
"""Fields by their plain names; None where a field is ours as a whole."""

_LENGTHS = frozenset(
    {
        "maxtokens",
        "maxcompletiontokens",
        "maxoutputtokens",
        "maxnewtokens",
        "maxtokenstosample",
        "maxtokencount",
        "maxgeneratedtokens",
        "maxgenlen",
        "maxlength",
        "npredict",
        "numpredict",
        "tokenstogenerate",
    }
)
_NUMBERS_OF_ANSWERS = frozenset(
    {
        "n",
        "bestof",
        "candidatecount",
        "numresults",
        "numreturnsequences",
        "numgenerations",
        "numcompletions",
        "numbeams",
        "beamwidth",
        "usebeamsearch",
    }
)
_WHO_IS_ASKED = frozenset({"model", "models", "modelid", "fallbacks", "fallbackmodels", "preset"})
_ANYWHERE = _LENGTHS | _NUMBERS_OF_ANSWERS | _WHO_IS_ASKED
_WHAT_IS_ASKED = frozenset(
    {
        "messages",
        "prompt",
        "input",
        "contents",
        "system",
        "systeminstruction",
        "instructions",
        "previousresponseid",
        "conversation",
        "cachedcontent",
        "functions",
        "functioncall",
        "stream",
    }
)
_NOTES = frozenset({"metadata", "requestmetadata", "labels"})
"""What a provider only keeps: names in there mean nothing to it."""

_TEXT_ONLY = (["text"], ["TEXT"])
_DEARER: Mapping[str, tuple[object, ...]] = {
    "servicetier": (None, "auto", "default", "standard", "standard_only", "flex"),
    "speed": (None, "standard"),
    "inferencegeo": (None, "global"),
    "performanceconfig": (None, {"latency": "standard"}),
    "modalities": _TEXT_ONLY,
    "responsemodalities": _TEXT_ONLY,
    "audio": (None,),
    "cachecontrol": (None,),
    "container": (None,),
    "guardrailconfig": (None,),
    "mcpservers": (None, []),
    "plugins": (None, []),
    "prediction": (None,),
    "searchparameters": (None,),
    "websearchoptions": (None,),
}
"""Fields that change what a token costs or add a fee, each with the values that cost no more than none at all."""

_SCHEMA: dict[str, JsonValue] = {"type": "object", "title": "Probe"}
_WISHES: Mapping[str, object] = {
    "temperature": 1.0,
    "top_p": 1.0,
    "top_k": 1,
    "seed": 1,
    "max_tokens": 4096,
    "stop": ("stop",),
    "top_logprobs": 1,
    "frequency_penalty": 0.0,
    "presence_penalty": 0.0,
    "repeat_penalty": 1.0,
    "effort": Effort.LOW,
}


def refuse_owned(ask: Ask, *, wire: WireFormat, dialect: Dialect) -> None:
    """Refuse fields that are ours.

    Raises:
        ExtraRefused: naming them all.
    """
    names = tuple(dict.fromkeys(_owned_in(ask.extra, _tree(wire, dialect), at="")))
    if names:
        raise ExtraRefused(ask.to.name, names)


def unpriced(extra: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """The fields with which a call may cost more than its tokens and the price list say."""
    return tuple(dict.fromkeys(_dearer_in(extra, at="")))


def _owned_in(extra: Mapping[str, JsonValue], ours: Tree, *, at: str) -> Iterator[str]:
    refused = _ANYWHERE if at else _ANYWHERE | _WHAT_IS_ASKED
    for key, value in extra.items():
        name, place = _plain(key), f"{at}{key}"
        mine = ours.get(name)
        if name in refused or (name in ours and (mine is None or not isinstance(value, dict))):
            yield place
        elif name not in _NOTES:
            for inner in _objects(value):
                yield from _owned_in(inner, mine or {}, at=f"{place}.")


def _dearer_in(extra: Mapping[str, JsonValue], *, at: str) -> Iterator[str]:
    for key, value in extra.items():
        name, place = _plain(key), f"{at}{key}"
        if name in _DEARER:
            if value not in _DEARER[name]:
                yield place
        elif name not in _NOTES:
            for inner in _objects(value):
                yield from _dearer_in(inner, at=f"{place}.")


def _objects(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """The object that this is, or those that stand in this list."""
    if isinstance(value, dict):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _objects(item)


def _plain(key: str) -> str:
    return key.casefold().replace("_", "").replace("-", "")


@cache
def _tree(wire: WireFormat, dialect: Dialect) -> Tree:
    """Everything that a codec writes when a question wishes for everything it can say."""
    tree: Tree = {}
    for kind in (FormKind.JSON, FormKind.SCHEMA):
        body = _everything(wire, dialect, kind)
        _grow(tree, cast("dict[str, object]", orjson.loads(body)))
    return tree


def _everything(wire: WireFormat, dialect: Dialect, kind: FormKind) -> bytes:
    wishes, codec = dict(_WISHES), codec_for(wire)
    for _ in range(len(_WISHES) + 2):
        ask = Ask(
            to=Endpoint(provider="probe", model="probe"),
            messages=(Message.system("Probe."), Message.user("Probe.")),
            tools=(Tool(name="probe"),),
            tool_choice=ToolChoice(mode=ToolMode.NAMED, name="probe"),
            form=Form(kind=kind, json_schema=_SCHEMA if kind is FormKind.SCHEMA else None),
            sampling=Sampling.model_validate(wishes),
        )
        try:
            return codec.encode(ask, dialect, stream=True).body or b"{}"
        except ParametersNotTaken as refused:
            untaken = cast("tuple[str, ...]", refused.fields["parameters"])
            wishes = {name: value for name, value in wishes.items() if name not in untaken}
            if FormKind.JSON.value in untaken:
                kind = FormKind.TEXT
    raise AssertionError(f"{wire} refuses even a plain question")


def _grow(tree: Tree, body: Mapping[str, object]) -> None:
    for key, value in body.items():
        if not isinstance(value, dict) or value == _SCHEMA:
            tree[_plain(key)] = None
            continue
        branch = tree.setdefault(_plain(key), {})
        if branch is not None:
            _grow(branch, cast("dict[str, object]", value))
