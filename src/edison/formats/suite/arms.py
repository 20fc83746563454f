"""Arms from their forms. An arm that is no model is an endpoint of a provider of its own, made from the arm."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from pydantic import JsonValue

from edison.domain import Endpoint, EndpointKind, Sampling, SuiteArm, Technique

from ..reading.complaints import Complaints
from ..reading.nodes import Path
from .arm_forms import (
    ApplicationArmForm,
    ArmForm,
    CommandArmForm,
    HttpArmForm,
    ModelForm,
    PythonArmForm,
    SamplingForm,
)

APPLICATION = "app"
"""What stands for the model in the name of such an endpoint."""

_LONGEST = 60
_PATHS = ("answer", "cost", "input_tokens", "output_tokens", "tools", "trace")

WrittenArm = str | ArmForm | HttpArmForm | CommandArmForm | PythonArmForm


def read_sampling(form: SamplingForm, **changes: object) -> Sampling:
    """How a model is to draw, as it was written, with changes."""
    written: dict[str, object] = {name: getattr(form, name) for name in SamplingForm.model_fields}
    return Sampling.model_validate({**written, **changes})


def read_model(entry: str | ModelForm, **changes: object) -> SuiteArm:
    """A model with its parameters, and changes."""
    if isinstance(entry, str):
        return SuiteArm.model_validate({"endpoint": Endpoint.parse(entry), **changes})
    written = {
        "name": entry.name,
        "endpoint": Endpoint.parse(entry.model),
        "sampling": read_sampling(entry),
        "extra": entry.extra,
    }
    return SuiteArm.model_validate({**written, **changes})


def _read_techniques(entry: ArmForm) -> Iterator[SuiteArm]:
    """An arm for each technique; they are told apart by it, where nothing else does that."""
    for name in dict.fromkeys(entry.technique):
        technique = Technique(name)
        led: dict[str, object] = {"technique": technique}
        if entry.samples is not None and technique.takes_samples:
            led["samples"] = entry.samples
        is_named = entry.name is not None and len(entry.technique) == 1
        if not is_named and entry.technique != [Technique.DIRECT]:
            led["name"] = f"{entry.name or entry.model} ({name})"
        yield read_model(entry, **led)


def read_arms(
    entries: Sequence[WrittenArm], *, complaints: Complaints
) -> tuple[tuple[SuiteArm, ...], dict[str, JsonValue]]:
    """All arms, and the providers that those which are no models stand for."""
    arms: list[SuiteArm] = []
    providers: dict[str, JsonValue] = {}
    for place, entry in enumerate(entries):
        if isinstance(entry, str):
            arms.append(read_model(entry))
            continue
        if isinstance(entry, ArmForm):
            complain_of_samples(entry.samples, entry.technique, at=("arms", place), complaints=complaints)
            arms.extend(_read_techniques(entry))
            continue
        name = entry.name or _usual_name(entry)
        provider = _free_name(f"{_kind(entry)}:{_slug(name)}", taken=providers)
        providers[provider] = _form(entry)
        endpoint = Endpoint(provider=provider, model=APPLICATION, kind=EndpointKind.APPLICATION)
        arms.append(SuiteArm(name=name, endpoint=endpoint))
    return tuple(arms), providers


def complain_of_samples(
    samples: int | None, techniques: Sequence[str], *, at: Path, complaints: Complaints
) -> None:
    """Complain where nothing takes the samples that are given."""
    if (samples or 1) > 1 and not any(Technique(one).takes_samples for one in techniques):
        complaints.add(
            (*at, "samples"),
            "only self-consistency and panels take several samples",
            advice="Write technique: self_consistency or technique: panel, or leave it out.",
        )


def _kind(entry: HttpArmForm | CommandArmForm | PythonArmForm) -> str:
    if isinstance(entry, HttpArmForm):
        return "http"
    return "command" if isinstance(entry, CommandArmForm) else "python"


def _usual_name(entry: HttpArmForm | CommandArmForm | PythonArmForm) -> str:
    if isinstance(entry, HttpArmForm):
        return entry.http.partition("://")[2][:_LONGEST]
    written = " ".join(entry.command) if isinstance(entry, CommandArmForm) else entry.python
    return written[:_LONGEST]


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._:-]+", "-", name).strip("-") or "arm"


def _free_name(name: str, *, taken: dict[str, JsonValue]) -> str:
    number = 1
    while (free := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    return free


def _form(entry: HttpArmForm | CommandArmForm | PythonArmForm) -> JsonValue:
    """How the provider is reached, in the form in which a run keeps it."""
    return {
        "kind": _kind(entry),
        "timeout_s": entry.timeout_s,
        **({} if entry.concurrency is None else {"concurrency": entry.concurrency}),
        **_address(entry),
        "application": dict(_application(entry)),
    }


def _address(entry: ApplicationArmForm) -> dict[str, JsonValue]:
    if not isinstance(entry, HttpArmForm):
        return {}
    parts = urlsplit(entry.http)
    limit: dict[str, JsonValue] = (
        {} if entry.requests_per_minute is None else {"requests_per_minute": entry.requests_per_minute}
    )
    return {"base_url": f"{parts.scheme}://{parts.netloc}", "headers": dict(entry.headers), **limit}


def _application(entry: HttpArmForm | CommandArmForm | PythonArmForm) -> Iterator[tuple[str, JsonValue]]:
    if entry.price is not None:
        yield "price", entry.price
    if isinstance(entry, HttpArmForm):
        origin = entry.http.partition("://")[2]
        at = next((place for place, letter in enumerate(origin) if letter in "/?"), len(origin))
        yield "path", origin[at:]
        yield "method", entry.method
        yield "body", entry.body
        yield from ((name, value) for name in _PATHS if (value := getattr(entry, name)) is not None)
    elif isinstance(entry, CommandArmForm):
        yield "command", list[JsonValue](entry.command)
    else:
        yield "function", entry.python
        yield "memory_mb", entry.memory_mb
