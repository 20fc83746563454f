"""The official Google client, unmodified, against the simulator."""

import io
from typing import Any

import orjson
import pytest
from google.genai import errors, types
from pydantic import BaseModel

from edison.sim import Simulator
from tests.sim.asking import CASE, MODEL, Client, a_content

WEATHER = types.Tool(
    function_declarations=[
        types.FunctionDeclaration(
            name="weather",
            description="Says what the weather is.",
            parameters_json_schema={
                "type": "object",
                "properties": {"city": {"type": "string"}},
                "required": ["city"],
            },
        )
    ]
)


class Verdict(BaseModel):
    score: int
    reason: str


def test_content_is_generated_with_usage(google_client: Client) -> None:
    answer = google_client.models.generate_content(
        model=MODEL,
        contents=CASE,
        config=types.GenerateContentConfig(system_instruction="Be brief.", temperature=0.2, seed=4, top_k=3),
    )

    assert answer.text
    assert answer.candidates[0].finish_reason == types.FinishReason.STOP
    usage = answer.usage_metadata
    assert usage.total_token_count == usage.prompt_token_count + usage.candidates_token_count


def test_streamed_content_says_the_same_as_whole_content(google_client: Client) -> None:
    whole = google_client.models.generate_content(model=MODEL, contents=CASE)

    chunks = list(google_client.models.generate_content_stream(model=MODEL, contents=CASE))

    assert len(chunks) > 1
    assert "".join(chunk.text for chunk in chunks) == whole.text
    assert chunks[-1].candidates[0].finish_reason == types.FinishReason.STOP


@pytest.mark.parametrize("stream", [False, True])
def test_a_function_that_must_be_called_is_called(google_client: Client, stream: bool) -> None:
    calling = types.FunctionCallingConfig(
        mode=types.FunctionCallingConfigMode.ANY, allowed_function_names=["weather"]
    )
    config = types.GenerateContentConfig(
        tools=[WEATHER], tool_config=types.ToolConfig(function_calling_config=calling)
    )
    request = {"model": MODEL, "contents": "What is the weather in Paris?", "config": config}

    if stream:
        answer = list(google_client.models.generate_content_stream(**request))[-1]
    else:
        answer = google_client.models.generate_content(**request)

    assert answer.function_calls[0].name == "weather"
    assert isinstance(answer.function_calls[0].args["city"], str)


@pytest.mark.parametrize(
    "schema", [{"response_schema": Verdict}, {"response_json_schema": Verdict.model_json_schema()}]
)
def test_structured_output_is_parsed_into_a_model(google_client: Client, schema: dict[str, Any]) -> None:
    config = types.GenerateContentConfig(response_mime_type="application/json", **schema)

    answer = google_client.models.generate_content(model=MODEL, contents=CASE, config=config)

    assert Verdict.model_validate_json(answer.text)


def test_pictures_count_as_input(google_client: Client) -> None:
    picture = types.Part.from_bytes(data=b"not really a picture", mime_type="image/png")

    plain = google_client.models.generate_content(model=MODEL, contents=[types.Part(text=CASE)])
    seen = google_client.models.generate_content(model=MODEL, contents=[types.Part(text=CASE), picture])

    assert seen.usage_metadata.prompt_token_count > plain.usage_metadata.prompt_token_count


def test_thoughts_are_shown_when_asked_for(google_client: Client) -> None:
    thinking = types.ThinkingConfig(include_thoughts=True, thinking_budget=2048)

    answer = google_client.models.generate_content(
        model="edison-sim-reasoner",
        contents=CASE,
        config=types.GenerateContentConfig(thinking_config=thinking),
    )

    assert [bool(part.thought) for part in answer.candidates[0].content.parts] == [True, False]
    assert answer.usage_metadata.thoughts_token_count > 0


def test_texts_are_embedded_at_once(google_client: Client) -> None:
    answer = google_client.models.embed_content(
        model="edison-embed-small",
        contents=["one", "two"],
        config=types.EmbedContentConfig(output_dimensionality=8),
    )

    assert [len(one.values) for one in answer.embeddings] == [8, 8]


def test_tokens_can_be_counted_beforehand(google_client: Client) -> None:
    counted = google_client.models.count_tokens(model=MODEL, contents=CASE)
    answer = google_client.models.generate_content(model=MODEL, contents=CASE)

    assert counted.total_tokens == answer.usage_metadata.prompt_token_count


def test_models_are_listed_page_by_page(google_client: Client) -> None:
    listed = [model.name for model in google_client.models.list(config={"page_size": 3})]

    assert f"models/{MODEL}" in listed
    assert len(set(listed)) == len(listed) > 3
    assert google_client.models.get(model=MODEL).input_token_limit


def test_a_batch_of_inline_requests_is_worked_off(sim: Simulator, google_client: Client) -> None:
    requests = [types.InlinedRequest(contents=CASE, metadata={"key": name}) for name in ("a", "b")]
    batch = google_client.batches.create(model=MODEL, src=requests, config={"display_name": "ours"})

    sim.admin.tick(batch.name)

    ended = google_client.batches.get(name=batch.name)
    live = google_client.models.generate_content(model=MODEL, contents=CASE)
    assert batch.state == types.JobState.JOB_STATE_PENDING
    assert ended.state == types.JobState.JOB_STATE_SUCCEEDED
    assert ended.display_name == "ours"
    assert {row.metadata["key"]: row.response.text for row in ended.dest.inlined_responses} == {
        "a": live.text,
        "b": live.text,
    }


def test_a_batch_from_a_file_ends_in_a_file(sim: Simulator, google_client: Client) -> None:
    lines = b"".join(
        orjson.dumps({"key": name, "request": request}) + b"\n"
        for name, request in {"good": a_content(), "bad": {"contents": []}}.items()
    )
    file = google_client.files.upload(
        file=io.BytesIO(lines),
        config=types.UploadFileConfig(display_name="mine", mime_type="application/jsonl"),
    )
    batch = google_client.batches.create(model=MODEL, src=file.name)

    sim.admin.tick(batch.name)

    ended = google_client.batches.get(name=batch.name)
    content = google_client.files.download(file=ended.dest.file_name)
    rows = {row["key"]: row for row in map(orjson.loads, content.splitlines())}
    assert set(rows["good"]) == {"key", "response"}
    assert rows["bad"]["error"]["code"] == 3


def test_a_batch_can_be_cancelled_and_deleted(google_client: Client) -> None:
    batch = google_client.batches.create(model=MODEL, src=[types.InlinedRequest(contents=CASE)])

    google_client.batches.cancel(name=batch.name)
    state = google_client.batches.get(name=batch.name).state
    google_client.batches.delete(name=batch.name)

    assert state == types.JobState.JOB_STATE_CANCELLED
    assert list(google_client.batches.list()) == []


def test_uploaded_files_are_kept_until_deleted(google_client: Client) -> None:
    content = bytes(range(256)) * 64
    file = google_client.files.upload(
        file=io.BytesIO(content), config=types.UploadFileConfig(mime_type="application/octet-stream")
    )

    read = google_client.files.download(file=file.name)
    listed = [one.name for one in google_client.files.list()]
    google_client.files.delete(name=file.name)

    assert read == content
    assert listed == [file.name]
    assert list(google_client.files.list()) == []


@pytest.mark.parametrize(
    ("status", "model", "config"),
    [
        (404, "no-such-model", None),
        (400, MODEL, types.GenerateContentConfig(temperature=7)),
        (400, MODEL, types.GenerateContentConfig(response_schema=Verdict)),
    ],
)
def test_a_refusal_becomes_the_clients_own_error(
    google_client: Client, status: int, model: str, config: types.GenerateContentConfig | None
) -> None:
    with pytest.raises(errors.ClientError) as caught:
        google_client.models.generate_content(model=model, contents=CASE, config=config)

    assert caught.value.code == status
    assert caught.value.message
