"""Every error the official client knows, and every documented body, means one class of ours."""

import inspect
from typing import Any

import orjson
import pytest
from google.genai import errors

from edison.errors import (
    AuthRefused,
    BadRequest,
    BrokenStream,
    ModelMissing,
    ProviderTrouble,
    QuotaGone,
    RateLimited,
    TimedOut,
    TooLong,
    Unavailable,
    Unreadable,
)
from edison.gateway.codecs.gemini import Gemini

CODEC = Gemini()

CLIENT_ERRORS: dict[str, type[ProviderTrouble] | None] = {
    "ClientError": BadRequest,
    "ServerError": Unavailable,
    "UnknownApiResponseError": Unreadable,
    "ContinuationInterruptedError": BrokenStream,
    # The base class, a warning, and what only the client's calling of Python functions raises.
    "APIError": None,
    "ExperimentalWarning": None,
    "FunctionInvocationError": None,
    "UnknownFunctionCallArgumentError": None,
    "UnsupportedFunctionError": None,
}

# google.rpc.Code with the HTTP status that each maps to.
RPC_CODES = [
    (499, "CANCELLED", Unavailable),
    (500, "UNKNOWN", Unavailable),
    (400, "INVALID_ARGUMENT", BadRequest),
    (504, "DEADLINE_EXCEEDED", TimedOut),
    (404, "NOT_FOUND", ModelMissing),
    (409, "ALREADY_EXISTS", BadRequest),
    (403, "PERMISSION_DENIED", AuthRefused),
    (401, "UNAUTHENTICATED", AuthRefused),
    (429, "RESOURCE_EXHAUSTED", RateLimited),
    (400, "FAILED_PRECONDITION", AuthRefused),
    (409, "ABORTED", Unavailable),
    (400, "OUT_OF_RANGE", BadRequest),
    (501, "UNIMPLEMENTED", BadRequest),
    (500, "INTERNAL", Unavailable),
    (503, "UNAVAILABLE", Unavailable),
    (500, "DATA_LOSS", Unavailable),
]


def failure(status: int, name: str, message: str = "As documented.", *details: dict[str, Any]) -> bytes:
    return orjson.dumps(
        {"error": {"code": status, "message": message, "status": name, "details": list(details)}}
    )


def read(status: int, body: bytes) -> ProviderTrouble:
    trouble = CODEC.read_failure(status, {}, body)
    assert isinstance(trouble, ProviderTrouble)
    return trouble


def info(reason: str) -> dict[str, Any]:
    return {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason, "domain": "googleapis.com"}


def quota(*ids: str, **fields: object) -> dict[str, Any]:
    violations = [
        {"quotaMetric": "generativelanguage.googleapis.com/requests", "quotaId": i, **fields} for i in ids
    ]
    return {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": violations}


def retry(delay: str) -> dict[str, Any]:
    return {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}


def test_the_official_client_has_no_other_errors() -> None:
    found = {
        name
        for name, member in inspect.getmembers(errors, inspect.isclass)
        if issubclass(member, BaseException) and member.__module__.startswith("google.genai")
    }

    assert found == CLIENT_ERRORS.keys()


@pytest.mark.parametrize(("status", "name"), [(400, "ClientError"), (500, "ServerError")])
def test_the_official_clients_status_errors_have_a_class(status: int, name: str) -> None:
    with pytest.raises(errors.APIError) as caught:
        errors.APIError.raise_error(status, {"error": {"message": "?"}}, None)

    assert type(caught.value).__name__ == name
    assert type(read(status, b'{"error":{"message":"?"}}')) is CLIENT_ERRORS[name]


@pytest.mark.parametrize(("status", "name", "expected"), RPC_CODES)
def test_each_canonical_code_has_its_class(status: int, name: str, expected: type[ProviderTrouble]) -> None:
    trouble = read(status, failure(status, name))

    assert type(trouble) is expected
    assert (trouble.status, trouble.provider_code) == (status, name)


@pytest.mark.parametrize(
    ("status", "name", "reason", "expected"),
    [
        (400, "INVALID_ARGUMENT", "API_KEY_INVALID", AuthRefused),
        (400, "INVALID_ARGUMENT", "API_KEY_EXPIRED", AuthRefused),
        (403, "PERMISSION_DENIED", "API_KEY_SERVICE_BLOCKED", AuthRefused),
        (403, "PERMISSION_DENIED", "SERVICE_DISABLED", AuthRefused),
        (403, "PERMISSION_DENIED", "CONSUMER_SUSPENDED", AuthRefused),
        (401, "UNAUTHENTICATED", "ACCESS_TOKEN_EXPIRED", AuthRefused),
        (403, "PERMISSION_DENIED", "BILLING_DISABLED", QuotaGone),
        (400, "INVALID_ARGUMENT", "SOMETHING_NEW", BadRequest),
    ],
)
def test_a_reason_says_more_than_the_code(
    status: int, name: str, reason: str, expected: type[ProviderTrouble]
) -> None:
    assert type(read(status, failure(status, name, "Denied.", info(reason)))) is expected


EXCEEDED = "You exceeded your current quota, please check your plan and billing details."


@pytest.mark.parametrize(
    ("message", "details", "expected"),
    [
        (EXCEEDED, [quota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier")], RateLimited),
        (EXCEEDED, [quota("GenerateContentInputTokensPerModelPerMinute-FreeTier")], RateLimited),
        (EXCEEDED, [quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier")], QuotaGone),
        (EXCEEDED, [quota("X", quotaMetric="generate_requests_per_model_per_day")], QuotaGone),
        (EXCEEDED, [quota("PerMinute", "RequestsPerDay"), retry("20s")], QuotaGone),
        (EXCEEDED, [quota("RequestsPerMinute", quotaValue="0")], QuotaGone),
        (f"{EXCEEDED} * Quota exceeded for metric: requests, limit: 0", [], QuotaGone),
        (EXCEEDED, [], RateLimited),
        ("Resource has been exhausted (e.g. check quota).", [], RateLimited),
        ("Resource exhausted. Please try again later.", [], RateLimited),
    ],
)
def test_a_minutes_quota_is_waited_for_and_a_days_quota_is_not(
    message: str, details: list[dict[str, Any]], expected: type[ProviderTrouble]
) -> None:
    trouble = read(429, failure(429, "RESOURCE_EXHAUSTED", message, *details))

    assert type(trouble) is expected
    assert message in str(trouble)


@pytest.mark.parametrize(
    ("message", "details", "wait_s"),
    [
        ("Slow down.", [retry("34s")], 34.0),
        ("Slow down.", [retry("0.5s")], 0.5),
        ("Please retry in 20.04466179s.", [], 20.04466179),
        ("Please retry in 150ms.", [], 0.15),
        ("Slow down.", [], None),
        ("Slow down.", [retry("soon")], None),
    ],
)
def test_the_wait_that_is_asked_for_is_read(
    message: str, details: list[dict[str, Any]], wait_s: float | None
) -> None:
    trouble = read(429, failure(429, "RESOURCE_EXHAUSTED", message, *details))

    assert trouble.retry_after_s == wait_s


@pytest.mark.parametrize(
    ("status", "name", "message", "expected"),
    [
        (
            400,
            "INVALID_ARGUMENT",
            "The input token count (2000000) exceeds the maximum number of tokens allowed",
            TooLong,
        ),
        (400, "FAILED_PRECONDITION", "User location is not supported for the API use.", AuthRefused),
        (400, "INVALID_ARGUMENT", "Please use a valid role: user, model.", BadRequest),
        (404, "NOT_FOUND", "models/gemini-0 is not found for API version v1beta", ModelMissing),
        (503, "UNAVAILABLE", "The model is overloaded. Please try again later.", Unavailable),
        (500, "INTERNAL", "An internal error has occurred.", Unavailable),
        (504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete.", TimedOut),
        (403, "PERMISSION_DENIED", "Your API key was reported as leaked.", AuthRefused),
    ],
)
@pytest.mark.parametrize("listed", [False, True])
def test_each_documented_body_has_its_class_alone_or_in_a_list(
    status: int, name: str, message: str, expected: type[ProviderTrouble], *, listed: bool
) -> None:
    body = failure(status, name, message)

    trouble = read(status, b"[" + body + b"]" if listed else body)

    assert type(trouble) is expected
    assert trouble.provider_code == name


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (502, b"<!DOCTYPE html><html><title>Error 502 (Server Error)!!1</title></html>", Unavailable),
        (404, b"<html>Not Found</html>", ModelMissing),
        (413, b"<html>Your client issued a request that was too large.</html>", TooLong),
        (429, b"", RateLimited),
        (503, b"", Unavailable),
        (400, b"[]", BadRequest),
        (400, b'{"error": "plain"}', BadRequest),
        (429, b'{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "details": "odd"}}', RateLimited),
        (403, b'{"error": {"status": "PERMISSION_DENIED", "details": [{"violations": 3}]}}', AuthRefused),
    ],
)
def test_bodies_of_other_forms_are_classed_by_what_can_be_read(
    status: int, body: bytes, expected: type[ProviderTrouble]
) -> None:
    assert type(read(status, body)) is expected
