"""Every failure that OpenAI, its official client or its imitators know of has one meaning here."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import get_args

import openai
import pytest
from openai.types.responses.response_error import ResponseError

from edison.domain import Outcome
from edison.errors import (
    AuthRefused,
    BadRequest,
    EdisonError,
    KeyMissing,
    ModelMissing,
    ProviderBroken,
    ProviderTrouble,
    RateLimited,
    TimedOut,
    TooLong,
    Unavailable,
    UnknownOutcome,
    Unreadable,
)
from edison.gateway.codecs.base import Reply
from edison.gateway.codecs.openai_chat import OpenAIChat
from edison.gateway.codecs.openai_failures import BY_CODE
from edison.gateway.codecs.openai_responses import OpenAIResponses
from tests.gateway.codecs.openai_answers import response
from tests.gateway.codecs.openai_complaints import DOCUMENTED, OPENROUTER, OTHERS, Complaint
from tests.gateway.codecs.sdk_openai import as_json

CODEC = OpenAIChat()

STATUS_EXCEPTIONS: dict[str, tuple[int, type[ProviderTrouble]]] = {
    "BadRequestError": (400, BadRequest),
    "AuthenticationError": (401, AuthRefused),
    "OAuthError": (401, AuthRefused),
    "PermissionDeniedError": (403, AuthRefused),
    "NotFoundError": (404, ModelMissing),
    "ConflictError": (409, Unavailable),
    "UnprocessableEntityError": (422, BadRequest),
    "RateLimitError": (429, RateLimited),
    "InternalServerError": (500, Unavailable),
}

OTHER_EXCEPTIONS: dict[str, type[EdisonError] | Outcome | str] = {
    "OpenAIError": "the root of the others",
    "APIError": ProviderTrouble,
    "APIStatusError": ProviderTrouble,
    "APITimeoutError": TimedOut,
    "APIConnectionError": UnknownOutcome,
    "APIResponseValidationError": Unreadable,
    "LengthFinishReasonError": Outcome.LENGTH,
    "ContentFilterFinishReasonError": Outcome.CONTENT_FILTER,
    "SubjectTokenProviderError": KeyMissing,
    "MutuallyExclusiveAuthError": ProviderBroken,
    "MissingDependencyError": "a packaging matter of the client",
    "APIRemovedInV1": "a matter of the client's own past",
    "StreamAlreadyConsumed": "a misuse of the client",
    "MissingStreamClassError": "a misuse of the client",
    "InvalidWebhookSignatureError": "we receive no webhooks of theirs",
    "WebSocketConnectionClosedError": "we open no web sockets",
    "WebSocketQueueFullError": "we open no web sockets",
    "ResponsesWebSocketError": "we open no web sockets",
    "ResponsesWebSocketBufferError": "we open no web sockets",
    "AgentFilePreparationError": "we use no hosted agents",
    "AgentFileStagingError": "we use no hosted agents",
    "AgentOutputParseError": "we use no hosted agents",
    "AgentTurnResultError": "we use no hosted agents",
    "BrowserError": "we drive no browser for a model",
    "BrowserCancelledError": "we drive no browser for a model",
    "ComputerUseError": "we drive no computer for a model",
    "ToolRunnerError": "we run no tools inside the client",
    "ToolRunnerCancelledError": "we run no tools inside the client",
    "DecisionsToolRunnerError": "we run no tools inside the client",
    "DecisionsToolRunnerCancelledError": "we run no tools inside the client",
    "_TransientTokenExchangeError": "we exchange no tokens",
}

RESPONSE_CODES: dict[str, type[ProviderTrouble] | Outcome] = {
    "server_error": Unavailable,
    "rate_limit_exceeded": RateLimited,
    "invalid_prompt": BadRequest,
    "data_residency_mismatch": BadRequest,
    "bio_policy": Outcome.CONTENT_FILTER,
    "misalignment_policy_violation": Outcome.CONTENT_FILTER,
    "vector_store_timeout": Unavailable,
    "invalid_image": BadRequest,
    "invalid_image_format": BadRequest,
    "invalid_base64_image": BadRequest,
    "invalid_image_url": BadRequest,
    "image_too_large": TooLong,
    "image_too_small": BadRequest,
    "image_parse_error": BadRequest,
    "image_content_policy_violation": Outcome.CONTENT_FILTER,
    "invalid_image_mode": BadRequest,
    "image_file_too_large": TooLong,
    "unsupported_image_media_type": BadRequest,
    "empty_image_file": BadRequest,
    "failed_to_download_image": BadRequest,
    "image_file_not_found": BadRequest,
}


@pytest.mark.parametrize("complaint", DOCUMENTED.values(), ids=DOCUMENTED.keys())
def test_a_documented_failure_means_one_thing(complaint: Complaint) -> None:
    told = CODEC.read_failure(complaint.status, {}, as_json(complaint.body))

    assert (told.outcome if isinstance(told, Reply) else type(told)) is complaint.means


def test_the_table_of_documented_failures_is_long() -> None:
    assert len(DOCUMENTED) >= 80


def test_every_status_exception_of_the_official_client_is_in_the_table() -> None:
    known = {found.__name__ for found in _descendants(openai.APIStatusError)}

    assert known == set(STATUS_EXCEPTIONS)


@pytest.mark.parametrize("name", STATUS_EXCEPTIONS)
def test_the_status_of_an_official_exception_means_one_trouble_even_without_a_body(name: str) -> None:
    status, trouble = STATUS_EXCEPTIONS[name]

    told = CODEC.read_failure(status, {}, b"")

    assert type(told) is trouble
    assert getattr(getattr(openai, name), "status_code", status) == status


def test_every_other_exception_of_the_official_client_is_in_the_table() -> None:
    known = {found.__name__ for found in _all_exceptions()} - set(STATUS_EXCEPTIONS)

    assert known == set(OTHER_EXCEPTIONS)


@pytest.mark.parametrize("code", RESPONSE_CODES)
def test_the_code_of_a_failed_response_means_one_thing(code: str) -> None:
    body = as_json(response(status="failed", error={"code": code, "message": "It failed."}))
    expected = RESPONSE_CODES[code]

    if isinstance(expected, Outcome):
        assert OpenAIResponses().decode(body).outcome is expected
    else:
        with pytest.raises(ProviderTrouble) as caught:
            OpenAIResponses().decode(body)
        assert type(caught.value) is expected
        assert caught.value.may_be_billed


def test_every_code_of_a_failed_response_that_the_official_client_knows_is_in_the_table() -> None:
    known = get_args(ResponseError.model_fields["code"].annotation)

    assert set(known) == set(RESPONSE_CODES)


@pytest.mark.parametrize("code", sorted(BY_CODE))
def test_a_listed_code_means_the_same_under_any_failing_status(code: str) -> None:
    bodies = (
        as_json({"error": {"message": "No.", "code": code}}),
        as_json({"error": {"message": "No.", "type": code}}),
    )

    told = [CODEC.read_failure(status, {}, body) for status in (400, 500) for body in bodies]

    assert {type(trouble) for trouble in told} == {BY_CODE[code]}


@pytest.mark.parametrize(
    ("status", "trouble"),
    [
        (302, BadRequest),
        (400, BadRequest),
        (401, AuthRefused),
        (413, TooLong),
        (502, Unavailable),
        (524, TimedOut),
    ],
)
@pytest.mark.parametrize(
    "body",
    [b"", b"  ", b"\xff\xfe", b"no healthy upstream", b"<html><title>Oops</title></html>", b"[" * 100_000],
)
def test_a_body_that_says_nothing_leaves_the_word_to_the_status(
    status: int, trouble: type[ProviderTrouble], body: bytes
) -> None:
    assert type(CODEC.read_failure(status, {}, body)) is trouble


def test_a_page_is_quoted_by_its_title() -> None:
    told = CODEC.read_failure(
        502, {}, b"<!DOCTYPE html><html><head><title>\n 502 Bad\n Gateway</title></head></html>"
    )

    assert isinstance(told, ProviderTrouble)
    assert told.sentence.endswith(": 502 Bad Gateway")


def test_a_filtered_prompt_says_what_the_filter_found() -> None:
    complaint = DOCUMENTED["Azure: filtered"]

    told = CODEC.read_failure(complaint.status, {}, as_json(complaint.body))

    assert isinstance(told, Reply)
    assert told.text == ""
    assert told.details["innererror"] == {
        "code": "ResponsibleAIPolicyViolation",
        "content_filter_result": {"violence": {"filtered": True, "severity": "high"}},
    }


def test_a_filters_verdict_nested_beyond_all_bounds_is_left_out() -> None:
    nested = b'{"a":' * 200 + b"1" + b"}" * 200

    told = CODEC.read_failure(
        400, {}, b'{"error":{"code":"content_filter","message":"No","innererror":' + nested + b"}}"
    )

    assert isinstance(told, Reply)
    assert told.details == {"message": "No", "codes": ["content_filter"]}


def test_a_trouble_carries_the_providers_code_its_words_and_who_stood_behind_it() -> None:
    complaint = OPENROUTER["upstream rate limit"]

    told = CODEC.read_failure(complaint.status, {}, as_json(complaint.body))

    assert isinstance(told, RateLimited)
    assert (told.status, told.provider_code, told.fields["provider_name"]) == (429, "429", "Chutes")
    assert told.sentence.endswith("Provider returned error (busy upstream)")


@pytest.mark.parametrize(
    ("complaint", "wait_s"),
    [
        (OTHERS["Hugging Face, loading"], 20.0),
        (DOCUMENTED["OpenAI: rate limit"], 6.0),
        (DOCUMENTED["Azure: rate limit"], 7.0),
        (Complaint(429, {"error": {"message": "Please try again in 1m30.5s."}}, RateLimited), 90.5),
        (Complaint(429, {"error": {"message": "Please try again in 340ms, or later"}}, RateLimited), 0.34),
        (Complaint(429, {"error": {"message": "Please try again in a while."}}, RateLimited), None),
        (Complaint(503, {"error": "is currently loading", "estimated_time": -1}, Unavailable), None),
        (Complaint(503, {"error": "is currently loading", "estimated_time": 10**300}, Unavailable), None),
    ],
)
def test_a_wait_that_only_the_body_asks_for_is_kept(complaint: Complaint, wait_s: float | None) -> None:
    told = CODEC.read_failure(complaint.status, {}, as_json(complaint.body))

    assert isinstance(told, ProviderTrouble)
    assert told.retry_after_s == wait_s


def test_a_wait_in_the_headers_is_not_overruled_by_the_body() -> None:
    complaint = DOCUMENTED["OpenAI: rate limit"]

    told = CODEC.read_failure(complaint.status, {"retry-after": "60"}, as_json(complaint.body))

    assert isinstance(told, RateLimited)
    assert told.retry_after_s is None


def _descendants(base: type) -> Iterator[type]:
    for child in base.__subclasses__():
        yield child
        yield from _descendants(child)


def _forgive_helpers(name: str) -> None:
    """The microphone helpers want a library for arrays; they raise nothing of their own."""
    assert name == "openai.helpers", name


def _all_exceptions() -> set[type[BaseException]]:
    found: set[type[BaseException]] = set()
    for module in pkgutil.walk_packages(openai.__path__, "openai.", onerror=_forgive_helpers):
        if ".types." in module.name or module.name.startswith(("openai.cli", "openai.helpers")):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if (
                inspect.isclass(value)
                and issubclass(value, BaseException)
                and value.__module__.startswith("openai")
            ):
                found.add(value)
    return found
