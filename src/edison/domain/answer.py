"""What came back."""

from collections.abc import Mapping
from enum import StrEnum

from .ask import ToolCall
from .record import Record
from .trace import LoopTrace


class Outcome(StrEnum):
    """How an answer ended. Every one of these is data; none is an error and none is a score."""

    STOP = "stop"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    REFUSAL = "refusal"
    TOOL_CALLS = "tool_calls"
    EMPTY = "empty"


class Usage(Record, frozen=True, kw_only=True):
    """Tokens as the provider counted them; None means it did not say, which is not zero."""

    input_tokens: int | None = None
    """All input, the cached part included."""
    output_tokens: int | None = None
    """All output, the reasoning part included."""
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None
    reasoning_tokens: int | None = None


class Certainty(StrEnum):
    """How well a cost is known."""

    EXACT = "exact"
    ESTIMATED = "estimated"
    UNKNOWN = "unknown"


class Cost(Record, frozen=True, kw_only=True):
    """What a call cost, in millionths of a dollar; unknown is None, never zero."""

    microusd: int | None = None
    certainty: Certainty = Certainty.UNKNOWN


class Timing(Record, frozen=True, kw_only=True):
    """Where the time went: waiting for a slot is not the provider's latency."""

    queue_s: float = 0.0
    latency_s: float = 0.0
    first_token_s: float | None = None


class Raw(Record, frozen=True, kw_only=True):
    """The exchange as it was on the wire, bounded; `response_bytes` counts all that came, kept or not."""

    request: bytes = b""
    response: bytes = b""
    response_bytes: int = 0
    truncated: bool = False
    status: int | None = None


class TokenLogprob(Record, frozen=True, kw_only=True):
    """One token of the answer with its log-probability and its rivals."""

    token: str
    logprob: float
    top: tuple[tuple[str, float], ...] = ()


class Answer(Record, frozen=True, kw_only=True):
    """What came back for an Ask."""

    outcome: Outcome
    text: str = ""
    reasoning: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    logprobs: tuple[TokenLogprob, ...] | None = None
    requested_model: str
    reported_model: str | None = None
    provider_id: str | None = None
    """The provider's own id of the response: evidence only, never a key."""
    usage: Usage = Usage()
    cost: Cost = Cost()
    timing: Timing = Timing()
    left_out: tuple[str, ...] = ()
    """Parameters that were asked for and, with leave, not sent."""
    from_cache: bool = False
    attempts: int = 1
    raw: Raw = Raw()
    trace: LoopTrace | None = None
    """What an application says it did on the way."""
    details: Mapping[str, object] = {}
    """What else the provider said that may explain the answer (safety ratings, service tier)."""

    @property
    def is_complete(self) -> bool:
        """Whether the model ended by itself with something to show; only such answers are cached."""
        return self.outcome in (Outcome.STOP, Outcome.TOOL_CALLS)


class Failure(Record, frozen=True, kw_only=True):
    """What a dialogue is sent where no answer can be had: every allowed try was made, and failed."""

    code: str
    """The error's stable code."""
    sentence: str
    attempts: int = 1


class Embeddings(Record, frozen=True, kw_only=True):
    """Vectors for texts, in the order of the texts, with the id of the model that made them."""

    vectors: tuple[tuple[float, ...], ...]
    requested_model: str
    reported_model: str | None = None
    usage: Usage = Usage()
    cost: Cost = Cost()
    timing: Timing = Timing()


class ModelListing(Record, frozen=True, kw_only=True):
    """A model as its provider lists it."""

    id: str
    display_name: str | None = None
    context_tokens: int | None = None
    max_output_tokens: int | None = None
    owned_by: str | None = None
