"""From the mapping people write about a provider to one that can be asked, with its key."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, TypedDict, TypeVar

from pydantic import JsonValue, ValidationError

from edison.errors import KeyMissing, ProviderBroken, ProviderUnknown
from edison.formats.suite.provider_forms import ApplicationForm, KeptProviderForm
from edison.gateway import (
    APPLICATIONS,
    KINDS,
    Application,
    KeyStyle,
    Limits,
    Patience,
    Price,
    Program,
    Provider,
    RenewedKey,
    Secret,
    WireFormat,
)
from edison.store import LOCAL_PROJECT, KeyOwner, ProviderRecord
from edison.text import read_path, redact

from .entrusting import KeyHosts, refuse_own

E = TypeVar("E", WireFormat, KeyStyle)

_AWS_KEY = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
_REGION = ("AWS_REGION", "AWS_DEFAULT_REGION")
_BEDROCK, _NO_KEY = "bedrock", KeyStyle.NONE.value
_CHAINS = {
    _BEDROCK: (_AWS_KEY[1], KeyStyle.SIGV4),
    "vertex": ("GOOGLE_APPLICATION_CREDENTIALS", KeyStyle.BEARER),
    "azure": ("AZURE_CLIENT_SECRET", KeyStyle.BEARER),
}
"""Kinds whose vendors' tools make keys that end: what a suite's address is weighed against, and how they travel."""

_WELL_KNOWN = KeyHosts()
_CREDENTIALS = frozenset(
    {"authorization", "proxy-authorization", "cookie", "x-api-key", "api-key", "x-goog-api-key"}
)
"""Headers that carry nothing but credentials."""
_REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
"""What an environment variable holds."""
_SCHEMES = ("bearer", "basic", "token")
_PATHS = ("answer", "cost", "input_tokens", "output_tokens", "tools", "trace")


class KeySource(Protocol):
    """Where keys come from, and how they are sealed for the archive. None of them is ever shown."""

    def in_variable(self, variable: str) -> str | None:
        """The key that an environment variable holds; None where it is unset or empty."""
        ...

    def renewed(self, kind: str, *, provider: str, region: str | None) -> RenewedKey | None:
        """Keys that a provider of this kind gets from a token address; None where this machine has nothing for it.

        Raises:
            ProviderBroken: what there is cannot be used.
        """
        ...

    def seal(self, key: str, *, owner: KeyOwner) -> bytes:
        """A key as it may be stored, for this owner alone."""
        ...

    def unseal(self, sealed: bytes, *, owner: KeyOwner) -> str:
        """The key again; raises KeyNotReadable for another owner, or with another master key."""
        ...


class GivenKey:
    """A key that somebody gave for one call: it is the only one there is, and nothing is sealed with it."""

    def __init__(self, key: str) -> None:
        self._key = key

    def in_variable(self, variable: str) -> str | None:
        return self._key

    def renewed(self, kind: str, *, provider: str, region: str | None) -> RenewedKey | None:
        return None

    def seal(self, key: str, *, owner: KeyOwner) -> bytes:
        raise AssertionError("a key that was given for one call is never kept")

    def unseal(self, sealed: bytes, *, owner: KeyOwner) -> str:
        return self._key


def pick_forms(names: Iterable[str], layers: Sequence[Mapping[str, JsonValue]]) -> dict[str, JsonValue]:
    """The form of each provider, from the first layer that has it; well-known ones need none."""
    picked: dict[str, JsonValue] = {}
    for name in dict.fromkeys(names):
        found = next((layer[name] for layer in layers if name in layer), None)
        if found is None and name not in KINDS:
            raise ProviderUnknown(name, {*KINDS, *(known for layer in layers for known in layer)})
        picked[name] = {"kind": name} if found is None else found
    return picked


def build_providers(
    forms: Mapping[str, object],
    *,
    keys: KeySource,
    stored: Iterable[ProviderRecord] = (),
    suspects: Container[str] = (),
    hosts: KeyHosts = _WELL_KNOWN,
    folder: str | None = None,
) -> list[Provider]:
    """Providers for their forms; names the provider and the field where one is wrong.

    Args:
        forms: By the providers' names.
        keys: Where keys are looked for.
        stored: Providers of the archive: their sealed keys go to the address they were sealed for, and no other.
        suspects: Those of which only a suite says how they are reached.
        hosts: Which keys a suite may send where.
        folder: Where scripts and functions lie.

    Raises:
        KeyKeptBack: a suite would have a key sent where it does not belong.
    """
    archive = {record.name: record for record in stored}
    providers: list[Provider] = []
    for name, written in forms.items():
        form = _with_region(read_form(name, written), keys=keys)
        key = _find_key(name, form, keys=keys, stored=archive.get(name))
        if name in suspects and key is not None and key.variable is not None:
            hosts.refuse(key.variable, provider=name, addresses=form.servers or [address_of(form)])
        headers = dict(_headers(name, form, keys=keys, hosts=hosts if name in suspects else None))
        built = replace(
            _build(name, form, key=key),
            server_keys=_server_keys(name, form, keys=keys, hosts=hosts if name in suspects else None),
        )
        providers.append(replace(built, headers=headers, **_application(name, form, folder=folder)))
    return providers


def _server_keys(
    name: str, form: KeptProviderForm, *, keys: KeySource, hosts: KeyHosts | None
) -> dict[str, Secret]:
    """The keys of servers that have their own."""
    found: dict[str, Secret] = {}
    for address, variable in form.server_keys.items():
        refuse_own(variable, provider=name)
        if hosts is not None:
            hosts.refuse(variable, provider=name, addresses=[address])
        value = keys.in_variable(variable)
        if value is None:
            raise KeyMissing(name, variable)
        found[address.rstrip("/")] = Secret(value)
    return found


def read_form(name: str, form: object) -> KeptProviderForm:
    """The form of a provider, checked; names the field where it is wrong."""
    try:
        return KeptProviderForm.model_validate(form)
    except ValidationError as error:
        first = error.errors()[0]
        # Between them stands how it was read, which nobody has written.
        where = (
            ".".join(dict.fromkeys(str(part) for part in (*first["loc"][:1], *first["loc"][-1:])))
            or "the form"
        )
        raise ProviderBroken(name, f"{where}: {first['msg']}.") from error


def owner_of(name: str, form: KeptProviderForm) -> KeyOwner:
    """Whom a stored key is for: this provider at this address."""
    if form.servers:
        raise ProviderBroken(name, "a pool of servers has no stored key; name a variable in api_key_env.")
    return KeyOwner(LOCAL_PROJECT, name, address_of(form))


def address_of(form: KeptProviderForm) -> str:
    """The address a provider is reached at, its kind's own where the form has none."""
    kind = KINDS.get(form.kind)
    usual = kind.base_url if kind is not None and kind.base_url else ""
    return (form.base_url or usual.replace("{region}", form.region or "")).rstrip("/")


def refuse_written_keys(name: str, form: object) -> None:
    """Refuse a form in which a key itself stands: it would be stored with the run."""
    read = read_form(name, form)
    for header, written in read.headers.items():
        # What is only named is no key.
        value = _REFERENCE.sub("", written)
        if value.strip().lower() in ("", *_SCHEMES):
            continue
        if header.lower() in _CREDENTIALS or redact(f"{header}: {value}") != f"{header}: {value}":
            raise ProviderBroken(
                name,
                f"its header {header} holds a key; put the key into a variable, name that in api_key_env, "
                f"and write key_header: {header}.",
            )
    for address in (read.base_url or "", *read.servers):
        if redact(address) != address:
            raise ProviderBroken(
                name, "its address holds a key; put the key into a variable and name that in api_key_env."
            )


def _with_region(form: KeptProviderForm, *, keys: KeySource) -> KeptProviderForm:
    """With the region that is meant by the environment, where the form has none and its kind needs one."""
    kind = KINDS.get(form.kind)
    needs_one = kind is not None and "{region}" in (kind.base_url or "")
    if not needs_one or form.region or form.base_url or form.servers:
        return form
    region = next(filter(None, map(keys.in_variable, _REGION)), None)
    return form.model_copy(update={"region": region})


def _build(name: str, form: KeptProviderForm, *, key: "_Key | None") -> Provider:
    style = _named(KeyStyle, form.key_style, field="key_style", provider=name)
    return Provider(
        name=name,
        kind=form.kind,
        key=key.value if key is not None and isinstance(key.value, Secret) else None,
        renewed=key.value if key is not None and isinstance(key.value, RenewedKey) else None,
        base_url=form.base_url,
        servers=tuple(form.servers),
        wire=_named(WireFormat, form.wire, field="wire", provider=name),
        key_style=style or (None if key is None else key.style),
        key_header=form.key_header,
        region=form.region,
        api_version=form.api_version,
        price=_price(form),
        limits=Limits(form.requests_per_minute, form.tokens_per_minute, form.concurrency),
        patience=Patience(total_s=form.timeout_s),
        leave_out=form.leave_out,
        capabilities=form.capabilities,
    )


def names_code(forms: Mapping[str, object]) -> list[str]:
    """Scripts and functions among some providers, as people write them."""
    found: list[str] = []
    for name, written in forms.items():
        form = read_form(name, written)
        kind = APPLICATIONS.get(form.kind)
        if kind is not None and kind.runs_code and form.application is not None:
            found.append(form.application.function or " ".join(form.application.command))
    return found


def _headers(
    name: str, form: KeptProviderForm, *, keys: KeySource, hosts: KeyHosts | None
) -> Iterator[tuple[str, str]]:
    """The headers of a provider, with what the variables hold that they name."""

    def held(reference: re.Match[str]) -> str:
        variable = reference[1]
        refuse_own(variable, provider=name)
        if hosts is not None:
            hosts.refuse(variable, provider=name, addresses=form.servers or [address_of(form)])
        value = keys.in_variable(variable)
        if value is None:
            raise KeyMissing(name, variable)
        return value

    for header, written in form.headers.items():
        yield header, _REFERENCE.sub(held, written)


class _Applied(TypedDict, total=False):
    application: Application
    program: Program
    price: Price


def _application(name: str, form: KeptProviderForm, *, folder: str | None) -> _Applied:
    written = form.application
    if form.kind not in APPLICATIONS or written is None:
        return {}
    applied: _Applied = {
        "application": Application(
            method=written.method,
            path=written.path,
            body=written.body,
            **{path: _path(written, path) for path in _PATHS},
        )
    }
    if written.price is not None:
        applied["price"] = Price(per_call=written.price)
    if APPLICATIONS[form.kind].runs_code:
        applied["program"] = Program(
            folder=folder or ".",
            command=tuple(written.command),
            function=written.function,
            memory_mb=written.memory_mb,
        )
    return applied


def _path(written: ApplicationForm, name: str) -> tuple[str, ...] | None:
    path: str | None = getattr(written, name)
    return None if path is None else read_path(path)


class _Key(NamedTuple):
    value: Secret | RenewedKey
    variable: str | None = None
    """Where it was found; None for a stored one."""
    style: KeyStyle | None = None
    """How it travels, where that is not the kind's own way."""


def _find_key(
    name: str, form: KeptProviderForm, *, keys: KeySource, stored: ProviderRecord | None
) -> _Key | None:
    if form.api_key_env is not None:
        refuse_own(form.api_key_env, provider=name)
        value = keys.in_variable(form.api_key_env)
        if value is None:
            raise KeyMissing(name, form.api_key_env)
        return _Key(Secret(value), form.api_key_env)
    if stored is not None and stored.sealed_key is not None and _is_at_home(stored, form):
        return _Key(Secret(keys.unseal(stored.sealed_key, owner=owner_of(name, form))))
    if form.key_style == _NO_KEY:
        return None
    kind = KINDS.get(form.kind)
    variable = kind.key_env if kind is not None else None
    value = keys.in_variable(variable) if variable is not None else None
    return _Key(Secret(value), variable) if value else _find_chain(name, form, keys=keys)


def _find_chain(name: str, form: KeptProviderForm, *, keys: KeySource) -> _Key | None:
    """What the vendor's own tools would find on this machine."""
    if form.kind not in _CHAINS:
        return None
    lent = keys.renewed(form.kind, provider=name, region=form.region)
    if lent is not None:
        variable, style = _CHAINS[form.kind]
        return _Key(lent, variable, style)
    return _find_aws_key(name, keys=keys) if form.kind == _BEDROCK else None


def has_chain(name: str, form: KeptProviderForm, *, keys: KeySource) -> bool:
    """Whether the vendor's own tools would find a key on this machine."""
    return form.key_style != _NO_KEY and _find_chain(name, form, keys=keys) is not None


def _find_aws_key(name: str, *, keys: KeySource) -> _Key | None:
    """The pair that Amazon's tools use, from the variables or the profile; requests are signed with it."""
    access, secret = map(keys.in_variable, _AWS_KEY)
    if access is None and secret is None:
        return None
    if access is None or secret is None:
        raise KeyMissing(name, _AWS_KEY[0] if access is None else _AWS_KEY[1])
    token = keys.in_variable("AWS_SESSION_TOKEN")
    return _Key(Secret(":".join(filter(None, (access, secret, token)))), _AWS_KEY[1], KeyStyle.SIGV4)


def _is_at_home(stored: ProviderRecord, form: KeptProviderForm) -> bool:
    """Whether a form means the address that a stored key was given for."""
    return not form.servers and address_of(read_form(stored.name, stored.form)) == address_of(form)


def _named(enum: type[E], value: str | None, *, field: str, provider: str) -> E | None:
    if value is None:
        return None
    try:
        return enum(value)
    except ValueError as error:
        raise ProviderBroken(
            provider, f"{field}: {value!r} is none of {', '.join(member.value for member in enum)}."
        ) from error


def _price(form: KeptProviderForm) -> Price | None:
    if form.price is None:
        return None
    if form.price == 0:
        return Price()
    return Price(form.price.input, form.price.output, form.price.cached)
