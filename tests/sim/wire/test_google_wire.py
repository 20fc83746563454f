"""Corners of the Gemini format that the official client does not reach by itself."""

import io
from typing import Any

import orjson
import pytest

from edison.sim import FaultPlan, Rule, Simulator
from edison.sim.faults import BatchTwist, Reply
from tests.sim.asking import CASE, MODEL, Client, a_content, ask

GENERATE = f"/google/v1beta/models/{MODEL}:generateContent"


def test_without_sse_a_stream_is_a_json_array(sim: Simulator) -> None:
    whole = ask(sim, GENERATE, a_content()).json

    streamed = ask(sim, GENERATE.replace("generate", "streamGenerate"), a_content())

    assert streamed.headers["content-type"].startswith("application/json")
    texts = [chunk["candidates"][0]["content"]["parts"][0]["text"] for chunk in streamed.json]
    assert "".join(texts) == whole["candidates"][0]["content"]["parts"][0]["text"]


def test_what_a_function_said_is_taken_up(sim: Simulator) -> None:
    contents = [
        {"role": "user", "parts": [{"text": "Weather in Paris?"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "weather", "args": {"city_name": "Paris"}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "weather", "response": {"sky": "clear"}}}]},
    ]

    answer = ask(sim, GENERATE, {"contents": contents})

    assert answer.json["candidates"][0]["finishReason"] == "STOP"


def test_log_probabilities_spell_the_text(sim: Simulator) -> None:
    answer = ask(sim, GENERATE, a_content(generationConfig={"responseLogprobs": True, "logprobs": 2})).json

    candidate = answer["candidates"][0]
    chosen = candidate["logprobsResult"]["chosenCandidates"]
    assert "".join(one["token"] for one in chosen) == candidate["content"]["parts"][0]["text"]
    assert all(len(one["candidates"]) == 2 for one in candidate["logprobsResult"]["topCandidates"])


@pytest.mark.parametrize(
    ("thinking", "thinks"),
    [
        ({"thinkingBudget": 0}, False),
        ({"thinkingBudget": -1}, True),
        ({"thinkingBudget": 30000}, True),
        ({"thinkingLevel": "LOW"}, True),
    ],
)
def test_a_model_thinks_as_long_as_it_is_told(sim: Simulator, thinking: object, thinks: bool) -> None:
    path = GENERATE.replace(MODEL, "edison-sim-reasoner")

    usage = ask(sim, path, a_content(generationConfig={"thinkingConfig": thinking})).json["usageMetadata"]

    assert ("thoughtsTokenCount" in usage) == thinks


def test_a_blocked_answer_has_no_content(sim: Simulator) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Reply(finish="content_filter", text="")),)))

    candidate = ask(sim, GENERATE, a_content()).json["candidates"][0]

    assert "content" not in candidate
    assert candidate["safetyRatings"][0]["blocked"]


def test_one_text_is_embedded(sim: Simulator) -> None:
    path = "/google/v1beta/models/edison-embed-small:embedContent"

    answer = ask(sim, path, {"content": {"parts": [{"text": "one"}]}, "outputDimensionality": 8})

    assert len(answer.json["embedding"]["values"]) == 8
    assert sim.bill()[0].input_tokens > 0


@pytest.mark.parametrize(
    ("model", "body"),
    [
        (MODEL, {"content": {"parts": [{"text": "one"}]}}),
        ("edison-embed-small", {"content": {"parts": []}}),
        ("edison-embed-small", {"content": {"parts": [{"text": "one"}]}, "outputDimensionality": 9999}),
    ],
)
def test_embeddings_are_refused_where_they_make_no_sense(sim: Simulator, model: str, body: object) -> None:
    assert ask(sim, f"/google/v1beta/models/{model}:embedContent", body).status in (400, 404)


def test_a_file_may_come_in_pieces(sim: Simulator) -> None:
    started = ask(
        sim, "/google/upload/v1beta/files", {"file": {}}, headers={"X-Goog-Upload-Command": "start"}
    )
    place = started.headers["x-goog-upload-url"].removeprefix(sim.address)

    def send(piece: bytes, offset: int, command: str) -> Any:
        headers = {"X-Goog-Upload-Command": command, "X-Goog-Upload-Offset": str(offset)}
        return ask(sim, place, piece, headers=headers)

    assert send(b"hello ", 0, "upload").headers["x-goog-upload-status"] == "active"
    assert send(b"again", 0, "upload").status == 400
    last = send(b"world", 6, "upload, finalize")
    name = last.json["file"]["name"]

    assert last.json["file"]["sizeBytes"] == "11"
    assert ask(sim, f"/google/v1beta/{name}:download", method="GET").body == b"hello world"
    assert ask(sim, f"/google/v1beta/{name}", method="GET").json["state"] == "ACTIVE"


@pytest.mark.parametrize("path", ["/google/v1beta/files/none", "/google/v1beta/batches/none"])
def test_what_is_not_there_is_not_found(sim: Simulator, path: str) -> None:
    assert ask(sim, path, method="GET").status in (403, 404)


def a_batch(sim: Simulator, source: object) -> Any:
    path = f"/google/v1beta/models/{MODEL}:batchGenerateContent"
    return ask(sim, path, {"batch": {"inputConfig": source, "displayName": "ours"}})


def inline(count: int) -> dict[str, object]:
    requests = [
        {"request": a_content(f"{CASE} {place}"), "metadata": {"key": str(place)}} for place in range(count)
    ]
    return {"requests": {"requests": requests}}


def ended(sim: Simulator, created: Any) -> Any:
    name = created.json["name"]
    sim.admin.tick(name)
    return ask(sim, f"/google/v1beta/{name}", method="GET").json


def test_an_expired_batch_brings_nothing_at_all(sim: Simulator) -> None:
    sim.admin.set_plan(FaultPlan(batches=(BatchTwist(expire_at=0.5),)))

    batch = ended(sim, a_batch(sim, inline(4)))

    assert batch["metadata"]["state"] == "BATCH_STATE_EXPIRED"
    assert "output" not in batch["metadata"]
    assert batch["error"]["message"]


def test_failed_requests_stand_beside_the_others(sim: Simulator) -> None:
    sim.admin.set_plan(FaultPlan(batches=(BatchTwist(failing=0.5),)))

    batch = ended(sim, a_batch(sim, inline(20)))

    rows = batch["response"]["inlinedResponses"]["inlinedResponses"]
    failed = [row for row in rows if "error" in row]
    assert 0 < len(failed) < 20
    assert batch["metadata"]["batchStats"]["failedRequestCount"] == str(len(failed))


def test_a_file_that_does_not_fit_fails_the_batch(sim: Simulator, google_client: Client) -> None:
    file = google_client.files.upload(file=io.BytesIO(b"not json\n"), config={"mime_type": "jsonl"})

    batch = ended(sim, a_batch(sim, {"fileName": file.name}))

    assert batch["metadata"]["state"] == "BATCH_STATE_FAILED"
    assert batch["error"]["code"] == 3


def test_an_output_file_may_be_gone(sim: Simulator, google_client: Client) -> None:
    sim.admin.set_plan(FaultPlan(batches=(BatchTwist(output_missing=True),)))
    line = orjson.dumps({"key": "a", "request": a_content()})
    file = google_client.files.upload(file=io.BytesIO(line), config={"mime_type": "jsonl"})

    batch = ended(sim, a_batch(sim, {"fileName": file.name}))

    name = batch["response"]["responsesFile"]
    assert ask(sim, f"/google/v1beta/{name}:download", method="GET").status == 403


def test_a_batch_needs_a_model_and_requests(sim: Simulator) -> None:
    path = "/google/v1beta/models/no-such-model:batchGenerateContent"

    assert ask(sim, path, {"batch": {"inputConfig": inline(1)}}).status == 404
    assert a_batch(sim, {"fileName": "files/none"}).status == 400
    assert a_batch(sim, {"requests": {"requests": []}}).status == 400
