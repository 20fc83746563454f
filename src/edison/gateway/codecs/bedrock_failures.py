"""Amazon Bedrock's Converse format: what its failures mean.

Sources: the service model's exceptions for Converse and ConverseStream, and the "Common errors" of AWS APIs.
"""

from collections.abc import Mapping

import msgspec

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

from ..reading import read_json
from ..troubles import trouble_of
from .base import StreamEvent
from .findings import excerpt

_CLASSES: dict[str, type[ProviderTrouble]] = {
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
    # Common to all AWS services.
    "ExpiredTokenException": AuthRefused,
    "IncompleteSignature": AuthRefused,
    "IncompleteSignatureException": AuthRefused,
    "InternalFailure": Unavailable,
    "InvalidClientTokenId": AuthRefused,
    "InvalidSignatureException": AuthRefused,
    "MalformedHttpRequestException": BadRequest,
    "MissingAuthenticationToken": AuthRefused,
    "MissingAuthenticationTokenException": AuthRefused,
    "NotAuthorized": AuthRefused,
    "OptInRequired": AuthRefused,
    "RequestAbortedException": Unavailable,
    "RequestEntityTooLargeException": TooLong,
    "RequestExpired": AuthRefused,
    "RequestTimeoutException": TimedOut,
    "ServiceUnavailable": Unavailable,
    "SignatureDoesNotMatch": AuthRefused,
    "SubscriptionRequiredException": AuthRefused,
    "TooManyRequestsException": RateLimited,
    "UnknownOperationException": BadRequest,
    "UnrecognizedClientException": AuthRefused,
    # Ours, for messages that say more than their type does.
    "model identifier is invalid": ModelMissing,
    "per day": QuotaGone,
}

_TELLING_PHRASES = {"ValidationException": "model identifier is invalid", "ThrottlingException": "per day"}

_STATUSES = {
    "InternalServerException": 500,
    "ModelStreamErrorException": 424,
    "ServiceUnavailableException": 503,
    "ThrottlingException": 429,
    "ValidationException": 400,
}
"""What the status would have been, for an exception that comes after a 200."""


class _WireFailure(msgspec.Struct):
    type: str | None = msgspec.field(name="__type", default=None)
    message: str | None = None
    capital_message: str | None = msgspec.field(name="Message", default=None)
    original_message: str | None = msgspec.field(name="originalMessage", default=None)


def read_failure(status: int, *, headers: Mapping[str, str], body: bytes) -> ProviderTrouble:
    """What a non-2xx answer means: its type stands in a header or in the body."""
    failure = _failure_in(body)
    return _trouble(status, _bare(headers.get("x-amzn-errortype") or failure.type or ""), failure)


def is_failure_event(name: str) -> bool:
    """Whether an event of a stream tells of a failure."""
    return name == "error" or name.endswith("Exception")


def trouble_of_event(event: StreamEvent) -> ProviderTrouble:
    """The trouble that an exception after a 200 tells of; the model had begun, so it may be billed."""
    failure = _failure_in(event.data)
    name = failure.type or "" if event.name == "error" else event.name[:1].upper() + event.name[1:]
    trouble = _trouble(_STATUSES.get(name, 500), _bare(name), failure)
    trouble.may_be_billed = True
    return trouble


def _failure_in(body: bytes) -> _WireFailure:
    try:
        return read_json(body, _WireFailure)
    except Unreadable:
        return _WireFailure(message=excerpt(body))


def _bare(name: str) -> str | None:
    """`com.amazon.coral#ThrottlingException:http://…` is a ThrottlingException."""
    return name.partition(":")[0].rpartition("#")[2].strip() or None


def _trouble(status: int, name: str | None, failure: _WireFailure) -> ProviderTrouble:
    told = failure.message or failure.capital_message or ""
    message = f"{told} ({failure.original_message})" if failure.original_message else told
    phrase = _TELLING_PHRASES.get(name or "", "")
    is_telling = bool(phrase) and phrase in message.lower()
    trouble = trouble_of(status, code=phrase if is_telling else name, message=message, by_code=_CLASSES)
    trouble.provider_code = name
    trouble.fields["provider_code"] = name
    return trouble
