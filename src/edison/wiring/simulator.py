"""The simulator, started as a user would."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from edison.errors import SimulatorNotStarted
from edison.sim import SimSettings, read_latency, run_sim
from edison.sim.wire.routes import BASES

_SHOWN = ("openai", "anthropic", "google", "bedrock")


@dataclass(frozen=True, slots=True)
class SimulatorOptions:
    """What a person may say about a simulator."""

    host: str
    port: int
    seed: int
    latency: str
    bill: Path | None


def run_simulator(options: SimulatorOptions, *, say: Callable[[str], None], as_json: bool) -> None:
    """Serve until interrupted; says where, once it is ready."""
    settings = SimSettings(
        seed=options.seed,
        host=options.host,
        port=options.port,
        latency=read_latency("0" if options.latency == "zero" else options.latency),
        bill=options.bill,
    )
    try:
        run_sim(settings, say=say if as_json else lambda line: say(_for_people(line, options)))
    except OSError as cause:
        raise SimulatorNotStarted(f"{options.host}:{options.port}", str(cause)) from cause


def _for_people(line: str, options: SimulatorOptions) -> str:
    address = str(json.loads(line)["address"])
    bases = [f"  {kind:<10} {address}{BASES[kind]}" for kind in _SHOWN]
    return "\n".join(
        [
            f"The simulator is ready (seed {options.seed}, {options.latency} latency). Any key is accepted.",
            *bases,
            f"  models     {address}{BASES['openai']}/models",
            "Press Ctrl-C to stop it.",
        ]
    )
