"""What a codec is: Asks to bytes, bytes to Replies, failures to troubles. No I/O.

These shapes are made for every call, so they are Structs: frozen like our nouns, and made in a fraction of the time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import msgspec
from pydantic import JsonValue

from edison.domain import Ask, LoopTrace, ModelListing, Outcome, TokenLogprob, ToolCall, Usage
from edison.errors import ProviderTrouble

from ..provider import WireFormat

NO_USAGE = Usage()


class Parcel(msgspec.Struct, frozen=True):
    """A request without its address and its key: what a codec knows of it."""

    path: str
    """Below the provider's base address, beginning with a slash; may carry a query."""
    body: bytes | None = None
    """Exactly what is sent; None is a GET."""
    headers: Mapping[str, str] = {}
    method: Literal["GET", "POST", "PUT", "DELETE"] = "POST"


class Reply(msgspec.Struct, frozen=True):
    """What a codec read out of a body: an Answer less everything the codec cannot know."""

    outcome: Outcome
    text: str = ""
    reasoning: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    logprobs: tuple[TokenLogprob, ...] | None = None
    usage: Usage = NO_USAGE
    reported_model: str | None = None
    provider_id: str | None = None
    cost_microusd: int | None = None
    """Where it says itself what it cost."""
    trace: LoopTrace | None = None
    details: Mapping[str, JsonValue] = {}


class StreamEvent(msgspec.Struct, frozen=True):
    """One event of a stream, whatever the framing: its name ("" when it has none) and its payload."""

    name: str
    data: bytes


class Delta(msgspec.Struct, frozen=True):
    """What a stream event added."""

    text: str = ""
    reasoning: str = ""
    tool_name: str = ""
    """The name of a tool whose call has just begun."""


class StreamReader(Protocol):
    """Puts a streamed answer together. One per stream."""

    @property
    def partial_text(self) -> str:
        """What has arrived so far."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the format's end mark has been seen; a stream that stops before it is broken."""
        ...

    def feed(self, event: StreamEvent) -> Delta | None:
        """Take one event; raises the trouble that an error event tells of."""
        ...

    def finish(self) -> Reply:
        """The whole reply; called once, after the end mark."""
        ...


class EmbeddingReply(msgspec.Struct, frozen=True):
    """Vectors in the order of the texts."""

    vectors: tuple[tuple[float, ...], ...]
    usage: Usage = NO_USAGE
    reported_model: str | None = None


class ModelsPage(msgspec.Struct, frozen=True):
    """A page of a model list, and what to ask for next."""

    models: tuple[ModelListing, ...]
    next_page: str | None = None


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one model wants things said; comes from the capability manifest."""

    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    default_max_tokens: int | None = None
    """Sent when the Ask sets none and the format cannot do without."""
    thinking: Literal["effort", "budget", "level"] = "effort"
    """How reasoning effort is said: by name, as a token budget, or as a level."""
    stream_usage: bool = True
    """Whether `stream_options.include_usage` may be sent."""
    schema_bounds: bool = False
    """Whether an answer is drawn by its schema, bounds on lengths included."""


class Codec(Protocol):
    """One wire format."""

    format: WireFormat
    framing: Literal["sse", "aws"]

    def encode(self, ask: Ask, dialect: Dialect, *, stream: bool = False) -> Parcel:
        """The request for an Ask; everything in it is sent (what a model does not take was removed before)."""
        ...

    def decode(self, body: bytes) -> Reply:
        """Read a whole answer; raises Unreadable for anything that is not one."""
        ...

    def reader(self) -> StreamReader:
        """A fresh reader for one stream."""
        ...

    def read_failure(self, status: int, headers: Mapping[str, str], body: bytes) -> ProviderTrouble | Reply:
        """What a non-2xx answer means; a Reply where the provider reports a filtered answer as a failure."""
        ...

    def encode_embedding(self, model: str, texts: Sequence[str], *, dimensions: int | None = None) -> Parcel:
        """The request for embeddings; raises OperationNotOffered where the format has none."""
        ...

    def decode_embedding(self, body: bytes) -> EmbeddingReply: ...

    def encode_models(self, page: str | None = None) -> Parcel:
        """The request for a page of the model list."""
        ...

    def decode_models(self, body: bytes) -> ModelsPage: ...
