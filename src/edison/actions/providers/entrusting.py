"""Which key may be sent where, when a suite says so: a suite may be a stranger's, the keys are not."""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from urllib.parse import urlsplit

from edison.errors import KeyKeptBack, SettingBroken
from edison.gateway import KINDS

from .hosts import HostPattern, Server, is_loopback

SETTING = "EDISON_KEY_HOSTS"
_OURS = "EDISON_"
_KEY_NAMES = ("_KEY", "_TOKEN")

_WELL_KNOWN = (
    # Kinds whose address is the user's own.
    ("AZURE_OPENAI_API_KEY", "*.openai.azure.com"),
    ("AZURE_OPENAI_API_KEY", "*.cognitiveservices.azure.com"),
    ("AZURE_OPENAI_API_KEY", "*.services.ai.azure.com"),
    ("AZURE_CLIENT_SECRET", "*.openai.azure.com"),
    ("AZURE_CLIENT_SECRET", "*.cognitiveservices.azure.com"),
    ("AZURE_CLIENT_SECRET", "*.services.ai.azure.com"),
    ("AWS_SECRET_ACCESS_KEY", "bedrock-runtime.*.amazonaws.com"),
    ("GOOGLE_ACCESS_TOKEN", "aiplatform.googleapis.com"),
    ("GOOGLE_ACCESS_TOKEN", "*-aiplatform.googleapis.com"),
    ("GOOGLE_APPLICATION_CREDENTIALS", "aiplatform.googleapis.com"),
    ("GOOGLE_APPLICATION_CREDENTIALS", "*-aiplatform.googleapis.com"),
    ("GOOGLE_API_KEY", "generativelanguage.googleapis.com"),
    # Providers that speak OpenAI's format and have no kind of their own.
    ("CEREBRAS_API_KEY", "api.cerebras.ai"),
    ("COHERE_API_KEY", "api.cohere.ai"),
    ("DEEPINFRA_API_KEY", "api.deepinfra.com"),
    ("DEEPSEEK_API_KEY", "api.deepseek.com"),
    ("FIREWORKS_API_KEY", "api.fireworks.ai"),
    ("GROQ_API_KEY", "api.groq.com"),
    ("MISTRAL_API_KEY", "api.mistral.ai"),
    ("MOONSHOT_API_KEY", "api.moonshot.ai"),
    ("NVIDIA_API_KEY", "integrate.api.nvidia.com"),
    ("PERPLEXITY_API_KEY", "api.perplexity.ai"),
    ("SAMBANOVA_API_KEY", "api.sambanova.ai"),
    ("XAI_API_KEY", "api.x.ai"),
)


@dataclass(frozen=True, slots=True)
class _Pair:
    variable: str
    host: HostPattern

    def is_well_known(self, variable: str, server: Server) -> bool:
        # A star of ours is one part of a name: what lies deeper may belong to anybody.
        parts = server.host.count("."), self.host.host.count(".")
        return variable == self.variable and self.host.admits(server) and parts[0] == parts[1]


class KeyHosts:
    """Pairs of a variable and a host: those that everybody knows, and those that whoever runs Edison allows."""

    def __init__(self, written: str | None = None) -> None:
        self._allowed = tuple(_read(part.strip()) for part in (written or "").split(",") if part.strip())

    def refuse(self, variable: str, *, provider: str, addresses: Iterable[str]) -> None:
        """Refuse to send what a variable holds to these addresses, because only a suite says so.

        Raises:
            KeyKeptBack: with the setting that would allow it.
        """
        refuse_own(variable, provider=provider)
        for address in addresses:
            server = Server.at(address)
            if not self._is_allowed(variable, server):
                advice = (
                    f"If you mean it, set {SETTING}={variable}@{server}, give the provider with --providers"
                )
                raise KeyKeptBack(provider, variable, str(server), f"{advice}, or store it.")

    def _is_allowed(self, variable: str, server: Server) -> bool:
        if any(fnmatchcase(variable, pair.variable) and pair.host.admits(server) for pair in self._allowed):
            return True
        if variable in _KNOWN_VARIABLES:
            return server.is_https and any(pair.is_well_known(variable, server) for pair in _KNOWN_PAIRS)
        return is_loopback(server.host) and variable.upper().endswith(_KEY_NAMES)


def refuse_own(variable: str, *, provider: str) -> None:
    """Refuse a variable of our own as a key, whoever names it."""
    if variable.upper().startswith(_OURS):
        advice = "Settings of Edison are no keys of providers; name another variable."
        raise KeyKeptBack(provider, variable, "any provider", advice)


def _read(written: str) -> _Pair:
    variable, _, host = written.partition("@")
    if not variable.strip() or not host.strip():
        raise SettingBroken(SETTING, written, ("VARIABLE@HOST",))
    return _Pair(variable.strip(), HostPattern.read(host.strip(), setting=SETTING))


def _known_pairs() -> Iterable[_Pair]:
    for kind in KINDS.values():
        if kind.key_env is not None and kind.base_url is not None:
            host = urlsplit(kind.base_url.replace("{region}", "*")).hostname or ""
            yield _Pair(kind.key_env, HostPattern.read(host, setting=SETTING))
    for variable, host in _WELL_KNOWN:
        yield _Pair(variable, HostPattern.read(host, setting=SETTING))


_KNOWN_PAIRS = tuple(_known_pairs())
_KNOWN_VARIABLES = frozenset(pair.variable for pair in _KNOWN_PAIRS)
