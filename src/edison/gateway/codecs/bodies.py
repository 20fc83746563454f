"""What codecs share when they write a request: JSON bytes, the caller's own fields, last refusals."""

import json
from collections.abc import Iterable, Mapping
from typing import TypeAlias, cast

import orjson
from pydantic import JsonValue

from edison.domain import Ask, Effort, Message, Role, ToolCall
from edison.errors import ParametersNotTaken

Body: TypeAlias = dict[str, object]

# What Google publishes for reasoning_effort on its models that take a budget; Anthropic names no figures.
_THINKING_BUDGETS = {Effort.MINIMAL: 1024, Effort.LOW: 1024, Effort.MEDIUM: 8192, Effort.HIGH: 24576}
_SMALLEST_BUDGET = 1024


def write_json(body: Mapping[str, object]) -> bytes:
    """The exact bytes of a body; text that UTF-8 cannot hold is escaped rather than lost."""
    try:
        return orjson.dumps(body)
    except orjson.JSONEncodeError:
        return json.dumps(body, ensure_ascii=True, separators=(",", ":")).encode()


def merged(body: Body, extra: Mapping[str, JsonValue]) -> Body:
    """The body with the caller's own fields in it; where both have an object, theirs is laid over ours."""
    if not extra:
        return body
    result = dict(body)
    for key, theirs in extra.items():
        ours = result.get(key)
        if isinstance(ours, dict) and isinstance(theirs, dict):
            result[key] = merged(cast(Body, ours), theirs)
        else:
            result[key] = theirs
    return result


def refuse_untaken(ask: Ask, *, wishes: Iterable[str]) -> None:
    """Refuse by name what the format has no word for; the last guard against dropping a wish in silence."""
    names = tuple(wishes)
    if names:
        raise ParametersNotTaken(ask.to.name, names)


def wished_sampling(ask: Ask, *, among: Iterable[str]) -> list[str]:
    """Which of the named sampling parameters this Ask sets."""
    sampling = ask.sampling
    return [name for name in among if getattr(sampling, name) is not None]


def thinking_budget(effort: Effort, *, max_tokens: int | None = None) -> int:
    """Tokens of thought for a model that wants its effort as a number.

    Where thinking counts towards `max_tokens`, at least half of those are left for the answer.
    """
    budget = _THINKING_BUDGETS[effort]
    return budget if max_tokens is None else max(min(budget, max_tokens // 2), _SMALLEST_BUDGET)


def effort_name(effort: Effort) -> str:
    """An effort in the words of formats that know nothing below `low`."""
    return "low" if effort is Effort.MINIMAL else effort.value


def arguments_of(call: ToolCall) -> Mapping[str, object]:
    """A call's arguments as the object that formats demand, even where the model wrote none."""
    return call.arguments if call.unparsed is None else {"unparsed": call.unparsed}


def split_system(messages: tuple[Message, ...]) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """The system messages that open a conversation, and everything after them."""
    for position, message in enumerate(messages):
        if message.role is not Role.SYSTEM:
            return messages[:position], messages[position:]
    return messages, ()
