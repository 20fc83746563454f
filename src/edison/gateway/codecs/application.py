"""What is no model: a service, a script or a function. JSON goes in; a text, or JSON that says more, comes out."""

import json
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Literal
from urllib.parse import quote

import orjson
from pydantic import JsonValue

from edison.domain import Ask, FormKind, LoopTrace, Outcome, Role, ToolCall, TraceStep, Usage
from edison.errors import ApplicationFailed, BadRequest, OperationNotOffered, ProviderTrouble
from edison.text import Template, fill, find_at

from ..provider import Application, WireFormat
from ..troubles import trouble_of
from .base import Dialect, EmbeddingReply, ModelsPage, Parcel, Reply, StreamReader
from .bodies import write_json
from .findings import excerpt, read_call, read_written_call

_NAMED = ("answer", "cost", "input_tokens", "output_tokens", "tools", "trace")
"""What may stand in a reply, by the keys of an arm and of a reply in our own form."""
_MOST_USD = 1_000_000
_NAMES = ("name", "tool")
_ARGUMENTS = ("arguments", "args", "input")
_RESULTS = ("result", "observation", "output")
_GONE = (404, 405, 410)
_JSON_OPENINGS = (b"{", b"[")


class ApplicationCodec:
    """The codec of one application: its own body and its own paths, or ours where it states none."""

    format: WireFormat = WireFormat.APPLICATION
    framing: Literal["sse", "aws"] = "sse"

    def __init__(self, application: Application) -> None:
        self._application = application

    def encode(self, ask: Ask, dialect: Dialect, *, stream: bool = False) -> Parcel:
        """The request for an Ask: everything that is known, or what the application's own body makes of it."""
        application, known = self._application, _known(ask)
        values: dict[str, JsonValue] = {**ask.inputs, **known}
        path = _fill_path(application.path, values) if application.path else ""
        if application.method == "GET":
            return Parcel(path, method="GET")
        body = known if application.body is None else fill(application.body, values)
        return Parcel(path, _written(body), method=application.method)

    def decode(self, body: bytes) -> Reply:
        """Read a reply; what has nothing where the answer should be is no answer."""
        application = self._application
        if application.answer is None:
            return _read_plain(body)
        try:
            value = orjson.loads(body)
        except orjson.JSONDecodeError:
            raise ApplicationFailed(
                f"The application's reply is no JSON, so nothing stands at {_dotted(application.answer)}: "
                f"{excerpt(body)}",
                may_be_billed=True,
            ) from None
        if find_at(value, application.answer) is None:
            raise ApplicationFailed(
                f"The application's reply has nothing at {_dotted(application.answer)}: {excerpt(body)}",
                may_be_billed=True,
            )
        return _read_named({name: _at(value, getattr(application, name)) for name in _NAMED})

    def reader(self) -> StreamReader:
        raise OperationNotOffered(self.format.value, "streams")

    def read_failure(self, status: int, headers: Mapping[str, str], body: bytes) -> ProviderTrouble | Reply:
        """By the status alone: whatever an application writes is shown, and means nothing to us."""
        if status in _GONE:
            return BadRequest(
                f"The application does not know this address or method (HTTP {status}): {excerpt(body)}",
                status=status,
            )
        return trouble_of(status, code=None, message=excerpt(body), by_code={})

    def encode_embedding(self, model: str, texts: Sequence[str], *, dimensions: int | None = None) -> Parcel:
        raise OperationNotOffered(self.format.value, "embeddings")

    def decode_embedding(self, body: bytes) -> EmbeddingReply:
        raise OperationNotOffered(self.format.value, "embeddings")

    def encode_models(self, page: str | None = None) -> Parcel:
        raise OperationNotOffered(self.format.value, "list of models")

    def decode_models(self, body: bytes) -> ModelsPage:
        raise OperationNotOffered(self.format.value, "list of models")


def _known(ask: Ask) -> dict[str, JsonValue]:
    """What an application is told: the case's variables, the prompt made of them, and the conversation so far."""
    systems = [message.text for message in ask.messages if message.role is Role.SYSTEM]
    users = [message.text for message in ask.messages if message.role is Role.USER]
    known: dict[str, JsonValue] = {
        "case": ask.inputs,
        "prompt": users[-1] if users else "",
        "system": "\n\n".join(systems),
        "messages": [{"role": message.role.value, "content": message.text} for message in ask.messages],
        "repeat": ask.repeat,
    }
    if ask.tools:
        known["tools"] = [tool.model_dump(mode="json") for tool in ask.tools]
    if ask.form.kind is FormKind.SCHEMA:
        known["schema"] = ask.form.json_schema
    return known


def _written(body: JsonValue) -> bytes:
    if isinstance(body, dict):
        return write_json(body)
    return body.encode("utf-8", "replace") if isinstance(body, str) else orjson.dumps(body)


def _fill_path(path: str, values: Mapping[str, JsonValue]) -> str:
    """Values are percent-encoded as a whole: none of them can lead anywhere else."""
    template = Template.parse(path)
    encoded = {name: _encoded(values[name]) for name in template.names if name in values}
    return template.render(encoded).text


def _encoded(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {name: _encoded(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_encoded(inner) for inner in value]
    return quote(value, safe="") if isinstance(value, str) else value


def _read_plain(body: bytes) -> Reply:
    """A text; or an object with an answer in it."""
    if body.lstrip()[:1] in _JSON_OPENINGS:
        try:
            value: JsonValue = orjson.loads(body)
        except orjson.JSONDecodeError:
            value = None
        if isinstance(value, dict) and "answer" in value:
            return _read_named({name: value.get(name) for name in _NAMED})
        if isinstance(value, dict) and isinstance(value.get("error"), str):
            raise ApplicationFailed(f"The application says: {value['error']}", may_be_billed=True)
    text = body.decode("utf-8", "replace").removesuffix("\n")
    return Reply(Outcome.STOP if text.strip() else Outcome.EMPTY, text=text, usage=Usage())


def _at(value: JsonValue, path: tuple[str, ...] | None) -> JsonValue:
    found = None if path is None else find_at(value, path)
    return None if found is None else found[0]


def _dotted(path: Sequence[str]) -> str:
    return ".".join(("$", *path))


def _read_named(found: Mapping[str, JsonValue]) -> Reply:
    """The reply with everything that was found; what is not of its kind was not said."""
    answer = found["answer"]
    text = (
        answer
        if isinstance(answer, str)
        else ""
        if answer is None
        else json.dumps(answer, ensure_ascii=False)
    )
    calls = tuple(_calls(found["tools"]))
    steps = tuple(_steps(found["trace"]))
    return Reply(
        Outcome.STOP if text.strip() or calls else Outcome.EMPTY,
        text=text,
        tool_calls=calls or tuple(step.call for step in steps),
        usage=Usage(input_tokens=_count(found["input_tokens"]), output_tokens=_count(found["output_tokens"])),
        cost_microusd=_microusd(found["cost"]),
        trace=LoopTrace(steps=steps, turns=len(steps), completed=True) if steps else None,
    )


def _microusd(cost: JsonValue) -> int | None:
    if isinstance(cost, bool) or not isinstance(cost, int | float) or not isfinite(cost):
        return None
    return round(cost * 1_000_000) if 0 <= cost <= _MOST_USD else None


def _count(tokens: JsonValue) -> int | None:
    return tokens if isinstance(tokens, int) and not isinstance(tokens, bool) and tokens >= 0 else None


def _calls(tools: JsonValue) -> Iterator[ToolCall]:
    for number, written in enumerate(tools if isinstance(tools, list) else (), 1):
        call = _call(written, number=number)
        if call is not None:
            yield call


def _steps(trace: JsonValue) -> Iterator[TraceStep]:
    for number, written in enumerate(trace if isinstance(trace, list) else (), 1):
        call = _call(written, number=number)
        if call is None or not isinstance(written, dict):
            continue
        error = written.get("error")
        seen = _first(written, _RESULTS) if error is None else error
        yield TraceStep(
            turn=number,
            call=call,
            observation=seen if isinstance(seen, str) else json.dumps(seen, ensure_ascii=False),
            success=not error,
        )


def _call(written: JsonValue, *, number: int) -> ToolCall | None:
    """A tool by its bare name, or with its arguments, also as OpenAI's format writes it."""
    if isinstance(written, str) and written.strip():
        return ToolCall(id=f"call_{number}", name=written)
    if not isinstance(written, dict):
        return None
    inner = written.get("function")
    if isinstance(inner, dict):
        written = inner
    name, arguments = _first(written, _NAMES), _first(written, _ARGUMENTS)
    if not isinstance(name, str) or not name.strip():
        return None
    if isinstance(arguments, str):
        return read_written_call(f"call_{number}", name=name, written=arguments)
    return read_call(f"call_{number}", name=name, arguments=arguments)


def _first(written: Mapping[str, JsonValue], keys: tuple[str, ...]) -> JsonValue:
    return next((written[key] for key in keys if key in written), None)
