"""Reading responses, whole or streamed."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from edison.domain import Outcome, TokenLogprob, ToolCall

from ..reading import read_json, unreadable
from .base import Delta, Reply, StreamEvent
from .openai_failures import reply_to_error, reply_to_failed
from .openai_shared import (
    Draft,
    Token,
    as_count,
    as_dict,
    as_text,
    as_word,
    read_tokens,
    read_tool_call,
)

_ENDED = ("completed", "incomplete", None)


def read_response(body: bytes) -> Reply:
    """Read a whole response; one that failed is raised, one that was filtered is the answer."""
    response = read_json(body, _Response)
    failure = _failure_of(response)
    if failure is not None:
        return reply_to_error(failure)
    if response.output is None:
        raise unreadable(body, "it has no output")
    if response.status not in _ENDED:
        raise unreadable(body, f"its status is {response.status!r}")
    return _draft_of(response, response.output).reply()


class _Part(msgspec.Struct, gc=False):
    type: object = None
    text: object = None
    refusal: object = None
    logprobs: list[Token] | None = None


class _Item(msgspec.Struct, gc=False):
    """Any output item: those that bring no text, thought or call of ours are passed over."""

    type: object = None
    content: list[_Part] | str | None = None
    summary: list[_Part] | None = None
    id: object = None
    call_id: object = None
    name: object = None
    arguments: object = None
    input: object = None


class _Response(msgspec.Struct, gc=False):
    id: object = None
    model: object = None
    status: object = None
    error: object = None
    incomplete_details: object = None
    output: list[_Item] | None = None
    usage: object = None
    service_tier: object = None


class _Event(msgspec.Struct, gc=False):
    """What every event has; those that carry more are read a second time, in their own shape."""

    type: object = None
    delta: object = None
    error: object = None


class _ItemEvent(msgspec.Struct, gc=False):
    item: _Item | None = None
    output_index: object = None


class _ResponseEvent(msgspec.Struct, gc=False):
    response: _Response | None = None


class ResponsesReader:
    """Puts a streamed response together; its last event holds the whole of it.

    Where a server leaves that one without output, the items and pieces that came before stand in.
    """

    def __init__(self) -> None:
        self._text: list[str] = []
        self._refusal: list[str] = []
        self._reasoning: list[str] = []
        self._items: dict[int, _Item] = {}
        self._final: _Response | None = None
        self._filtered: Reply | None = None

    @property
    def partial_text(self) -> str:
        """What has arrived so far."""
        return "".join(self._refusal or self._text)

    @property
    def is_over(self) -> bool:
        """Whether the event that ends a response has been seen."""
        return self._final is not None or self._filtered is not None

    def feed(self, event: StreamEvent) -> Delta | None:
        """Take one event; raises the trouble that an error event tells of."""
        if self.is_over or not event.data.lstrip().startswith(b"{"):
            return None
        seen = read_json(event.data, _Event)
        kind = as_text(seen.type) or event.name
        if kind == "error" or seen.error:
            self._filtered = reply_to_failed(event.data)
            return None
        if kind in _PIECES:
            return self._hear(kind, as_text(seen.delta))
        if kind in _ITEMS:
            return self._take_item(kind, read_json(event.data, _ItemEvent))
        if kind in _LAST:
            self._end(kind, event.data)
        return None

    def finish(self) -> Reply:
        """The whole reply; called once, after the end mark."""
        if self._filtered is not None:
            return replace(self._filtered, text=self._filtered.text or self.partial_text)
        final = self._final or _Response()
        items = final.output or [self._items[index] for index in sorted(self._items)]
        draft = _draft_of(final, items)
        if not items:
            draft.text, draft.refusal = "".join(self._text), "".join(self._refusal)
        draft.reasoning = draft.reasoning or "".join(self._reasoning)
        return draft.reply()

    def _hear(self, kind: str, piece: str) -> Delta | None:
        if not piece:
            return None
        if kind == "response.output_text.delta":
            self._text.append(piece)
            return Delta(text=piece)
        if kind == "response.refusal.delta":
            self._refusal.append(piece)
            return Delta(text=piece)
        self._reasoning.append(piece)
        return Delta(reasoning=piece)

    def _take_item(self, kind: str, event: _ItemEvent) -> Delta | None:
        item = event.item
        if item is None:
            return None
        if kind == "response.output_item.added":
            name = as_word(item.name) if as_text(item.type) in _CALLS else None
            return Delta(tool_name=name) if name else None
        place = as_count(event.output_index)
        self._items[len(self._items) if place is None else place] = item
        return None

    def _end(self, kind: str, data: bytes) -> None:
        final = read_json(data, _ResponseEvent).response or _Response()
        failure = _failure_of(final)
        if failure is None and kind == "response.failed":
            failure = _UNEXPLAINED
        if failure is not None:
            self._filtered = reply_to_error(failure)
            return
        if kind == "response.incomplete" and not as_text(final.status):
            final.status = "incomplete"
        self._final = final


_PIECES = frozenset(
    {
        "response.output_text.delta",
        "response.refusal.delta",
        "response.reasoning_text.delta",
        "response.reasoning_summary_text.delta",
    }
)
_ITEMS = frozenset({"response.output_item.added", "response.output_item.done"})
_LAST = frozenset({"response.completed", "response.incomplete", "response.failed"})
_CALLS = frozenset({"function_call", "custom_tool_call"})
_UNEXPLAINED = {"code": "server_error", "message": "The response failed; the provider does not say why."}


def _failure_of(response: _Response) -> object:
    if response.error:
        return response.error
    return _UNEXPLAINED if response.status == "failed" else None


def _draft_of(response: _Response, items: Iterable[_Item]) -> Draft:
    draft = Draft(cut=_cut(response), usage=response.usage, model=response.model, id=response.id)
    heard = _Heard()
    for item in items:
        heard.add(item)
    draft.text, draft.refusal = "".join(heard.texts), "".join(heard.refusals)
    draft.reasoning = "".join(heard.thoughts)
    draft.tool_calls = tuple(heard.calls)
    draft.logprobs = tuple(heard.tokens) or None
    if response.service_tier is not None:
        draft.details["service_tier"] = response.service_tier
    if response.incomplete_details is not None:
        draft.details["incomplete_details"] = response.incomplete_details
    return draft


class _Heard:
    """What the items of a response say, in pieces: one that has very many is not copied for each."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.refusals: list[str] = []
        self.thoughts: list[str] = []
        self.calls: list[ToolCall] = []
        self.tokens: list[TokenLogprob] = []

    def add(self, item: _Item) -> None:
        match item.type:
            case "message":
                self._add_message(item)
            case "reasoning":
                self.thoughts.append(_texts(item.content) or _texts(item.summary))
            case "function_call" | "custom_tool_call":
                self.calls.append(self._call(item))
            case _:
                pass

    def _add_message(self, item: _Item) -> None:
        self.texts.append(_texts(item.content))
        if item.content is None or isinstance(item.content, str):
            return
        for part in item.content:
            self.refusals.append(as_text(part.refusal))
            self.tokens.extend(read_tokens(part.logprobs or ()))

    def _call(self, item: _Item) -> ToolCall:
        position = len(self.calls)
        if item.type == "function_call":
            call_id = item.call_id or item.id
            return read_tool_call(call_id, name=item.name, arguments=item.arguments, position=position)
        call_id = as_word(item.call_id) or as_word(item.id) or f"call_{position}"
        return ToolCall(id=call_id, name=as_word(item.name) or "", unparsed=as_text(item.input))


def _texts(content: list[_Part] | str | None) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    return "".join(as_text(part.text) for part in content)


def _cut(response: _Response) -> Outcome | None:
    if response.status != "incomplete":
        return None
    reason = as_dict(response.incomplete_details).get("reason")
    # Whatever else stopped it, the answer was cut short.
    return Outcome.CONTENT_FILTER if reason == "content_filter" else Outcome.LENGTH
