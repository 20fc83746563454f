"""How a provider is reached: its address, its key, its limits, its price."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal

from pydantic import JsonValue

from .credentials.renewing import RenewedKey
from .http import DIRECT, Network
from .secret import Secret


class WireFormat(StrEnum):
    """A language spoken over HTTP; each has one codec file."""

    OPENAI_CHAT = "openai-chat"
    OPENAI_RESPONSES = "openai-responses"
    ANTHROPIC_MESSAGES = "anthropic-messages"
    GEMINI = "gemini"
    BEDROCK_CONVERSE = "bedrock-converse"
    APPLICATION = "application"
    """JSON in, a text or JSON out: what somebody built, over HTTP or as a program on this machine."""


class KeyStyle(StrEnum):
    """How a key travels."""

    BEARER = "bearer"
    """Authorization: Bearer …"""
    API_KEY = "api-key"
    X_API_KEY = "x-api-key"
    X_GOOG_API_KEY = "x-goog-api-key"
    SIGV4 = "sigv4"
    """The request is signed; the key is `access_key_id:secret_access_key[:session_token]`."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a provider allows per credential and model; None means unknown, then concurrency adapts itself."""

    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    concurrency: int | None = None


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars per million tokens, as the user states it; overrides every table."""

    input_per_million: float = 0.0
    output_per_million: float = 0.0
    cached_per_million: float | None = None
    per_call: float | None = None
    """Dollars for a call, whatever it uses; then tokens cost nothing."""


@dataclass(frozen=True, slots=True)
class Program:
    """A script or a function of the user's on this machine."""

    folder: str
    """Where it lies and runs."""
    command: tuple[str, ...] = ()
    """What is run, with its arguments; empty for a function."""
    function: str = ""
    """`module:function`; empty for a command."""
    memory_mb: int = 4096
    """What the process of a function may take."""
    is_bare: bool = False
    """Whether it sees no more of the surroundings than what it needs to be found and to write its words."""

    @property
    def name(self) -> str:
        """As people write it."""
        return self.function or " ".join(self.command)


@dataclass(frozen=True, slots=True)
class Application:
    """How something that is no model is asked, and where in its reply things stand; paths are read already."""

    method: Literal["GET", "POST", "PUT"] = "POST"
    path: str = ""
    """Behind the provider's address; placeholders in it are filled, percent-encoded."""
    body: JsonValue = None
    """With placeholders; None sends everything that is known."""
    answer: tuple[str, ...] | None = None
    """None: the reply is a text, or an object with the keys `answer`, `cost`, `tools` and so on."""
    cost: tuple[str, ...] | None = None
    input_tokens: tuple[str, ...] | None = None
    output_tokens: tuple[str, ...] | None = None
    tools: tuple[str, ...] | None = None
    trace: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Patience:
    """How long we wait for what."""

    connect_s: float = 10.0
    total_s: float = 300.0
    """From sending to the last byte of one attempt."""
    queue_s: float = 3600.0
    """For a slot; then nothing was sent."""


@dataclass(frozen=True, eq=False)
class Provider:
    """A configured provider. `kind` names a row of the table of kinds, which fills what is left out here.

    Two providers are the same only if they are the same object, so that nothing kept for one (a session's headers,
    a cached capability) can ever serve another.
    """

    name: str
    kind: str
    key: Secret | None = None
    renewed: RenewedKey | None = None
    """In place of a key: one that ends, and is made anew."""
    base_url: str | None = None
    servers: tuple[str, ...] = ()
    """Several servers of one local pool; then base_url is not used."""
    server_keys: Mapping[str, Secret] = field(default_factory=dict[str, Secret], repr=False)
    """Keys of those among them that have their own, by their addresses."""
    wire: WireFormat | None = None
    """Overrides the kind's format, such as openai-responses for openai."""
    key_style: KeyStyle | None = None
    key_header: str | None = None
    """A header of the server's own that carries the key as it is."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Sent along with every request; may hold credentials, so it never prints."""
    region: str | None = None
    api_version: str | None = None
    """Azure's dated one, which changes where deployments are found."""
    limits: Limits = Limits()
    price: Price | None = None
    patience: Patience = Patience()
    leave_out: bool = False
    """Leave out what a model does not take, and record it, instead of refusing."""
    capabilities: Mapping[str, Mapping[str, JsonValue]] = field(
        default_factory=dict[str, Mapping[str, JsonValue]]
    )
    """The user's own word about models (pattern → fields of the manifest); wins over ours."""
    application: Application | None = None
    """Where it is no provider of models."""
    program: Program | None = None
    """Where it is asked on this machine and not over HTTP."""
    network: Network = field(default=DIRECT, repr=False)
    """The way there, which may lead by a proxy."""

    def with_timeout(self, seconds: float) -> "Provider":
        """The same, waiting so long for an answer."""
        return replace(self, patience=replace(self.patience, total_s=seconds))
