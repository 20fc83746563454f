"""How OpenAI says no."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
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
    Trouble.KEY_MISSING: Wording(
        401,
        "invalid_request_error",
        "You didn't provide an API key. You need to provide your API key in an Authorization header using "
        "Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    ),
    Trouble.KEY_WRONG: Wording(
        401, "invalid_request_error", "Incorrect API key provided.", "invalid_api_key"
    ),
    Trouble.FORBIDDEN: Wording(
        403, "invalid_request_error", "Not allowed.", "unsupported_country_region_territory"
    ),
    Trouble.MODEL_MISSING: Wording(
        404,
        "invalid_request_error",
        "The model `{}` does not exist or you do not have access to it.",
        "model_not_found",
    ),
    Trouble.NOT_FOUND: Wording(404, "invalid_request_error", "Not found."),
    Trouble.INVALID: Wording(400, "invalid_request_error", "The request is invalid."),
    Trouble.TOO_LONG: Wording(400, "invalid_request_error", "{}", "context_length_exceeded"),
    Trouble.TOO_LARGE: Wording(413, "invalid_request_error", "Request too large.", "request_too_large"),
    Trouble.RATE_LIMITED: Wording(429, "requests", "Rate limit reached for requests.", "rate_limit_exceeded"),
    Trouble.QUOTA_GONE: Wording(
        429,
        "insufficient_quota",
        "You exceeded your current quota, please check your plan and billing details.",
        "insufficient_quota",
    ),
    Trouble.OVERLOADED: Wording(
        503, "server_error", "The engine is currently overloaded, please try again later.", "overloaded"
    ),
    Trouble.BROKEN: Wording(
        500, "server_error", "The server had an error while processing your request. Sorry about that!"
    ),
    Trouble.UNAVAILABLE: Wording(
        503, "service_unavailable", "The server is temporarily unable to service your request."
    ),
    Trouble.TIMED_OUT: Wording(504, "server_error", "The request timed out."),
}

_CODES = {
    "unknown": "unknown_parameter",
    "missing": "missing_required_parameter",
    "type": "invalid_type",
    "value": "invalid_value",
    "range": "invalid_value",
}

_PLAIN_TYPES = {
    "str": "a string",
    "int": "an integer",
    "float": "a decimal",
    "bool": "a boolean",
    "array": "an array",
    "object": "an object",
    "null": "null",
}


class OpenAIErrors(Refuser):
    """Errors and headers of all OpenAI formats."""

    wordings: ClassVar[Mapping[Trouble, Wording]] = _WORDINGS

    def worded(self, trouble: Trouble, wording: Wording, *, retry_after_s: float | None) -> ProviderRefusal:
        body = error_body(wording.sentence, kind=wording.kind, code=wording.code)
        return ProviderRefusal(wording.status, body, _retry_headers(retry_after_s))

    def refuse_body(self, misfit: BodyMisfit) -> ProviderRefusal:
        if misfit.how == "malformed":
            message = (
                "We could not parse the JSON body of your request. (HINT: This likely means you aren't using "
            )
            return ProviderRefusal(400, error_body(message + "your HTTP library correctly.)"))
        return invalid(_sentence(misfit), param=misfit.path, code=_CODES[misfit.how])

    def limit_headers(self, state: LimitState | None, *, now: datetime) -> Mapping[str, str]:
        return _NOMINAL if state is None else _limit_headers(state)

    def stream_type(self, question: ChatQuestion) -> str:
        return "text/event-stream; charset=utf-8"

    def headers(self, stamp: Stamp) -> dict[str, str]:
        return {
            "x-request-id": f"req_{stamp.hex('request')}",
            "openai-version": "2020-10-01",
            "server": "cloudflare",
        }


def error_body(
    message: str, *, kind: str = "invalid_request_error", param: str | None = None, code: str | None = None
) -> Json:
    """An error as OpenAI writes it."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def invalid(message: str, *, param: str | None = None, code: str | None = None) -> ProviderRefusal:
    """A request that will never be accepted."""
    return ProviderRefusal(400, error_body(message, param=param, code=code))


def _sentence(misfit: BodyMisfit) -> str:
    match misfit.how:
        case "unknown":
            return f"Unknown parameter: '{misfit.path}'."
        case "missing":
            return f"Missing required parameter: '{misfit.path}'."
        case "type":
            wanted = " or ".join(_plain(one) for one in misfit.expected.split(" | ") if one != "null")
            found = _plain(misfit.found)
            return f"Invalid type for '{misfit.path}': expected {wanted}, but got {found} instead."
        case "range":
            return f"Invalid '{misfit.path}': expected a value {misfit.expected}."
        case _:
            return f"Invalid value: '{misfit.found}' at '{misfit.path}'."


def _plain(name: str) -> str:
    return _PLAIN_TYPES.get(name, f"one of {name}")


def _limit_headers(state: LimitState) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, limit, left, reset_s in (
        ("requests", state.requests, state.requests_left, state.requests_reset_s),
        ("tokens", state.tokens, state.tokens_left, state.tokens_reset_s),
    ):
        if limit is not None:
            headers[f"x-ratelimit-limit-{name}"] = str(limit)
            headers[f"x-ratelimit-remaining-{name}"] = str(left)
            headers[f"x-ratelimit-reset-{name}"] = _span(reset_s)
    return headers


def _span(seconds: float) -> str:
    """A span as OpenAI writes it: `850ms`, `6.2s`, `1m2s`."""
    if seconds < 1:
        return f"{math.ceil(seconds * 1000)}ms"
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}m{rest:.3g}s" if minutes else f"{rest:.4g}s"


_NOMINAL = _limit_headers(
    LimitState(
        requests=30_000,
        requests_left=29_999,
        requests_reset_s=0.002,
        tokens=150_000_000,
        tokens_left=149_999_000,
    )
)


def _retry_headers(retry_after_s: float | None) -> dict[str, str]:
    if retry_after_s is None:
        return {}
    return {
        "retry-after-ms": str(math.ceil(retry_after_s * 1000)),
        "retry-after": str(math.ceil(retry_after_s)),
    }
