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


def a_shop_to_refine(sim: SimProcess, *, cases: int = 40, **changes: Any) -> dict[str, Any]:
    """Customers of a shop, a prompt that asks for too little, and a writer who knows what is missing."""
    shop = [case for case in sim.admin.cases(cases * 5, seed=7) if case.domain == "support"]
    return {
        "name": "shop",
        "goal": "Answer customers of a small online shop correctly, politely and completely.",
        "providers": {"local": a_provider(sim)},
        "arms": [{"model": "local/edison-sim-medium", "max_tokens": 200}],
        "prompt": {"system": "You answer customers of a small online shop.", "user": "{{ question }}"},
        "cases": [
            {"id": case.id, "question": case.text, "expect": case.expected, "tags": [case.topic]}
            for case in shop[:cases]
        ],
        "rubric": [
            {"name": "polite", "weight": 0.5, "scale": "0-5", "description": "It is friendly."},
            {"name": "grounded", "weight": 0.5, "scale": "0-5", "description": "It names the policy."},
        ],
        "judges": ["local/edison-judge-fair"],
        "refine": {"refiner": "local/edison-writer-good", "rounds": 2, "candidates": 1},
        "seed": 7,
        **changes,
    }
