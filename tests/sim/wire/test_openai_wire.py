"""Corners of the OpenAI formats that the official client does not reach by itself."""

from typing import Any

import openai
import orjson
import pytest

from edison.sim import FaultPlan, Rule, Simulator
from edison.sim.faults import Reply
from tests.sim.asking import CASE, MODEL, Client, a_chat, ask

PIXEL = "data:image/png;base64,iVBORw0KGgo="
CHAT = "/v1/chat/completions"
WEATHER = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}


def prompt_tokens(sim: Simulator, content: object, **fields: Any) -> int:
    messages = [{"role": "user", "content": content}]
    return ask(sim, CHAT, a_chat(messages=messages, **fields)).json["usage"]["prompt_tokens"]


def test_parts_count_like_their_text_and_pictures_count_more(sim: Simulator) -> None:
    text = {"type": "text", "text": CASE}
    picture = {"type": "image_url", "image_url": {"url": PIXEL, "detail": "low"}}

    assert prompt_tokens(sim, [text]) == prompt_tokens(sim, CASE)
    assert prompt_tokens(sim, [text, picture]) > prompt_tokens(sim, [text]) + 200


def test_a_named_cache_is_read_from(sim: Simulator) -> None:
    messages = [{"role": "developer", "content": "You are kind. " * 40}, {"role": "user", "content": CASE}]

    usage = ask(sim, CHAT, a_chat(messages=messages, prompt_cache_key="ours")).json["usage"]

    assert 0 < usage["prompt_tokens_details"]["cached_tokens"] < usage["prompt_tokens"]


def test_openrouter_takes_cache_marks_and_openai_does_not(sim: Simulator) -> None:
    marked = [{"type": "text", "text": CASE, "cache_control": {"type": "ephemeral"}}]
    body = a_chat(messages=[{"role": "user", "content": marked}])

    there = ask(sim, "/api/v1/chat/completions", body)
    here = ask(sim, CHAT, body)

    assert there.json["usage"]["prompt_tokens_details"]["cached_tokens"] > 0
    assert here.json["error"]["code"] == "unknown_parameter"


def test_openrouter_lists_prices(sim: Simulator) -> None:
    listed = ask(sim, "/api/v1/models", method="GET").json["data"]

    medium = next(model for model in listed if model["id"] == MODEL)
    assert float(medium["pricing"]["completion"]) == pytest.approx(4e-6)


@pytest.mark.parametrize("stream", [False, True])
def test_only_other_houses_show_what_a_model_thought(sim: Simulator, stream: bool) -> None:
    body = a_chat(model="edison-sim-reasoner", stream=stream)

    shown = ask(sim, "/vllm/v1/chat/completions", body).body
    hidden = ask(sim, CHAT, body).body

    assert b'"reasoning_content":"' in shown
    assert b"reasoning_content" not in hidden


def test_streamed_log_probabilities_spell_the_text(sim: Simulator) -> None:
    body = ask(sim, CHAT, a_chat(stream=True, logprobs=True, top_logprobs=1)).body

    chunks = [orjson.loads(line[6:]) for line in body.splitlines() if line.startswith(b"data: {")]
    choices = [chunk["choices"][0] for chunk in chunks]
    told = [choice["logprobs"]["content"][0]["token"] for choice in choices if choice["logprobs"]]
    assert "".join(told) == "".join(choice["delta"].get("content") or "" for choice in choices)


def test_a_dialogue_with_calls_must_be_whole(sim: Simulator) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "user", "content": "Well?"},
    ]
    unasked = [{"role": "tool", "tool_call_id": "c", "content": "Sunny"}]

    assert "did not have response messages: c" in ask(sim, CHAT, a_chat(messages=messages)).body.decode()
    assert "must be a response" in ask(sim, CHAT, a_chat(messages=unasked)).body.decode()


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ({"type": "array"}, "schema must be a JSON Schema of 'type: \\\"object\\\"'"),
        ({"type": "object", "properties": {}}, "'additionalProperties' is required"),
        (
            {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False},
            "Missing 'a'",
        ),
        (
            {
                "type": "object",
                "properties": {"a": {"anyOf": [{"type": "null"}, {"type": "object"}]}},
                "required": ["a"],
                "additionalProperties": False,
            },
            "In context=('properties', 'a', 'anyOf', '1')",
        ),
    ],
)
def test_a_strict_schema_must_be_closed_and_complete(sim: Simulator, schema: object, problem: str) -> None:
    tool = {"type": "function", "function": {"name": "x", "strict": True, "parameters": schema}}

    answer = ask(sim, CHAT, a_chat(tools=[tool]))

    assert answer.json["error"]["code"] == "invalid_json_schema"
    assert problem in answer.body.decode()


def test_a_response_reads_a_whole_dialogue(openai_client: Client) -> None:
    dialogue = [
        {"role": "developer", "content": [{"type": "input_text", "text": "Be brief."}]},
        {"role": "user", "content": [{"type": "input_text", "text": "Weather in Paris?"}]},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "function_call", "call_id": "c", "name": "weather", "arguments": '{"city":"Paris"}'},
        {"type": "function_call_output", "call_id": "c", "output": "Sunny"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Sunny."}]},
        {
            "role": "user",
            "content": [
                {"type": "input_text", "text": "And here?"},
                {"type": "input_image", "image_url": PIXEL},
            ],
        },
    ]

    answer = openai_client.responses.create(model=MODEL, input=dialogue)

    assert answer.status == "completed"
    assert answer.usage.input_tokens > 258


def test_a_response_streams_a_call(openai_client: Client) -> None:
    tool = {"type": "function", "name": "weather", "parameters": WEATHER, "strict": True}
    choice = {"type": "function", "name": "weather"}

    with openai_client.responses.stream(
        model=MODEL, input="Weather in Paris?", tools=[tool], tool_choice=choice
    ) as events:
        deltas = [event.delta for event in events if event.type == "response.function_call_arguments.delta"]
        final = events.get_final_response()

    assert "".join(deltas) == final.output[0].arguments


def test_a_response_streams_log_probabilities(openai_client: Client) -> None:
    with openai_client.responses.stream(
        model=MODEL, input=CASE, include=["message.output_text.logprobs"], top_logprobs=2
    ) as events:
        told = [event.logprobs for event in events if event.type == "response.output_text.delta"]
        final = events.get_final_response()

    assert "".join(one[0].token for one in told) == final.output_text


@pytest.mark.parametrize("stream", [False, True])
def test_a_response_says_that_it_refuses(sim: Simulator, openai_client: Client, stream: bool) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Reply(finish="refusal", text="I will not.")),)))

    if stream:
        with openai_client.responses.stream(model=MODEL, input=CASE) as events:
            answer = events.get_final_response()
    else:
        answer = openai_client.responses.create(model=MODEL, input=CASE)

    assert answer.output[0].content[0].refusal == "I will not."


@pytest.mark.parametrize(
    ("finish", "reason"), [("length", "max_output_tokens"), ("content_filter", "content_filter")]
)
def test_a_response_says_why_it_is_incomplete(
    sim: Simulator, openai_client: Client, finish: Any, reason: str
) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Reply(finish=finish)),)))

    answer = openai_client.responses.create(model=MODEL, input=CASE)
    kinds = [event.type for event in openai_client.responses.create(model=MODEL, input=CASE, stream=True)]

    assert (answer.status, answer.incomplete_details.reason) == ("incomplete", reason)
    assert kinds[-1] == "response.incomplete"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"model": "no-such-model", "input": "x"}, "no-such-model"),
        ({"model": MODEL, "input": "x"}, "not allowed to generate embeddings"),
        ({"model": "edison-embed-small", "input": "x", "dimensions": 9999}, "dimensions"),
        ({"model": "edison-embed-small", "input": ["x", ""]}, "empty string"),
    ],
)
def test_embeddings_are_refused_where_they_make_no_sense(sim: Simulator, body: object, words: str) -> None:
    answer = ask(sim, "/v1/embeddings", body)

    assert answer.status in (400, 404)
    assert words in answer.body.decode()


def test_files_are_refused_where_they_make_no_sense(sim: Simulator, openai_client: Client) -> None:
    with pytest.raises(openai.BadRequestError):
        openai_client.files.create(file=("a", b"x"), purpose="mischief")

    assert ask(sim, "/v1/files", {"purpose": "batch"}).status == 415
    assert ask(sim, "/v1/files?limit=many", method="GET").status == 400
    assert ask(sim, "/v1/models/no-such-model", method="GET").status == 404


def test_a_batch_of_nothing_known_is_refused(openai_client: Client) -> None:
    with pytest.raises(openai.NotFoundError):
        openai_client.batches.create(
            input_file_id="file-none", endpoint="/v1/responses", completion_window="24h"
        )
    with pytest.raises(openai.NotFoundError):
        openai_client.batches.retrieve("batch_none")
