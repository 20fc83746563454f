"""Suites for the simulator, valid by default."""

from typing import Any

from edison.sim import SimProcess

CAPITALS = {
    "France": "Paris",
    "Chile": "Santiago",
    "Japan": "Tokyo",
    "Kenya": "Nairobi",
    "Norway": "Oslo",
    "Peru": "Lima",
}


def a_provider(sim: SimProcess, kind: str = "openai-compatible", **changes: Any) -> dict[str, Any]:
    """At the price of the simulator's large model, so that both sides come to the same bill."""
    return {"kind": kind, "base_url": sim.base_url(kind), "price": {"input": 5, "output": 20}, **changes}


def a_suite(sim: SimProcess, **changes: Any) -> dict[str, Any]:
    """Six capitals asked of one model, and no judge."""
    return {
        "name": "capitals",
        "providers": {"local": a_provider(sim)},
        "arms": [{"model": "local/edison-sim-large", "max_tokens": 200}],
        "prompt": "What is the capital of {{ country }}?",
        "cases": [
            {"id": country.lower(), "country": country, "expect": capital}
            for country, capital in CAPITALS.items()
        ],
        "checks": [{"icontains": "{{ expect }}"}],
        "seed": 7,
        **changes,
    }


JUDGED = {
    "rubric": [{"name": "correct", "scale": "0-5", "description": "What it says is true."}],
    "judges": ["local/edison-judge-fair"],
}
