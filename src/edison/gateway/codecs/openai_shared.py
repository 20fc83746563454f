"""What OpenAI's two formats say in the same way: pictures, log-probabilities, usage, ends."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

import msgspec
from pydantic import JsonValue

from edison.domain import Image, Outcome, TokenLogprob, ToolCall, Usage

from .base import Reply
from .bodies import write_json
from .findings import read_call, read_written_call

_DETAIL_LEVELS = 20
_LARGEST_COUNT = 10**30

ENDS: Mapping[str, Outcome] = {
    "length": Outcome.LENGTH,
    "max_tokens": Outcome.LENGTH,
    "max_output_tokens": Outcome.LENGTH,
    "model_length": Outcome.LENGTH,
    "content_filter": Outcome.CONTENT_FILTER,
    "safety": Outcome.CONTENT_FILTER,
    "sensitive": Outcome.CONTENT_FILTER,
}
"""Why an answer ended before the model was done; every other word for an end means that it was done."""

BROKEN_ENDS = frozenset({"error", "abort", "insufficient_system_resource"})
"""Ends with which a server says that it failed half-way."""


class Token(msgspec.Struct, gc=False):
    """A token with its log-probability, on the wire."""

    token: str = ""
    logprob: float | None = None
    top_logprobs: "list[Token] | None" = None


@dataclass(slots=True)
class Draft:
    """An answer as it is put together from a body or a stream."""

    text: str = ""
    refusal: str = ""
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    logprobs: tuple[TokenLogprob, ...] | None = None
    cut: Outcome | None = None
    """LENGTH or CONTENT_FILTER when the model did not end by itself."""
    usage: object = None
    model: object = None
    id: object = None
    details: dict[str, object] = field(default_factory=dict[str, object])

    def reply(self) -> Reply:
        """The draft as it stands, taken for the whole answer."""
        return Reply(
            outcome=self._outcome(),
            text=self.refusal or self.text,
            reasoning=self.reasoning or None,
            tool_calls=self.tool_calls,
            logprobs=self.logprobs,
            usage=read_usage(self.usage),
            reported_model=as_word(self.model) or None,
            provider_id=as_word(self.id) or None,
            details=shallow(self.details) if self.details else {},
        )

    def _outcome(self) -> Outcome:
        if self.tool_calls and not self._is_cut_within_a_call():
            return Outcome.TOOL_CALLS
        if self.refusal:
            return Outcome.REFUSAL
        if self.cut is not None:
            return self.cut
        return Outcome.EMPTY if not self.text or self.text.isspace() else Outcome.STOP

    def _is_cut_within_a_call(self) -> bool:
        return self.cut is Outcome.LENGTH and self.tool_calls[-1].unparsed is not None


def image_url(image: Image) -> str:
    """Where the picture is, or the picture itself as a data URL."""
    return image.url if image.url is not None else f"data:{image.media_type};base64,{image.base64}"


def written_arguments(call: ToolCall) -> str:
    """A call's arguments as the text that both formats carry; what could not be read goes back as it came."""
    if call.unparsed is not None:
        return call.unparsed
    return write_json(call.arguments).decode()


def read_usage(written: object) -> Usage:
    """Tokens under either format's names; what a server leaves out stays unknown."""
    if not isinstance(written, dict):
        return _UNKNOWN_USAGE
    usage = cast("dict[str, object]", written)
    taken = as_dict(usage.get("prompt_tokens_details") or usage.get("input_tokens_details"))
    given = as_dict(usage.get("completion_tokens_details") or usage.get("output_tokens_details"))
    return Usage(
        input_tokens=as_count(usage.get("prompt_tokens", usage.get("input_tokens"))),
        output_tokens=as_count(usage.get("completion_tokens", usage.get("output_tokens"))),
        cached_tokens=as_count(taken.get("cached_tokens", usage.get("prompt_cache_hit_tokens"))),
        cache_write_tokens=as_count(taken.get("cache_write_tokens")),
        reasoning_tokens=as_count(given.get("reasoning_tokens")),
    )


def read_tokens(tokens: Iterable[Token]) -> tuple[TokenLogprob, ...]:
    """Log-probabilities with each token's rivals; tokens that carry none are left out."""
    return tuple(
        TokenLogprob(
            token=token.token,
            logprob=token.logprob,
            top=tuple(
                (rival.token, rival.logprob)
                for rival in token.top_logprobs or ()
                if rival.logprob is not None
            ),
        )
        for token in tokens
        if token.logprob is not None
    )


def read_tool_call(call_id: object, *, name: object, arguments: object, position: int) -> ToolCall:
    """A tool call; without an id it is named by its place, and its arguments may be text or an object."""
    given_id = as_word(call_id) or f"call_{position}"
    given_name = as_word(name) or ""
    if isinstance(arguments, str):
        return read_written_call(given_id, name=given_name, written=arguments)
    return read_call(given_id, name=given_name, arguments=arguments)


def as_dict(value: object) -> dict[str, object]:
    """The value when it is an object of JSON, an empty one otherwise."""
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """The value when it is an array of JSON, an empty one otherwise."""
    return cast("list[object]", value) if isinstance(value, list) else []


def as_text(value: object) -> str:
    """The value when it is a string, an empty one otherwise."""
    return value if isinstance(value, str) else ""


def as_word(value: object) -> str | None:
    """A name or code as text, even where a server wrote a number."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return None


def as_count(value: object) -> int | None:
    """A token count, which some servers write as a float; what cannot be one says nothing."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value <= _LARGEST_COUNT else None


def shallow(details: Mapping[str, object]) -> dict[str, JsonValue]:
    """The details that are not nested beyond what a noun may hold."""
    kept = {name: value for name, value in details.items() if _is_within(value, _DETAIL_LEVELS)}
    return cast("dict[str, JsonValue]", kept)


def _is_within(value: object, levels: int) -> bool:
    inner = as_dict(value).values() or as_list(value)
    return not inner or (levels > 0 and all(_is_within(item, levels - 1) for item in inner))


_UNKNOWN_USAGE = Usage()
