"""Every error the official client knows, and every documented body, means one class of ours."""

import importlib
import pkgutil
import typing
from collections.abc import Iterator

import anthropic
import anthropic.types
import orjson
import pytest

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
from edison.gateway.codecs.anthropic_messages import AnthropicMessages
from edison.gateway.codecs.base import Reply

CODEC = AnthropicMessages()

NOT_PLAIN_BAD_REQUESTS: dict[str, type[ProviderTrouble]] = {
    "AuthenticationError": AuthRefused,
    "PermissionDeniedError": AuthRefused,
    "BetaAPIKeyScopeMissingError": AuthRefused,
    "BetaCannotSignOutManagedMemberError": AuthRefused,
    "BetaCannotSignOutMembershipAdminError": AuthRefused,
    "BetaCannotSignOutOwnerError": AuthRefused,
    "BetaCannotSignOutPrivilegedMemberError": AuthRefused,
    "BetaClaudeTagWritesNotEnabledError": AuthRefused,
    "BetaComplianceConfigurationRestrictedError": AuthRefused,
    "BetaEnvironmentCreateDisabledError": AuthRefused,
    "BetaEnvironmentUpdateDisabledError": AuthRefused,
    "BetaOrganizationLevelScopedAPIKeyRequiredError": AuthRefused,
    "BetaOrganizationNotEnrolledInBetaError": AuthRefused,
    "BetaSpendLimitsAdminAPIWritesNotEnabledError": AuthRefused,
    "CMEKKeyDisabledError": AuthRefused,
    "CMEKKeyNetworkBlockedError": AuthRefused,
    "ClaudeCodeKeyCreatorNotMemberError": AuthRefused,
    "OrganizationOnHoldError": AuthRefused,
    "OrganizationTypeNotSupportedError": AuthRefused,
    "SandboxEgressRestrictedError": AuthRefused,
    "NotFoundError": ModelMissing,
    "EnforcedSpendLimitReachedError": QuotaGone,
    "StorageQuotaExceededError": QuotaGone,
    "RateLimitError": RateLimited,
    "RampLimitExceededError": RateLimited,
    "ContentTooLargeError": TooLong,
    "RequestBodyTooLargeAfterDecodingError": TooLong,
    "RequestTimeoutError": TimedOut,
    "GatewayTimeoutError": TimedOut,
    "BetaRegistrationPendingError": Unavailable,
    "BetaScanPendingError": Unavailable,
    "BetaSlackChannelSetUpSettingsConflictError": Unavailable,
    "CMEKContextUnavailableError": Unavailable,
    "CMEKKeyUnreachableError": Unavailable,
    "CompactionUnavailableError": Unavailable,
    "ClientClosedRequestError": Unavailable,
    "ConcurrentMembershipChangeError": Unavailable,
    "ConflictError": Unavailable,
    "ExternalKeyChangedError": Unavailable,
    "ExternalKeyValidationTimedOutError": Unavailable,
    "HTTPNotImplementedError": Unavailable,
    "InternalServerError": Unavailable,
    "OverloadedError": Unavailable,
    "ServiceUnavailableError": Unavailable,
    "ThreadContinueInFlightError": Unavailable,
}

PLAIN_BAD_REQUESTS = frozenset(
    [
        "AlreadyMemberError",
        "AvailableToolsLimitExceededError",
        "BadRequestError",
        "BetaCannotSignOutPrimaryOwnerError",
        "BetaCannotSignOutSelfError",
        "BetaEnvironmentArchivedError",
        "BetaEnvironmentNotFoundError",
        "BetaHeartbeatPreconditionFailedError",
        "BetaInvalidConfigTypeChangeError",
        "BetaInvalidMetadataError",
        "BetaPluginNameTakenError",
        "BetaScanFailedError",
        "BetaSkillNameTakenError",
        "BetaSlackChannelSetUpEnvironmentNotFoundError",
        "BetaSlackChannelSetUpSettingsRefusedError",
        "BetaUnsupportedCharsetError",
        "CannotInviteEmailsWithUnverifiedDomainsError",
        "CannotRemoveLastMemberError",
        "ClaudeCodeVersionTooOldError",
        "CompactionBlockAmbiguousError",
        "CompactionBlockMisplacedError",
        "CompactionContentMismatchError",
        "CompactionIncompleteTurnError",
        "CompactionNothingToSummarizeError",
        "CompactionSignatureInvalidError",
        "CompactionTooManyToolReferencesError",
        "CompactionToolChangesMismatchError",
        "EmailDomainNotAllowedError",
        "ExternalKeyInWorkspacePolicyError",
        "ExternalKeyValidationFailedError",
        "FileExpiredError",
        "FileNotDownloadableError",
        "InviteAlreadyExistsError",
        "KeyProfileMismatchError",
        "OrgAPIKeyLimitExceededError",
        "OrgMemberLimitExceededError",
        "PreconditionFailedError",
        "RBACGroupGrantsOwnerAccessError",
        "RBACGroupOwnerAccessUnconfirmedError",
        "RequestBodyEncodingInvalidError",
        "RequestBodyEncodingUnsupportedError",
        "RequestHeaderFieldsTooLargeError",
        "SkillReadBlockedUndecryptableError",
        "ThreadAlreadyContinuedError",
        "ThreadFingerprintMismatchError",
        "ThreadNotFoundError",
        "ThreadUnsupportedRequestError",
        "ToolNameConflictError",
        "ToolReferenceUnresolvedError",
        "UnprocessableEntityError",
        "UserProfileNotFoundError",
        "WorkspaceAPIKeyLimitExceededError",
        "WorkspaceMemberLimitExceededError",
        "WorkspacePolicyViolationError",
    ]
)

WITHOUT_A_STATUS: dict[str, type[ProviderTrouble] | None] = {
    "APIConnectionError": Unavailable,
    "APITimeoutError": TimedOut,
    "APIResponseValidationError": Unreadable,
    # The base classes, and what only the client's own services raise: webhooks, credential files, toolsets.
    "APIError": None,
    "APIStatusError": None,
    "APIWebhookValidationError": None,
    "CredentialsError": None,
    "IdentityTokenFileError": None,
    "MissingDependencyError": None,
    "MutuallyExclusiveAuthError": None,
    "RetryableError": None,
    "StreamAlreadyConsumed": None,
    "ToolsetClosedError": None,
    "ToolsetConfigError": None,
    "ToolsetContractError": None,
    "ToolsetUsageError": None,
    "ToolsetsFixedError": None,
    "WorkloadIdentityError": None,
}


def descendants(base: type[BaseException]) -> Iterator[type[BaseException]]:
    for child in base.__subclasses__():
        yield child
        yield from descendants(child)


def status_errors() -> dict[str, type[BaseException]]:
    """Every class the client raises for a status, those in its far modules included."""
    for module in pkgutil.walk_packages(anthropic.types.__path__, "anthropic.types."):
        if module.name.endswith("_error"):
            importlib.import_module(module.name)
    return {error.__name__: error for error in descendants(anthropic.APIStatusError)}


STATUS_ERRORS = status_errors()


def body_like(error: type[BaseException]) -> tuple[int, bytes]:
    """The status and the body that make the client raise this class."""
    status: int = getattr(error, "status_code", 500)
    codes = typing.get_args(error.__annotations__.get("error_code"))
    details = {"details": {"error_code": codes[0]}} if codes else {}
    return status, orjson.dumps({"type": "error", "error": {"message": "As documented.", **details}})


@pytest.mark.parametrize("name", sorted(STATUS_ERRORS))
def test_every_status_error_of_the_official_client_has_a_class(name: str) -> None:
    status, body = body_like(STATUS_ERRORS[name])

    trouble = CODEC.read_failure(status, {}, body)

    expected = BadRequest if name in PLAIN_BAD_REQUESTS else NOT_PLAIN_BAD_REQUESTS[name]
    assert type(trouble) is expected


def test_the_official_client_has_no_other_errors() -> None:
    names = {
        error.__name__ for error in descendants(anthropic.AnthropicError) if "anthropic" in error.__module__
    }

    listed = NOT_PLAIN_BAD_REQUESTS.keys() | PLAIN_BAD_REQUESTS | WITHOUT_A_STATUS.keys()
    assert names <= listed
    assert STATUS_ERRORS.keys() == NOT_PLAIN_BAD_REQUESTS.keys() | PLAIN_BAD_REQUESTS


def test_every_error_type_of_the_official_client_has_a_class() -> None:
    from anthropic.types.shared.error_type import ErrorType

    for kind in typing.get_args(ErrorType):
        body = orjson.dumps({"type": "error", "error": {"type": kind, "message": "m"}})
        found = type(CODEC.read_failure(418, {}, body))
        assert found is DOCUMENTED_TYPES[kind], kind


DOCUMENTED_TYPES: dict[str, type[ProviderTrouble]] = {
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
}

BODIES = [
    (400, "invalid_request_error", "messages: at least one message is required", BadRequest),
    (400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API.", QuotaGone),
    (400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum", TooLong),
    (
        400,
        "invalid_request_error",
        "input length and `max_tokens` exceed context limit: 190000 + 20000",
        TooLong,
    ),
    (400, "invalid_request_error", "temperature: Extra inputs are not permitted", BadRequest),
    (401, "authentication_error", "invalid x-api-key", AuthRefused),
    (402, "billing_error", "There is an issue with your billing", QuotaGone),
    (403, "permission_error", "Your API key does not have permission to use the resource", AuthRefused),
    (404, "not_found_error", "model: claude-0", ModelMissing),
    (413, "request_too_large", "Request exceeds the maximum size", TooLong),
    (
        429,
        "rate_limit_error",
        "This request would exceed your rate limit of 50 requests per minute",
        RateLimited,
    ),
    (429, "rate_limit_error", "This would exceed your organization's monthly spend limit", QuotaGone),
    (500, "api_error", "Internal server error", Unavailable),
    (504, "timeout_error", "The request timed out while processing", TimedOut),
    (529, "overloaded_error", "Overloaded", Unavailable),
]


@pytest.mark.parametrize(("status", "kind", "message", "expected"), BODIES)
def test_each_documented_body_has_its_class(
    status: int, kind: str, message: str, expected: type[ProviderTrouble]
) -> None:
    body = orjson.dumps({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"})

    trouble = CODEC.read_failure(status, {}, body)

    assert isinstance(trouble, expected)
    assert type(trouble) is expected
    assert (trouble.status, trouble.provider_code) == (status, kind)
    assert message in str(trouble)


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (502, b"<html><body><h1>502 Bad Gateway</h1></body></html>", Unavailable),
        (413, b"<html>Request Entity Too Large</html>", TooLong),
        (403, b"error code: 1020", AuthRefused),
        (429, b"", RateLimited),
        (500, b"", Unavailable),
        (524, b"<html>A timeout occurred</html>", TimedOut),
        (400, b'{"error": "no such route"}', BadRequest),
        (503, b'{"error": {"type": ["odd"], "message": 3}}', Unavailable),
        (400, b'{"detail": "from a proxy"}', BadRequest),
        (401, b'{"error": null}', AuthRefused),
    ],
)
def test_bodies_of_proxies_are_classed_by_their_status(
    status: int, body: bytes, expected: type[ProviderTrouble]
) -> None:
    assert type(CODEC.read_failure(status, {}, body)) is expected


def test_a_filtered_answer_that_is_reported_as_a_failure_is_an_answer() -> None:
    error = {"type": "invalid_request_error", "message": "Output blocked by content filtering policy"}

    reply = CODEC.read_failure(400, {}, orjson.dumps({"type": "error", "error": error}))

    assert isinstance(reply, Reply)
    assert reply.outcome is Outcome.CONTENT_FILTER
