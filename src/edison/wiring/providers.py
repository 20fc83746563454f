"""From the mapping people write in a file to providers with their keys."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from edison.errors import KeyMissing, ProviderBroken
from edison.gateway import KINDS, KeyStyle, Limits, Patience, Price, Provider, Secret, WireFormat
from edison.settings import Settings


class PriceForm(BaseModel):
    """Dollars per million tokens."""

    model_config = ConfigDict(extra="forbid")

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)


class ProviderForm(BaseModel):
    """One provider as it stands in a file; the key itself never does, only the variable that holds it."""

    model_config = ConfigDict(extra="forbid")

    kind: str
    base_url: str | None = None
    servers: tuple[str, ...] = ()
    api_key_env: str | None = None
    wire: WireFormat | None = None
    key_style: KeyStyle | None = None
    key_header: str | None = None
    headers: dict[str, str] = {}
    region: str | None = None
    price: Literal[0] | PriceForm | None = None
    requests_per_minute: Annotated[float, Field(gt=0)] | None = None
    tokens_per_minute: Annotated[float, Field(gt=0)] | None = None
    concurrency: Annotated[int, Field(ge=1)] | None = None
    timeout_s: Annotated[float, Field(gt=0)] = 300.0
    leave_out: bool = False
    capabilities: dict[str, dict[str, JsonValue]] = {}


def build_providers(forms: Mapping[str, object], settings: Settings) -> list[Provider]:
    """Providers for the forms of a file; names the provider and the field where one is wrong."""
    return [_build(name, _read(name, form), settings) for name, form in forms.items()]


def _read(name: str, form: object) -> ProviderForm:
    try:
        return ProviderForm.model_validate(form)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the form"
        raise ProviderBroken(name, f"{where}: {first['msg']}.") from error


def _build(name: str, form: ProviderForm, settings: Settings) -> Provider:
    return Provider(
        name=name,
        kind=form.kind,
        key=_key(name, form, settings),
        base_url=form.base_url,
        servers=form.servers,
        wire=form.wire,
        key_style=form.key_style,
        key_header=form.key_header,
        headers=form.headers,
        region=form.region,
        price=_price(form),
        limits=Limits(form.requests_per_minute, form.tokens_per_minute, form.concurrency),
        patience=Patience(total_s=form.timeout_s),
        leave_out=form.leave_out,
        capabilities=form.capabilities,
    )


def _key(name: str, form: ProviderForm, settings: Settings) -> Secret | None:
    if form.api_key_env is not None:
        value = settings.key_in(form.api_key_env)
        if value is None:
            raise KeyMissing(name, form.api_key_env)
        return Secret(value)
    kind = KINDS.get(form.kind)
    value = settings.key_in(kind.key_env) if kind is not None and kind.key_env else None
    return Secret(value) if value else None


def _price(form: ProviderForm) -> Price | None:
    if form.price is None:
        return None
    if form.price == 0:
        return Price()
    return Price(form.price.input, form.price.output, form.price.cached)
