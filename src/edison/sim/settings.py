"""How a simulator is set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from .faults.plan import FaultPlan
from .latency import Latency


@dataclass(frozen=True, slots=True)
class SimSettings:
    """Everything a simulator is told when it starts."""

    seed: int = 1
    host: str = "127.0.0.1"
    port: int = 0
    """0 takes any free port; the ready line says which."""
    latency: Latency = field(default_factory=Latency)
    bill: Path | None = None
    """Where the bill is kept; None takes a file of its own in the temporary directory."""
    plan: FaultPlan = field(default_factory=FaultPlan)
    keys: frozenset[str] = frozenset()
    """The keys that are let in; none given lets all in."""
    secrets: Mapping[str, str] = field(default_factory=dict[str, str])
    """Secret access keys by access key id, so that signatures can be checked in full."""
    models: tuple[str, ...] = ()
    """Names (or patterns of names) that are served besides the world's own, such as those of real models."""
    batch_delay_s: float = 60.0
    """Simulated seconds until a batch is worked off."""


def write_settings(settings: SimSettings) -> bytes:
    """Settings as one line of JSON, for the process that is to be the simulator."""
    return msgspec.json.encode(settings, enc_hook=str)


def read_settings(line: bytes) -> SimSettings:
    """Read what `write_settings` wrote."""
    return msgspec.json.decode(line, type=SimSettings, dec_hook=_read_path)


def _read_path(kind: type, value: object) -> object:
    if kind is not Path:
        raise NotImplementedError(f"no settings are of type {kind}")
    return Path(str(value))
