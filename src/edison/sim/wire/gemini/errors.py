"""How Google says no."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar

from ..shapes import BodyMisfit, Json, LimitState, ProviderRefusal, Refuser, Stamp, Trouble, Wording

_WORDINGS = {
    Trouble.KEY_MISSING: Wording(
        403,
        "PERMISSION_DENIED",
        "Method doesn't allow unregistered callers (callers without established identity). Please use "
        "API Key or other form of API consumer identity to call this API.",
    ),
    Trouble.KEY_WRONG: Wording(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."),
    Trouble.FORBIDDEN: Wording(403, "PERMISSION_DENIED", "The caller does not have permission"),
    Trouble.MODEL_MISSING: Wording(
        404,
        "NOT_FOUND",
        "models/{} is not found for API version v1beta, or is not supported for generateContent. Call "
        "ListModels to see the list of available models and their supported methods.",
    ),
    Trouble.NOT_FOUND: Wording(404, "NOT_FOUND", "Requested entity was not found."),
    Trouble.INVALID: Wording(400, "INVALID_ARGUMENT", "Request contains an invalid argument."),
    Trouble.TOO_LONG: Wording(400, "INVALID_ARGUMENT", "{}"),
    Trouble.TOO_LARGE: Wording(413, "INVALID_ARGUMENT", "Request payload size exceeds the limit."),
    Trouble.RATE_LIMITED: Wording(
        429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."
    ),
    Trouble.QUOTA_GONE: Wording(
        429,
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing details.",
    ),
    Trouble.OVERLOADED: Wording(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
    Trouble.BROKEN: Wording(500, "INTERNAL", "An internal error has occurred. Please retry or report."),
    Trouble.UNAVAILABLE: Wording(503, "UNAVAILABLE", "The service is currently unavailable."),
    Trouble.TIMED_OUT: Wording(504, "DEADLINE_EXCEEDED", "The request timed out. Please try again."),
}

_TYPES = "type.googleapis.com/google.rpc."


class GeminiErrors(Refuser):
    """Errors and headers of the Gemini formats."""

    wordings: ClassVar[Mapping[Trouble, Wording]] = _WORDINGS

    def worded(self, trouble: Trouble, wording: Wording, *, retry_after_s: float | None) -> ProviderRefusal:
        status = wording.status
        details = _details(trouble, retry_after_s)
        return ProviderRefusal(
            status, error_body(wording.sentence, status=status, code=wording.kind, details=details)
        )

    def refuse_body(self, misfit: BodyMisfit) -> ProviderRefusal:
        return invalid(_sentence(misfit))

    def limit_headers(self, state: LimitState | None, *, now: datetime) -> Mapping[str, str]:
        """Nothing is told about limits in headers."""
        return {}

    def headers(self, stamp: Stamp) -> dict[str, str]:
        return {
            "vary": "Origin, X-Origin, Referer",
            "server": "scaffolding on HTTPServer2",
            "x-xss-protection": "0",
        }


def error_body(
    message: str, *, status: int = 400, code: str = "INVALID_ARGUMENT", details: list[Json] | None = None
) -> Json:
    """An error as Google writes it."""
    error: Json = {"code": status, "message": message, "status": code}
    if details:
        error["details"] = details
    return {"error": error}


def invalid(message: str) -> ProviderRefusal:
    """A request that will never be accepted."""
    return ProviderRefusal(400, error_body(message))


def _details(trouble: Trouble, retry_after_s: float | None) -> list[Json]:
    details: list[Json] = []
    if trouble is Trouble.KEY_WRONG:
        info: Json = {"service": "generativelanguage.googleapis.com"}
        details.append(
            {
                "@type": _TYPES + "ErrorInfo",
                "reason": "API_KEY_INVALID",
                "domain": "googleapis.com",
                "metadata": info,
            }
        )
    if trouble is Trouble.QUOTA_GONE:
        violation: Json = {"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier", "quotaValue": "0"}
        details.append({"@type": _TYPES + "QuotaFailure", "violations": [violation]})
    if retry_after_s is not None:
        details.append({"@type": _TYPES + "RetryInfo", "retryDelay": f"{retry_after_s:.3f}s"})
    return details


def _sentence(misfit: BodyMisfit) -> str:
    field = misfit.path.rpartition(".")[2]
    match misfit.how:
        case "malformed":
            return f"Invalid JSON payload received. {misfit.found}"
        case "unknown":
            place = misfit.path.rpartition(".")[0]
            return f"Invalid JSON payload received. Unknown name \"{field}\" at '{place}': Cannot find field."
        case "missing":
            return f"* {misfit.path}: {misfit.path} is not specified\n"
        case "type":
            return f"Invalid value at '{misfit.path}' ({misfit.expected}), got {misfit.found}"
        case "range":
            return f"* {misfit.path}: {misfit.path} must be {misfit.expected}\n"
        case "value":
            return f"Invalid value at '{misfit.path}', \"{misfit.found}\""
