"""The providers of a configuration: those that are models are arms, all others are named."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue, ValidationError

from edison.domain import Effort, Endpoint, Sampling, SuiteArm
from edison.errors import EndpointNameBroken

_SERVICES = {
    "openai": "openai",
    "anthropic": "anthropic",
    "google": "google",
    "vertex": "vertex",
    "mistral": "mistral",
    "groq": "groq",
    "deepseek": "deepseek",
    "openrouter": "openrouter",
    "xai": "xai",
    "ollama": "ollama",
    "together": "together",
    "togetherai": "together",
    "fireworks": "fireworks",
    "cerebras": "cerebras",
    "azure": "azure",
    "azureopenai": "azure",
    "bedrock": "bedrock",
    "lmstudio": "lmstudio",
}
"""promptfoo's names of services, and ours."""
_FORMS = frozenset({"chat", "messages", "responses", "completion"})
_NO_MODELS = frozenset(
    {
        "embedding",
        "embeddings",
        "image",
        "speech",
        "audio",
        "realtime",
        "assistant",
        "agents",
        "moderation",
        "live",
        "video",
    }
)
_SAMPLED = {
    "temperature": "temperature",
    "max_tokens": "max_tokens",
    "max_output_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "maxOutputTokens": "max_tokens",
    "top_p": "top_p",
    "topP": "top_p",
    "top_k": "top_k",
    "topK": "top_k",
    "seed": "seed",
    "frequency_penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty",
    "num_predict": "max_tokens",
}
SENT = ("tools", "tool_choice", "response_format")
"""What of a provider's settings goes with every question."""
_ADDRESSES = ("apiBaseUrl", "apiHost", "baseUrl", "basePath", "apiEndpoint")
"""Where a provider's own server is: whoever means that one is not asked elsewhere."""
_KEYS = frozenset({"apiKeyRequired", "label", *_ADDRESSES})


@dataclass(slots=True)
class ReadProviders:
    """What becomes of the providers of a file."""

    arms: list[SuiteArm] = field(default_factory=list[SuiteArm])
    shared: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """Tools and forms that all of them have alike."""
    notes: list[str] = field(default_factory=list[str])


def read_providers(written: JsonValue) -> ReadProviders:
    """Every provider as an arm, where it is a model that is asked."""
    made = ReadProviders()
    configs: list[Mapping[str, JsonValue]] = []
    for name, label, config in _listed(written):
        endpoint = _endpoint(name)
        configs.append(config)
        if endpoint is None:
            made.notes.append(
                f"The provider {name[:100]} is not one that can be asked here; name others with --models."
            )
            continue
        own = next((key for key in _ADDRESSES if config.get(key)), None)
        if own is not None:
            made.notes.append(
                f"The provider {name[:100]} has an address of its own ({own}) and is left out: name it with --models, "
                "and say with --providers how it is reached."
            )
            continue
        sampling, left = _sampling(config)
        if left:
            made.notes.append(f"The provider {name[:100]}: {', '.join(left)} is not sent.")
        made.arms.append(SuiteArm(name=label, endpoint=endpoint, sampling=sampling))
    for key in (*SENT, "transform"):
        given = [config.get(key) for config in configs]
        if given and given[0] is not None and all(one == given[0] for one in given):
            made.shared[key] = given[0]
        elif any(one is not None for one in given):
            made.notes.append(f"{key} is not the same for all providers and is not sent.")
    _name_apart(made)
    return made


def _listed(written: JsonValue) -> Iterator[tuple[str, str | None, Mapping[str, JsonValue]]]:
    for one in written if isinstance(written, list) else [] if written is None else [written]:
        if isinstance(one, str):
            yield one, None, {}
            continue
        mapping = one if isinstance(one, dict) else {}
        if "id" not in mapping and len(mapping) == 1:
            # The short form: {openai:gpt-4: {config: …}}.
            ((name, inner),) = mapping.items()
            mapping = {"id": name, **(inner if isinstance(inner, dict) else {})}
        config, label = mapping.get("config"), mapping.get("label")
        yield (
            str(mapping.get("id", "without a name")),
            str(label)[:200] if label else None,
            {**(config if isinstance(config, dict) else {}), **_transform_of(mapping)},
        )


def _transform_of(provider: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    return {} if provider.get("transform") is None else {"transform": provider["transform"]}


def _endpoint(name: str) -> Endpoint | None:
    service, _, rest = name.partition(":")
    form, _, model = rest.partition(":")
    if service not in _SERVICES or not rest or form in _NO_MODELS:
        return None
    if form not in _FORMS:
        model = rest
    try:
        return Endpoint.parse(f"{_SERVICES[service]}/{model}")
    except EndpointNameBroken:
        return None


def _sampling(config: Mapping[str, JsonValue]) -> tuple[Sampling, list[str]]:
    """What of a provider's settings is sent as sampling, and the names of what is not."""
    given: dict[str, object] = {}
    left: list[str] = []
    for key, value in config.items():
        if key in _SAMPLED and isinstance(value, int | float) and not isinstance(value, bool):
            given[_SAMPLED[key]] = value
        elif key in ("stop", "stop_sequences") and isinstance(value, list):
            given["stop"] = tuple(map(str, value))
        elif key == "reasoning_effort" and value in tuple(Effort):
            given["effort"] = value
        elif key == "logprobs" and value is True:
            given["top_logprobs"] = 0
        elif key not in SENT and key not in _KEYS and key != "transform":
            left.append(key)
    try:
        return Sampling.model_validate(given), left
    except ValidationError:
        return Sampling(), [*left, *given]


def _name_apart(made: ReadProviders) -> None:
    """Arms of the same name are told apart by their place."""
    seen: dict[str, int] = {}
    for place, arm in enumerate(made.arms):
        name = arm.name or arm.endpoint.name
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            made.arms[place] = arm.model_copy(update={"name": f"{name[:190]}-{seen[name]}"})
