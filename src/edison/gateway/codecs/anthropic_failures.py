"""Anthropic's Messages format: what its failures mean.

Sources: the API reference's "Errors" page, and the error types and codes of the official client.
"""

import msgspec

from edison.domain import Outcome
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
    Unreadable,
)

from ..reading import read_json
from ..troubles import trouble_of
from .base import Reply
from .findings import excerpt

_CLASSES: dict[str, type[ProviderTrouble]] = {
    "invalid_request_error": BadRequest,
    "authentication_error": AuthRefused,
    "billing_error": QuotaGone,
    "permission_error": AuthRefused,
    "not_found_error": ModelMissing,
    "request_too_large": TooLong,
    "rate_limit_error": RateLimited,
    "api_error": Unavailable,
    "timeout_error": TimedOut,
    "overloaded_error": Unavailable,
    "conflict_error": Unavailable,
    "memory_precondition_failed_error": BadRequest,
    "memory_path_conflict_error": BadRequest,
    # Codes that say more than their type does; a code that is not here means what its type means.
    "enforced_spend_limit_reached": QuotaGone,
    "storage_quota_exceeded": QuotaGone,
    "organization_on_hold": AuthRefused,
    "organization_type_not_supported": AuthRefused,
    "organization_not_enrolled_in_beta": AuthRefused,
    "claude_code_key_creator_not_member": AuthRefused,
    "cmek_key_disabled": AuthRefused,
    "cmek_key_network_blocked": AuthRefused,
    "external_key_validation_timed_out": Unavailable,
    "thread_continue_in_flight": Unavailable,
    "environment_not_found": BadRequest,
    "slack_channel_set_up_environment_not_found": BadRequest,
    "file_expired": BadRequest,
    "thread_not_found": BadRequest,
    "plugin_name_taken": BadRequest,
    "skill_name_taken": BadRequest,
    "skill_read_blocked_undecryptable": BadRequest,
}

_STATUSES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "conflict_error": 409,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""What the status would have been, for an error that comes after a 200."""

_FILTER_PHRASE = "blocked by content filtering policy"


class _WireErrorDetails(msgspec.Struct):
    error_code: str | None = None


class WireError(msgspec.Struct):
    """An error as it stands in a body or an event."""

    type: str | None = None
    message: str | None = None
    details: _WireErrorDetails | None = None


class _WireFailure(msgspec.Struct):
    error: WireError | str | None = None


def read_failure(status: int, body: bytes) -> ProviderTrouble | Reply:
    """What a non-2xx answer means."""
    error = _error_in(body)
    message = filtered_message(error)
    if message is not None:
        return _filtered(message)
    return _trouble(status, error)


def filtered_message(error: WireError) -> str | None:
    """The message of an error that is a filtered answer in disguise."""
    message = error.message or ""
    return message if _FILTER_PHRASE in message.lower() else None


def trouble_of_error(error: WireError) -> ProviderTrouble:
    """The trouble that an error after a 200 tells of; the model had begun, so it may be billed."""
    trouble = _trouble(_STATUSES.get(error.type or "", 500), error)
    trouble.may_be_billed = True
    return trouble


def trouble_in_answer(error: WireError) -> Reply:
    """What an error in the place of an answer means: raised, unless it is a filtered answer."""
    message = filtered_message(error)
    if message is None:
        raise trouble_of_error(error)
    return _filtered(message)


def _error_in(body: bytes) -> WireError:
    try:
        error = read_json(body, _WireFailure).error
    except Unreadable:
        error = None
    if isinstance(error, WireError):
        return error
    return WireError(message=error or excerpt(body))


def _trouble(status: int, error: WireError) -> ProviderTrouble:
    code = error.details.error_code if error.details is not None else None
    if code not in _CLASSES:
        code = error.type
    return trouble_of(status, code=code, message=error.message or "", by_code=_CLASSES)


def _filtered(message: str) -> Reply:
    return Reply(outcome=Outcome.CONTENT_FILTER, details={"message": message})
