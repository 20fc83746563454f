"""Failed answers as OpenAI, Azure and the servers that speak like OpenAI document or really send them."""

from dataclasses import dataclass

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
)


@dataclass(frozen=True)
class Complaint:
    """A status, a body, and what they mean."""

    status: int
    body: object
    means: type[ProviderTrouble] | Outcome


def _said(status: int, message: str, means: type[ProviderTrouble] | Outcome, **fields: object) -> Complaint:
    """A body in OpenAI's form."""
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": None, **fields}
    return Complaint(status, {"error": error}, means)


OPENAI = {
    "wrong key": _said(401, "Incorrect API key provided: sk-no***.", AuthRefused, code="invalid_api_key"),
    "no key": _said(401, "You didn't provide an API key.", AuthRefused),
    "no organization": _said(401, "You must be a member of an organization to use the API", AuthRefused),
    "wrong address": _said(401, "Your IP is not on the allowlist.", AuthRefused, code="ip_not_authorized"),
    "missing rights": _said(403, "You have insufficient permissions.", AuthRefused, code="missing_scope"),
    "country": _said(
        403,
        "Country not supported",
        AuthRefused,
        code="unsupported_country_region_territory",
        type="request_forbidden",
    ),
    "deactivated": _said(401, "The account has been deactivated.", AuthRefused, code="account_deactivated"),
    "rate limit": _said(
        429,
        "Rate limit reached. Please try again in 6s.",
        RateLimited,
        code="rate_limit_exceeded",
        type="tokens",
    ),
    "rate limit, type only": _said(429, "Rate limit reached for requests", RateLimited, type="requests"),
    "slow down": _said(429, "Slow down.", RateLimited, code="slow_down", type="rate_limit_error"),
    "slow down, as it was": _said(503, "Slow Down", RateLimited, code="slow_down"),
    "more than a minute's tokens": _said(
        429,
        "Request too large for gpt-5 on tokens per min (TPM): Limit 30000, Requested 70000.",
        TooLong,
        code="rate_limit_exceeded",
        type="tokens",
    ),
    "no quota": _said(
        429,
        "You exceeded your current quota.",
        QuotaGone,
        code="insufficient_quota",
        type="insufficient_quota",
    ),
    "no credit": _said(
        429, "No credit.", QuotaGone, code="credit_balance_exhausted", type="insufficient_quota"
    ),
    "a spend limit of any name": _said(
        429, "Limit.", QuotaGone, code="project_limit", type="insufficient_quota"
    ),
    "hard limit": _said(
        400, "Billing hard limit has been reached", QuotaGone, code="billing_hard_limit_reached"
    ),
    "billing not active": _said(429, "Your account is not active.", QuotaGone, code="billing_not_active"),
    "model missing": _said(404, "The model `gpt-9` does not exist.", ModelMissing, code="model_not_found"),
    "model missing, forbidden": _said(
        403, "Project has no access to it.", ModelMissing, code="model_not_found"
    ),
    "unknown address": _said(404, "Invalid URL (POST /v1/chat)", BadRequest, code="unknown_url"),
    "too long": _said(
        400, "This model's maximum context length is 8192 tokens.", TooLong, code="context_length_exceeded"
    ),
    "string too long": _said(
        400, "Invalid 'input': string too long.", TooLong, code="string_above_max_length"
    ),
    "unknown parameter": _said(400, "Unknown parameter: 'seed'.", BadRequest, code="unknown_parameter"),
    "unsupported value": _said(
        400, "Unsupported value: 'temperature'.", BadRequest, code="unsupported_value"
    ),
    "no code at all": _said(400, "Invalid service_tier argument", BadRequest, param="service_tier"),
    "bad schema": _said(400, "Invalid schema for function", BadRequest, code="invalid_function_parameters"),
    "picture too large": _said(400, "The image is too large.", TooLong, code="image_too_large"),
    "picture not fetched": _said(400, "Failed to download.", BadRequest, code="failed_to_download_image"),
    "flagged prompt": _said(
        400,
        "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
        Outcome.CONTENT_FILTER,
        code="invalid_prompt",
    ),
    "invalid prompt": _said(400, "Messages must not be empty.", BadRequest, code="invalid_prompt"),
    "policy": _said(
        400, "Rejected by our safety system.", Outcome.CONTENT_FILTER, code="content_policy_violation"
    ),
    "biology": _said(400, "Blocked.", Outcome.CONTENT_FILTER, code="bio_policy"),
    "server error": _said(500, "The server had an error.", Unavailable, type="server_error"),
    "overloaded": _said(
        503, "Overloaded.", Unavailable, code="server_is_overloaded", type="service_unavailable_error"
    ),
    "overloaded, as it was": _said(429, "That model is overloaded.", Unavailable, type="server_error"),
    "engine overloaded": _said(
        503, "The engine is currently overloaded.", Unavailable, code="engine_overloaded"
    ),
    "no room for flex": _said(429, "Resource unavailable.", Unavailable, code="resource_unavailable"),
    "token exchange": Complaint(
        400, {"error": "invalid_grant", "error_description": "The subject token is expired."}, AuthRefused
    ),
}

AZURE = {
    "deployment missing": Complaint(
        404,
        {"error": {"code": "DeploymentNotFound", "message": "The API deployment does not exist."}},
        ModelMissing,
    ),
    "wrong key": Complaint(
        401,
        {"error": {"code": "401", "message": "Access denied due to invalid subscription key."}},
        AuthRefused,
    ),
    "missing key, from the gateway before it": Complaint(
        401, {"statusCode": 401, "message": "Access denied due to missing subscription key."}, AuthRefused
    ),
    "no right": Complaint(
        401, {"error": {"code": "PermissionDenied", "message": "The principal lacks an action."}}, AuthRefused
    ),
    "keys disabled": Complaint(
        403,
        {"error": {"code": "AuthenticationTypeDisabled", "message": "Key access is disabled."}},
        AuthRefused,
    ),
    "rate limit": Complaint(
        429, {"error": {"code": "429", "message": "Exceeded. Please retry after 7 seconds."}}, RateLimited
    ),
    "operation not offered": Complaint(
        400, {"error": {"code": "OperationNotSupported", "message": "Does not work with it."}}, BadRequest
    ),
    "filtered": Complaint(
        400,
        {
            "error": {
                "message": "The prompt triggered the content management policy.",
                "type": None,
                "param": "prompt",
                "code": "content_filter",
                "status": 400,
                "innererror": {
                    "code": "ResponsibleAIPolicyViolation",
                    "content_filter_result": {"violence": {"filtered": True, "severity": "high"}},
                },
            }
        },
        Outcome.CONTENT_FILTER,
    ),
}

OPENROUTER = {
    "no credit": Complaint(402, {"error": {"code": 402, "message": "Insufficient credits."}}, QuotaGone),
    "too much at once": Complaint(
        402,
        {
            "error": {
                "code": 402,
                "message": "Wait.",
                "metadata": {"limit_source": "openrouter_in_flight_budget"},
            }
        },
        RateLimited,
    ),
    "flagged": Complaint(
        403,
        {
            "error": {
                "code": 403,
                "message": "Your input was flagged",
                "metadata": {"reasons": ["violence"], "flagged_input": "…", "provider_name": "OpenAI"},
            }
        },
        Outcome.CONTENT_FILTER,
    ),
    "forbidden": Complaint(403, {"error": {"code": 403, "message": "Key disabled."}}, AuthRefused),
    "upstream rate limit": Complaint(
        429,
        {
            "error": {
                "code": 429,
                "message": "Provider returned error",
                "metadata": {"raw": "busy upstream", "provider_name": "Chutes"},
            }
        },
        RateLimited,
    ),
    "upstream down": Complaint(
        502,
        {"error": {"code": 502, "message": "Bad", "metadata": {"error_type": "provider_unavailable"}}},
        Unavailable,
    ),
    "nobody offers it": Complaint(
        503, {"error": {"code": 503, "message": "No provider available"}}, Unavailable
    ),
    "timed out": Complaint(408, {"error": {"code": 408, "message": "Your request timed out"}}, TimedOut),
    "long text": Complaint(
        400, {"error": {"code": 400, "message": "x", "metadata": {"error_type": "string_too_long"}}}, TooLong
    ),
    "refused": Complaint(
        400,
        {"error": {"code": 400, "message": "No.", "metadata": {"error_type": "refusal"}}},
        Outcome.REFUSAL,
    ),
    "cut": Complaint(
        400,
        {"error": {"code": 400, "message": "…", "metadata": {"error_type": "max_tokens_exceeded"}}},
        Outcome.LENGTH,
    ),
}

OTHERS = {
    "vLLM, as it was": Complaint(
        400,
        {
            "object": "error",
            "message": "This model's maximum context length is 4096.",
            "code": 400,
            "param": None,
        },
        TooLong,
    ),
    "vLLM, no room left": Complaint(
        400,
        {"object": "error", "message": "max_tokens must be at least 1, got -186.", "type": "BadRequestError"},
        TooLong,
    ),
    "vLLM": _said(
        400, "the model's context length is only 1024 tokens", TooLong, type="BadRequestError", code=400
    ),
    "vLLM, model": _said(404, "The model `x` does not exist.", ModelMissing, type="NotFoundError", code=404),
    "llama.cpp, too long": _said(
        500,
        "the request exceeds the available context size",
        TooLong,
        type="exceed_context_size_error",
        code=500,
    ),
    "llama.cpp, loading": _said(503, "Loading model", Unavailable, type="unavailable_error", code=503),
    "llama.cpp, not offered": _said(
        501, "Embeddings are off", BadRequest, type="not_supported_error", code=501
    ),
    "llama.cpp, key": _said(401, "Invalid API Key", AuthRefused, type="authentication_error", code=401),
    "Ollama, model": _said(404, 'model "x" not found, try pulling it first', ModelMissing, type="api_error"),
    "Ollama, own form": Complaint(404, {"error": "model 'x' not found, try pulling it first"}, ModelMissing),
    "Ollama, busy": Complaint(503, {"error": "server busy, please try again."}, Unavailable),
    "LM Studio, nothing loaded": _said(
        404, "No models loaded.", ModelMissing, code="model_not_found", param="model"
    ),
    "LM Studio, too long": Complaint(
        400, {"error": "The model is loaded with context length of only 4096 tokens"}, TooLong
    ),
    "Together, no credit": _said(402, "Credit limit exceeded", QuotaGone, type="credit_limit"),
    "Together, model": _said(404, "Unable to access model x.", ModelMissing, code="model_not_available"),
    "Together, busy": _said(503, "The server is overloaded.", Unavailable, type="service_unavailable"),
    "Hugging Face, loading": Complaint(
        503, {"error": "Model x is currently loading", "estimated_time": 20.0}, Unavailable
    ),
    "Hugging Face, model": _said(
        400, "The requested model 'x' is not supported by any provider you have enabled.", ModelMissing
    ),
    "Hugging Face, no credit": Complaint(
        402, {"error": "You have exceeded your monthly credits."}, QuotaGone
    ),
    "Hugging Face, key": Complaint(401, {"error": "Invalid username or password."}, AuthRefused),
    "text-generation-inference, too long": Complaint(
        422,
        {
            "error": "`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5013",
            "error_type": "validation",
        },
        TooLong,
    ),
    "text-generation-inference, busy": Complaint(
        429, {"error": "Model is overloaded", "error_type": "overloaded"}, Unavailable
    ),
    "FastAPI": Complaint(422, {"detail": [{"loc": ["body"], "msg": "field required"}]}, BadRequest),
    "FastAPI, path": Complaint(404, {"detail": "Not Found"}, ModelMissing),
    "a list around it": Complaint(
        429, [{"error": {"code": 429, "message": "exhausted", "status": "RESOURCE_EXHAUSTED"}}], RateLimited
    ),
    "several errors": Complaint(400, {"errors": [{"message": "prompt is too long", "code": 5}]}, TooLong),
    "an empty object": Complaint(500, {}, Unavailable),
    "null": Complaint(429, None, RateLimited),
}

DOCUMENTED: dict[str, Complaint] = {
    f"{who}: {name}": complaint
    for who, complaints in {
        "OpenAI": OPENAI,
        "Azure": AZURE,
        "OpenRouter": OPENROUTER,
        "others": OTHERS,
    }.items()
    for name, complaint in complaints.items()
}
