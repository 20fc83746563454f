"""The official clients do the same work at the same office: same paths, same bodies, same results read."""

import io
import json

import anthropic
import openai
import pytest
from google import genai
from google.genai import types

from .apis import (
    KEY,
    TAG,
    all_of,
    an_api,
    answered,
    anthropic_batch,
    google_batch,
    items_for,
    openai_batch,
)
from .office import Office, an_office, jsonl, says
from .test_google_batches import taking_uploads, with_files
from .test_openai_batches import UPLOADED, parts_of

MESSAGES = [{"role": "user", "content": "How many?"}]


def routes_used(office: Office) -> list[str]:
    return [f"{request.method} {request.path}" for request in office.requests]


async def test_openai_is_spoken_to_as_its_own_client_does() -> None:
    made = says(openai_batch("completed", output_file_id="out"))
    routes = {
        "POST /v1/files": UPLOADED,
        "POST /v1/batches": made,
        "GET /v1/batches/b1": made,
        "POST /v1/batches/b1/cancel": made,
        "GET /v1/batches": says({"object": "list", "data": [openai_batch()], "has_more": False}),
        "GET /v1/files/out/content": jsonl(answered("openai", "a")),
    }
    async with an_office(**routes) as ours, an_api("openai", ours) as api:
        handle = await api.submit(items_for("openai", "a"), tag=TAG)
        await all_of(api.collect(handle))
        await api.cancel(handle)
        await api.find(TAG)
    body = {"model": "gpt-mini", "messages": MESSAGES, "max_tokens": 9}
    line = {"custom_id": "a", "method": "POST", "url": "/v1/chat/completions", "body": body}
    async with (
        an_office(**routes) as theirs,
        openai.AsyncOpenAI(api_key=KEY, base_url=f"{theirs.address}/v1", max_retries=0) as client,
    ):
        uploaded = await client.files.create(file=("batch.jsonl", json.dumps(line).encode()), purpose="batch")
        batch = await client.batches.create(
            input_file_id=uploaded.id,
            endpoint="/v1/chat/completions",
            completion_window="24h",
            metadata={"edison_tag": TAG, "edison_model": "gpt-mini", "edison_items": "1"},
        )
        await client.batches.retrieve(batch.id)
        await client.files.content("out")
        await client.batches.cancel(batch.id)
        await client.batches.retrieve(batch.id)
        await client.batches.list(limit=100)

    assert routes_used(ours) == routes_used(theirs)
    assert ours.requests[1].json == theirs.requests[1].json
    our_fields, their_fields = parts_of(ours.requests[0]), parts_of(theirs.requests[0])
    assert our_fields["purpose"] == their_fields["purpose"]
    assert json.loads(our_fields["file"]) == json.loads(their_fields["file"])


async def test_anthropic_is_spoken_to_as_its_own_client_does() -> None:
    path = "/v1/messages/batches"
    ended = says(anthropic_batch("ended", succeeded=1) | {"results_url": None})
    routes = {
        f"POST {path}": ended,
        f"GET {path}/b1": ended,
        f"POST {path}/b1/cancel": ended,
        f"GET {path}": says({"data": [], "has_more": False, "first_id": None, "last_id": None}),
        f"GET {path}/b1/results": jsonl(answered("anthropic", "a")),
    }
    async with an_office(**routes) as ours, an_api("anthropic", ours) as api:
        handle = await api.submit(items_for("anthropic", "a"), tag=TAG)
        (result,) = await all_of(api.collect(handle))
        await api.cancel(handle)
        await api.find(TAG)
    async with (
        an_office(**routes) as theirs,
        anthropic.AsyncAnthropic(api_key=KEY, base_url=theirs.address, max_retries=0) as client,
    ):
        told = anthropic_batch("ended") | {"results_url": f"{theirs.address}{path}/b1/results"}
        theirs.routes[f"GET {path}/b1"] = says(told)
        assert isinstance(ours.requests[0].json, dict)
        await client.messages.batches.create(requests=ours.requests[0].json["requests"])
        (line,) = [line async for line in await client.messages.batches.results("b1")]
        await client.messages.batches.cancel("b1")
        await client.messages.batches.retrieve("b1")
        await client.messages.batches.list(limit=100)

    assert routes_used(ours) == routes_used(theirs)
    assert ours.requests[0].json == theirs.requests[0].json
    assert ours.requests[0].headers["anthropic-version"] == theirs.requests[0].headers["anthropic-version"]
    assert result.answer is not None
    assert line.result.type == "succeeded"
    assert [block.text for block in line.result.message.content if block.type == "text"] == [
        result.answer.text
    ]


def a_google_client(office: Office) -> genai.Client:
    return genai.Client(
        api_key=KEY, http_options=types.HttpOptions(base_url=office.address, api_version="v1beta")
    )


@pytest.mark.filterwarnings("ignore:Inheritance class:DeprecationWarning")  # of Google's client, not of ours
async def test_google_is_spoken_to_as_its_own_client_does() -> None:
    made = says(google_batch(done=True, response={"responsesFile": "files/out"}))
    routes = {
        "POST /v1beta/models/gemini-flash:batchGenerateContent": made,
        "GET /v1beta/batches/b1": made,
        "POST /v1beta/batches/b1:cancel": says({}),
        "GET /v1beta/batches": says({"operations": []}),
        "GET /v1beta/files/out:download": jsonl(answered("google", "a")),
    }
    async with an_office(**routes) as ours, an_api("google", ours) as api:
        handle = await api.submit(items_for("google", "a"), tag=TAG)
        await all_of(api.collect(handle))
        await api.cancel(handle)
        await api.find(TAG)
    async with an_office(**routes) as theirs:
        client = a_google_client(theirs).aio
        request = types.InlinedRequest(
            contents="How many?",
            metadata={"key": "a"},
            config=types.GenerateContentConfig(max_output_tokens=9),
        )
        config = types.CreateBatchJobConfig(display_name=TAG)
        await client.batches.create(model="gemini-flash", src=[request], config=config)
        await client.batches.get(name="batches/b1")
        await client.files.download(file="files/out")
        await client.batches.cancel(name="batches/b1")
        await client.batches.get(name="batches/b1")
        await client.batches.list()
        await client.aclose()

    assert routes_used(ours) == routes_used(theirs)
    assert ours.requests[0].json == theirs.requests[0].json


@pytest.mark.filterwarnings("ignore:Inheritance class:DeprecationWarning")  # of Google's client, not of ours
async def test_google_gets_files_as_from_its_own_client() -> None:
    async with an_office() as ours, an_api("google", ours) as api:
        our_chunks = taking_uploads(ours)
        await with_files(api).submit(items_for("google", "a"), tag=TAG)
    async with an_office() as theirs:
        their_chunks = taking_uploads(theirs, host=theirs.address)
        client = a_google_client(theirs).aio
        about = types.UploadFileConfig(mime_type="application/jsonl", display_name=TAG)
        uploaded = await client.files.upload(file=io.BytesIO(our_chunks[0].body), config=about)
        await client.batches.create(
            model="gemini-flash", src=uploaded.name or "", config=types.CreateBatchJobConfig(display_name=TAG)
        )
        await client.aclose()

    assert routes_used(ours) == routes_used(theirs)
    assert ours.requests[-1].json == theirs.requests[-1].json
    for name in ("x-goog-upload-protocol", "x-goog-upload-command", "x-goog-upload-header-content-length"):
        assert ours.requests[0].headers[name] == theirs.requests[0].headers[name]
    for name in ("x-goog-upload-command", "x-goog-upload-offset", "content-length"):
        assert our_chunks[0].headers[name] == their_chunks[0].headers[name]
