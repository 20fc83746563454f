"""Sim: the pretend world of providers, spoken to over real HTTP.

In:      real requests in the formats of OpenAI, Anthropic, Google and Bedrock; a fault plan; a seed.
Out:     honest answers on the wire with a known truth behind them, faults by plan, a bill log as witness.
May use: domain, errors, gateway's wire shapes; aiohttp, msgspec, orjson.
Never:   be imported by anything but wiring and tests; depend on anything but the request, the plan and the seed.
"""

from .billing import BillLog, BillRecord, BillTotals, fingerprint_of_key, read_bill, total_of
from .faults.plan import FaultPlan, KeyLimit, Match, Rule
from .latency import Latency, LatencySpread, read_latency
from .launch import AdminClient, SimProcess, Simulator
from .server import Ready, run_sim, serve
from .settings import SimSettings
from .world import World, default_world

__all__ = [
    "AdminClient",
    "BillLog",
    "BillRecord",
    "BillTotals",
    "FaultPlan",
    "KeyLimit",
    "Latency",
    "LatencySpread",
    "Match",
    "Ready",
    "Rule",
    "SimProcess",
    "SimSettings",
    "Simulator",
    "World",
    "default_world",
    "fingerprint_of_key",
    "read_bill",
    "read_latency",
    "run_sim",
    "serve",
    "total_of",
]
