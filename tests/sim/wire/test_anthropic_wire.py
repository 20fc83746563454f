"""Corners of the Anthropic and Bedrock formats that the official clients do not reach by themselves."""

from collections.abc import Mapping
from typing import Any

import orjson
import pytest

from edison.sim import FaultPlan, Simulator
from edison.sim.faults import BatchTwist
from tests.sim.asking import CASE, MODEL, Raw, a_conversation, a_message, ask

VERSION = {"anthropic-version": "2023-06-01"}
MESSAGES = "/anthropic/v1/messages"
BATCHES = "/anthropic/v1/messages/batches"
TOOL = {"name": "weather", "input_schema": {"type": "object"}}


def post(sim: Simulator, path: str, body: object = None, *, method: str = "POST") -> Raw:
    return ask(sim, path, body, method=method, headers=VERSION)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"tools": [TOOL, TOOL]}, "must be unique"),
        ({"tools": [TOOL], "tool_choice": {"type": "tool", "name": "song"}}, "not found in provided tools"),
        ({"thinking": {"type": "adaptive"}, "temperature": 0.5}, "may only be set to 1"),
        ({"messages": [{"role": "user", "content": ""}]}, "must be non-empty"),
        (
            {
                "tools": [TOOL],
                "messages": [
                    {"role": "user", "content": "Weather?"},
                    {
                        "role": "assistant",
                        "content": [{"type": "tool_use", "id": "t", "name": "weather", "input": {}}],
                    },
                    {"role": "user", "content": "Well?"},
                ],
            },
            "without `tool_result` blocks immediately after: t",
        ),
    ],
)
def test_what_the_types_do_not_say_is_checked_too(
    sim: Simulator, fields: Mapping[str, Any], words: str
) -> None:
    answer = post(sim, MESSAGES, a_message(**fields))

    assert answer.status == 400
    assert words in answer.json["error"]["message"]


@pytest.mark.parametrize("choice", [{"type": "auto"}, {"type": "any"}, {"type": "none"}])
def test_tools_are_used_as_allowed(sim: Simulator, choice: dict[str, str]) -> None:
    answer = post(sim, MESSAGES, a_message("What is the weather?", tools=[TOOL], tool_choice=choice)).json

    called = answer["stop_reason"] == "tool_use"
    assert called or choice["type"] != "any"
    assert not called or choice["type"] != "none"


@pytest.mark.parametrize(
    ("thinking", "kinds"),
    [
        ({"type": "adaptive"}, ["thinking", "text"]),
        ({"type": "enabled", "budget_tokens": 1024, "display": "omitted"}, ["thinking", "text"]),
        ({"type": "disabled"}, ["text"]),
    ],
)
def test_a_model_thinks_as_it_is_told(sim: Simulator, thinking: dict[str, Any], kinds: list[str]) -> None:
    body = a_message(model="edison-sim-reasoner", max_tokens=4000, thinking=thinking)

    content = post(sim, MESSAGES, body).json["content"]

    assert [block["type"] for block in content] == kinds
    assert bool(content[0].get("thinking")) == (thinking.get("display") is None and len(kinds) == 2)


def a_batch(sim: Simulator, count: int, **fields: Any) -> str:
    sim.admin.set_plan(FaultPlan(batches=(BatchTwist(**fields),)))
    requests = [
        {"custom_id": f"item-{place}", "params": a_message(f"{CASE} {place}")} for place in range(count)
    ]
    return post(sim, BATCHES, {"requests": requests}).json["id"]


def kinds_of(sim: Simulator, id: str) -> list[str]:
    body = post(sim, f"{BATCHES}/{id}/results", method="GET").body
    return sorted(orjson.loads(line)["result"]["type"] for line in body.splitlines())


def test_an_expired_batch_keeps_what_was_finished(sim: Simulator) -> None:
    id = a_batch(sim, 4, expire_at=0.5)

    sim.admin.tick(id)

    counts = post(sim, f"{BATCHES}/{id}", method="GET").json["request_counts"]
    assert kinds_of(sim, id) == ["expired", "expired", "succeeded", "succeeded"]
    assert (counts["succeeded"], counts["expired"], counts["processing"]) == (2, 2, 0)
    assert sim.totals().charged == 2


def test_nothing_is_counted_before_the_whole_batch_has_ended(sim: Simulator) -> None:
    id = a_batch(sim, 4)

    sim.admin.tick(id, fraction=0.5)

    batch = post(sim, f"{BATCHES}/{id}", method="GET").json
    assert (batch["processing_status"], batch["request_counts"]["processing"]) == ("in_progress", 4)
    assert batch["results_url"] is None
    assert post(sim, f"{BATCHES}/{id}/results", method="GET").status == 404
    assert post(sim, f"{BATCHES}/{id}", method="DELETE").status == 400


def test_results_may_be_gone(sim: Simulator) -> None:
    id = a_batch(sim, 1, output_missing=True)

    sim.admin.tick(id)

    assert post(sim, f"{BATCHES}/{id}/results", method="GET").status == 404


def test_failed_items_are_not_charged(sim: Simulator) -> None:
    id = a_batch(sim, 3, failing=1.0)

    sim.admin.tick(id)

    assert kinds_of(sim, id) == ["errored"] * 3
    assert sim.totals().microusd == 0


@pytest.mark.parametrize(
    "requests",
    [
        [],
        [{"custom_id": "a", "params": {}}] * 2,
        [{"custom_id": "not an id", "params": {}}],
    ],
)
def test_a_batch_that_makes_no_sense_is_refused(sim: Simulator, requests: object) -> None:
    assert post(sim, BATCHES, {"requests": requests}).status == 400


def test_a_stream_cannot_be_batched(sim: Simulator) -> None:
    requests = [{"custom_id": "a", "params": a_message(stream=True)}]
    id = post(sim, BATCHES, {"requests": requests}).json["id"]

    sim.admin.tick(id)

    assert kinds_of(sim, id) == ["errored"]


@pytest.mark.parametrize("path", [f"{BATCHES}/none", "/anthropic/v1/models/none"])
def test_what_is_not_there_is_not_found(sim: Simulator, path: str) -> None:
    assert post(sim, path, method="GET").status == 404


@pytest.mark.parametrize("stream", [False, True])
def test_bedrock_shows_what_a_model_thought(sim: Simulator, stream: bool) -> None:
    path = f"/bedrock/model/edison-sim-reasoner/converse{'-stream' if stream else ''}"
    thinking = {"thinking": {"type": "enabled", "budget_tokens": 2000}}

    body = ask(sim, path, a_conversation(additionalModelRequestFields=thinking)).body

    assert b"reasoningContent" in body
    assert b"signature" in body


def test_bedrock_remembers_up_to_the_mark(sim: Simulator) -> None:
    system = [{"text": "You are kind. " * 40}, {"cachePoint": {"type": "default"}}]

    usage = ask(sim, f"/bedrock/model/{MODEL}/converse", a_conversation(system=system)).json["usage"]

    assert usage["cacheReadInputTokens"] > 0
    assert usage["totalTokens"] == sum(
        usage[name] for name in ("inputTokens", "cacheReadInputTokens", "outputTokens")
    )


def test_bedrock_keeps_to_a_schema(sim: Simulator) -> None:
    schema = {"type": "object", "properties": {"score": {"type": "integer"}}, "required": ["score"]}
    structure = {"jsonSchema": {"schema": orjson.dumps(schema).decode(), "name": "verdict"}}
    config = {"textFormat": {"type": "json_schema", "structure": structure}}

    answer = ask(sim, f"/bedrock/model/{MODEL}/converse", a_conversation(outputConfig=config)).json

    assert isinstance(orjson.loads(answer["output"]["message"]["content"][0]["text"])["score"], int)


def test_bedrock_wants_tools_defined_before_they_are_used(sim: Simulator) -> None:
    use = {"toolUse": {"toolUseId": "a", "name": "weather", "input": {}}}
    messages = [{"role": "user", "content": [{"text": "Weather?"}]}, {"role": "assistant", "content": [use]}]

    answer = ask(sim, f"/bedrock/model/{MODEL}/converse", {"messages": messages})

    assert "toolConfig" in answer.json["message"]
