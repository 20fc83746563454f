"""Google's batches: inline or as a file, found by their display name, with gRPC's errors."""

import json
from dataclasses import replace

import pytest

from edison.domain import BatchHandle, BatchState
from edison.errors import ModelMissing, RateLimited, Unavailable, UnknownOutcome, Unreadable
from edison.gateway.batches import BatchApi, GoogleBatches

from .apis import (
    KEY,
    TAG,
    a_handle,
    all_of,
    an_api,
    an_item,
    answered,
    generated,
    google_batch,
    items_for,
    summary,
)
from .office import HANGS_UP, Office, Request, Said, an_office, jsonl, says

CREATE = "POST /v1beta/models/gemini-flash:batchGenerateContent"
POLL = "GET /v1beta/batches/b1"
DOWNLOAD = "GET /v1beta/files/out:download"


async def test_a_small_batch_goes_out_in_one_request() -> None:
    made = says(google_batch("BATCH_STATE_PENDING"))
    async with an_office(**{CREATE: made}) as office, an_api("google", office) as api:
        handle = await api.submit(items_for("google", "a", "b"), tag=TAG)

    (request,) = office.requests
    assert isinstance(request.json, dict)
    batch = request.json["batch"]
    first, second = batch["inputConfig"]["requests"]["requests"]
    assert batch["displayName"] == TAG
    assert [first["metadata"], second["metadata"]] == [{"key": "a"}, {"key": "b"}]
    assert first["request"]["contents"] == [{"role": "user", "parts": [{"text": "How many?"}]}]
    assert request.headers["x-goog-api-key"] == KEY
    assert (handle.id, handle.model, handle.items) == ("batches/b1", "gemini-flash", 2)
    assert handle.created_at is not None


def taking_uploads(office: Office, *, host: str = "https://elsewhere.example") -> list[Request]:
    """Google's resumable protocol, which hands out an address to send the chunks to."""
    chunks: list[Request] = []

    def take(request: Request) -> Said:
        chunks.append(request)
        done = "finalize" in request.headers["x-goog-upload-command"]
        body = {"file": {"name": "files/in"}} if done else {}
        return says(body, X_Goog_Upload_Status="final" if done else "active")

    office.routes |= {
        "POST /upload/v1beta/files": says({}, X_Goog_Upload_URL=f"{host}/upload/v1beta/files?upload_id=u1"),
        CREATE: says(google_batch("BATCH_STATE_PENDING")),
    }
    start = office.routes["POST /upload/v1beta/files"]
    assert isinstance(start, Said)
    office.routes["POST /upload/v1beta/files"] = lambda request: (
        take(request) if "upload_id=u1" in request.target else start
    )
    return chunks


def with_files(api: BatchApi) -> GoogleBatches:
    assert isinstance(api, GoogleBatches)
    return replace(api, inline_bytes=0)


async def test_a_large_batch_goes_up_in_chunks_of_eight_mebibytes() -> None:
    texts = {f"k{number}": str(number) * 999_000 for number in range(9)}
    items = [an_item(key, text, model="gemini-flash") for key, text in texts.items()]
    async with an_office() as office, an_api("google", office) as api:
        chunks = taking_uploads(office)
        await with_files(api).submit(items, tag=TAG)

    start = office.requests[0]
    sent = b"".join(chunk.body for chunk in chunks)
    rows = [json.loads(line) for line in sent.splitlines()]
    assert {row["key"]: row["request"]["contents"][0]["parts"][0]["text"] for row in rows} == texts
    assert [len(chunk.body) for chunk in chunks[:-1]] == [8 * 1024 * 1024]
    assert [chunk.headers["x-goog-upload-offset"] for chunk in chunks] == ["0", str(8 * 1024 * 1024)]
    assert [chunk.headers["x-goog-upload-command"] for chunk in chunks] == ["upload", "upload, finalize"]
    assert start.headers["x-goog-upload-header-content-length"] == str(len(sent))
    assert start.headers["x-goog-upload-protocol"] == "resumable"


async def test_an_uploaded_batch_names_its_file() -> None:
    async with an_office() as office, an_api("google", office) as api:
        chunks = taking_uploads(office)
        handle = await with_files(api).submit(items_for("google", "a"), tag=TAG)

    assert len(chunks) == 1
    assert office.requests[-1].json == {
        "batch": {"displayName": TAG, "inputConfig": {"fileName": "files/in"}}
    }
    assert handle.id == "batches/b1"


async def test_the_key_stays_at_our_address_whatever_address_is_handed_out() -> None:
    async with an_office() as office, an_api("google", office) as api:
        chunks = taking_uploads(office, host="https://evil.example:444")
        await with_files(api).submit(items_for("google", "a"), tag=TAG)

    assert [chunk.headers["host"] for chunk in chunks] == [office.address.removeprefix("http://")]


async def test_an_upload_that_ends_without_a_file_makes_no_batch() -> None:
    granted = says({"file": {}}, X_Goog_Upload_URL="http://here/upload/v1beta/files?upload_id=u1")
    async with (
        an_office(**{"POST /upload/v1beta/files": granted}) as office,
        an_api("google", office) as api,
    ):
        with pytest.raises(Unreadable, match="no file"):
            await with_files(api).submit(items_for("google", "a"), tag=TAG)

    assert not office.sent_to(CREATE)


@pytest.mark.parametrize("said", [says({}), says({}, X_Goog_Upload_URL="https://elsewhere.example")])
async def test_an_upload_that_leads_nowhere_is_unreadable(said: Said) -> None:
    async with an_office(**{"POST /upload/v1beta/files": said}) as office, an_api("google", office) as api:
        with pytest.raises(Unreadable, match="where to"):
            await with_files(api).submit(items_for("google", "a"), tag=TAG)


@pytest.mark.parametrize(
    ("said", "trouble", "may_exist"),
    [
        (
            says({"error": {"code": 429, "message": "quota", "status": "RESOURCE_EXHAUSTED"}}, 429),
            RateLimited,
            False,
        ),
        (says({"error": {"code": 503, "message": "busy", "status": "UNAVAILABLE"}}, 503), Unavailable, True),
        (
            says({"error": {"code": 404, "message": "no model", "status": "NOT_FOUND"}}, 404),
            ModelMissing,
            False,
        ),
        (says({"metadata": {}}), Unreadable, True),
        (Said(b"<html>"), Unreadable, True),
        (HANGS_UP, UnknownOutcome, True),
    ],
)
async def test_a_batch_that_may_have_been_made_is_never_made_again_here(
    said: Said, trouble: type[UnknownOutcome], may_exist: bool
) -> None:
    async with an_office(**{CREATE: said}) as office, an_api("google", office) as api:
        with pytest.raises(trouble) as raised:
            await api.submit(items_for("google", "a"), tag=TAG)

    assert raised.value.may_be_billed is may_exist
    assert len(office.requests) == 1


STATES = {
    "UNSPECIFIED": BatchState.WAITING,
    "QUEUED": BatchState.WAITING,
    "PENDING": BatchState.WAITING,
    "RUNNING": BatchState.RUNNING,
    "SUCCEEDED": BatchState.COMPLETED,
    "PARTIALLY_SUCCEEDED": BatchState.COMPLETED,
    "FAILED": BatchState.FAILED,
    "CANCELLING": BatchState.CANCELLING,
    "CANCELLED": BatchState.CANCELLED,
    "EXPIRED": BatchState.EXPIRED,
    "PAUSED": BatchState.WAITING,
    "UPDATING": BatchState.RUNNING,
    "MEDITATING": BatchState.RUNNING,
}


@pytest.mark.parametrize("prefix", ["BATCH_STATE_", "JOB_STATE_"])
@pytest.mark.parametrize("word", STATES)
async def test_every_state_has_one_of_our_words(prefix: str, word: str) -> None:
    async with (
        an_office(**{POLL: says(google_batch(prefix + word))}) as office,
        an_api("google", office) as api,
    ):
        report = await api.poll(a_handle("google"))

    assert report.state is STATES[word]
    assert (report.succeeded, report.failed) == (2, None)


@pytest.mark.parametrize(
    ("operation", "state"),
    [
        ({"name": "batches/b1"}, BatchState.WAITING),
        ({"name": "batches/b1", "done": True, "response": {}}, BatchState.COMPLETED),
        ({"name": "batches/b1", "done": True, "error": {"code": 13, "message": "Broke."}}, BatchState.FAILED),
    ],
)
async def test_an_operation_without_a_state_is_judged_by_whether_it_is_done(
    operation: dict[str, object], state: BatchState
) -> None:
    async with an_office(**{POLL: says(operation)}) as office, an_api("google", office) as api:
        report = await api.poll(a_handle("google"))

    assert report.state is state


def inline(*rows: object) -> dict[str, object]:
    return {"inlinedResponses": {"inlinedResponses": list(rows)}}


def inline_row(key: str, text: str = "Four.") -> dict[str, object]:
    return {"metadata": {"key": key}, "response": generated(text)}


def as_output(output: dict[str, object]) -> dict[str, object]:
    batch = google_batch()
    assert isinstance(batch["metadata"], dict)
    return batch | {"metadata": batch["metadata"] | {"output": output}}


@pytest.mark.parametrize(
    "batch",
    [
        google_batch(done=True, response=inline(inline_row("a"), inline_row("b", "Six."))),
        as_output(inline(inline_row("b", "Six."), inline_row("a"))),
        google_batch(done=True, response={"responsesFile": "files/out"}),
        as_output({"responsesFile": "files/out"}),
        as_output({"responsesFile": "files/out"}) | {"response": {"responsesFile": "files/out"}},
        as_output({"responsesFile": "files/out"}) | {"response": {"@type": "x"}},
    ],
)
async def test_results_are_read_wherever_google_puts_them(batch: dict[str, object]) -> None:
    rows = jsonl(answered("google", "b", "Six."), answered("google", "a"))
    async with an_office(**{POLL: says(batch), DOWNLOAD: rows}) as office, an_api("google", office) as api:
        results = await all_of(api.collect(a_handle("google")))

    assert summary(results) == {"a": "Four.", "b": "Six."}
    assert len(results) == 2
    assert all(result.answer is not None and result.answer.cost.microusd == 14 for result in results)


ROWS = [
    ({"key": "a", "error": {"code": 3, "message": f"Bad argument {KEY}."}}, "bad_request"),
    ({"key": "a", "error": {"code": 4, "message": "Late."}}, "timed_out"),
    ({"key": "a", "error": {"code": 5, "message": "No model."}}, "model_missing"),
    ({"key": "a", "error": {"code": 7, "message": "No."}}, "auth_refused"),
    ({"key": "a", "error": {"code": 8, "message": "Slow down."}}, "rate_limited"),
    ({"key": "a", "error": {"code": 13, "message": "Oops."}}, "unavailable"),
    ({"key": "a", "error": {"code": 14, "message": "Busy."}}, "unavailable"),
    ({"key": "a", "error": {"code": 1, "message": "Stopped."}}, "batch_cancelled"),
    (
        {"key": "a", "error": {"code": 429, "message": "Slow down.", "status": "RESOURCE_EXHAUSTED"}},
        "rate_limited",
    ),
    ({"key": "a", "error": {"code": 13, "message": "half \ud800"}}, "unavailable"),
    ({"key": "a", "error": {}}, "unavailable"),
    ({"key": "a", "error": "?"}, "unreadable"),
    ({"key": "a"}, "unknown_outcome"),
    ({"key": "a", "response": {"hello": 1}}, "unreadable"),
    ({"key": "a", "response": generated("Five."), "error": {"code": 13}}, "Five."),
]


@pytest.mark.parametrize(("row", "end"), ROWS)
async def test_every_row_has_one_end(row: dict[str, object], end: str) -> None:
    batch = says(google_batch(done=True, response={"responsesFile": "files/out"}))
    async with an_office(**{POLL: batch, DOWNLOAD: jsonl(row)}) as office, an_api("google", office) as api:
        (result,) = await all_of(api.collect(a_handle("google")))

    assert summary([result]) == {"a": end}
    assert KEY not in (result.sentence or "")


async def test_a_row_without_a_key_is_a_stranger() -> None:
    batch = says(google_batch(response=inline({"response": generated()}, {"metadata": 7}, inline_row("a"))))
    async with an_office(**{POLL: batch}) as office, an_api("google", office) as api:
        results = await all_of(api.collect(a_handle("google")))

    assert [result.trouble for result in results] == ["unknown_key", "unknown_key", None]


async def test_text_with_half_a_character_costs_nobody_his_result() -> None:
    body = json.dumps(google_batch(response=inline(inline_row("a", "half \ud800"), inline_row("b")))).encode()
    async with an_office(**{POLL: Said(body)}) as office, an_api("google", office) as api:
        results = await all_of(api.collect(a_handle("google")))

    assert {result.key for result in results} == {"a", "b"}
    assert summary(results)["b"] == "Four."


async def test_a_batch_that_is_not_over_has_no_results_yet() -> None:
    running = says(google_batch("BATCH_STATE_RUNNING"))
    async with an_office(**{POLL: running}) as office, an_api("google", office) as api:
        with pytest.raises(Unavailable, match="RUNNING"):
            await all_of(api.collect(a_handle("google")))


async def test_cancelling_what_is_over_changes_nothing() -> None:
    refusal = {"error": {"code": 400, "message": "The batch is done.", "status": "FAILED_PRECONDITION"}}
    routes = {"POST /v1beta/batches/b1:cancel": says(refusal, 400), POLL: says(google_batch())}
    async with an_office(**routes) as office, an_api("google", office) as api:
        report = await api.cancel(a_handle("google"))

    assert report.state is BatchState.COMPLETED


async def test_a_running_batch_is_cancelled() -> None:
    routes = {"POST /v1beta/batches/b1:cancel": says({}), POLL: says(google_batch("BATCH_STATE_CANCELLED"))}
    async with an_office(**routes) as office, an_api("google", office) as api:
        report = await api.cancel(a_handle("google"))

    assert report.state is BatchState.CANCELLED


def paged(request: Request) -> Said:
    if "pageToken=more" not in request.target:
        return says(
            {
                "operations": [{"name": "batches/x"}, {"name": "batches/y", "metadata": {}}],
                "nextPageToken": "more",
            }
        )
    return says({"operations": [google_batch()]})


async def test_a_lost_batch_is_found_by_its_display_name_on_any_page() -> None:
    async with an_office(**{"GET /v1beta/batches": paged}) as office, an_api("google", office) as api:
        found = await api.find(TAG)

    assert isinstance(found, BatchHandle)
    assert (found.id, found.model, found.items, found.tag) == ("batches/b1", "gemini-flash", 2, TAG)


async def test_a_list_that_leads_back_to_itself_is_not_searched_for_ever() -> None:
    again = says({"operations": [], "nextPageToken": "again"})
    async with an_office(**{"GET /v1beta/batches": again}) as office, an_api("google", office) as api:
        with pytest.raises(Unreadable, match="leads back"):
            await api.find(TAG)


@pytest.mark.parametrize("route", [paged, says({})])
async def test_a_batch_that_was_never_made_is_certainly_not_there(route: Said) -> None:
    async with an_office(**{"GET /v1beta/batches": route}) as office, an_api("google", office) as api:
        assert await api.find("another") is None
