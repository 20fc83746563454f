"""The kinds of provider we know. A kind that speaks a known format is one row here and nothing else."""

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from edison.errors import KeyMissing, ProviderBroken

from .provider import KeyStyle, Provider, WireFormat


@dataclass(frozen=True, slots=True)
class ProviderKind:
    """What is the same for all providers of one kind."""

    wire: WireFormat
    base_url: str | None = None
    """May contain {region}; None means that the user must give an address."""
    key_style: KeyStyle = KeyStyle.BEARER
    key_env: str | None = None
    """Where a key is looked for when none is configured."""
    needs_key: bool = True
    is_local: bool = False
    """Runs on the user's own machines: costs nothing, is pooled, and has no batches."""
    is_pretended: bool = False
    """The simulator of this machine: whoever builds the house starts it, and knows its port."""
    prices_as: str | None = None
    """The provider's id in the price table."""
    batches_as: str | None = None
    """Which batch API serves it."""
    runs_code: bool = False
    """Is a program on this machine, which has no address."""

    @property
    def writes_errors(self) -> bool:
        """Whether a server of somebody's own may stand there, which writes errors in place of answers."""
        return not self.needs_key


_CHAT = WireFormat.OPENAI_CHAT

_FRAMING = frozenset(
    {
        "connection",
        "content-length",
        "expect",
        "host",
        "keep-alive",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that say to whom a request goes and where it ends."""

LOCAL_AT_ONCE = 4
"""Calls at once to a server on one's own machine: it has few slots, and waiting for one would count as its latency."""

KINDS: dict[str, ProviderKind] = {
    "openai": ProviderKind(
        _CHAT, "https://api.openai.com/v1", key_env="OPENAI_API_KEY", prices_as="openai", batches_as="openai"
    ),
    "azure": ProviderKind(
        _CHAT,
        key_style=KeyStyle.API_KEY,
        key_env="AZURE_OPENAI_API_KEY",
        prices_as="azure",
        batches_as="openai",
    ),
    "anthropic": ProviderKind(
        WireFormat.ANTHROPIC_MESSAGES,
        "https://api.anthropic.com",
        key_style=KeyStyle.X_API_KEY,
        key_env="ANTHROPIC_API_KEY",
        prices_as="anthropic",
        batches_as="anthropic",
    ),
    "google": ProviderKind(
        WireFormat.GEMINI,
        "https://generativelanguage.googleapis.com/v1beta",
        key_style=KeyStyle.X_GOOG_API_KEY,
        key_env="GEMINI_API_KEY",
        prices_as="google",
        batches_as="google",
    ),
    "vertex": ProviderKind(WireFormat.GEMINI, key_env="GOOGLE_ACCESS_TOKEN", prices_as="google"),
    "bedrock": ProviderKind(
        WireFormat.BEDROCK_CONVERSE,
        "https://bedrock-runtime.{region}.amazonaws.com",
        key_env="AWS_BEARER_TOKEN_BEDROCK",
        prices_as="aws",
    ),
    "openrouter": ProviderKind(
        _CHAT, "https://openrouter.ai/api/v1", key_env="OPENROUTER_API_KEY", prices_as="openrouter"
    ),
    "together": ProviderKind(
        _CHAT, "https://api.together.xyz/v1", key_env="TOGETHER_API_KEY", prices_as="together"
    ),
    "huggingface": ProviderKind(
        _CHAT, "https://router.huggingface.co/v1", key_env="HF_TOKEN", prices_as="huggingface"
    ),
    "ollama": ProviderKind(_CHAT, "http://127.0.0.1:11434/v1", needs_key=False, is_local=True),
    "lmstudio": ProviderKind(_CHAT, "http://127.0.0.1:1234/v1", needs_key=False, is_local=True),
    "vllm": ProviderKind(_CHAT, "http://127.0.0.1:8000/v1", needs_key=False, is_local=True),
    "llamacpp": ProviderKind(_CHAT, "http://127.0.0.1:8080/v1", needs_key=False, is_local=True),
    "openai-compatible": ProviderKind(_CHAT, needs_key=False),
    "sim": ProviderKind(_CHAT, "http://127.0.0.1", needs_key=False, is_local=True, is_pretended=True),
}


APPLICATIONS: dict[str, ProviderKind] = {
    "http": ProviderKind(WireFormat.APPLICATION, needs_key=False),
    "command": ProviderKind(WireFormat.APPLICATION, needs_key=False, runs_code=True),
    "python": ProviderKind(WireFormat.APPLICATION, needs_key=False, runs_code=True),
}
"""What is asked in place of a model; each arm of such a kind is a provider of its own (decision 0036)."""


def kind_of(provider: Provider) -> ProviderKind:
    """The provider's row of the table."""
    kind = KINDS.get(provider.kind) or APPLICATIONS.get(provider.kind)
    if kind is None:
        raise ProviderBroken(
            provider.name, f"its kind {provider.kind!r} is none of {', '.join(sorted(KINDS))}."
        )
    return kind


def complete(provider: Provider) -> Provider:
    """Fill in what the kind knows, and refuse what cannot work, before anything is sent."""
    kind = kind_of(provider)
    if kind.runs_code:
        return _complete_program(provider, kind)
    base_url = _dated_address(provider, provider.base_url or _default_address(provider, kind))
    for address in (base_url, *provider.servers):
        _refuse_bad_address(provider.name, address)
    _refuse_framing_headers(provider)
    has_key = provider.key is not None or provider.renewed is not None
    if kind.needs_key and not has_key and provider.key_style is not KeyStyle.NONE:
        raise KeyMissing(provider.name, kind.key_env)
    limits = provider.limits
    has_few_slots = kind.is_local and not kind.is_pretended
    if has_few_slots and limits.concurrency is None and not provider.servers:
        limits = replace(limits, concurrency=LOCAL_AT_ONCE)
    return replace(
        provider,
        limits=limits,
        base_url=base_url.rstrip("/"),
        servers=tuple(server.rstrip("/") for server in provider.servers),
        wire=provider.wire or kind.wire,
        key_style=provider.key_style or kind.key_style,
    )


def _complete_program(provider: Provider, kind: ProviderKind) -> Provider:
    at_once = provider.limits.concurrency or LOCAL_AT_ONCE
    return replace(
        provider,
        limits=replace(provider.limits, concurrency=at_once),
        wire=kind.wire,
        key_style=KeyStyle.NONE,
    )


def _dated_address(provider: Provider, address: str) -> str:
    """Where a dated version of Azure finds its deployments: below `/openai`."""
    if provider.api_version is None:
        return address
    if provider.kind != "azure":
        raise ProviderBroken(provider.name, "only a provider of kind 'azure' has an api_version.")
    return f"{address.rstrip('/')}/openai" if urlsplit(address).path in ("", "/") else address


def _refuse_bad_address(name: str, address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ProviderBroken(name, f"{address!r} is no http or https address.")
    if parts.username is not None or parts.password is not None:
        raise ProviderBroken(name, "its address carries a user name or password; configure a key instead.")


def _refuse_framing_headers(provider: Provider) -> None:
    for header in (*provider.headers, provider.key_header or ""):
        if header.strip().lower() in _FRAMING:
            raise ProviderBroken(provider.name, f"its header {header} is ours to write; leave it out.")


def _default_address(provider: Provider, kind: ProviderKind) -> str:
    if provider.servers:
        return provider.servers[0]
    if kind.base_url is None:
        raise ProviderBroken(provider.name, f"a provider of kind {provider.kind!r} needs a base_url.")
    if "{region}" in kind.base_url and not provider.region:
        raise ProviderBroken(
            provider.name, f"a provider of kind {provider.kind!r} needs a region or a base_url."
        )
    return kind.base_url.replace("{region}", provider.region or "")
