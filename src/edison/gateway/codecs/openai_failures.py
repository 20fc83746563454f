"""What a failure means in OpenAI's words, and in those of the many servers that speak like OpenAI."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

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
from ..retry_after import read_span
from ..troubles import trouble_of
from .base import Reply
from .findings import excerpt
from .openai_shared import as_dict, as_list, as_word, shallow

_LISTED: dict[type[ProviderTrouble], str] = {
    AuthRefused: """
        invalid_api_key invalid_authentication authentication authentication_error AuthenticationError
        AuthenticationTypeDisabled Unauthorized account_deactivated access_terminated organization_deactivated
        invalid_organization mismatched_organization mismatched_project insufficient_permissions missing_scope
        ip_not_authorized unsupported_country_region_territory permission_denied permission_error
        PermissionDenied PermissionDeniedError invalid_grant invalid_subject_token
    """,
    QuotaGone: """
        insufficient_quota billing_hard_limit_reached billing_not_active credit_balance_exhausted
        payment_required insufficient_credits credit_limit QuotaExceeded token_limit_exceeded
    """,
    RateLimited: """
        rate_limit_exceeded rate_limit_error rate_limit_reached RateLimitReached RateLimitError
        requests tokens slow_down too_many_requests TooManyRequests model_rate_limit dynamic_request_limited
        dynamic_token_limited
    """,
    ModelMissing: """
        model_not_found ModelNotFound DeploymentNotFound model_not_supported model_not_available
        model_deprecated
    """,
    TooLong: """
        context_length_exceeded string_above_max_length string_too_long exceed_context_size_error
        payload_too_large request_too_large image_too_large image_file_too_large
    """,
    TimedOut: "timeout request_timeout Timeout deadline_exceeded",
    Unavailable: """
        server_error server internal_error internal_server_error InternalServerError server_is_overloaded
        engine_overloaded server_overloaded overloaded overloaded_error service_unavailable
        service_unavailable_error ServiceUnavailable ServiceUnavailableError unavailable_error
        resource_unavailable temporarily_unavailable provider_overloaded provider_unavailable
        vector_store_timeout generation incomplete_generation
    """,
    BadRequest: """
        unknown_url unknown_parameter unsupported_parameter unsupported_value invalid_value invalid_type
        missing_required_parameter integer_above_max_value integer_below_min_value decimal_above_max_value
        decimal_below_min_value array_above_max_length empty_array invalid_function_parameters
        invalid_json_schema invalid_prompt data_residency_mismatch previous_response_not_found
        invalid_image invalid_image_format invalid_base64_image invalid_image_url image_too_small
        image_parse_error invalid_image_mode unsupported_image_media_type unsupported_image_format
        empty_image_file failed_to_download_image image_download_failed image_file_not_found image_not_found
        OperationNotSupported not_supported_error precondition_failed unprocessable
    """,
}

BY_CODE: Mapping[str, type[ProviderTrouble]] = {
    code: trouble for trouble, codes in _LISTED.items() for code in codes.split()
}
"""Codes and types that mean the same under any status."""

_WITHOUT_STATUS: Mapping[str, type[ProviderTrouble]] = {
    "invalid_request_error": BadRequest,
    "invalid_request": BadRequest,
    "BadRequestError": BadRequest,
    "validation": BadRequest,
    "not_found_error": ModelMissing,
    "NotFoundError": ModelMissing,
    "not_found": ModelMissing,
}
"""Types too general to contradict a status; they count where a 200 or a stream carries the error."""

_BY_PHRASE: tuple[tuple[str, type[ProviderTrouble]], ...] = (
    # More than a minute's allowance in one request: OpenAI calls it a rate limit, but waiting never helps.
    ("request too large for", TooLong),
    ("max_new_tokens must be <=", TooLong),
    ("max_tokens must be at least 1, got -", TooLong),
    ("unexpected endpoint or method", BadRequest),
    ("not supported by any provider you have enabled", ModelMissing),
    ("try pulling it first", ModelMissing),
    ("is currently loading", Unavailable),
)

_AS_ANSWER: Mapping[str, Outcome] = {
    "content_filter": Outcome.CONTENT_FILTER,
    "ResponsibleAIPolicyViolation": Outcome.CONTENT_FILTER,
    "content_policy_violation": Outcome.CONTENT_FILTER,
    "image_content_policy_violation": Outcome.CONTENT_FILTER,
    "moderation_blocked": Outcome.CONTENT_FILTER,
    "bio_policy": Outcome.CONTENT_FILTER,
    "misalignment_policy_violation": Outcome.CONTENT_FILTER,
    "refusal": Outcome.REFUSAL,
    "max_tokens_exceeded": Outcome.LENGTH,
}
"""What is said of an answer, not of the call: data, although it travels as an error."""

_SCHEMA_WORDS = ("response_format", "json_schema", "structured output", "guided_json")
_SCHEMA_REMEDY = (
    'If the model takes no schema, say so at its provider (capabilities: {"*": {refuses: [schema]}} and '
    "leave_out: true), or let a judge answer with form: suffix."
)
_POLICY_WORDS = ("flagged", "usage policy", "usage policies")
_WAIT_HEADERS = ("retry-after", "retry-after-ms", "x-ratelimit-reset-requests", "x-ratelimit-reset-tokens")
_WAIT = re.compile(r"(?:try again in|retry after) (\d[\d.hms]*)( seconds?)?", re.IGNORECASE)
_LONGEST_WAIT_S = 1e9
_FAILED_STATUS = re.compile(r"[45][0-9]{2}")
_LONGEST_TITLE = 200


def read_failure(status: int, headers: Mapping[str, str], body: bytes) -> ProviderTrouble | Reply:
    """What a failed answer means, by whatever its body says, in any of the forms known."""
    complaint = _read_complaint(body)
    told = _conclude(complaint, status)
    if isinstance(told, ProviderTrouble) and not any(name in headers for name in _WAIT_HEADERS):
        told.retry_after_s = complaint.wait_s
    return told


def reply_to_failed(body: bytes) -> Reply:
    """What an error inside a successful answer or a stream amounts to; raises unless that is a reply."""
    return _reply_within(_read_complaint(body))


def reply_to_error(error: object) -> Reply:
    """The same for an error that is already decoded."""
    return _reply_within(_complaint_of({"error": error}))


@dataclass(frozen=True, slots=True)
class _Complaint:
    """What an error body says, whatever its form."""

    message: str = ""
    codes: tuple[str, ...] = ()
    """Everything that may name the error, the most telling first."""
    details: Mapping[str, object] = field(default_factory=dict[str, object])
    """Filter verdicts and the like, which explain a filtered answer."""
    wait_s: float | None = None

    @property
    def status(self) -> int | None:
        """The HTTP status that some servers write where others have a code."""
        return next((int(code) for code in self.codes if _FAILED_STATUS.fullmatch(code)), None)


def _reply_within(complaint: _Complaint) -> Reply:
    told = _conclude(complaint, complaint.status)
    if isinstance(told, Reply):
        return told
    told.retry_after_s = complaint.wait_s
    # It was under way already.
    told.may_be_billed = True
    raise told


def _conclude(complaint: _Complaint, status: int | None) -> ProviderTrouble | Reply:
    outcome = _outcome_of(complaint, status)
    if outcome is not None:
        return _as_reply(complaint, outcome)
    trouble = _trouble_of(complaint, status)
    if type(trouble) is BadRequest and _is_about_schemas(complaint.message.lower()):
        trouble.advise(_SCHEMA_REMEDY)
    code = complaint.codes[0] if complaint.codes else None
    trouble.provider_code = code
    trouble.fields["provider_code"] = code
    provider = as_word(as_dict(complaint.details.get("metadata")).get("provider_name"))
    if provider is not None:
        trouble.fields["provider_name"] = provider
    return trouble


def _is_about_schemas(words: str) -> bool:
    """Whether a server has no use for any schema; one that finds fault with this one takes schemas."""
    return "invalid schema" not in words and any(word in words for word in _SCHEMA_WORDS)


def _trouble_of(complaint: _Complaint, status: int | None) -> ProviderTrouble:
    found, message = _class_of(complaint, status), complaint.message
    if found is not None:
        return trouble_of(status or 200, code=found.code, message=message, by_code={found.code: found})
    guessed = trouble_of(status or 200, code=None, message=message, by_code={})
    if status is not None or type(guessed) is not BadRequest:
        return guessed
    # Nothing says whose fault it is, but the request had been accepted: take it for the server's.
    return trouble_of(200, code="", message=message, by_code={"": Unavailable})


def _class_of(complaint: _Complaint, status: int | None) -> type[ProviderTrouble] | None:
    words = complaint.message.lower().replace("`", "")
    for phrase, trouble in _BY_PHRASE:
        if phrase in words:
            return trouble
    metadata = as_dict(complaint.details.get("metadata"))
    if metadata.get("limit_source") == "openrouter_in_flight_budget":
        return RateLimited
    listed = next((BY_CODE[code] for code in complaint.codes if code in BY_CODE), None)
    if listed is None and status is None:
        return next((_WITHOUT_STATUS[code] for code in complaint.codes if code in _WITHOUT_STATUS), None)
    return listed


def _outcome_of(complaint: _Complaint, status: int | None) -> Outcome | None:
    named = next((_AS_ANSWER[code] for code in complaint.codes if code in _AS_ANSWER), None)
    if named is not None:
        return named
    words = complaint.message.lower()
    if "invalid_prompt" in complaint.codes and any(word in words for word in _POLICY_WORDS):
        return Outcome.CONTENT_FILTER
    metadata = as_dict(complaint.details.get("metadata"))
    if status == 403 and ("flagged_input" in metadata or "reasons" in metadata):
        return Outcome.CONTENT_FILTER
    return None


def _as_reply(complaint: _Complaint, outcome: Outcome) -> Reply:
    details = {"message": complaint.message, "codes": list(complaint.codes), **complaint.details}
    text = complaint.message if outcome is Outcome.REFUSAL else ""
    return Reply(outcome=outcome, text=text, details=shallow(details))


def _read_complaint(body: bytes) -> _Complaint:
    try:
        read = read_json(body, object)
    except Unreadable:
        return _Complaint(message=_page_title(body) or excerpt(body))
    first = as_list(read)[:1]
    return _complaint_of(as_dict(first[0] if first else read))


def _page_title(body: bytes) -> str:
    page = body[:20_000]
    tags = page.lower()
    begin = tags.find(b">", tags.find(b"<title")) + 1
    end = tags.find(b"</title>", begin)
    if b"<title" not in tags[:begin] or end < 0:
        return ""
    return " ".join(page[begin:end].decode("utf-8", "replace").split())[:_LONGEST_TITLE]


def _complaint_of(body: Mapping[str, object]) -> _Complaint:
    inner = as_dict(body.get("error")) or as_dict((as_list(body.get("errors")) or [None])[0]) or body
    metadata = as_dict(inner.get("metadata"))
    details = {
        name: inner[name] for name in ("innererror", "metadata", "misalignment", "param") if inner.get(name)
    }
    message = _message_of(inner, body)
    raw = as_word(metadata.get("raw"))
    if raw is not None and raw not in message:
        message = f"{message} ({raw[:400]})"
    return _Complaint(
        message=message,
        codes=tuple(_codes_of(inner, body)),
        details=details,
        wait_s=_wait_of(body, message),
    )


def _codes_of(inner: Mapping[str, object], body: Mapping[str, object]) -> Iterator[str]:
    described = "error_description" in body
    candidates = (
        inner.get("code"),
        as_dict(inner.get("innererror")).get("code"),
        as_dict(inner.get("metadata")).get("error_type"),
        inner.get("error_type"),
        inner.get("type"),
        body.get("error_type"),
        body.get("error") if described else None,
        body.get("statusCode"),
        body.get("status"),
    )
    for candidate in candidates:
        code = as_word(candidate)
        if code:
            yield code


def _message_of(inner: Mapping[str, object], body: Mapping[str, object]) -> str:
    for candidate in (
        inner.get("message"),
        body.get("message"),
        body.get("error_description"),
        body.get("error"),
        inner.get("detail"),
        inner.get("msg"),
    ):
        if isinstance(candidate, str) and candidate:
            return candidate
        listed = "; ".join(_findings_in(as_list(candidate)))
        if listed:
            return listed
    return ""


def _findings_in(items: list[object]) -> Iterator[str]:
    for item in items:
        finding = as_word(item) or as_word(as_dict(item).get("msg")) or as_word(as_dict(item).get("message"))
        if finding:
            yield finding


def _wait_of(body: Mapping[str, object], message: str) -> float | None:
    estimated = body.get("estimated_time")
    if isinstance(estimated, int | float) and 0 <= estimated <= _LONGEST_WAIT_S:
        return float(estimated)
    found = _WAIT.search(message)
    return read_span(f"{found[1]}s" if found[2] else found[1].rstrip(".")) if found else None
