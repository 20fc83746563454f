"""Google's generateContent format: how an answer is read, whole or chunk by chunk."""

from collections.abc import Iterable

import msgspec
from pydantic import JsonValue

from edison.domain import Outcome, TokenLogprob, ToolCall, Usage

from ..reading import read_json, unreadable
from .base import Delta, Reply, StreamEvent
from .findings import as_json, count, read_call, settled, total
from .gemini_failures import raise_listed_failure, trouble_of_status

_OUTCOMES = {
    "FINISH_REASON_UNSPECIFIED": Outcome.STOP,
    "STOP": Outcome.STOP,
    "MAX_TOKENS": Outcome.LENGTH,
    "CONTINUATION": Outcome.LENGTH,
    "SAFETY": Outcome.CONTENT_FILTER,
    "RECITATION": Outcome.CONTENT_FILTER,
    "LANGUAGE": Outcome.CONTENT_FILTER,
    "OTHER": Outcome.CONTENT_FILTER,
    "BLOCKLIST": Outcome.CONTENT_FILTER,
    "PROHIBITED_CONTENT": Outcome.CONTENT_FILTER,
    "SPII": Outcome.CONTENT_FILTER,
    "MODEL_ARMOR": Outcome.CONTENT_FILTER,
    "IMAGE_SAFETY": Outcome.CONTENT_FILTER,
    "IMAGE_PROHIBITED_CONTENT": Outcome.CONTENT_FILTER,
    "IMAGE_RECITATION": Outcome.CONTENT_FILTER,
    "IMAGE_OTHER": Outcome.CONTENT_FILTER,
    "NO_IMAGE": Outcome.STOP,
    "MALFORMED_FUNCTION_CALL": Outcome.STOP,
    "MALFORMED_RESPONSE": Outcome.STOP,
    "UNEXPECTED_TOOL_CALL": Outcome.STOP,
    "TOO_MANY_TOOL_CALLS": Outcome.STOP,
}
"""A stop that was not the model's own, even for a reason that is not named, counts as filtered."""

_TELLING_NOTHING = frozenset({None, "STOP", "MAX_TOKENS"})


class _WireCall(msgspec.Struct):
    id: str | None = None
    name: str | None = None
    args: object = None


class _WirePart(msgspec.Struct, rename="camel"):
    text: str | None = None
    thought: bool | None = None
    function_call: _WireCall | None = None


class _WireContent(msgspec.Struct):
    parts: list[_WirePart] | None = None


class _WireToken(msgspec.Struct, rename="camel"):
    token: str | None = None
    log_probability: float | str | None = None


class _WireRivals(msgspec.Struct):
    candidates: list[_WireToken] | None = None


class _WireLogprobs(msgspec.Struct, rename="camel"):
    chosen_candidates: list[_WireToken] | None = None
    top_candidates: list[_WireRivals] | None = None


class _WireCandidate(msgspec.Struct, rename="camel"):
    content: _WireContent | None = None
    finish_reason: str | None = None
    finish_message: str | None = None
    safety_ratings: object = None
    logprobs_result: _WireLogprobs | None = None


class _WireFeedback(msgspec.Struct, rename="camel"):
    block_reason: str | None = None
    block_reason_message: str | None = None
    safety_ratings: object = None


class WireUsage(msgspec.Struct, rename="camel"):
    """Tokens; `candidates_token_count` leaves out the thoughts."""

    prompt_token_count: int | None = None
    tool_use_prompt_token_count: int | None = None
    candidates_token_count: int | None = None
    thoughts_token_count: int | None = None
    cached_content_token_count: int | None = None


class _WireResponse(msgspec.Struct, rename="camel"):
    candidates: list[_WireCandidate] | None = None
    prompt_feedback: _WireFeedback | None = None
    usage_metadata: WireUsage | None = None
    model_version: str | None = None
    response_id: str | None = None
    error: object = None

    @property
    def is_answer(self) -> bool:
        """Whether it holds anything that an answer holds."""
        return not (self.candidates is None and self.prompt_feedback is None and self.usage_metadata is None)


def decode_reply(body: bytes) -> Reply:
    """Read a whole answer."""
    raise_listed_failure(body)
    response = read_json(body, _WireResponse)
    if response.error is not None:
        raise trouble_of_status(body)
    if not response.is_answer:
        raise unreadable(body, "it has neither candidates nor feedback")
    heard = _Heard()
    heard.add(response)
    return heard.reply()


class GeminiReader:
    """Puts one streamed answer together."""

    def __init__(self) -> None:
        self._heard = _Heard()

    @property
    def partial_text(self) -> str:
        return "".join(self._heard.texts)

    @property
    def is_over(self) -> bool:
        return self._heard.is_over

    def feed(self, event: StreamEvent) -> Delta | None:
        if not event.data.strip():
            return None
        raise_listed_failure(event.data)
        response = read_json(event.data, _WireResponse)
        if response.error is not None:
            raise trouble_of_status(event.data)
        return self._heard.add(response)

    def finish(self) -> Reply:
        return self._heard.reply()


class _Heard:
    """What has been heard of one answer so far: everything at once, or chunk after chunk."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._thoughts: list[str] = []
        self._calls: list[_WireCall] = []
        self._logprobs: list[TokenLogprob] = []
        self._last = _WireCandidate()
        self._feedback: _WireFeedback | None = None
        self._usage: WireUsage | None = None
        self._model: str | None = None
        self._id: str | None = None

    @property
    def is_over(self) -> bool:
        return self._last.finish_reason is not None or self._blocked is not None

    @property
    def _blocked(self) -> str | None:
        return self._feedback.block_reason if self._feedback is not None else None

    def add(self, response: _WireResponse) -> Delta | None:
        """Take one response; only its first candidate is an answer to what was asked."""
        self._usage = response.usage_metadata or self._usage
        self._model = response.model_version or self._model
        self._id = response.response_id or self._id
        self._feedback = response.prompt_feedback or self._feedback
        if not response.candidates:
            return None
        candidate = response.candidates[0]
        if candidate.finish_reason is not None:
            self._last = candidate
        if candidate.logprobs_result is not None:
            self._logprobs += _logprobs(candidate.logprobs_result)
        parts = candidate.content.parts if candidate.content is not None else None
        return self._add_parts(parts) if parts else None

    def _add_parts(self, parts: Iterable[_WirePart]) -> Delta | None:
        texts: list[str] = []
        thoughts: list[str] = []
        tool_name = ""
        for part in parts:
            if part.function_call is not None:
                self._calls.append(part.function_call)
                tool_name = part.function_call.name or ""
            elif part.text:
                (thoughts if part.thought else texts).append(part.text)
        self.texts += texts
        self._thoughts += thoughts
        delta = Delta("".join(texts), "".join(thoughts), tool_name)
        return delta if delta.text or delta.reasoning or tool_name else None

    def reply(self) -> Reply:
        """The whole reply."""
        text = "".join(self.texts)
        calls = tuple([self._call(number, call) for number, call in enumerate(self._calls)])
        outcome = _OUTCOMES.get(self._last.finish_reason or "STOP", Outcome.STOP)
        if self._blocked is not None and not text and not calls:
            outcome = Outcome.CONTENT_FILTER
        outcome = settled(outcome, text=text, tool_calls=calls)
        return Reply(
            outcome=outcome,
            text=text,
            reasoning="".join(self._thoughts) or None,
            tool_calls=calls,
            logprobs=tuple(self._logprobs) or None,
            usage=read_usage(self._usage),
            reported_model=self._model,
            provider_id=self._id,
            details=self._details(outcome),
        )

    def _call(self, number: int, call: _WireCall) -> ToolCall:
        # Not every model numbers its calls, and our messages need an id that tells them apart.
        call_id = call.id or f"{self._id or 'call'}-{number}"
        return read_call(call_id, name=call.name or "", arguments=call.args)

    def _details(self, outcome: Outcome) -> dict[str, JsonValue]:
        details: dict[str, JsonValue] = {}
        if self._last.finish_reason not in _TELLING_NOTHING:
            details["finish_reason"] = self._last.finish_reason
        if self._last.finish_message is not None:
            details["finish_message"] = self._last.finish_message
        if outcome is Outcome.CONTENT_FILTER and self._last.safety_ratings is not None:
            details["safety_ratings"] = as_json(self._last.safety_ratings)
        if self._feedback is not None:
            details["prompt_feedback"] = as_json(msgspec.to_builtins(self._feedback))
        return details


def _logprobs(result: _WireLogprobs) -> list[TokenLogprob]:
    rivals = result.top_candidates or []
    read: list[TokenLogprob] = []
    for number, chosen in enumerate(result.chosen_candidates or []):
        listed = (rivals[number].candidates or []) if number < len(rivals) else []
        top = tuple([(rival.token or "", _probability(rival)) for rival in listed])
        read.append(TokenLogprob(token=chosen.token or "", logprob=_probability(chosen), top=top))
    return read


def _probability(token: _WireToken) -> float:
    """JSON has no infinity, so an impossible token's comes as the text `-Infinity`."""
    value = token.log_probability
    try:
        return float(value) if value is not None else 0.0
    except ValueError:
        return float("nan")


def read_usage(usage: WireUsage | None) -> Usage:
    """The counts of a response, or of several that were added up."""
    if usage is None:
        return Usage()
    return Usage(
        input_tokens=total(usage.prompt_token_count, usage.tool_use_prompt_token_count),
        output_tokens=total(usage.candidates_token_count, usage.thoughts_token_count),
        cached_tokens=count(usage.cached_content_token_count),
        reasoning_tokens=count(usage.thoughts_token_count),
    )
