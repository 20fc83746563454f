"""Google's generateContent format: what its failures mean.

Sources: google.rpc.Code and google.rpc.ErrorInfo, and the Gemini API's "Troubleshooting" page.
"""

import re

import msgspec

from edison.errors import (
    AuthRefused,
    BadRequest,
    ModelMissing,
    ProviderTrouble,
    QuotaGone,
    RateLimited,
    TimedOut,
    Unavailable,
    Unreadable,
)

from ..reading import read_json
from ..retry_after import read_span
from ..troubles import trouble_of
from .findings import excerpt

_CLASSES: dict[str, type[ProviderTrouble]] = {
    "INVALID_ARGUMENT": BadRequest,
    # Documented for accounts: a country that is not served, or a free tier that is not offered there.
    "FAILED_PRECONDITION": AuthRefused,
    "OUT_OF_RANGE": BadRequest,
    "ALREADY_EXISTS": BadRequest,
    "UNIMPLEMENTED": BadRequest,
    "UNAUTHENTICATED": AuthRefused,
    "PERMISSION_DENIED": AuthRefused,
    "NOT_FOUND": ModelMissing,
    "RESOURCE_EXHAUSTED": RateLimited,
    "INTERNAL": Unavailable,
    "UNKNOWN": Unavailable,
    "UNAVAILABLE": Unavailable,
    "ABORTED": Unavailable,
    "DATA_LOSS": Unavailable,
    "CANCELLED": Unavailable,
    "DEADLINE_EXCEEDED": TimedOut,
    # Reasons of google.rpc.ErrorInfo, which say more than the status does.
    "API_KEY_INVALID": AuthRefused,
    "API_KEY_EXPIRED": AuthRefused,
    "API_KEY_SERVICE_BLOCKED": AuthRefused,
    "API_KEY_HTTP_REFERRER_BLOCKED": AuthRefused,
    "API_KEY_IP_ADDRESS_BLOCKED": AuthRefused,
    "ACCESS_TOKEN_EXPIRED": AuthRefused,
    "ACCESS_TOKEN_SCOPE_INSUFFICIENT": AuthRefused,
    "ACCOUNT_STATE_INVALID": AuthRefused,
    "CONSUMER_INVALID": AuthRefused,
    "CONSUMER_SUSPENDED": AuthRefused,
    "CREDENTIALS_MISSING": AuthRefused,
    "IAM_PERMISSION_DENIED": AuthRefused,
    "SERVICE_DISABLED": AuthRefused,
    "USER_PROJECT_DENIED": AuthRefused,
    "BILLING_DISABLED": QuotaGone,
}

_STATUSES = {
    "INVALID_ARGUMENT": 400,
    "FAILED_PRECONDITION": 400,
    "UNAUTHENTICATED": 401,
    "PERMISSION_DENIED": 403,
    "NOT_FOUND": 404,
    "RESOURCE_EXHAUSTED": 429,
    "UNAVAILABLE": 503,
    "DEADLINE_EXCEEDED": 504,
}
"""What the status would have been, for an error in a chunk that gives no number."""

_RETRY_IN = re.compile(r"retry in (\d+(?:\.\d+)?(?:ms|s|m|h))", re.IGNORECASE)
_PER_DAY = re.compile(r"per_?day", re.IGNORECASE)


class _Violation(msgspec.Struct, rename="camel"):
    quota_id: str | None = None
    quota_metric: str | None = None
    quota_value: str | int | None = None
    subject: str | None = None
    description: str | None = None


class _Detail(msgspec.Struct, rename="camel"):
    """One entry of `details`: an ErrorInfo, a QuotaFailure, a RetryInfo, or another we do not need."""

    reason: str | None = None
    violations: list[_Violation] | None = None
    retry_delay: str | None = None


class _Status(msgspec.Struct):
    code: int | None = None
    message: str | None = None
    status: str | None = None
    details: list[_Detail] = []


class _PlainStatus(msgspec.Struct):
    code: int | None = None
    message: str | None = None
    status: str | None = None


class _Failure(msgspec.Struct):
    error: _Status


class _PlainFailure(msgspec.Struct):
    """The same where the details are none of the forms above."""

    error: _PlainStatus


def read_failure(status: int, body: bytes) -> ProviderTrouble:
    """What a non-2xx answer means."""
    return _trouble(status, _status_in(body))


def trouble_of_status(body: bytes) -> ProviderTrouble:
    """The trouble that an error after a 200 tells of; the model had begun, so it may be billed."""
    status = _status_in(body)
    trouble = _trouble(status.code or _STATUSES.get(status.status or "", 500), status)
    trouble.may_be_billed = True
    return trouble


def raise_listed_failure(body: bytes) -> None:
    """Raise what a list in the place of an object tells of: Google wraps some of its errors in one."""
    if body[:100].lstrip()[:1] == b"[":
        raise trouble_of_status(body)


def _status_in(body: bytes) -> _Status:
    for shape in (_Failure, list[_Failure], _PlainFailure, list[_PlainFailure]):
        try:
            read = read_json(body, shape)
        except Unreadable:
            continue
        failures = read if isinstance(read, list) else [read]
        if failures:
            error = failures[0].error
            return error if isinstance(error, _Status) else _Status(error.code, error.message, error.status)
    return _Status(message=excerpt(body))


def _trouble(status: int, failure: _Status) -> ProviderTrouble:
    message = failure.message or ""
    code = (
        next((detail.reason for detail in failure.details if detail.reason in _CLASSES), None)
        or failure.status
    )
    found = trouble_of(status, code=code, message=message, by_code=_CLASSES)
    if isinstance(found, RateLimited | QuotaGone) and status == 429:
        found = _exhausted(failure, code=code)
    found.retry_after_s = _retry_after(failure)
    return found


def _exhausted(failure: _Status, *, code: str | None) -> ProviderTrouble:
    """Both the quota of a minute and that of a day are called `quota` in the message: the violations tell."""
    said_more = f": {failure.message.strip()[:500]}" if failure.message else "."
    if _is_gone(failure):
        return QuotaGone(
            f"The account's quota or credit is used up; top it up, then go on (HTTP 429){said_more}",
            status=429,
            provider_code=code,
        )
    return RateLimited(
        f"The provider asks us to slow down (HTTP 429){said_more}", status=429, provider_code=code
    )


def _is_gone(failure: _Status) -> bool:
    violations = [violation for detail in failure.details for violation in detail.violations or []]
    names = (f"{violation.quota_id} {violation.quota_metric}" for violation in violations)
    has_none = any(str(violation.quota_value) == "0" for violation in violations)
    return has_none or any(_PER_DAY.search(name) for name in names) or "limit: 0" in (failure.message or "")


def _retry_after(failure: _Status) -> float | None:
    stated = next((detail.retry_delay for detail in failure.details if detail.retry_delay), None)
    if stated is not None:
        return read_span(stated)
    mentioned = _RETRY_IN.search(failure.message or "")
    return read_span(mentioned[1]) if mentioned else None
