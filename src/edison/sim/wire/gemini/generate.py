"""generateContent and streamGenerateContent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, cast

import orjson

from ...exchange import SimMessage, SimReply, SimRequest, SimTool, SimToolCall
from ..shapes import ChatFormat, ChatQuestion, Format, Incoming, Json, Stamp, WireEvent
from .body import (
    Content,
    CountBody,
    GenerateBody,
    GenerationConfig,
    Part,
    ToolBody,
    plain_schema,
    read_google,
)
from .errors import GeminiErrors, error_body, invalid
from .render import render_answer, render_stream

_LEVELS = {"minimal": "minimal", "low": "low", "medium": "medium", "high": "high"}


class GenerateFormat(GeminiErrors, ChatFormat):
    """POST …/models/{model}:generateContent and :streamGenerateContent."""

    name: ClassVar[Format] = Format.GEMINI

    def read(self, incoming: Incoming) -> ChatQuestion:
        body = read_google(incoming.body, GenerateBody, self)
        return self.understand(body, incoming)

    def understand(self, body: GenerateBody, incoming: Incoming) -> ChatQuestion:
        """Make a question of a body, wherever it stood: in a request or in a batch."""
        _check(body)
        config = body.generation_config or GenerationConfig()
        return ChatQuestion(
            _to_request(body, config, incoming),
            stream=incoming.path.endswith(":streamGenerateContent"),
            choices=config.candidate_count or 1,
            echo=(body, incoming.query.get("alt") == "sse"),
        )

    def read_count(self, incoming: Incoming) -> SimRequest:
        """The request whose tokens are to be counted."""
        body = read_google(incoming.body, CountBody, self)
        whole = body.generate_content_request or GenerateBody(contents=body.contents or [])
        return SimRequest(model=incoming.model or "", messages=tuple(_messages(whole)), max_tokens=1)

    def render(self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp) -> Json:
        return render_answer(question, replies, stamp)

    def stream(
        self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp
    ) -> Iterable[WireEvent]:
        _, is_sse = cast(tuple[GenerateBody, bool], question.echo)
        chunks = render_stream(question, replies, stamp)
        return chunks if is_sse else _as_array(chunks)

    def frame(self, event: WireEvent) -> bytes:
        data = b"" if event.data is None else orjson.dumps(event.data)
        if event.name:
            return event.name.encode() + data
        return b"data: " + data + b"\r\n\r\n"

    def stream_type(self, question: ChatQuestion) -> str:
        _, is_sse = cast(tuple[GenerateBody, bool], question.echo)
        return "text/event-stream" if is_sse else "application/json; charset=UTF-8"

    def error_event(self, sentence: str) -> WireEvent:
        return WireEvent("", error_body(sentence, status=503, code="UNAVAILABLE"))


def content_text(content: Content) -> str:
    """The words of an utterance, thoughts left out."""
    return "".join(part.text for part in content.parts if part.text is not None and not part.thought)


def _as_array(events: Iterable[WireEvent]) -> Iterator[WireEvent]:
    """Without alt=sse the chunks come as one JSON array."""
    mark = "["
    for event in events:
        yield WireEvent(mark, event.data, event.is_paced)
        mark = ",\r\n"
    yield WireEvent("]", None)


def _to_request(body: GenerateBody, config: GenerationConfig, incoming: Incoming) -> SimRequest:
    return SimRequest(
        model=incoming.model or "",
        messages=tuple(_messages(body)),
        tools=tuple(_tools(body.tools or ())),
        tool_choice=_to_choice(body),
        schema=_schema(config),
        json_mode=config.response_mime_type == "application/json" and _schema(config) is None,
        temperature=config.temperature,
        seed=config.seed,
        max_tokens=config.max_output_tokens,
        stop=tuple(config.stop_sequences or ()),
        top_logprobs=(config.logprobs or 0) if config.response_logprobs else None,
        reasoning_effort=_effort(config),
        salt=incoming.salt,
    )


def _schema(config: GenerationConfig) -> Json | None:
    if config.response_json_schema is not None:
        return config.response_json_schema
    return cast(Json, plain_schema(config.response_schema)) if config.response_schema is not None else None


def _tools(tools: Sequence[ToolBody]) -> Iterator[SimTool]:
    for tool in tools:
        for one in tool.function_declarations:
            parameters = one.parameters_json_schema or cast(Json, plain_schema(one.parameters or {}))
            yield SimTool(one.name, one.description or "", parameters)


def _to_choice(body: GenerateBody) -> str | None:
    calling = body.tool_config.function_calling_config if body.tool_config is not None else None
    if calling is None or calling.mode in (None, "MODE_UNSPECIFIED"):
        return None
    if calling.mode == "ANY":
        allowed = calling.allowed_function_names or ()
        return f"name:{allowed[0]}" if len(allowed) == 1 else "required"
    return "none" if calling.mode == "NONE" else "auto"


def _effort(config: GenerationConfig) -> str | None:
    thinking = config.thinking_config
    if thinking is None:
        return None
    if thinking.thinking_level is not None:
        return _LEVELS.get(thinking.thinking_level.lower())
    budget = thinking.thinking_budget
    if budget is None or budget < 0:
        return "medium"
    return "none" if budget == 0 else "low" if budget < 4096 else "medium" if budget < 16384 else "high"


def _messages(body: GenerateBody) -> Iterator[SimMessage]:
    if body.system_instruction is not None:
        yield SimMessage("system", content_text(body.system_instruction))
    for content in body.contents:
        yield from _turns(content)


def _turns(content: Content) -> Iterator[SimMessage]:
    """Function responses and words may share one utterance of theirs; each becomes a message of ours."""
    for part in content.parts:
        answer = part.function_response
        if answer is not None:
            text = orjson.dumps(answer.response).decode()
            yield SimMessage("tool", text, tool_call_id=answer.id or answer.name)
    rest = [part for part in content.parts if part.function_response is None]
    if rest:
        role = "assistant" if content.role == "model" else "user"
        yield SimMessage(role, content_text(content), sum(map(_is_image, rest)), tuple(_calls(rest)))


def _is_image(part: Part) -> bool:
    return part.inline_data is not None or part.file_data is not None


def _calls(parts: Sequence[Part]) -> Iterator[SimToolCall]:
    for part in parts:
        if part.function_call is not None:
            call = part.function_call
            yield SimToolCall(call.id or call.name, call.name, call.args)


def _check(body: GenerateBody) -> None:
    """What the types alone do not say."""
    for place, content in enumerate(body.contents):
        if not content.parts:
            raise invalid(
                f"* GenerateContentRequest.contents[{place}].parts: contents.parts must not be empty.\n"
            )
        for number, part in enumerate(content.parts):
            kinds = (part.text, part.inline_data, part.file_data, part.function_call, part.function_response)
            if sum(kind is not None for kind in kinds) != 1:
                where = f"GenerateContentRequest.contents[{place}].parts[{number}].data"
                raise invalid(f"* {where}: required oneof field 'data' must have one initialized field\n")
    config = body.generation_config
    if config is None:
        return
    if (
        config.response_schema or config.response_json_schema
    ) and config.response_mime_type != "application/json":
        raise invalid("Response schema requires response_mime_type application/json")
    if config.logprobs is not None and not config.response_logprobs:
        raise invalid("logprobs requires response_logprobs to be true")
