"""A real small model takes a battery: what it does is told, and how we treat it is claimed."""

import json
from collections.abc import Callable

import pytest

from tests.doors.commands import Terminal
from tests.live.llamacpp import ALIAS, SLOTS

pytestmark = [pytest.mark.live, pytest.mark.timeout(1800)]

WEATHER = {
    "name": "get_weather",
    "description": "The weather of a city.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
ASKED = {"user": "What is the weather in Tokyo? Use the tool.", "tools": [WEATHER]}
BATTERY = {
    "test_suite": "a small model",
    "prompts": [
        {**ASKED, "id": "tool", "tool_choice": "required", "expected": {"tool_name": "get_weather"}},
        {
            **ASKED,
            "id": "loop",
            "mode": "react",
            "max_iterations": 4,
            "mock_tools": {"get_weather": {"_default": "Sunny, 21 degrees."}},
            "expected": {"tool_name": "get_weather"},
        },
        {
            "id": "drift",
            "user": "What is the capital of France? Answer in one short sentence.",
            "expected_response": "The capital of France is Paris.",
            "embedding_validation": [{"type": "refusal_cluster"}, {"type": "trajectory"}],
        },
    ],
}

Tell = Callable[[str], None]


def test_a_battery_with_tools_a_loop_and_drift_is_taken_by_a_real_model(
    terminal: Terminal, address: str, tell: Tell
) -> None:
    file = terminal.write("own.json", json.dumps(BATTERY))
    server = {"kind": "llamacpp", "base_url": address, "price": 0}
    providers = terminal.write("providers.yaml", {"local": server})

    said = terminal.edison(
        *("run", file, "--providers", providers, "--models", f"local/{ALIAS}", "--drift-threshold", "0.5"),
        *("--max-tokens", "128", "--timeout", "600", "--concurrency", str(SLOTS), "--json"),
    )
    cells = {
        cell["case_id"]: cell
        for cell in terminal.edison("export", "latest", "--format", "json").json["cells"]
    }

    for name, cell in cells.items():
        found = ", ".join(f"{check['check']} {check['finding']}" for check in cell["checks"])
        tell(f"{name}: {cell['status']} ({found})\n  {(cell['text'] or '')[:200]!r}")
    assert said.code in (0, 1), said.err
    assert set(cells) == {"tool", "loop", "drift"}
    trace = cells["loop"]["trace"]
    assert trace["turns"] >= 1
    assert trace["completed"] or trace["reason"]
    (drift,) = (check for check in cells["drift"]["checks"] if check["check"] == "drift")
    assert (0 <= drift["measured"] <= 2, drift["z"] < 5) == (True, True)
