"""OpenAI's batches: what is sent, how states are read, and how a lost batch is found."""

import json
from email import message_from_bytes

import pytest

from edison.domain import BatchState, Outcome
from edison.errors import (
    AuthRefused,
    BadRequest,
    BrokenStream,
    ProviderTrouble,
    QuotaGone,
    RateLimited,
    Unavailable,
    UnknownOutcome,
    Unreadable,
)
from edison.gateway.batches import Clues
from edison.gateway.provider import WireFormat

from .apis import KEY, TAG, a_handle, all_of, an_api, an_item, items_for, openai_batch, openai_row, summary
from .office import HANGS_UP, Office, Request, Said, an_office, jsonl, says

UPLOADED = says({"id": "file-in", "object": "file", "purpose": "batch"})


def taking_batches(office: Office, base: str = "/v1") -> None:
    office.routes[f"POST {base}/files"] = UPLOADED
    office.routes[f"POST {base}/batches"] = says(openai_batch("validating"))


def parts_of(request: Request) -> dict[str, bytes]:
    """The fields of a multipart body, as the standard library reads them."""
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    fields: dict[str, bytes] = {}
    for part in message_from_bytes(head + request.body).walk():
        if not part.is_multipart():
            name, payload = (
                part.get_param("name", header="content-disposition"),
                part.get_payload(decode=True),
            )
            assert isinstance(payload, bytes)
            fields[str(name)] = payload
    return fields


async def test_a_batch_goes_out_as_a_file_and_an_order() -> None:
    async with an_office() as office, an_api("openai", office) as api:
        taking_batches(office)
        handle = await api.submit(items_for("openai", "a", "b"), tag=TAG)

    upload, order = office.requests
    fields = parts_of(upload)
    rows = [json.loads(line) for line in fields["file"].splitlines()]
    assert fields["purpose"] == b"batch"
    assert [(row["custom_id"], row["method"], row["url"]) for row in rows] == [
        ("a", "POST", "/v1/chat/completions"),
        ("b", "POST", "/v1/chat/completions"),
    ]
    assert rows[0]["body"]["messages"] == [{"role": "user", "content": "How many?"}]
    assert order.json == {
        "input_file_id": "file-in",
        "endpoint": "/v1/chat/completions",
        "completion_window": "24h",
        "metadata": {"edison_tag": TAG, "edison_model": "gpt-mini", "edison_items": "2"},
    }
    assert (handle.id, handle.tag, handle.model, handle.items) == ("b1", TAG, "gpt-mini", 2)
    assert handle.created_at is not None


@pytest.mark.parametrize(
    ("kind", "base", "wire", "endpoint"),
    [
        ("openai", "/v1", WireFormat.OPENAI_RESPONSES, "/v1/responses"),
        ("azure", "/openai/v1", WireFormat.OPENAI_CHAT, "/chat/completions"),
        ("azure", "/openai/v1", WireFormat.OPENAI_RESPONSES, "/v1/responses"),
    ],
)
async def test_the_endpoint_follows_the_format_and_the_house(
    kind: str, base: str, wire: WireFormat, endpoint: str
) -> None:
    async with an_office() as office, an_api(kind, office, wire=wire) as api:
        taking_batches(office, base)
        await api.submit(items_for(kind, "a"), tag=TAG)

    upload, order = office.requests
    assert json.loads(parts_of(upload)["file"])["url"] == endpoint
    assert isinstance(order.json, dict)
    assert order.json["endpoint"] == endpoint


async def test_a_large_file_goes_up_whole() -> None:
    texts = ["Zeile\n\r\n--x" * 200_000, "lone \ud800 surrogate", "\u2028"]
    async with an_office() as office, an_api("openai", office) as api:
        taking_batches(office)
        await api.submit([an_item(f"k{number}", text) for number, text in enumerate(texts)], tag=TAG)

    rows = [json.loads(line) for line in parts_of(office.requests[0])["file"].split(b"\n") if line]
    assert [row["body"]["messages"][0]["content"] for row in rows] == texts


@pytest.mark.parametrize(
    ("failing", "said", "trouble", "may_exist"),
    [
        ("files", says({"error": {"message": "no", "code": "invalid_api_key"}}, 401), AuthRefused, False),
        ("files", HANGS_UP, UnknownOutcome, False),
        (
            "batches",
            says({"error": {"message": "wait", "code": "rate_limit_exceeded"}}, 429),
            RateLimited,
            False,
        ),
        (
            "batches",
            says({"error": {"message": "enough", "code": "insufficient_quota"}}, 429),
            QuotaGone,
            False,
        ),
        ("batches", says({"error": {"message": "no", "code": "content_filter"}}, 400), BadRequest, False),
        ("batches", says({"error": {"message": "oops"}}, 500), Unavailable, True),
        ("batches", Said(b"<html>", 502), Unavailable, True),
        ("batches", Said(b"<html>"), Unreadable, True),
        ("batches", HANGS_UP, UnknownOutcome, True),
        ("batches", Said(b'{"id":"b1"}', cut_at=4), BrokenStream, True),
    ],
)
async def test_a_batch_that_may_have_been_made_is_never_made_again_here(
    failing: str, said: Said, trouble: type[ProviderTrouble], may_exist: bool
) -> None:
    async with an_office() as office, an_api("openai", office) as api:
        taking_batches(office)
        office.routes[f"POST /v1/{failing}"] = said
        with pytest.raises(trouble) as raised:
            await api.submit(items_for("openai", "a"), tag=TAG)

    assert len(office.sent_to(f"POST /v1/{failing}")) == 1
    assert raised.value.may_be_billed is may_exist


async def test_a_refused_order_says_how_long_to_wait_and_not_which_key_was_used() -> None:
    said = says(
        {"error": {"message": f"Slow down, {KEY}.", "code": "rate_limit_exceeded"}}, 429, Retry_After="7"
    )
    async with an_office() as office, an_api("openai", office) as api:
        office.routes["POST /v1/files"] = said
        with pytest.raises(RateLimited) as raised:
            await api.submit(items_for("openai", "a"), tag=TAG)

    assert raised.value.retry_after_s == 7
    assert KEY not in str(raised.value)


async def test_a_date_to_wait_for_is_measured_by_the_providers_own_clock() -> None:
    said = says(
        {"error": {"message": "Later.", "code": "rate_limit_exceeded"}},
        429,
        Date="Thu, 01 Jan 2026 00:00:00 GMT",
        Retry_After="Thu, 01 Jan 2026 00:01:30 GMT",
    )
    async with an_office(**{"GET /v1/batches/b1": said}) as office, an_api("openai", office) as api:
        with pytest.raises(RateLimited) as raised:
            await api.poll(a_handle("openai"))

    assert raised.value.retry_after_s == 90


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("validating", BatchState.WAITING),
        ("in_progress", BatchState.RUNNING),
        ("finalizing", BatchState.FINISHING),
        ("completed", BatchState.COMPLETED),
        ("failed", BatchState.FAILED),
        ("expired", BatchState.EXPIRED),
        ("cancelling", BatchState.CANCELLING),
        ("cancelled", BatchState.CANCELLED),
        ("daydreaming", BatchState.RUNNING),
    ],
)
async def test_every_state_has_one_of_our_words(status: str, state: BatchState) -> None:
    batch = says(openai_batch(status))
    async with an_office(**{"GET /v1/batches/b1": batch}) as office, an_api("openai", office) as api:
        report = await api.poll(a_handle("openai"))

    assert (report.state, report.provider_state) == (state, status)
    assert (report.succeeded, report.failed) == (2, 0)


async def test_a_failed_batch_says_why() -> None:
    errors = {
        "object": "list",
        "data": [{"code": "x", "message": f"Line 3 of {KEY}.", "line": 3}, {"code": "y"}],
    }
    batch = says(openai_batch("failed", errors=errors, request_counts=None))
    async with an_office(**{"GET /v1/batches/b1": batch}) as office, an_api("openai", office) as api:
        report = await api.poll(a_handle("openai"))

    assert report.sentence is not None
    assert report.sentence.startswith("Line 3 of ")
    assert KEY not in report.sentence
    assert report.succeeded is None


async def test_an_answer_carries_its_batch_price_its_models_and_its_line() -> None:
    async with an_office() as office, an_api("openai", office) as api:
        office.routes["GET /v1/batches/b1"] = says(openai_batch(output_file_id="file-out"))
        row = openai_row("a", body={"id": "c1", "model": "gpt-mini-2026", "echo": KEY} | _plain())
        office.routes["GET /v1/files/file-out/content"] = jsonl(row)
        (result,) = await all_of(api.collect(a_handle("openai")))

    answer = result.answer
    assert answer is not None
    assert (answer.text, answer.outcome, result.billed) == ("Four.", Outcome.STOP, True)
    assert (answer.requested_model, answer.reported_model) == ("gpt-mini", "gpt-mini-2026")
    assert answer.cost.microusd == 10 + 2 * 2
    assert (answer.timing.latency_s, answer.timing.queue_s, answer.attempts) == (0, 0, 1)
    assert answer.raw.status == 200
    assert b'"custom_id": "a"' in answer.raw.response
    assert KEY.encode() not in answer.raw.response


async def test_a_filtered_question_is_an_answer_of_its_kind() -> None:
    refusal = {"error": {"code": "content_filter", "message": "Filtered."}}
    async with an_office() as office, an_api("openai", office) as api:
        office.routes["GET /v1/batches/b1"] = says(openai_batch(error_file_id="err"))
        office.routes["GET /v1/files/err/content"] = jsonl(openai_row("a", status=400, body=refusal))
        (result,) = await all_of(api.collect(a_handle("openai")))

    assert result.answer is not None
    assert (result.answer.outcome, result.billed) == (Outcome.CONTENT_FILTER, None)


@pytest.mark.parametrize("created_at", [None, 1e30, -1e30])
async def test_a_time_that_cannot_be_is_no_time(created_at: float | None) -> None:
    async with an_office() as office, an_api("openai", office) as api:
        taking_batches(office)
        office.routes["POST /v1/batches"] = says(openai_batch(created_at=created_at))
        handle = await api.submit(items_for("openai", "a"), tag=TAG)

    assert (handle.id, handle.created_at) == ("b1", None)


async def test_a_report_longer_than_we_hold_is_unreadable() -> None:
    batch = says(openai_batch(padding="x" * 17_000_000))
    async with an_office(**{"GET /v1/batches/b1": batch}) as office, an_api("openai", office) as api:
        with pytest.raises(Unreadable, match="longer"):
            await api.poll(a_handle("openai"))


async def test_a_batch_that_is_not_over_has_no_results_yet() -> None:
    batch = says(openai_batch("finalizing", output_file_id="file-out"))
    async with an_office(**{"GET /v1/batches/b1": batch}) as office, an_api("openai", office) as api:
        with pytest.raises(Unavailable, match="finalizing"):
            await all_of(api.collect(a_handle("openai")))


async def test_a_deleted_batch_is_told_apart_from_a_missing_model() -> None:
    async with an_office() as office, an_api("openai", office) as api:
        with pytest.raises(BadRequest, match="no such batch") as raised:
            await api.poll(a_handle("openai"))

    assert type(raised.value) is BadRequest


async def test_known_keys_are_passed_over() -> None:
    async with an_office() as office, an_api("openai", office) as api:
        office.routes["GET /v1/batches/b1"] = says(openai_batch(output_file_id="o"))
        office.routes["GET /v1/files/o/content"] = jsonl(*(openai_row(key, body=_plain()) for key in "abc"))
        results = await all_of(api.collect(a_handle("openai"), known={"a", "c"}))

    assert summary(results) == {"b": "Four."}


async def test_cancelling_returns_where_it_stands_now() -> None:
    async with an_office() as office, an_api("openai", office) as api:
        office.routes["POST /v1/batches/b1/cancel"] = says(openai_batch("cancelling"))
        office.routes["GET /v1/batches/b1"] = says(openai_batch("cancelling"))
        report = await api.cancel(a_handle("openai"))

    assert report.state is BatchState.CANCELLING


async def test_cancelling_what_is_over_changes_nothing() -> None:
    refusal = says({"error": {"message": "Cannot cancel a batch with status 'completed'."}}, 409)
    async with an_office() as office, an_api("openai", office) as api:
        office.routes["POST /v1/batches/b1/cancel"] = refusal
        office.routes["GET /v1/batches/b1"] = says(openai_batch("completed"))
        report = await api.cancel(a_handle("openai"))

    assert report.state is BatchState.COMPLETED


async def test_a_refused_cancellation_of_a_running_batch_is_trouble() -> None:
    async with an_office() as office, an_api("openai", office) as api:
        office.routes["POST /v1/batches/b1/cancel"] = says({"error": {"message": "No."}}, 400)
        office.routes["GET /v1/batches/b1"] = says(openai_batch("in_progress"))
        with pytest.raises(BadRequest):
            await api.cancel(a_handle("openai"))


def listing(pages: int) -> Office:
    """A list of strangers' batches, ours on the last page."""

    def page(request: Request) -> Said:
        number = int(request.target.rpartition("after=p")[2] or 0) if "after=" in request.target else 0
        last = number == pages - 1
        others = [
            openai_batch(id=f"x{number}", metadata=None),
            openai_batch(id=f"p{number + 1}", metadata={"n": 1}),
        ]
        ours = [openai_batch(id="ours")] if last else []
        return says({"object": "list", "data": ours + others, "has_more": not last})

    return Office({"GET /v1/batches": page})


async def test_a_lost_batch_is_found_by_its_tag_on_any_page() -> None:
    async with an_office(**listing(3).routes) as office, an_api("openai", office) as api:
        found = await api.find(TAG)

    assert found == a_handle("openai", "ours").model_copy(
        update={"created_at": getattr(found, "created_at", None)}
    )
    assert len(office.requests) == 3


async def test_a_batch_that_was_never_made_is_certainly_not_there() -> None:
    async with an_office(**listing(3).routes) as office, an_api("openai", office) as api:
        found = await api.find("another-tag", clues=Clues())

    assert found is None


async def test_no_crash_between_order_and_answer_makes_a_second_batch() -> None:
    made: list[object] = []

    def make(request: Request) -> Said:
        made.append(request.json)
        assert isinstance(request.json, dict)
        office.routes["GET /v1/batches"] = says(
            {"data": [openai_batch(id="ours", metadata=request.json["metadata"])], "has_more": False}
        )
        return HANGS_UP

    async with an_office() as office, an_api("openai", office) as api:
        office.routes |= {
            "POST /v1/files": UPLOADED,
            "GET /v1/batches": says({"data": [], "has_more": False}),
        }
        for attempt in range(200):
            office.routes["POST /v1/batches"] = make
            tag = f"wave_{attempt}"
            with pytest.raises(UnknownOutcome):
                await api.submit(items_for("openai", "a"), tag=tag)
            found = await api.find(tag)
            assert found is not None
            assert found.tag == tag  # pyright: ignore[reportAttributeAccessIssue]

    assert len(made) == 200


def _plain() -> dict[str, object]:
    return {
        "choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": "Four."}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 2},
    }
