"""Files and batches through the official OpenAI client, with everything that batches do wrong."""

from collections.abc import Mapping
from typing import Any

import openai
import orjson
import pytest

from edison.sim import FaultPlan, Simulator
from edison.sim.faults import BatchTwist
from tests.sim.asking import MODEL, Client, a_chat

CHAT = "/v1/chat/completions"


def a_file(client: Client, count: int, *, url: str = CHAT, **fields: Any) -> str:
    lines = [
        {
            "custom_id": f"item-{place}",
            "method": "POST",
            "url": url,
            "body": a_chat(f"Question {place}?", **fields),
        }
        for place in range(count)
    ]
    return upload(client, b"".join(orjson.dumps(line) + b"\n" for line in lines))


def a_line(*, url: str = CHAT, model: str = MODEL) -> bytes:
    return orjson.dumps({"custom_id": "a", "method": "POST", "url": url, "body": {"model": model}}) + b"\n"


def upload(client: Client, content: bytes) -> str:
    return client.files.create(file=("in.jsonl", content), purpose="batch").id


def a_batch(client: Client, count: int = 8, **fields: Any) -> str:
    file = a_file(client, count, **fields)
    return client.batches.create(
        input_file_id=file, endpoint=CHAT, completion_window="24h", metadata={"tag": "ours"}
    ).id


def rows_of(client: Client, file: str | None) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in client.files.content(file or "").read().splitlines()]


def twist(sim: Simulator, **fields: Any) -> None:
    sim.admin.set_plan(FaultPlan(batches=(BatchTwist(**fields),)))


def test_files_are_listed_read_and_deleted(openai_client: Client) -> None:
    id = upload(openai_client, b'{"a": "\xc3\xa4"}\r\n{"b": 1}\n')

    stored = openai_client.files.retrieve(id)
    listed = [file.id for file in openai_client.files.list(purpose="batch")]
    content = openai_client.files.content(id).read()
    openai_client.files.delete(id)

    assert (stored.bytes, stored.filename, stored.purpose) == (len(content), "in.jsonl", "batch")
    assert listed == [id]
    assert content == b'{"a": "\xc3\xa4"}\r\n{"b": 1}\n'
    with pytest.raises(openai.NotFoundError):
        openai_client.files.retrieve(id)


def test_a_batch_is_worked_off_out_of_order(sim: Simulator, openai_client: Client) -> None:
    batch = openai_client.batches.create(
        input_file_id=a_file(openai_client, 8),
        endpoint=CHAT,
        completion_window="24h",
        metadata={"tag": "ours"},
    )

    sim.admin.tick(batch.id)

    ended = openai_client.batches.retrieve(batch.id)
    rows = rows_of(openai_client, ended.output_file_id)
    assert batch.status == "validating"
    assert ended.status == "completed"
    assert ended.error_file_id is None
    assert (ended.request_counts.total, ended.request_counts.completed) == (8, 8)
    assert [row["custom_id"] for row in rows] != [f"item-{place}" for place in range(8)]
    assert {row["custom_id"] for row in rows} == {f"item-{place}" for place in range(8)}


def test_a_batched_answer_is_the_live_answer_at_half_the_price(sim: Simulator, openai_client: Client) -> None:
    batch = a_batch(openai_client, 1)
    sim.admin.tick(batch)
    ended = openai_client.batches.retrieve(batch)
    row = rows_of(openai_client, ended.output_file_id)[0]

    live = openai_client.chat.completions.create(**a_chat("Question 0?"))

    batched, lived = (record for record in sim.bill() if record.operation in ("batch.item", "chat"))
    assert row["response"]["body"]["choices"][0]["message"]["content"] == live.choices[0].message.content
    assert (batched.batch, batched.idempotency) == (batch, "item-0")
    assert batched.microusd == pytest.approx(lived.microusd / 2, abs=1)


def test_a_batch_moves_with_simulated_time(sim: Simulator, openai_client: Client) -> None:
    batch = a_batch(openai_client, 8)

    sim.admin.advance(30)
    halfway = openai_client.batches.retrieve(batch)
    sim.admin.advance(31)
    ended = openai_client.batches.retrieve(batch)

    assert (halfway.status, halfway.request_counts.completed) == ("in_progress", 4)
    assert halfway.output_file_id is None
    assert ended.status == "completed"


def test_bad_items_go_to_the_error_file(sim: Simulator, openai_client: Client) -> None:
    twist(sim, failing=0.5)
    batch = a_batch(openai_client, 20)

    sim.admin.tick(batch)

    ended = openai_client.batches.retrieve(batch)
    good, bad = rows_of(openai_client, ended.output_file_id), rows_of(openai_client, ended.error_file_id)
    assert ended.request_counts.failed == len(bad) > 0
    assert len(good) + len(bad) == 20
    assert {row["response"]["status_code"] for row in bad} == {500}


def test_an_item_that_is_no_request_fails_alone(sim: Simulator, openai_client: Client) -> None:
    batch = a_batch(openai_client, 1, temperature=9)

    sim.admin.tick(batch)

    ended = openai_client.batches.retrieve(batch)
    row = rows_of(openai_client, ended.error_file_id)[0]
    assert ended.status == "completed"
    assert ended.output_file_id is None
    assert row["response"]["status_code"] == 400
    assert row["response"]["body"]["error"]["param"] == "temperature"
    assert sim.totals().microusd == 0


@pytest.mark.parametrize(("share", "finished"), [(0.0, 0), (0.5, 10), (0.95, 19)])
def test_an_expired_batch_keeps_what_was_finished(
    sim: Simulator, openai_client: Client, share: float, finished: int
) -> None:
    twist(sim, expire_at=share)
    batch = a_batch(openai_client, 20)

    sim.admin.tick(batch)

    ended = openai_client.batches.retrieve(batch)
    lost = rows_of(openai_client, ended.error_file_id)
    assert ended.status == "expired"
    assert ended.request_counts.completed == finished
    assert len(lost) == 20 - finished
    assert {row["error"]["code"] for row in lost} == {"batch_expired"}
    assert sim.totals().charged == finished


def test_a_cancelled_batch_keeps_what_was_finished(sim: Simulator, openai_client: Client) -> None:
    twist(sim, cancel_lag_s=600.0)
    batch = a_batch(openai_client, 10)
    sim.admin.advance(30)

    cancelling = openai_client.batches.cancel(batch)
    sim.admin.advance(601)
    ended = openai_client.batches.retrieve(batch)

    assert cancelling.status == "cancelling"
    assert ended.status == "cancelled"
    assert len(rows_of(openai_client, ended.output_file_id)) == 5
    assert {row["error"]["code"] for row in rows_of(openai_client, ended.error_file_id)} == {
        "batch_cancelled"
    }


def test_a_batch_may_finish_in_spite_of_being_cancelled(sim: Simulator, openai_client: Client) -> None:
    twist(sim, ignores_cancel=True)
    batch = a_batch(openai_client, 4)

    openai_client.batches.cancel(batch)
    sim.admin.tick(batch)

    assert openai_client.batches.retrieve(batch).status == "completed"
    assert sim.totals().charged == 4


@pytest.mark.parametrize(
    ("fields", "ids"),
    [
        ({"duplicated": 1.0}, [f"item-{place}" for place in range(4)] * 2),
        ({"lost": 1.0}, []),
        ({"strangers": 2}, [*(f"item-{place}" for place in range(4)), "stranger-0", "stranger-1"]),
        ({"in_order": True}, [f"item-{place}" for place in range(4)]),
    ],
)
def test_results_may_come_twice_never_or_unasked(
    sim: Simulator, openai_client: Client, fields: Mapping[str, Any], ids: list[str]
) -> None:
    twist(sim, **fields)
    batch = a_batch(openai_client, 4)

    sim.admin.tick(batch)

    ended = openai_client.batches.retrieve(batch)
    rows = rows_of(openai_client, ended.output_file_id) if ended.output_file_id else []
    assert sorted(row["custom_id"] for row in rows) == sorted(ids)


def test_an_output_file_may_be_named_and_gone(sim: Simulator, openai_client: Client) -> None:
    twist(sim, output_missing=True)
    batch = a_batch(openai_client, 2)

    sim.admin.tick(batch)

    ended = openai_client.batches.retrieve(batch)
    with pytest.raises(openai.NotFoundError):
        openai_client.files.content(ended.output_file_id or "")


def test_a_file_id_may_be_an_empty_string(sim: Simulator, openai_client: Client) -> None:
    twist(sim, empty_file_ids=True)
    batch = a_batch(openai_client, 2)

    sim.admin.tick(batch)

    assert openai_client.batches.retrieve(batch).error_file_id == ""


def test_a_row_may_carry_the_status_code_zero(sim: Simulator, openai_client: Client) -> None:
    twist(sim, status_zero=1.0)
    batch = a_batch(openai_client, 1)

    sim.admin.tick(batch)

    row = rows_of(openai_client, openai_client.batches.retrieve(batch).output_file_id)[0]
    assert row["response"] == {"status_code": 0, "request_id": "", "body": None}


def test_a_twist_may_be_for_one_tag_only(sim: Simulator, openai_client: Client) -> None:
    twist(sim, tag="other-*", lost=1.0)
    batch = a_batch(openai_client, 2)

    sim.admin.tick(batch)

    assert openai_client.batches.retrieve(batch).output_file_id


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_batch"),
        (b"not json\n", "invalid_json_line"),
        (b'{"custom_id": "a"}\n', "invalid_request"),
        (a_line(url="/v1/embeddings"), "mismatched_url"),
        (a_line() * 2, "duplicate_custom_id"),
    ],
)
def test_a_file_that_does_not_fit_fails_in_validation(
    sim: Simulator, openai_client: Client, content: bytes, code: str
) -> None:
    file = upload(openai_client, content)
    batch = openai_client.batches.create(input_file_id=file, endpoint=CHAT, completion_window="24h")

    sim.admin.tick(batch.id)

    ended = openai_client.batches.retrieve(batch.id)
    assert ended.status == "failed"
    assert ended.errors is not None
    assert [error.code for error in ended.errors.data or []] == [code]


@pytest.mark.parametrize("endpoint", ["/v1/embeddings", "/v1/responses"])
def test_other_endpoints_can_be_batched_too(sim: Simulator, openai_client: Client, endpoint: str) -> None:
    body = {"model": "edison-embed-small" if "embed" in endpoint else MODEL, "input": "one"}
    line = {"custom_id": "only", "method": "POST", "url": endpoint, "body": body}
    file = upload(openai_client, orjson.dumps(line))
    batch = openai_client.batches.create(input_file_id=file, endpoint=endpoint, completion_window="24h")

    sim.admin.tick(batch.id)

    row = rows_of(openai_client, openai_client.batches.retrieve(batch.id).output_file_id)[0]
    assert row["response"]["body"]["object"] == ("list" if "embed" in endpoint else "response")


def test_batches_are_listed_with_their_tags(openai_client: Client) -> None:
    ids = [a_batch(openai_client, 1) for _ in range(3)]

    listed = list(openai_client.batches.list(limit=2))

    assert [batch.id for batch in listed] == ids[::-1]
    assert {batch.metadata["tag"] for batch in listed if batch.metadata} == {"ours"}
