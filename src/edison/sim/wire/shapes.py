"""What all wire formats of the simulator have in common: what came in, what goes out, and how to say no."""

from __future__ import annotations

from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import blake2b
from typing import ClassVar, Literal, TypeAlias

import msgspec
import orjson

from ..exchange import SimReply, SimRequest, SimToolCall
from ..world.replying.finishing import split_tokens

Json: TypeAlias = dict[str, object]


class Format(StrEnum):
    """A language the simulator speaks."""

    OPENAI = "openai-chat"
    RESPONSES = "openai-responses"
    ANTHROPIC = "anthropic-messages"
    GEMINI = "gemini"
    BEDROCK = "bedrock-converse"


class Trouble(StrEnum):
    """Why a request is refused, in no provider's words."""

    KEY_MISSING = "key_missing"
    KEY_WRONG = "key_wrong"
    FORBIDDEN = "forbidden"
    MODEL_MISSING = "model_missing"
    NOT_FOUND = "not_found"
    INVALID = "invalid"
    TOO_LONG = "too_long"
    TOO_LARGE = "too_large"
    RATE_LIMITED = "rate_limited"
    QUOTA_GONE = "quota_gone"
    OVERLOADED = "overloaded"
    BROKEN = "broken"
    UNAVAILABLE = "unavailable"
    TIMED_OUT = "timed_out"


TROUBLE_OF_STATUS: dict[int, Trouble] = {
    401: Trouble.KEY_WRONG,
    402: Trouble.QUOTA_GONE,
    403: Trouble.FORBIDDEN,
    404: Trouble.NOT_FOUND,
    408: Trouble.TIMED_OUT,
    413: Trouble.TOO_LARGE,
    429: Trouble.RATE_LIMITED,
    500: Trouble.BROKEN,
    502: Trouble.BROKEN,
    503: Trouble.UNAVAILABLE,
    504: Trouble.TIMED_OUT,
    529: Trouble.OVERLOADED,
}


class ProviderRefusal(Exception):
    """A request the provider answers with an error of its own form."""

    def __init__(self, status: int, body: Json, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(f"HTTP {status}")
        self.status = status
        self.body = body
        self.headers: dict[str, str] = dict(headers or {})


@dataclass(frozen=True, slots=True)
class BodyMisfit:
    """What is wrong with a body: which field, and how, before a provider puts it into words."""

    how: Literal["malformed", "unknown", "missing", "type", "value", "range"]
    path: str = ""
    """Where, such as `messages[0].content`."""
    expected: str = ""
    found: str = ""


class Wording(msgspec.Struct, frozen=True):
    """How a provider words a trouble."""

    status: int
    kind: str
    sentence: str
    """Takes the name or the sentence of the case where it has a `{}`; is used as it is where there is none."""
    code: str | None = None


class Refuser(ABC):
    """Says no in a provider's own words and form."""

    wordings: ClassVar[Mapping[Trouble, Wording]]

    def refuse(
        self,
        trouble: Trouble,
        sentence: str = "",
        *,
        status: int | None = None,
        retry_after_s: float | None = None,
    ) -> ProviderRefusal:
        """An error, in the usual words and with the usual status unless others are given."""
        usual = self.wordings[trouble]
        said = usual.sentence.format(sentence) if "{}" in usual.sentence else (sentence or usual.sentence)
        wording = Wording(status or usual.status, usual.kind, said, usual.code)
        return self.worded(trouble, wording, retry_after_s=retry_after_s)

    @abstractmethod
    def worded(self, trouble: Trouble, wording: Wording, *, retry_after_s: float | None) -> ProviderRefusal:
        """Give an error its form."""

    @abstractmethod
    def refuse_body(self, misfit: BodyMisfit) -> ProviderRefusal:
        """Say what is wrong with a body."""


class Incoming(msgspec.Struct, frozen=True):
    """A request as it arrived."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    model: str | None = None
    """From the path, where the format puts it there."""
    name: str | None = None
    """The id of a file, batch or model in the path."""
    dialect: str = "openai"
    """Which server of the format is played; see the table of routes."""

    @property
    def is_strict(self) -> bool:
        """Whether unknown parameters are refused; servers other than the format's owner take many more."""
        return self.dialect in ("openai", "azure")

    @property
    def salt(self) -> str:
        """Lets a test have several draws of one and the same request."""
        return self.headers.get("x-sim-salt", "")


class Stamp(msgspec.Struct, frozen=True):
    """When and under which ids an answer goes out.

    Ids are derived from the world's seed, the content and the arrival number: unique within a simulator, and
    the same again when a fresh one is sent the same requests in the same order.
    """

    seed: str
    now: datetime

    @property
    def epoch(self) -> int:
        return int(self.now.timestamp())

    def token(self, name: str, length: int = 24) -> str:
        """At most 64 letters and digits for an id; the same name gives the same token."""
        digest = blake2b(f"{self.seed}/{name}".encode(), digest_size=64).digest()
        return b64encode(digest, b"Aa").decode()[:length]

    def hex(self, name: str, length: int = 32) -> str:
        """The same in hexadecimal."""
        return blake2b(f"{self.seed}/{name}".encode(), digest_size=(length + 1) // 2).hexdigest()[:length]


class ChatQuestion(msgspec.Struct, frozen=True):
    """A request that was understood: what the world is asked, and what only the wire cares about."""

    request: SimRequest
    stream: bool = False
    choices: int = 1
    echo: object = None
    """The body as it was read, for fields that the answer repeats."""


class WireEvent(msgspec.Struct, frozen=True):
    """One event of a streamed answer; `data` of None is the format's own end mark."""

    name: str
    data: Json | None
    is_paced: bool = False
    """Whether the model had to think before this one."""


@dataclass(frozen=True, slots=True)
class OperationAnswer:
    """An answer that is not a model's: a status, a JSON body or raw bytes, headers."""

    body: Json | bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    content_type: str = "application/json"
    model: str | None = None
    input_tokens: int = 0
    """What is to be billed, where an operation costs something."""


class ChatFormat(Refuser):
    """One way of talking to chat models."""

    name: ClassVar[Format]

    @abstractmethod
    def read(self, incoming: Incoming) -> ChatQuestion:
        """Understand a request, or raise the provider's refusal."""

    @abstractmethod
    def render(self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp) -> Json:
        """The whole answer."""

    @abstractmethod
    def stream(
        self, question: ChatQuestion, replies: Sequence[SimReply], stamp: Stamp
    ) -> Iterable[WireEvent]:
        """The answer in pieces."""

    @abstractmethod
    def frame(self, event: WireEvent) -> bytes:
        """A piece as it goes over the wire."""

    @abstractmethod
    def stream_type(self, question: ChatQuestion) -> str:
        """The content type of the answer in pieces."""

    @abstractmethod
    def error_event(self, sentence: str) -> WireEvent:
        """What the provider sends when it fails in the middle of a stream."""

    @abstractmethod
    def headers(self, stamp: Stamp) -> dict[str, str]:
        """Request ids and what else the provider tells in headers."""

    @abstractmethod
    def limit_headers(self, state: LimitState | None, *, now: datetime) -> Mapping[str, str]:
        """What is left of the caller's limits; None when it has none."""


class LimitState(msgspec.Struct, frozen=True, kw_only=True):
    """What a key may still do within this minute."""

    requests: int | None = None
    requests_left: int = 0
    requests_reset_s: float = 0.0
    tokens: int | None = None
    tokens_left: int = 0
    tokens_reset_s: float = 0.0


def cut(text: str, *, tokens: int = 1) -> Iterator[str]:
    """Pieces of so many tokens; joined, they give the text back."""
    parts = split_tokens(text)
    for start in range(0, len(parts), tokens):
        yield "".join(parts[start : start + tokens])


def arguments_of(call: SimToolCall) -> str:
    """A call's arguments as the string of JSON that providers send."""
    return orjson.dumps(call.arguments).decode()


def parse_arguments(text: str) -> Json:
    """Arguments a caller hands back; what is not an object counts as none."""
    try:
        return msgspec.json.decode(text, type=Json)
    except (msgspec.DecodeError, RecursionError):
        return {}
