"""Every exception of the service model, and every documented body, means one class of ours."""

from typing import Any

import botocore.exceptions
import botocore.session
import orjson
import pytest

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
    UnknownOutcome,
    Unreadable,
)
from edison.gateway.codecs.bedrock_converse import BedrockConverse

CODEC = BedrockConverse()
MODEL: Any = botocore.session.Session().get_service_model("bedrock-runtime")

EXCEPTIONS: dict[str, type[ProviderTrouble]] = {
    "AccessDeniedException": AuthRefused,
    "ConflictException": Unavailable,
    "InternalServerException": Unavailable,
    "ModelErrorException": Unavailable,
    "ModelNotReadyException": Unavailable,
    "ModelStreamErrorException": BrokenStream,
    "ModelTimeoutException": TimedOut,
    "ResourceNotFoundException": ModelMissing,
    "ServiceQuotaExceededException": QuotaGone,
    "ServiceUnavailableException": Unavailable,
    "ThrottlingException": RateLimited,
    "ValidationException": BadRequest,
}

CONNECTION_ERRORS: dict[str, type[ProviderTrouble]] = {
    "ConnectTimeoutError": TimedOut,
    "ConnectionClosedError": UnknownOutcome,
    "ConnectionError": Unavailable,
    "EndpointConnectionError": Unavailable,
    "HTTPClientError": Unavailable,
    "ProxyConnectionError": Unavailable,
    "ReadTimeoutError": TimedOut,
    "ResponseStreamingError": BrokenStream,
    "SSLError": Unavailable,
    "IncompleteReadError": BrokenStream,
    "EventStreamError": BrokenStream,
    "ChecksumMismatch": Unreadable,
}


def service_exceptions() -> dict[str, int]:
    """Every exception that any operation of the service declares, with its status."""
    shapes = [shape for name in MODEL.operation_names for shape in MODEL.operation_model(name).error_shapes]
    return {shape.name: shape.metadata["error"]["httpStatusCode"] for shape in shapes}


def connection_like() -> set[str]:
    """The library's exceptions for connections and for bodies that cannot be read."""
    found = {"IncompleteReadError", "EventStreamError", "ChecksumMismatch"}
    for name, member in vars(botocore.exceptions).items():
        bases = (botocore.exceptions.HTTPClientError, botocore.exceptions.ConnectionError)
        if (
            isinstance(member, type)
            and issubclass(member, bases)
            and member.__module__ == "botocore.exceptions"
        ):
            found.add(name)
    return found


def read(status: int, body: bytes, **headers: str) -> ProviderTrouble:
    trouble = CODEC.read_failure(
        status, {name.replace("_", "-"): value for name, value in headers.items()}, body
    )
    assert isinstance(trouble, ProviderTrouble)
    return trouble


def test_the_service_has_no_other_exceptions() -> None:
    assert service_exceptions().keys() == EXCEPTIONS.keys()


@pytest.mark.parametrize(("name", "status"), sorted(service_exceptions().items()))
def test_each_exception_of_the_service_has_its_class_by_its_header(name: str, status: int) -> None:
    trouble = read(
        status, b'{"message":"As documented."}', x_amzn_errortype=f"{name}:http://internal.amazon.com/"
    )

    assert type(trouble) is EXCEPTIONS[name]
    assert (trouble.status, trouble.provider_code) == (status, name)
    assert "As documented." in str(trouble)


@pytest.mark.parametrize(("name", "status"), sorted(service_exceptions().items()))
def test_each_exception_of_the_service_has_its_class_by_its_body(name: str, status: int) -> None:
    trouble = read(
        status, orjson.dumps({"__type": f"com.amazonaws.bedrock#{name}", "Message": "As documented."})
    )

    assert type(trouble) is EXCEPTIONS[name]
    assert "As documented." in str(trouble)


@pytest.mark.parametrize("operation", ["Converse", "ConverseStream"])
def test_the_operations_we_use_declare_only_known_exceptions(operation: str) -> None:
    declared = {shape.name for shape in MODEL.operation_model(operation).error_shapes}

    assert declared <= EXCEPTIONS.keys()


def test_the_stream_carries_only_known_exceptions() -> None:
    stream = MODEL.operation_model("ConverseStream").output_shape.members["stream"]

    carried = {shape.name for shape in stream.members.values() if shape.metadata.get("exception")}

    assert carried <= EXCEPTIONS.keys()
    assert len(carried) == 5


def test_the_librarys_connection_errors_are_all_in_the_table() -> None:
    assert connection_like() == CONNECTION_ERRORS.keys()


@pytest.mark.parametrize(
    ("status", "name", "message", "expected"),
    [
        (400, "ValidationException", "Input is too long for requested model.", TooLong),
        (400, "ValidationException", "The provided model identifier is invalid.", ModelMissing),
        (
            400,
            "ValidationException",
            "The maximum tokens you requested exceeds the model limit of 4096.",
            BadRequest,
        ),
        (
            400,
            "ValidationException",
            "Malformed input request: extraneous key [x] is not permitted",
            BadRequest,
        ),
        (
            403,
            "AccessDeniedException",
            "You don't have access to the model with the specified model ID.",
            AuthRefused,
        ),
        (429, "ThrottlingException", "Too many requests, please wait before trying again.", RateLimited),
        (429, "ThrottlingException", "Too many tokens per day, please wait before trying again.", QuotaGone),
        (
            404,
            "ResourceNotFoundException",
            "This model version has reached the end of its life.",
            ModelMissing,
        ),
        (
            403,
            "UnrecognizedClientException",
            "The security token included in the request is invalid.",
            AuthRefused,
        ),
        (403, "ExpiredTokenException", "The security token included in the request is expired", AuthRefused),
        (403, "InvalidSignatureException", "The request signature we calculated does not match", AuthRefused),
        (403, "MissingAuthenticationTokenException", "Missing Authentication Token", AuthRefused),
        (403, "SignatureDoesNotMatch", "Signature expired", AuthRefused),
        (413, "RequestEntityTooLargeException", "Request too large", TooLong),
        (500, "InternalFailure", "The request processing has failed", Unavailable),
        (424, "ModelErrorException", "The model had an error", Unavailable),
    ],
)
def test_each_documented_body_has_its_class(
    status: int, name: str, message: str, expected: type[ProviderTrouble]
) -> None:
    trouble = read(status, orjson.dumps({"message": message}), x_amzn_errortype=name)

    assert type(trouble) is expected
    assert trouble.provider_code == name


def test_what_the_model_itself_said_is_told() -> None:
    body = orjson.dumps(
        {"message": "Stream broke.", "originalMessage": "CUDA error", "originalStatusCode": 500}
    )

    assert "CUDA error" in str(read(424, body, x_amzn_errortype="ModelStreamErrorException"))


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (502, b"<html><h1>502 Bad Gateway</h1></html>", Unavailable),
        (403, b'{"Message":"Authorization header is missing"}', AuthRefused),
        (404, b"<UnknownOperationException/>", ModelMissing),
        (429, b"", RateLimited),
        (503, b"", Unavailable),
        (400, b"[]", BadRequest),
        (400, b'{"message": {"odd": 1}}', BadRequest),
    ],
)
def test_bodies_without_a_type_are_classed_by_their_status(
    status: int, body: bytes, expected: type[ProviderTrouble]
) -> None:
    assert type(read(status, body)) is expected
