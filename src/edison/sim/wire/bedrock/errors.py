"""How Bedrock says no."""

from __future__ import annotations

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
    Trouble.KEY_MISSING: Wording(403, "MissingAuthenticationTokenException", "Missing Authentication Token"),
    Trouble.KEY_WRONG: Wording(
        403,
        "UnrecognizedClientException",
        "The security token included in the request is invalid.",
    ),
    Trouble.FORBIDDEN: Wording(
        403,
        "AccessDeniedException",
        "You don't have access to the model with the specified model ID.",
    ),
    Trouble.MODEL_MISSING: Wording(
        404,
        "ResourceNotFoundException",
        "Could not resolve the foundation model from the provided model identifier: {}",
    ),
    Trouble.NOT_FOUND: Wording(404, "UnknownOperationException", "Unknown operation"),
    Trouble.INVALID: Wording(400, "ValidationException", "The request is invalid."),
    Trouble.TOO_LONG: Wording(400, "ValidationException", "{}"),
    Trouble.TOO_LARGE: Wording(413, "ValidationException", "Request body too large"),
    Trouble.RATE_LIMITED: Wording(
        429, "ThrottlingException", "Too many requests, please wait before trying again."
    ),
    Trouble.QUOTA_GONE: Wording(
        400,
        "ServiceQuotaExceededException",
        "Your request exceeds the service quota for your account; insufficient credits are left.",
    ),
    Trouble.OVERLOADED: Wording(
        503, "ServiceUnavailableException", "Bedrock is unable to process your request."
    ),
    Trouble.BROKEN: Wording(500, "InternalServerException", "The system encountered an unexpected error."),
    Trouble.UNAVAILABLE: Wording(503, "ServiceUnavailableException", "The service is currently unavailable."),
    Trouble.TIMED_OUT: Wording(
        408, "ModelTimeoutException", "Model has timed out in processing the request."
    ),
}


class BedrockErrors(Refuser):
    """Errors and headers of the Bedrock format."""

    wordings: ClassVar[Mapping[Trouble, Wording]] = _WORDINGS

    def worded(self, trouble: Trouble, wording: Wording, *, retry_after_s: float | None) -> ProviderRefusal:
        """Bedrock never says how long to wait; `retry_after_s` is known to the simulator only."""
        return _refusal(wording.status, wording.kind, wording.sentence)

    def refuse_body(self, misfit: BodyMisfit) -> ProviderRefusal:
        if misfit.how == "malformed":
            return _refusal(400, "SerializationException", misfit.found)
        return invalid(_sentence(misfit))

    def limit_headers(self, state: LimitState | None, *, now: datetime) -> Mapping[str, str]:
        """Nothing is told about limits in headers."""
        return {}

    def stream_type(self, question: ChatQuestion) -> str:
        return "application/vnd.amazon.eventstream"

    def headers(self, stamp: Stamp) -> dict[str, str]:
        raw = stamp.hex("request")
        return {"x-amzn-requestid": "-".join((raw[:8], raw[8:12], raw[12:16], raw[16:20], raw[20:]))}


def invalid(message: str) -> ProviderRefusal:
    """A request that will never be accepted."""
    return _refusal(400, "ValidationException", message)


def _refusal(status: int, kind: str, message: str) -> ProviderRefusal:
    body: Json = {"message": message}
    return ProviderRefusal(status, body, {"x-amzn-errortype": kind})


def _sentence(misfit: BodyMisfit) -> str:
    detected = f"1 validation error detected: Value at '{misfit.path}' failed to satisfy constraint: "
    match misfit.how:
        case "unknown":
            return f"The model returned the following errors: {misfit.path}: Extra inputs are not permitted"
        case "missing":
            return detected + "Member must not be null"
        case "type":
            return f"Expected {misfit.expected} at '{misfit.path}', got {misfit.found}"
        case _:
            return detected + (misfit.expected or misfit.found)
