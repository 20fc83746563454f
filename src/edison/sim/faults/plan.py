"""The fault plan: what goes wrong, when, and for whom. All of it data, drawn by seed."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Where: TypeAlias = Literal["before_headers", "after_headers", "mid_body"]
Mangling: TypeAlias = Literal[
    "malformed",
    "deep",
    "huge_number",
    "nan",
    "nul",
    "lone_surrogate",
    "invalid_utf8",
    "not_an_object",
    "wrong_shape",
]


class _Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Fail(_Data, frozen=True, tag_field="do", tag="fail"):
    """Answer with an error; without a body, in the provider's own form for that status.

    Header values may contain `{http_date+5}`, `{iso_date+5}`, `{epoch+5}` and `{epoch_ms+5}`: moments that
    lie so many simulated seconds ahead. `window_s` is how long the caller must stay away; what arrives inside
    is recorded as a violation. Without it, a plain number of seconds in a Retry-After header counts.
    """

    status: int
    sentence: str = ""
    body: str | None = None
    headers: dict[str, str] = {}
    window_s: float | None = None
    content_type: str = "application/json"


class Page(_Data, frozen=True, tag_field="do", tag="page"):
    """Answer with a page of HTML, as proxies do."""

    status: int = 502
    html: str = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx</body>\r\n</html>\r\n"


class Truncate(_Data, frozen=True, tag_field="do", tag="truncate"):
    """Send only the beginning, as if that were all."""

    at_byte: int | None = None
    fraction: float = 0.5


class Mangle(_Data, frozen=True, tag_field="do", tag="mangle"):
    """Send something that no parser should have to meet; `size` is the depth or the number of digits."""

    how: Mangling
    size: int = 200_000


class Huge(_Data, frozen=True, tag_field="do", tag="huge"):
    """Blow the answer up."""

    megabytes: float


class Drip(_Data, frozen=True, tag_field="do", tag="drip"):
    """Send slowly."""

    bytes_per_s: float


class Stall(_Data, frozen=True, tag_field="do", tag="stall"):
    """Stop for a while, then go on."""

    seconds: float
    where: Where = "before_headers"
    fraction: float = 0.5


class Disconnect(_Data, frozen=True, tag_field="do", tag="disconnect"):
    """Tear the connection down. The request was worked on, and is billed unless said otherwise."""

    where: Where = "mid_body"
    fraction: float = 0.5
    billed: bool = True


class StreamError(_Data, frozen=True, tag_field="do", tag="stream_error"):
    """Break off a stream with the provider's own error event; whole answers are not touched."""

    fraction: float = 0.5
    sentence: str = "Overloaded"


class StreamCut(_Data, frozen=True, tag_field="do", tag="stream_cut"):
    """End a stream early but in good order, so that only its end mark is missing."""

    fraction: float = 0.5


class Retype(_Data, frozen=True, tag_field="do", tag="retype"):
    """Lie about the content type."""

    content_type: str = "text/plain"


class Empty(_Data, frozen=True, tag_field="do", tag="empty"):
    """Send no body at all."""

    status: int = 200


class Ids(_Data, frozen=True, tag_field="do", tag="ids"):
    """Spoil the ids of the answer."""

    how: Literal["same", "null", "empty", "missing"]


class Usage(_Data, frozen=True, tag_field="do", tag="usage"):
    """Spoil the token counts of the answer."""

    how: Literal["missing", "zero", "null"]


class Reply(_Data, frozen=True, tag_field="do", tag="reply"):
    """Put words into the model's mouth: another end, another text (None keeps what it said)."""

    finish: Literal["stop", "length", "content_filter", "refusal"] = "stop"
    text: str | None = None


Action: TypeAlias = (
    Fail
    | Page
    | Truncate
    | Mangle
    | Huge
    | Drip
    | Stall
    | Disconnect
    | StreamError
    | StreamCut
    | Retype
    | Empty
    | Ids
    | Usage
    | Reply
)


class Burst(_Data, frozen=True):
    """Faults that come in rows: each matching request starts one with this probability."""

    probability: float
    length: int


class Match(_Data, frozen=True):
    """Whom a rule concerns. Patterns are those of file names; what is not given matches everything.

    Counting (`nth`, `every`, `share` by count, `burst`) goes over the requests that match all the rest.
    """

    format: str | None = None
    operation: str | None = None
    path: str | None = None
    model: str | None = None
    key: str | None = None
    """A fingerprint."""
    stream: bool | None = None
    after_s: float | None = None
    before_s: float | None = None
    """A window of simulated seconds since the start."""
    nth: tuple[int, ...] = ()
    """Counted from 1."""
    every: int | None = None
    nth_of_content: tuple[int, ...] = ()
    """Which occurrences of one and the same body: (1,) lets every first try fail."""
    share: float | None = None
    share_by: Literal["count", "content"] = "count"
    burst: Burst | None = None


class Rule(_Data, frozen=True):
    """One thing that goes wrong. The first rule that matches is applied."""

    action: Action
    match: Match = Match()
    name: str = ""
    times: int | None = None
    """How often at most."""


class KeyLimit(_Data, frozen=True):
    """What one key may do with one model; each is counted apart."""

    key: str = "*"
    """A fingerprint, or a pattern of one."""
    model: str = "*"
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    concurrent: int | None = None
    microusd: int | None = None
    """All the money there is."""


class BatchTwist(_Data, frozen=True):
    """What is odd about a batch. Shares are of its items, drawn by seed and custom id."""

    format: str | None = None
    tag: str | None = None
    """A pattern for the caller's own name of it (metadata values, display name)."""
    delay_s: float | None = None
    expire_at: float | None = None
    """Expires when this fraction of its items is finished."""
    failing: float = 0.0
    """Items that end with a server error."""
    duplicated: float = 0.0
    lost: float = 0.0
    """Items of which nothing is ever said again."""
    strangers: int = 0
    """Results under ids nobody handed in."""
    status_zero: float = 0.0
    """Items whose row carries the status code 0 and no body."""
    in_order: bool = False
    output_missing: bool = False
    """The output file is named but gone."""
    empty_file_ids: bool = False
    """File ids are empty strings instead of null."""
    ignores_cancel: bool = False
    cancel_lag_s: float = 0.0


class FaultPlan(_Data, frozen=True):
    """Everything that goes wrong."""

    seed: int = 0
    rules: tuple[Rule, ...] = ()
    limits: tuple[KeyLimit, ...] = ()
    revoked_keys: tuple[str, ...] = ()
    """Fingerprints."""
    removed_models: tuple[str, ...] = ()
    batches: tuple[BatchTwist, ...] = ()

    @property
    def needs_counting(self) -> bool:
        """Whether what becomes of a request depends on those before it."""
        return bool(self.rules or self.limits)
