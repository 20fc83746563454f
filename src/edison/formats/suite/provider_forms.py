"""How a provider is reached, as it stands in a file."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, Tag

from ..reading.shapes import MAPPING, NUMBER, FileForm, Words, either

DEAREST = 1_000_000
"""A dollar a token; more than that is a slip, and could not be summed."""


class PriceForm(FileForm):
    """Dollars per million tokens."""

    input: float = Field(ge=0, le=DEAREST)
    """For what is sent."""
    output: float = Field(ge=0, le=DEAREST)
    """For what comes back."""
    cached: float | None = Field(default=None, ge=0, le=DEAREST)
    """For what is sent and the provider remembers."""


class ApplicationForm(FileForm):
    """What is asked in place of a model; made from an arm, and written by nobody."""

    price: float | None = Field(default=None, ge=0)
    method: Literal["POST", "GET", "PUT"] = "POST"
    path: str = ""
    body: JsonValue = None
    answer: str | None = None
    cost: str | None = None
    input_tokens: str | None = None
    output_tokens: str | None = None
    tools: str | None = None
    trace: str | None = None
    command: list[str] = []
    function: str = ""
    memory_mb: int = 4096


class ProviderForm(FileForm):
    """How a provider is reached. A key never stands in a file: only the name of the variable that holds it."""

    kind: Words
    """A well-known provider such as openai, anthropic or ollama, or openai-compatible."""
    base_url: Words | None = None
    """Its address; well-known kinds have one."""
    servers: list[Words] = []
    """Several servers of one local pool, instead of base_url."""
    server_keys: dict[str, Words] = {}
    """For servers of the pool that have keys of their own: by the address, the environment variable that holds it."""
    api_key_env: Words | None = None
    """The environment variable that holds the key."""
    wire: Words | None = None
    """The language spoken, where it is not the kind's own."""
    key_style: Words | None = None
    """How the key travels, where it is not the kind's own way."""
    key_header: Words | None = None
    """A header of the server's own that carries the key."""
    headers: dict[str, str] = {}
    """Sent along with every request."""
    region: Words | None = None
    """Where a provider has several."""
    api_version: Words | None = None
    """A dated version of Azure's interface, such as 2024-10-21."""
    price: (
        Annotated[
            Annotated[Literal[0], Tag(NUMBER)] | Annotated[PriceForm, Tag(MAPPING)],
            either("0 or {input: 0.15, output: 0.6}, in dollars per million tokens"),
        ]
        | None
    ) = None
    """0, or dollars per million tokens; overrides every table."""
    requests_per_minute: float | None = Field(default=None, gt=0)
    """What the provider allows."""
    tokens_per_minute: float | None = Field(default=None, gt=0)
    """What the provider allows."""
    concurrency: int | None = Field(default=None, ge=1)
    """Calls in flight at once."""
    timeout_s: float = Field(default=300.0, gt=0)
    """From sending to the last byte of one try."""
    leave_out: bool = False
    """Leave out what a model does not take, and record it, instead of refusing."""
    capabilities: dict[str, dict[str, JsonValue]] = {}
    """What models can do, by a pattern of their names, where the built-in table is wrong."""


class KeptProviderForm(ProviderForm):
    """A provider as a run keeps it, which may be one that was made from an arm."""

    application: ApplicationForm | None = None
