from collections.abc import Mapping
from datetime import date
from typing import Any, get_args

import pytest
from anthropic.types.model import Model as AnthropicModel
from genai_prices.data_snapshot import get_snapshot
from openai.types.shared.chat_model import ChatModel

from edison.domain import Effort, ModelListing
from edison.errors import ProviderBroken
from edison.gateway.drift import LimitDrift, check_listing
from edison.gateway.kinds import KINDS
from edison.gateway.manifest import PARAMETERS, Capability, Manifest
from edison.gateway.model_names import plain_name
from edison.gateway.provider import Provider, WireFormat

SAMPLING = {"temperature", "top_p", "top_k"}
PENALTIES = {"frequency_penalty", "presence_penalty", "repeat_penalty"}
BEYOND_OPENAI = {"top_k", "repeat_penalty"}
TODAY = date(2026, 11, 15)


def a_provider(
    kind: str = "openai",
    *,
    wire: WireFormat | None = None,
    capabilities: Mapping[str, Mapping[str, Any]] = {},
) -> Provider:
    return Provider(name="main", kind=kind, wire=wire, base_url="http://here", capabilities=capabilities)


def capability(kind: str, model: str, *, wire: WireFormat | None = None) -> Capability:
    return Manifest.load().of(a_provider(kind, wire=wire), model)


def refused(kind: str, model: str, *, wire: WireFormat | None = None) -> set[str]:
    return set(PARAMETERS - capability(kind, model, wire=wire).takes)


REASONING = SAMPLING | PENALTIES | {"top_logprobs", "stop"}
FOREIGN_TO_CLAUDE = PENALTIES | {"seed", "top_logprobs", "json"}
NO_TOOLS = {"tools", "tool_choice", "forced_tool"}


@pytest.mark.parametrize(
    ("kind", "model", "expected"),
    [
        ("openai", "gpt-4o", BEYOND_OPENAI | {"effort"}),
        ("openai", "gpt-4o-mini-2024-07-18", BEYOND_OPENAI | {"effort"}),
        ("openai", "ft:gpt-4o-mini-2024-07-18:acme::1", BEYOND_OPENAI | {"effort"}),
        ("openai", "gpt-4.1-nano", BEYOND_OPENAI | {"effort"}),
        ("azure", "gpt-4.1", BEYOND_OPENAI | {"effort"}),
        ("openai", "o3", REASONING),
        ("openai", "o3-mini", REASONING | {"images"}),
        ("openai", "o4-mini-2025-04-16", REASONING),
        ("openai", "gpt-5-nano", REASONING),
        ("openai", "gpt-5.2", PENALTIES | {"top_k", "stop"}),
        ("openai", "gpt-5.6-terra", REASONING | NO_TOOLS),
        ("openai", "gpt-6.1-sol", REASONING | NO_TOOLS),
        ("anthropic", "claude-3-5-sonnet-latest", FOREIGN_TO_CLAUDE | {"effort", "schema"}),
        ("anthropic", "claude-sonnet-4-20250514", FOREIGN_TO_CLAUDE | {"schema"}),
        ("anthropic", "claude-haiku-4-5-20251001", FOREIGN_TO_CLAUDE),
        ("anthropic", "claude-opus-4-6", FOREIGN_TO_CLAUDE),
        ("anthropic", "claude-opus-4-7", FOREIGN_TO_CLAUDE | SAMPLING),
        ("anthropic", "claude-opus-5", FOREIGN_TO_CLAUDE | SAMPLING),
        ("anthropic", "claude-sonnet-5", FOREIGN_TO_CLAUDE | SAMPLING),
        ("anthropic", "claude-haiku-5-5", FOREIGN_TO_CLAUDE | SAMPLING),
        ("anthropic", "claude-opus-5-5", FOREIGN_TO_CLAUDE | SAMPLING | {"forced_tool"}),
        ("anthropic", "claude-fable-5-1", FOREIGN_TO_CLAUDE | SAMPLING | {"forced_tool"}),
        ("anthropic", "claude-mythos-5", FOREIGN_TO_CLAUDE | SAMPLING | {"forced_tool"}),
        ("anthropic", "claude-opus-6", FOREIGN_TO_CLAUDE | SAMPLING),
        ("google", "gemini-2.5-flash", PENALTIES | {"top_logprobs"}),
        ("vertex", "gemini-2.5-flash", {"repeat_penalty"}),
        ("google", "gemini-3.1-pro-preview", PENALTIES | {"top_logprobs"}),
        ("google", "models/gemini-3.8-flash", PENALTIES | SAMPLING | {"top_logprobs"}),
        (
            "bedrock",
            "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
            FOREIGN_TO_CLAUDE,
        ),
        ("bedrock", "global.anthropic.claude-opus-4-7-v1:0", FOREIGN_TO_CLAUDE | SAMPLING | {"schema"}),
        ("bedrock", "amazon.nova-micro-v1:0", FOREIGN_TO_CLAUDE | {"effort", "schema", "images", "top_k"}),
        ("openrouter", "anthropic/claude-opus-4.7", (FOREIGN_TO_CLAUDE | SAMPLING) - {"json"}),
        ("openrouter", "openai/gpt-6-luna", REASONING),
        ("openrouter", "meta-llama/llama-3.3-70b-instruct", {"repeat_penalty"}),
        ("together", "meta-llama/Llama-3.3-70B-Instruct-Turbo", {"repeat_penalty", "top_logprobs"}),
        ("llamacpp", "qwen2.5", {"effort"}),
        ("vllm", "qwen2.5", {"repeat_penalty"}),
        ("lmstudio", "gpt-4o", {"top_logprobs", "json"}),
        ("ollama", "llama3", BEYOND_OPENAI | {"top_logprobs", "tool_choice", "forced_tool"}),
        ("openai-compatible", "anything", set[str]()),
    ],
)
def test_what_a_model_does_not_take_is_known_by_name(kind: str, model: str, expected: set[str]) -> None:
    assert refused(kind, model) == expected


def test_the_responses_format_takes_tools_where_chat_does_not_and_knows_no_seed_or_stop() -> None:
    chat = refused("openai", "gpt-6-sol", wire=WireFormat.OPENAI_CHAT)
    responses = refused("openai", "gpt-6-sol", wire=WireFormat.OPENAI_RESPONSES)

    assert chat - responses == NO_TOOLS
    assert {"seed", "stop"} <= refused("openai", "gpt-4o", wire=WireFormat.OPENAI_RESPONSES)


@pytest.mark.parametrize(
    ("kind", "model", "thinking", "field", "default"),
    [
        ("openai", "gpt-5", "effort", "max_completion_tokens", None),
        ("openrouter", "openai/gpt-5", "effort", "max_tokens", None),
        ("anthropic", "claude-sonnet-4-5", "budget", "max_tokens", 16384),
        ("anthropic", "claude-opus-4-5", "effort", "max_tokens", 16384),
        ("anthropic", "claude-3-haiku-20240307", "budget", "max_tokens", 4096),
        ("google", "gemini-2.5-pro", "budget", "max_tokens", None),
        ("google", "gemini-3-flash-preview", "level", "max_tokens", None),
    ],
)
def test_how_a_model_wants_things_said_is_known(
    kind: str, model: str, thinking: str, field: str, default: int | None
) -> None:
    dialect = capability(kind, model).dialect

    assert (dialect.thinking, dialect.max_tokens_field, dialect.default_max_tokens) == (
        thinking,
        field,
        default,
    )


def test_limits_caching_and_batches_are_known() -> None:
    large = capability("openai", "gpt-4.1")
    claude = capability("anthropic", "claude-opus-5-5")
    local = capability("ollama", "llama3")

    assert (large.context_tokens, large.max_output_tokens, large.prompt_cache) == (
        1_047_576,
        32_768,
        "automatic",
    )
    assert (claude.max_output_tokens, claude.prompt_cache, claude.batch) == (128_000, "marks", True)
    assert (local.context_tokens, local.prompt_cache, local.batch) == (None, "automatic", False)


def test_a_model_retires_at_its_maker_and_not_elsewhere() -> None:
    assert capability("openai", "gpt-4o").retires == date(2027, 1, 14)
    assert capability("azure", "gpt-4o").retires is None
    assert capability("anthropic", "claude-sonnet-4-5").retires == date(2026, 11, 30)
    assert capability("anthropic", "claude-sonnet-4-6").retires is None


def test_what_can_only_be_said_alone_is_known() -> None:
    assert capability("openai", "gpt-5.2").not_beside["temperature"] == {"effort"}
    assert capability("openai", "gpt-5.2").not_beside["effort"] == {"tools"}
    assert "effort" not in capability("openai", "gpt-5.2", wire=WireFormat.OPENAI_RESPONSES).not_beside
    assert capability("anthropic", "claude-haiku-4-5").not_beside["top_p"] == {"effort", "temperature"}
    assert capability("anthropic", "claude-opus-4-6").not_beside == {"top_p": {"temperature"}}


def test_the_efforts_a_model_knows_are_known() -> None:
    assert capability("openai", "gpt-5").efforts == set(Effort)
    assert capability("openai", "gpt-5-pro").efforts == {Effort.HIGH}
    assert capability("google", "gemini-3.8-flash").efforts == {Effort.LOW, Effort.MEDIUM, Effort.HIGH}


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("anthropic/claude-opus-4.7", "claude-opus-4-7"),
        ("us.anthropic.claude-opus-4-7-v1:0", "claude-opus-4-7-v1:0"),
        ("arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-opus-5", "claude-opus-5"),
        ("publishers/google/models/gemini-2.5-pro", "gemini-2.5-pro"),
        ("openai/GPT-5.2", "gpt-5.2"),
        ("global.amazon.nova-2-lite-v1:0", "amazon.nova-2-lite-v1:0"),
    ],
)
def test_one_model_has_one_name_however_it_is_written(written: str, plain: str) -> None:
    assert plain_name(written) == plain


def test_the_word_of_the_user_wins_and_the_more_specific_word_most() -> None:
    provider = a_provider(
        "openai",
        capabilities={
            "*": {"refuses": ["seed"], "context_tokens": 10},
            "gpt-4o*": {"takes": ["top_k"], "max_output_tokens": 5, "dialect": {"stream_usage": False}},
        },
    )

    ours = Manifest.load().of(provider, "gpt-4o-mini")

    assert PARAMETERS - ours.takes == {"repeat_penalty", "effort", "seed"}
    assert (ours.context_tokens, ours.max_output_tokens) == (10, 5)
    assert (ours.dialect.stream_usage, ours.dialect.max_tokens_field) == (False, "max_completion_tokens")


@pytest.mark.parametrize(
    "said",
    [
        {"takes": ["temprature"]},
        {"dialect": {"thinkng": "effort"}},
        {"dialect": {"thinking": "loud"}},
        {"context_tokens": "many"},
        {"surprise": 1},
    ],
)
def test_a_word_of_the_user_that_means_nothing_is_refused(said: dict[str, object]) -> None:
    with pytest.raises(ProviderBroken, match="its capabilities"):
        Manifest.load().of(a_provider(capabilities={"*": said}), "gpt-4o")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_provider_has_an_answer_for_an_unknown_model(kind: str) -> None:
    unknown = capability(kind, "brand-new")

    assert {"max_tokens", "tools", "images", "stop"} <= unknown.takes
    assert not unknown.is_described


def test_every_model_the_official_clients_name_is_described() -> None:
    named = {"openai": get_args(ChatModel), "anthropic": get_args(get_args(AnthropicModel)[0])}

    undescribed = [
        (kind, model)
        for kind, models in named.items()
        for model in models
        if not capability(kind, model).is_described
    ]

    # Speech and code models of the past, which nobody compares here.
    assert {model for _, model in undescribed} <= {
        "gpt-audio-mini",
        "gpt-audio-mini-2025-12-15",
        "codex-mini-latest",
    }


@pytest.mark.parametrize("kind", ["openai", "anthropic", "google"])
def test_contexts_agree_with_the_price_table_where_both_state_one(kind: str) -> None:
    listed = next(provider for provider in get_snapshot().providers if provider.id == kind).models
    compared = 0

    for model in listed:
        ours = capability(kind, model.id)
        if (
            ours.is_described
            and ours.context_tokens
            and model.context_window
            and plain_name(model.id) in MAINLINE
        ):
            assert ours.context_tokens == pytest.approx(model.context_window, rel=0.06), model.id
            compared += 1

    assert compared >= 8


MAINLINE = {
    *(
        "gpt-4o",
        "gpt-4o-mini",
        "gpt-4.1",
        "gpt-4.1-mini",
        "gpt-5",
        "gpt-5-mini",
        "gpt-5.1",
        "gpt-5.2",
        "gpt-5.4",
    ),
    *(
        "gpt-5.4-mini",
        "gpt-5.5",
        "gpt-5.6-sol",
        "gpt-6-astra",
        "gpt-6-luna",
        "gpt-6.1-sol",
        "o1",
        "o3",
        "o4-mini",
    ),
    *("claude-haiku-4-5", "claude-haiku-5-5", "claude-sonnet-4-5", "claude-sonnet-4-6", "claude-sonnet-5"),
    *(
        "claude-opus-4-5",
        "claude-opus-4-6",
        "claude-opus-4-7",
        "claude-opus-5",
        "claude-opus-5-5",
        "claude-fable-5",
    ),
    *("gemini-2.5-flash", "gemini-2.5-flash-lite", "gemini-3.1-flash-lite", "gemini-3.5-flash"),
    *("gemini-3.5-flash-lite", "gemini-3.6-flash", "gemini-3.7-flash", "gemini-3.8-flash", "gemini-4-argon"),
}


def test_a_new_a_vanished_and_a_changed_model_are_told_apart() -> None:
    manifest, provider = Manifest.load(), a_provider("google")
    families = [row.model.rstrip("*") for row in manifest.rows if row.home == "google"]
    listed = [ModelListing(id=f"models/{name}") for name in families if name != "gemini-4"]
    stated = ModelListing(id="models/gemini-2.5-pro", context_tokens=1_048_576, max_output_tokens=8)
    new = ModelListing(id="models/brand-new")

    drift = check_listing(manifest, [*listed, stated, new], provider=provider, today=TODAY)

    assert drift.undescribed == ("models/brand-new",)
    assert drift.unlisted == ("gemini-4*",)
    assert drift.limits == (LimitDrift("models/gemini-2.5-pro", "max_output_tokens", 65_536, 8),)
    assert not drift.is_none


def test_what_has_retired_need_not_be_listed_any_more() -> None:
    provider = a_provider("anthropic")
    served = [
        "claude-opus-4-5",
        "claude-haiku-4-5",
        "claude-sonnet-4-5",
        "claude-opus-4-6",
        "claude-sonnet-4-6",
    ]
    served += ["claude-opus-4-7", "claude-opus-4-8", "claude-opus-5", "claude-opus-5-5", "claude-sonnet-5-5"]
    served += ["claude-haiku-5-5", "claude-fable-5-1", "claude-opus-4-1"]
    listed = [ModelListing(id=model) for model in served]

    assert check_listing(Manifest.load(), listed, provider=provider, today=TODAY).is_none


def test_llamacpp_draws_by_schemas_with_their_bounds_and_hosted_models_may_refuse_them() -> None:
    assert capability("llamacpp", "smollm2").dialect.schema_bounds
    assert not capability("openai", "gpt-4o").dialect.schema_bounds
    assert not capability("anthropic", "claude-sonnet-4-5").dialect.schema_bounds
