"""How Anthropic says no."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import ClassVar

from ..shapes import (
    BodyMisfit,
    ChatQuestion,
    Json,
    LimitState,
    ProviderRefusal,
    Refuser,
    Stamp,
    Trouble,
    Wording,
)

_WORDINGS = {
    Trouble.KEY_MISSING: Wording(401, "authentication_error", "x-api-key header is required"),
    Trouble.KEY_WRONG: Wording(401, "authentication_error", "invalid x-api-key"),
    Trouble.FORBIDDEN: Wording(
        403,
        "permission_error",
        "Your API key does not have permission to use the specified resource.",
    ),
    Trouble.MODEL_MISSING: Wording(404, "not_found_error", "model: {}"),
    Trouble.NOT_FOUND: Wording(404, "not_found_error", "Not found"),
    Trouble.INVALID: Wording(400, "invalid_request_error", "Invalid request"),
    Trouble.TOO_LONG: Wording(400, "invalid_request_error", "{}"),
    Trouble.TOO_LARGE: Wording(413, "request_too_large", "Request exceeds the maximum size"),
    Trouble.RATE_LIMITED: Wording(
        429,
        "rate_limit_error",
        "This request would exceed the rate limit for your organization. Please try again later.",
    ),
    Trouble.QUOTA_GONE: Wording(
        400,
        "invalid_request_error",
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade "
        "or purchase credits.",
    ),
    Trouble.OVERLOADED: Wording(529, "overloaded_error", "Overloaded"),
    Trouble.BROKEN: Wording(500, "api_error", "Internal server error"),
    Trouble.UNAVAILABLE: Wording(503, "api_error", "Service unavailable"),
    Trouble.TIMED_OUT: Wording(504, "timeout_error", "Request timed out"),
}

_PLAIN_TYPES = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "array": "list",
    "object": "dictionary",
}
_INDEX = re.compile(r"\[(\d+)\]")


class AnthropicErrors(Refuser):
    """Errors and headers of the Anthropic formats."""

    wordings: ClassVar[Mapping[Trouble, Wording]] = _WORDINGS

    def worded(self, trouble: Trouble, wording: Wording, *, retry_after_s: float | None) -> ProviderRefusal:
        headers = {} if retry_after_s is None else {"retry-after": str(math.ceil(retry_after_s))}
        return ProviderRefusal(wording.status, error_body(wording.sentence, kind=wording.kind), headers)

    def refuse_body(self, misfit: BodyMisfit) -> ProviderRefusal:
        return invalid(_sentence(misfit))

    def limit_headers(self, state: LimitState | None, *, now: datetime) -> Mapping[str, str]:
        return _limit_headers(state or _NOMINAL, now)

    def stream_type(self, question: ChatQuestion) -> str:
        return "text/event-stream; charset=utf-8"

    def headers(self, stamp: Stamp) -> dict[str, str]:
        return {
            "request-id": f"req_01{stamp.token('request', 22)}",
            "anthropic-organization-id": "00000000-0000-4000-8000-000000000000",
            "server": "cloudflare",
        }


def error_body(message: str, *, kind: str = "invalid_request_error") -> Json:
    """An error as Anthropic writes it."""
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": None}


def invalid(message: str) -> ProviderRefusal:
    """A request that will never be accepted."""
    return ProviderRefusal(400, error_body(message))


def _limit_headers(state: LimitState, now: datetime) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, limit, left, reset_s in (
        ("requests", state.requests, state.requests_left, state.requests_reset_s),
        ("tokens", state.tokens, state.tokens_left, state.tokens_reset_s),
    ):
        if limit is not None:
            reset = now + timedelta(seconds=math.ceil(reset_s))
            headers[f"anthropic-ratelimit-{name}-limit"] = str(limit)
            headers[f"anthropic-ratelimit-{name}-remaining"] = str(left)
            headers[f"anthropic-ratelimit-{name}-reset"] = f"{reset:%Y-%m-%dT%H:%M:%SZ}"
    return headers


_NOMINAL = LimitState(requests=50_000, requests_left=49_999, tokens=10_000_000, tokens_left=9_999_000)


def _sentence(misfit: BodyMisfit) -> str:
    path = _INDEX.sub(r".\1", misfit.path)
    match misfit.how:
        case "malformed":
            return "The request body is not valid JSON: " + misfit.found
        case "unknown":
            return f"{path}: Extra inputs are not permitted"
        case "missing":
            return f"{path}: Field required"
        case "type":
            kinds = [_PLAIN_TYPES.get(one, one) for one in misfit.expected.split(" | ") if one != "null"]
            return f"{path}: Input should be a valid {' or '.join(kinds)}"
        case "range":
            return f"{path}: Input should be {misfit.expected}"
        case "value":
            return f"{path}: Input should be one of the permitted values, got '{misfit.found}'"
