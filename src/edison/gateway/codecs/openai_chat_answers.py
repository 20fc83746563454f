"""Reading chat completions, whole or streamed, with the oddities of everyone who writes them."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from edison.domain import Outcome, TokenLogprob, ToolCall

from ..reading import read_json, unreadable
from .base import Delta, Reply, StreamEvent
from .openai_failures import reply_to_error, reply_to_failed
from .openai_shared import (
    BROKEN_ENDS,
    ENDS,
    Draft,
    Token,
    as_count,
    as_dict,
    as_list,
    as_text,
    as_word,
    read_tokens,
    read_tool_call,
)

_DETAILS = ("system_fingerprint", "service_tier", "provider", "prompt_filter_results")
_CHOICE_DETAILS = ("content_filter_results", "native_finish_reason")


def read_chat(body: bytes) -> Reply:
    """Read a whole answer; an error inside it is raised, a filter's verdict inside it is the answer."""
    answer = read_json(body, _Body)
    if answer.error:
        return reply_to_failed(body)
    if not answer.choices:
        raise unreadable(body, "it has no choices")
    choice = answer.choices[0]
    broken = _broken(choice)
    if broken is not None:
        return reply_to_error(broken)
    said = choice.message or choice.delta or _NOTHING_SAID
    draft = Draft(cut=_cut(choice), usage=answer.usage, model=answer.model, id=answer.id)
    draft.text, draft.refusal, draft.reasoning = _heard(said)
    draft.tool_calls = _calls(said)
    draft.logprobs = _logprobs(choice.logprobs)
    _add_details(draft, answer, names=_DETAILS)
    _add_details(draft, choice, names=_CHOICE_DETAILS)
    return draft.reply()


class _Function(msgspec.Struct, gc=False):
    name: object = None
    arguments: object = None


class _Custom(msgspec.Struct, gc=False):
    name: object = None
    input: object = None


class _Call(msgspec.Struct, gc=False):
    index: object = None
    id: object = None
    function: _Function | None = None
    custom: _Custom | None = None


class _Part(msgspec.Struct, gc=False):
    text: object = None
    refusal: object = None
    thinking: object = None


class _Said(msgspec.Struct, gc=False):
    """A message, or a stream's addition to it: servers agree on the names."""

    content: str | list[_Part | str] | None = None
    refusal: object = None
    reasoning_content: object = None
    reasoning: object = None
    tool_calls: list[_Call] | None = None
    function_call: _Function | None = None


class _Logprobs(msgspec.Struct, gc=False):
    content: list[Token] | None = None
    refusal: list[Token] | None = None
    tokens: list[str] | None = None
    token_logprobs: list[float | None] | None = None


class _Choice(msgspec.Struct, gc=False):
    index: object = None
    message: _Said | None = None
    delta: _Said | None = None
    finish_reason: object = None
    logprobs: _Logprobs | None = None
    error: object = None
    content_filter_results: object = None
    native_finish_reason: object = None


class _Body(msgspec.Struct, gc=False):
    """A whole answer, or one event of a stream."""

    id: object = None
    model: object = None
    kind: object = msgspec.field(default=None, name="object")
    choices: list[_Choice] | None = None
    usage: object = None
    error: object = None
    system_fingerprint: object = None
    service_tier: object = None
    provider: object = None
    prompt_filter_results: object = None


class ChatReader:
    """Puts a streamed completion together.

    The end mark is `[DONE]`. Some servers close without it, so a finish reason counts as an end as well:
    after it only usage can follow, and a stream cut in between has brought its whole answer but no usage.
    """

    def __init__(self) -> None:
        self._draft = Draft()
        self._text: list[str] = []
        self._refusal: list[str] = []
        self._reasoning: list[str] = []
        self._tokens: list[TokenLogprob] = []
        self._calls = _CallPieces()
        self._ending: _Choice | None = None
        self._has_begun = False
        self._is_done = False
        self._filtered: Reply | None = None

    @property
    def partial_text(self) -> str:
        """What has arrived so far."""
        return "".join(self._refusal or self._text)

    @property
    def is_over(self) -> bool:
        """Whether the stream may stop here; read on all the same, usage comes last."""
        return self._is_done or self._ending is not None or self._filtered is not None

    def feed(self, event: StreamEvent) -> Delta | None:
        """Take one event; raises the trouble that an error event tells of."""
        data = event.data
        if len(data) < 16 and data.strip() in (b"[DONE]", b""):
            self._is_done = self._is_done or b"[DONE]" in data
            return None
        if self._is_done or self._filtered is not None:
            return None
        chunk = read_json(data, _Body)
        if chunk.error or chunk.kind == "error" or event.name == "error":
            self._filtered = reply_to_failed(data)
            return None
        self._note(chunk)
        return self._hear(chunk.choices[0]) if chunk.choices else None

    def finish(self) -> Reply:
        """The whole reply; called once, after the end mark."""
        if self._filtered is not None:
            return replace(self._filtered, text=self._filtered.text or self.partial_text)
        if not self._has_begun:
            raise unreadable(b"", "the stream brought no choice")
        draft = self._draft
        draft.text = "".join(self._text)
        draft.refusal = "".join(self._refusal)
        draft.reasoning = "".join(self._reasoning)
        draft.logprobs = tuple(self._tokens) or None
        draft.tool_calls = self._calls.whole()
        draft.cut = _cut(self._ending) if self._ending else None
        return draft.reply()

    def _note(self, chunk: _Body) -> None:
        draft = self._draft
        draft.id = draft.id or chunk.id
        draft.model = draft.model or chunk.model
        draft.usage = chunk.usage or draft.usage
        if not self._has_begun or not chunk.choices:
            _add_details(draft, chunk, names=_DETAILS)

    def _hear(self, choice: _Choice) -> Delta | None:
        if choice.index:
            return None
        self._has_begun = True
        broken = _broken(choice)
        if broken is not None:
            self._filtered = reply_to_error(broken)
            return None
        if choice.finish_reason:
            self._ending = choice
            _add_details(self._draft, choice, names=_CHOICE_DETAILS)
        if choice.logprobs is not None:
            self._tokens.extend(_logprobs(choice.logprobs) or ())
        return self._add(choice.delta or choice.message or _NOTHING_SAID)

    def _add(self, said: _Said) -> Delta | None:
        text, refusal, reasoning = _heard(said)
        if text:
            self._text.append(text)
        if refusal:
            self._refusal.append(refusal)
        if reasoning:
            self._reasoning.append(reasoning)
        begun = self._calls.add(said) if said.tool_calls or said.function_call else ""
        if not (text or refusal or reasoning or begun):
            return None
        return Delta(text=text or refusal, reasoning=reasoning, tool_name=begun)


class _CallPiece:
    __slots__ = ("given", "id", "name", "written")

    def __init__(self, call_id: str, name: str) -> None:
        self.id = call_id
        self.name = name
        self.written: list[str] = []
        self.given: object = None

    def add(self, arguments: object) -> None:
        """Arguments come as text in pieces, or whole as an object."""
        if isinstance(arguments, str):
            self.written.append(arguments)
        elif arguments is not None:
            self.given = arguments

    @property
    def arguments(self) -> object:
        return "".join(self.written) if self.given is None else self.given


class _CallPieces:
    """Tool calls that arrive in pieces, interleaved by index; or without an index, one after the other."""

    def __init__(self) -> None:
        self._pieces: list[_CallPiece] = []
        self._by_index: dict[object, _CallPiece] = {}

    def add(self, said: _Said) -> str:
        """Take a delta's pieces; the name of a call that has just begun, if one has."""
        begun = ""
        for call in said.tool_calls or [_Call(function=said.function_call)]:
            begun = self._add_one(call) or begun
        return begun

    def whole(self) -> tuple[ToolCall, ...]:
        """Every call, in the order in which they began."""
        return tuple(
            read_tool_call(piece.id, name=piece.name, arguments=piece.arguments, position=position)
            for position, piece in enumerate(self._pieces)
        )

    def _add_one(self, call: _Call) -> str:
        function = call.function or _NO_FUNCTION
        call_id, name = as_word(call.id) or "", as_word(function.name) or ""
        place = as_count(call.index)
        piece = self._by_index.get(place)
        begins = piece is None or _is_another(piece, call_id, name=name, place=place)
        if piece is None or begins:
            piece = self._by_index[place] = _CallPiece(call_id, name)
            self._pieces.append(piece)
        piece.id = piece.id or call_id
        piece.name = piece.name or name
        piece.add(function.arguments)
        return name if begins else ""


def _is_another(piece: _CallPiece, call_id: str, *, name: str, place: int | None) -> bool:
    # Some servers number every call 0, or none at all: then a new id or, without ids, a name begins a call.
    if not name:
        return False
    if call_id:
        return bool(piece.id) and call_id != piece.id
    return place is None


def _broken(choice: _Choice) -> object:
    if choice.error:
        return choice.error
    end = as_text(choice.finish_reason).lower()
    if end in BROKEN_ENDS:
        return {"code": end, "message": f"The answer ended with {end!r}."}
    return None


def _cut(choice: _Choice) -> Outcome | None:
    return ENDS.get(as_text(choice.finish_reason).lower())


def _heard(said: _Said) -> tuple[str, str, str]:
    reasoning = as_text(said.reasoning_content) or as_text(said.reasoning)
    refusal = as_text(said.refusal)
    content = said.content
    if content is None or isinstance(content, str):
        return content or "", refusal, reasoning
    parts = [_Part(text=part) if isinstance(part, str) else part for part in content]
    return (
        "".join(as_text(part.text) for part in parts),
        refusal or "".join(as_text(part.refusal) for part in parts),
        reasoning or "".join(_thought(part.thinking) for part in parts),
    )


def _thought(thinking: object) -> str:
    """Mistral nests its thinking one level deeper."""
    return as_text(thinking) or "".join(as_text(as_dict(part).get("text")) for part in as_list(thinking))


def _calls(said: _Said) -> tuple[ToolCall, ...]:
    written = said.tool_calls or ([_Call(function=said.function_call)] if said.function_call else [])
    return tuple(_call(call, position) for position, call in enumerate(written))


def _call(call: _Call, position: int) -> ToolCall:
    if call.custom is not None:
        name = as_word(call.custom.name) or ""
        return ToolCall(
            id=as_word(call.id) or f"call_{position}", name=name, unparsed=as_text(call.custom.input)
        )
    function = call.function or _NO_FUNCTION
    return read_tool_call(call.id, name=function.name, arguments=function.arguments, position=position)


def _logprobs(written: _Logprobs | None) -> tuple[TokenLogprob, ...] | None:
    if written is None:
        return None
    if written.tokens is not None and written.content is None:
        # The older form, in which Together still answers.
        pairs = zip(written.tokens, written.token_logprobs or (), strict=False)
        return read_tokens(Token(token=token, logprob=logprob) for token, logprob in pairs)
    tokens = written.content or written.refusal
    return read_tokens(tokens) if tokens is not None else None


def _add_details(draft: Draft, source: msgspec.Struct, *, names: Iterable[str]) -> None:
    for name in names:
        value = getattr(source, name)
        if value is not None:
            draft.details[name] = value


_NO_FUNCTION = _Function()
_NOTHING_SAID = _Said()
