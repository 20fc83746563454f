"""The quick way to read a chat completion that holds nothing but text: nearly all of them."""

from typing import Annotated, Literal

import msgspec

from edison.domain import Outcome, Usage

from .base import Reply

Count = Annotated[int, msgspec.Meta(ge=0)]


class _Message(msgspec.Struct, gc=False):
    """A field that must be absent or null is typed so: anything in it means that the answer is not plain."""

    content: str
    refusal: None = None
    reasoning_content: None = None
    reasoning: None = None
    tool_calls: None = None
    function_call: None = None


class _Choice(msgspec.Struct, gc=False):
    message: _Message
    finish_reason: Literal["stop", "length"]
    delta: None = None
    logprobs: None = None
    error: None = None
    content_filter_results: None = None
    native_finish_reason: None = None


class _Taken(msgspec.Struct, gc=False):
    cached_tokens: Count | None = None
    cache_write_tokens: Count | None = None


class _Given(msgspec.Struct, gc=False):
    reasoning_tokens: Count | None = None


class _Usage(msgspec.Struct, gc=False):
    prompt_tokens: Count
    completion_tokens: Count
    prompt_tokens_details: _Taken | None = None
    completion_tokens_details: _Given | None = None
    prompt_cache_hit_tokens: None = None
    input_tokens_details: None = None
    output_tokens_details: None = None


class _Body(msgspec.Struct, gc=False):
    id: str
    model: str
    choices: list[_Choice]
    usage: _Usage
    error: None = None
    system_fingerprint: str | None = None
    service_tier: str | None = None
    provider: None = None
    prompt_filter_results: None = None


_DECODER = msgspec.json.Decoder(_Body)
_NOT_TAKEN, _NOT_GIVEN = _Taken(), _Given()


def read_plain_chat(body: bytes) -> Reply | None:
    """The reply, or None when the answer needs a closer look."""
    try:
        answer = _DECODER.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    if not answer.choices or not answer.id or not answer.model:
        return None
    text = answer.choices[0].message.content
    if not text or text.isspace():
        return None
    return Reply(
        outcome=Outcome.STOP if answer.choices[0].finish_reason == "stop" else Outcome.LENGTH,
        text=text,
        usage=_used(answer.usage),
        reported_model=answer.model,
        provider_id=answer.id,
        details=_details(answer),
    )


def _used(usage: _Usage) -> Usage:
    taken, given = usage.prompt_tokens_details or _NOT_TAKEN, usage.completion_tokens_details or _NOT_GIVEN
    return Usage(
        input_tokens=usage.prompt_tokens,
        output_tokens=usage.completion_tokens,
        cached_tokens=taken.cached_tokens,
        cache_write_tokens=taken.cache_write_tokens,
        reasoning_tokens=given.reasoning_tokens,
    )


def _details(answer: _Body) -> dict[str, str]:
    details: dict[str, str] = {}
    if answer.system_fingerprint is not None:
        details["system_fingerprint"] = answer.system_fingerprint
    if answer.service_tier is not None:
        details["service_tier"] = answer.service_tier
    return details
