"""Fifteen kinds of `expected` blocks that batteries have, with an answer that fits and one that does not, over HTTP."""

import json
from typing import Any

import pytest
from pydantic import JsonValue

from edison.domain import CellId, CheckResult, Endpoint, Finding, OutputId
from edison.engine.calls.conversation import Conversation
from edison.formats import read_battery
from edison.gateway import Gateway
from edison.stages.check import check_output
from edison.stages.generate import GenerateUnit, answer_cell
from tests.factories import a_case, a_prompt_version, an_arm
from tests.gateway.chat_bodies import chat
from tests.gateway.gateways import a_gateway, a_provider
from tests.gateway.scripted import says, scripted

Call = tuple[str, dict[str, JsonValue]]
Said = str | list[Call]

# What is expected; an answer that fits; one that does not, and why.
BLOCKS: dict[str, tuple[dict[str, Any], Said, Said, str]] = {
    "exact": (
        {"tool_name": "look_up", "params": {"word": "sea"}, "match_mode": "exact"},
        [("look_up", {"word": "sea"})],
        [("look_up", {"word": "sea", "more": True})],
        "more",
    ),
    "contains": (
        {"tool_name": "erase", "params": {"path": "old.txt"}, "match_mode": "contains"},
        [("erase", {"path": "/tmp/old.txt"})],
        [("erase", {"path": "/tmp/new.txt"})],
        "path",
    ),
    "exclusion of tools": (
        {"tool_name_not": "run", "tool_name_any": ["answer", "look_up"], "match_mode": "exclusion"},
        [("answer", {})],
        [("answer", {}), ("run", {})],
        "run",
    ),
    "exact_with_enum": (
        {
            "tool_name": "route",
            "params": {"to": "sales"},
            "params_enum_valid": {"urgency": ["low", "high"]},
            "match_mode": "exact_with_enum",
        },
        [("route", {"to": "sales", "urgency": "low"})],
        [("route", {"to": "sales", "urgency": "soon"})],
        "urgency",
    ),
    "structure": (
        {
            "tool_name": "plan",
            "params_structure": {"name": "string", "at": {"day": "string", "minutes": "integer"}},
            "match_mode": "structure",
        },
        [("plan", {"name": "Tea", "at": {"day": "Monday", "minutes": 30}})],
        [("plan", {"name": "Tea", "at": {"day": "Monday", "minutes": "30"}})],
        "minutes",
    ),
    "required_present": (
        {
            "tool_name": "pay",
            "params_required": ["to", "sum"],
            "params_types": {"sum": "number"},
            "match_mode": "required_present",
        },
        [("pay", {"to": "Ada", "sum": 5})],
        [("pay", {"to": " ", "sum": 5})],
        "to",
    ),
    "text_only": (
        {"response_type": "text", "response_contains": "4", "no_tool_call": True, "match_mode": "text_only"},
        "It is 4.",
        [("look_up", {"word": "4"})],
        "no tool call",
    ),
    "text with tools forbidden": (
        {"response_type": "text", "response_contains": "105", "match_mode": "text_only"},
        "That makes 105.",
        "That makes 15.",
        "105",
    ),
    "valid_choice": (
        {
            "tool_name": "route",
            "params_enum_valid": {"to": ["sales", "support"]},
            "params_required": ["to", "what"],
            "match_mode": "valid_choice",
        },
        [("route", {"to": "support", "what": "a refund"})],
        [("route", {"to": "support"})],
        "what",
    ),
    "exact_with_pattern": (
        {
            "tool_name": "find",
            "params": {"open": True},
            "params_pattern": {"since": "^2025-"},
            "match_mode": "exact_with_pattern",
        },
        [("find", {"open": True, "since": "2025-02-01"})],
        [("find", {"open": True, "since": "1 February 2025"})],
        "since",
    ),
    "exclusion of values": (
        {
            "tool_name": "route",
            "params_not": {"to": "trash"},
            "params_any": {"to": ["sales", "support"]},
            "match_mode": "exclusion",
        },
        [("route", {"to": "sales"})],
        [("route", {"to": "trash"})],
        "to",
    ),
    "exact without arguments": (
        {"tool_name": "ask_back", "match_mode": "exact"},
        [("ask_back", {"question": "Which one?"})],
        [("erase", {"path": "all"})],
        "ask_back",
    ),
    "type_strict": (
        {
            "tool_name": "pay",
            "params": {"sum": 500},
            "params_types": {"sum": "number"},
            "match_mode": "type_strict",
        },
        [("pay", {"to": "Ada", "sum": 500})],
        [("pay", {"to": "Ada", "sum": "500"})],
        "sum",
    ),
    "parallel": (
        {
            "tool_calls_count": 2,
            "tool_calls": [
                {"tool_name": "look_up", "params": {"word": "sea"}},
                {"tool_name": "look_up", "params": {"word": "sky"}},
            ],
            "match_mode": "parallel",
        },
        [("look_up", {"word": "sky"}), ("look_up", {"word": "sea"})],
        [("look_up", {"word": "sea"}), ("look_up", {"word": "sea"})],
        "Call 2",
    ),
    "first_step": (
        {"tool_name": "find", "params": {"open": True}, "match_mode": "first_step"},
        [("find", {"open": True}), ("answer", {})],
        [("answer", {}), ("find", {"open": True})],
        "find",
    ),
}
NAMES = ("answer", "ask_back", "erase", "find", "look_up", "pay", "plan", "route", "run")


def body_of(said: Said) -> bytes:
    if isinstance(said, str):
        return chat(said)
    calls = [
        {
            "id": f"c{number}",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)},
        }
        for number, (name, arguments) in enumerate(said)
    ]
    return chat(
        message={"role": "assistant", "content": None, "tool_calls": calls}, finish_reason="tool_calls"
    )


async def found_of(expected: dict[str, Any], gateway: Gateway) -> CheckResult:
    test = {"id": "one", "user": "Do it.", "tools": [{"name": name} for name in NAMES], "expected": expected}
    battery = read_battery(json.dumps({"prompts": [test]}).encode(), name="t.json", read_file=lambda _: None)
    (one,) = battery.cases
    assert (battery.evaluated, battery.assertions, battery.unhonoured) == (1, 1, ())
    case = a_case(task=one.task, checks=one.checks)
    unit = GenerateUnit(
        version=a_prompt_version(), arm=an_arm(endpoint=Endpoint.parse("stub/stub")), case=case
    )
    talk = Conversation(answer_cell(unit, output_id=OutputId("out_1"), cell_id=CellId("cell_1")))
    for waiting in talk.waits_for:
        talk.hear(waiting.branch, await gateway.ask(waiting.ask))
    assert talk.conclusion is not None
    results = check_output(talk.conclusion, case, ())
    return next(one for one in results if one.check == "expected")


@pytest.mark.parametrize("name", BLOCKS)
async def test_a_block_passes_what_fits_and_says_what_does_not(name: str) -> None:
    expected, right, wrong, why = BLOCKS[name]
    async with (
        scripted(says(body_of(right)), says(body_of(wrong))) as server,
        a_gateway(a_provider(server.base_url)) as gateway,
    ):
        fits = await found_of(expected, gateway)
        fails = await found_of(expected, gateway)

    assert (fits.finding, fits.reason) == (Finding.PASSED, None)
    assert fails.finding is Finding.FAILED
    assert why in (fails.reason or "")
