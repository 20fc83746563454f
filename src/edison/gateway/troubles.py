"""From a failed HTTP answer to one error class: by the provider's own code first, by status where it says nothing."""

from collections.abc import Mapping

from edison.errors import (
    AuthRefused,
    BadRequest,
    ModelMissing,
    ProviderTrouble,
    QuotaGone,
    RateLimited,
    TimedOut,
    TooLong,
    Unavailable,
)

_BY_STATUS: dict[int, type[ProviderTrouble]] = {
    401: AuthRefused,
    402: QuotaGone,
    403: AuthRefused,
    404: ModelMissing,
    408: TimedOut,
    409: Unavailable,
    410: ModelMissing,
    413: TooLong,
    424: Unavailable,
    425: Unavailable,
    429: RateLimited,
    499: Unavailable,
    504: TimedOut,
    524: TimedOut,
}

_TOO_LONG_PHRASES = (
    "context length",
    "context window",
    "context_length",
    "maximum context",
    "prompt is too long",
    "input is too long",
    "too many tokens",
    "exceeds the maximum number of tokens",
    "exceed context limit",
    "exceeds the available context size",
    "request too large",
)

_QUOTA_PHRASES = (
    "insufficient_quota",
    "exceeded your current quota",
    "credit balance is too low",
    "billing hard limit",
    "spend limit",
    "spending limit",
    "insufficient credits",
    "insufficient funds",
)

Table = Mapping[str, type[ProviderTrouble]]


def trouble_of(status: int, *, code: str | None, message: str, by_code: Table) -> ProviderTrouble:
    """The one class for a failure. `by_code` is the format's table of the codes and types it documents."""
    found = _class_of(status, code=code, message=message, by_code=by_code)
    said = f": {message.strip()[:500]}" if message.strip() else "."
    return found(
        f"{_OPENINGS.get(found, 'The provider refused the request')} (HTTP {status}){said}",
        status=status,
        provider_code=code,
        may_be_billed=issubclass(found, TimedOut),
    )


def _class_of(status: int, *, code: str | None, message: str, by_code: Table) -> type[ProviderTrouble]:
    words = message.lower()
    listed = by_code.get(code) if code is not None else None
    general = listed or _BY_STATUS.get(status) or (Unavailable if status >= 500 else BadRequest)
    if general is RateLimited and any(phrase in words for phrase in _QUOTA_PHRASES):
        return QuotaGone
    if general is BadRequest and any(phrase in words for phrase in _QUOTA_PHRASES):
        return QuotaGone
    if general is BadRequest and any(phrase in words for phrase in _TOO_LONG_PHRASES):
        return TooLong
    return general


_OPENINGS: dict[type[ProviderTrouble], str] = {
    RateLimited: "The provider asks us to slow down",
    QuotaGone: "The account's quota or credit is used up; top it up, then go on",
    AuthRefused: "The provider does not accept the key for this; check it and its rights",
    ModelMissing: "The provider does not have this model; choose one from its list",
    TooLong: "The request is too long for the model; shorten it or choose a larger one",
    Unavailable: "The provider is unavailable; the same request may succeed later",
    TimedOut: "The provider gave up waiting; the same request may succeed later",
}
