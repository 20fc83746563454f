"""Requests that no provider takes, and what each provider says to them."""

from typing import Any

import pytest

from edison.sim import FaultPlan, Simulator
from tests.sim.asking import (
    CASE,
    DOORS,
    KEY,
    MODEL,
    Raw,
    a_chat,
    a_content,
    a_conversation,
    a_message,
    ask,
    knock,
)

NO_KEY = {"Authorization": ""}


def said(answer: Raw) -> str:
    return (answer.json.get("error") or answer.json)["message"]


def refused(sim: Simulator, format: str, body: object) -> Raw:
    return ask(sim, DOORS[format].path, body, headers=DOORS[format].headers)


@pytest.mark.parametrize(
    ("format", "status"),
    [
        ("openai-chat", 401),
        ("openai-responses", 401),
        ("anthropic-messages", 401),
        ("gemini", 403),
        ("bedrock-converse", 403),
    ],
)
def test_without_a_key_nobody_is_let_in(sim: Simulator, format: str, status: int) -> None:
    door = DOORS[format]

    answer = ask(sim, door.path, door.body, headers={**door.headers, **NO_KEY})

    assert answer.status == status
    assert said(answer)


@pytest.mark.parametrize("name", ["x-api-key", "api-key", "x-goog-api-key"])
@pytest.mark.parametrize("format", list(DOORS))
def test_a_key_is_found_wherever_it_is(sim: Simulator, format: str, name: str) -> None:
    door = DOORS[format]

    answer = ask(sim, door.path, door.body, headers={**door.headers, **NO_KEY, name: KEY})

    assert answer.status == 200


def test_google_takes_a_key_in_the_address(sim: Simulator) -> None:
    path = f"{DOORS['gemini'].path}?key={KEY}"

    assert ask(sim, path, a_content(), headers=NO_KEY).status == 200


@pytest.mark.parametrize("kind", ["ollama", "lmstudio", "vllm", "llamacpp", "openai-compatible"])
def test_local_servers_need_no_key_and_take_more(sim: Simulator, kind: str) -> None:
    path = sim.base_url(kind).removeprefix(sim.address) + "/chat/completions"

    answer = ask(sim, path, a_chat(top_k=5, repeat_penalty=1.1), headers=NO_KEY)

    assert answer.status == 200


@pytest.mark.parametrize("kind", ["openai", "azure", "openrouter", "together", "huggingface"])
def test_every_house_of_the_format_has_its_own_address(sim: Simulator, kind: str) -> None:
    path = sim.base_url(kind).removeprefix(sim.address) + "/chat/completions"

    assert ask(sim, path, a_chat()).status == 200
    assert ask(sim, path, a_chat(), headers=NO_KEY).status == 401


@pytest.mark.parametrize("version", ["v1", "v1beta"])
def test_google_is_served_in_both_versions(sim: Simulator, version: str) -> None:
    path = f"/{version}/models/{MODEL}:generateContent"

    assert ask(sim, path, a_content(), headers={**NO_KEY, "x-goog-api-key": KEY}).status == 200


@pytest.mark.parametrize(
    ("headers", "field"),
    [({}, "object"), ({"anthropic-version": "2023-06-01"}, "first_id"), ({"x-goog-api-key": KEY}, "models")],
)
def test_a_path_that_providers_share_is_told_apart_by_headers(
    sim: Simulator, headers: dict[str, str], field: str
) -> None:
    assert field in ask(sim, "/v1/models", method="GET", headers=headers).json


def test_vertex_paths_mean_the_same(sim: Simulator) -> None:
    path = sim.base_url("vertex").removeprefix(sim.address) + f"/models/{MODEL}:generateContent"

    assert ask(sim, path, a_content()).json["candidates"]


@pytest.mark.parametrize("format", list(DOORS))
def test_a_revoked_key_is_refused_at_once(sim: Simulator, format: str) -> None:
    assert knock(sim, format).status == 200

    sim.admin.revoke_keys(KEY)
    refused_with = knock(sim, format).status
    sim.admin.restore_keys(KEY)

    assert refused_with in (400, 401, 403)
    assert knock(sim, format).status == 200


@pytest.mark.parametrize("format", list(DOORS))
def test_a_removed_model_is_gone(sim: Simulator, format: str) -> None:
    sim.admin.remove_models(MODEL)

    answer = knock(sim, format)

    assert answer.status == 404
    assert MODEL in said(answer)
    sim.admin.restore_models(MODEL)
    assert sim.admin.plan() == FaultPlan()


@pytest.mark.parametrize(
    ("format", "body"),
    [
        ("openai-chat", a_chat("word " * 20_000, model="edison-sim-legacy")),
        ("openai-responses", {"model": "edison-sim-legacy", "input": "word " * 20_000}),
        ("anthropic-messages", a_message("word " * 20_000, model="edison-sim-legacy")),
    ],
)
def test_a_prompt_that_does_not_fit_is_too_long(sim: Simulator, format: str, body: object) -> None:
    answer = refused(sim, format, body)

    assert answer.status == 400
    assert "maximum context length is 16000 tokens" in said(answer)


@pytest.mark.parametrize(
    ("body", "code", "param"),
    [
        (a_chat(wings=2), "unknown_parameter", "wings"),
        (a_chat(temperature="hot"), "invalid_type", "temperature"),
        (a_chat(temperature=2.5), "invalid_value", "temperature"),
        (a_chat(max_tokens=0), "invalid_value", "max_tokens"),
        ({"model": MODEL}, "missing_required_parameter", "messages"),
        ({"model": MODEL, "messages": []}, "invalid_value", "messages"),
        (
            {"model": MODEL, "messages": [{"role": "king", "content": "x"}]},
            "invalid_value",
            "messages[0].role",
        ),
        (
            {"model": MODEL, "messages": [{"role": "user"}]},
            "missing_required_parameter",
            "messages[0].content",
        ),
        (a_chat(max_tokens=1, max_completion_tokens=1), "invalid_parameter_combination", None),
        (a_chat(stream_options={"include_usage": True}), None, "stream_options"),
        (a_chat(top_logprobs=3), None, "top_logprobs"),
        (a_chat(tool_choice="auto"), None, "tool_choice"),
        (a_chat(response_format={"type": "json_object"}), None, "messages"),
        (
            a_chat(
                response_format={
                    "type": "json_schema",
                    "json_schema": {
                        "name": "x",
                        "strict": True,
                        "schema": {"type": "object", "properties": {}},
                    },
                }
            ),
            "invalid_json_schema",
            "response_format",
        ),
    ],
)
def test_openai_names_the_parameter_it_does_not_like(
    sim: Simulator, body: object, code: str | None, param: str | None
) -> None:
    answer = refused(sim, "openai-chat", body)

    error = answer.json["error"]
    assert answer.status == 400
    assert (error["type"], error["code"], error["param"]) == ("invalid_request_error", code, param)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"model": MODEL, "input": "x", "wings": 2}, "Unknown parameter: 'wings'."),
        ({"model": MODEL, "input": "x", "max_output_tokens": 3}, "max_output_tokens"),
        ({"model": MODEL, "input": [{"type": "song"}]}, "Invalid value: 'song'."),
        ({"model": MODEL, "input": [{"role": "user"}]}, "input[0].content"),
        ({"model": MODEL, "input": "x", "previous_response_id": "resp_1"}, "resp_1"),
    ],
)
def test_responses_are_as_strict(sim: Simulator, body: object, words: str) -> None:
    answer = refused(sim, "openai-responses", body)

    assert answer.status == 400
    assert words in said(answer)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (a_message(wings=2), "wings: Extra inputs are not permitted"),
        ({"model": MODEL, "messages": [{"role": "user", "content": "x"}]}, "max_tokens: Field required"),
        (a_message(temperature=1.5), "temperature: Input should be <= 1.0"),
        (a_message(messages=[{"role": "user", "content": 3}]), "messages.0.content"),
        (
            a_message(max_tokens=2000, thinking={"type": "enabled", "budget_tokens": 4000}),
            "must be greater than",
        ),
        (a_message(tool_choice={"type": "any"}), "while providing tools"),
        (
            a_message(messages=[{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t"}]}]),
            "unexpected `tool_use_id`",
        ),
    ],
)
def test_anthropic_names_the_field_it_does_not_like(sim: Simulator, body: object, words: str) -> None:
    answer = refused(sim, "anthropic-messages", body)

    assert answer.status == 400
    assert answer.json["error"]["type"] == "invalid_request_error"
    assert answer.json["request_id"] == answer.headers["request-id"]
    assert words in said(answer)


def test_anthropic_asks_for_its_version(sim: Simulator) -> None:
    answer = ask(sim, DOORS["anthropic-messages"].path, a_message())

    assert answer.status == 400
    assert "anthropic-version" in said(answer)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (a_content(wings=2), 'Unknown name "wings"'),
        ({}, "contents is not specified"),
        (a_content(generationConfig={"temperature": "hot"}), "generationConfig.temperature"),
        ({"contents": [{"role": "user", "parts": [{}]}]}, "required oneof field 'data'"),
        (a_content(generationConfig={"logprobs": 2}), "response_logprobs"),
    ],
)
def test_google_names_the_field_it_does_not_like(sim: Simulator, body: object, words: str) -> None:
    answer = refused(sim, "gemini", body)

    assert answer.status == 400
    assert answer.json["error"]["status"] == "INVALID_ARGUMENT"
    assert words in said(answer)


def test_google_takes_names_in_snake_case(sim: Simulator) -> None:
    body = {
        "contents": [{"role": "user", "parts": [{"text": CASE}]}],
        "system_instruction": {"parts": [{"text": "Be brief."}]},
        "generation_config": {"max_output_tokens": 5},
    }

    answer = refused(sim, "gemini", body)

    assert answer.json["candidates"][0]["finishReason"] == "MAX_TOKENS"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (a_conversation(wings=2), "wings"),
        ({}, "messages"),
        (a_conversation(inferenceConfig={"temperature": 3}), "inferenceConfig.temperature"),
        ({"messages": [{"role": "user", "content": [{"text": "a", "image": None}, {}]}]}, "must set one key"),
        ({"messages": [{"role": "user", "content": [{"text": " "}]}]}, "is blank"),
    ],
)
def test_bedrock_names_the_field_it_does_not_like(sim: Simulator, body: object, words: str) -> None:
    answer = refused(sim, "bedrock-converse", body)

    assert answer.status == 400
    assert answer.headers["x-amzn-errortype"] == "ValidationException"
    assert words in said(answer)


@pytest.mark.parametrize("format", list(DOORS))
@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b'{"model": "\\ud800"}', b"[" * 100_000])
def test_what_is_no_json_is_refused(sim: Simulator, format: str, body: bytes) -> None:
    answer = refused(sim, format, body)

    assert answer.status == 400
    assert said(answer)


@pytest.mark.parametrize("format", list(DOORS))
def test_a_path_that_means_nothing_is_not_found(sim: Simulator, format: str) -> None:
    door = DOORS[format]

    answer = ask(sim, door.path.replace(MODEL, "x") + "/wings", {}, headers=door.headers)

    assert answer.status == 404
    assert said(answer)


@pytest.mark.parametrize(
    ("capability", "fields"),
    [
        ("tools", {"tools": [{"type": "function", "function": {"name": "x"}}]}),
        (
            "json_schema",
            {
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "x", "schema": {"type": "object"}},
                }
            },
        ),
        (
            "images",
            {
                "messages": [
                    {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:x"}}]}
                ]
            },
        ),
    ],
)
def test_a_model_refuses_what_it_cannot_do(sim: Simulator, capability: str, fields: dict[str, Any]) -> None:
    answer = refused(sim, "openai-chat", a_chat(**{"model": "edison-sim-legacy", **fields}))

    assert answer.status == 400
    assert capability in said(answer)
