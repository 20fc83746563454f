"""How batches end, in every shape that was ever reported: no finished item is lost, none is invented."""

import pytest

from edison.domain import BatchResult
from edison.errors import BadRequest
from edison.gateway.batches import BatchApi, reconcile

from .apis import (
    a_handle,
    all_of,
    an_api,
    answered,
    anthropic_batch,
    completion,
    google_batch,
    openai_batch,
    openai_error_row,
    openai_row,
    summary,
)
from .office import Said, an_office, jsonl, says

GOOD_A, GOOD_B = answered("openai", "a"), answered("openai", "b")
LOST = "item_lost"

OPENAI_ENDS = {
    "an output file alone": (
        {"output_file_id": "out", "error_file_id": None},
        {"out": [GOOD_B, GOOD_A]},
        {"a": "Four.", "b": "Four."},
    ),
    "completed without an output file": (
        {"error_file_id": "err"},
        {"err": [openai_row("a", status=400, body={"error": {"message": "bad", "code": "invalid_value"}})]},
        {"a": "bad_request", "b": LOST},
    ),
    "an empty string for an output file": (
        {"output_file_id": "", "error_file_id": "err"},
        {
            "err": [
                openai_error_row("a", "server_error", "\ud800"),
                openai_error_row("b", "rate_limit_exceeded"),
            ]
        },
        {"a": "unavailable", "b": "rate_limited"},
    ),
    "two empty strings": ({"output_file_id": "", "error_file_id": ""}, {}, {"a": LOST, "b": LOST}),
    "no files at all": ({}, {}, {"a": LOST, "b": LOST}),
    "an empty output file although all completed": (
        {"output_file_id": "out", "request_counts": {"total": 2, "completed": 2, "failed": 0}},
        {"out": []},
        {"a": LOST, "b": LOST},
    ),
    "rows with status 0": (
        {"output_file_id": "out"},
        {"out": [openai_row("a", status=0), openai_row("b", status=0, body={})]},
        {"a": "unknown_outcome", "b": "unknown_outcome"},
    ),
    "a whole answer under status 0": (
        {"output_file_id": "out"},
        {"out": [openai_row("a", status=0, body=completion()), GOOD_B]},
        {"a": "Four.", "b": "Four."},
    ),
    "rows with neither response nor error": (
        {"output_file_id": "out"},
        {"out": [{"custom_id": "a", "response": None, "error": None}, {"custom_id": "b"}]},
        {"a": "unknown_outcome", "b": "unknown_outcome"},
    ),
    "expired half-way": (
        {"status": "expired", "output_file_id": "out", "error_file_id": "err"},
        {"out": [GOOD_A], "err": [openai_error_row("b", "batch_expired")]},
        {"a": "Four.", "b": "batch_expired"},
    ),
    "cancelled and finished all the same": (
        {"status": "cancelled", "output_file_id": "out", "error_file_id": "err"},
        {"out": [GOOD_A], "err": [openai_error_row("b", "batch_cancelled")]},
        {"a": "Four.", "b": "batch_cancelled"},
    ),
    "failed with a file nevertheless": (
        {"status": "failed", "output_file_id": "out"},
        {"out": [GOOD_A]},
        {"a": "Four.", "b": LOST},
    ),
    "one item in both files": (
        {"output_file_id": "out", "error_file_id": "err"},
        {"out": [GOOD_A, GOOD_A], "err": [openai_error_row("a", "server_error"), GOOD_B]},
        {"a": "Four.", "b": "Four."},
    ),
    "rows of nobody": (
        {"output_file_id": "out"},
        {"out": [GOOD_A, answered("openai", "z"), {"custom_id": None}, {"custom_id": 7}, GOOD_B]},
        {"a": "Four.", "b": "Four.", "z": "unknown_key", "": "unknown_key"},
    ),
    "damaged rows between good ones": (
        {"output_file_id": "out"},
        {"out": [GOOD_A, b"<html>", b'{"custom_id":"b","respo', b"\xff\xfe", GOOD_B]},
        {"a": "Four.", "b": "Four.", "": "unknown_key"},
    ),
    "bodies that are no answers": (
        {"output_file_id": "out"},
        {"out": [openai_row("a", body="Service unavailable"), {"custom_id": "b", "response": "?"}]},
        {"a": "unreadable", "b": "unreadable"},
    ),
}


async def ends(api: BatchApi, kind: str, *keys: str) -> list[BatchResult]:
    return await all_of(reconcile(api.collect(a_handle(kind)), expected=keys))


@pytest.mark.parametrize("shape", OPENAI_ENDS)
async def test_every_end_of_an_openai_batch_is_read_item_by_item(shape: str) -> None:
    batch, files, expected = OPENAI_ENDS[shape]
    routes: dict[str, Said] = {"GET /v1/batches/b1": says(openai_batch(**{"status": "completed", **batch}))}
    routes |= {f"GET /v1/files/{name}/content": jsonl(*rows) for name, rows in files.items()}
    async with an_office(**routes) as office, an_api("openai", office) as api:
        results = await ends(api, "openai", "a", "b")

    assert summary(results) == expected


async def test_a_deleted_file_is_told_after_the_other_one_was_read() -> None:
    batch = says(openai_batch(output_file_id="gone", error_file_id="err"))
    errors = jsonl(openai_error_row("a", "batch_expired"))
    routes = {"GET /v1/batches/b1": batch, "GET /v1/files/err/content": errors}
    async with an_office(**routes) as office, an_api("openai", office) as api:
        results = api.collect(a_handle("openai"))
        first = await anext(results)
        with pytest.raises(BadRequest, match="no such batch or file"):
            await anext(results)

    assert summary([first]) == {"a": "batch_expired"}


def expired_batch(kind: str, finished: int, whole: int) -> dict[str, Said]:
    """A batch of which the first items were finished when its time ran out, as each provider tells it."""
    done = [answered(kind, f"k{number}") for number in range(finished)]
    rest = [f"k{number}" for number in range(finished, whole)]
    if kind == "anthropic":
        rows = [answered(kind, key) | {"result": {"type": "expired"}} for key in rest]
        return {
            "GET /v1/messages/batches/b1": says(anthropic_batch(succeeded=finished, expired=len(rest))),
            "GET /v1/messages/batches/b1/results": jsonl(*rows, *done),
        }
    return {
        "GET /v1/batches/b1": says(openai_batch("expired", output_file_id="out", error_file_id="err")),
        "GET /v1/files/out/content": jsonl(*done),
        "GET /v1/files/err/content": jsonl(*(openai_error_row(key, "batch_expired") for key in rest)),
    }


@pytest.mark.parametrize("percent", [0, 1, 50, 99, 100])
@pytest.mark.parametrize("kind", ["openai", "anthropic"])
async def test_what_was_finished_before_the_time_ran_out_is_kept(kind: str, percent: int) -> None:
    keys = [f"k{number}" for number in range(100)]
    async with an_office(**expired_batch(kind, percent, 100)) as office, an_api(kind, office) as api:
        results = await ends(api, kind, *keys)

    finished = [result for result in results if result.answer is not None]
    expired = [result for result in results if result.trouble == "batch_expired"]
    assert (len(finished), len(expired)) == (percent, 100 - percent)
    assert all(result.billed is True for result in finished)
    assert all(result.billed is False for result in expired)


async def test_a_google_batch_that_expired_names_every_item_as_lost() -> None:
    batch = says(google_batch("BATCH_STATE_EXPIRED", done=True, error={"code": 4, "message": "Expired."}))
    async with an_office(**{"GET /v1beta/batches/b1": batch}) as office, an_api("google", office) as api:
        report = await api.poll(a_handle("google"))
        results = await ends(api, "google", "a", "b")

    assert (report.state.value, report.sentence) == ("expired", "Expired.")
    assert summary(results) == {"a": LOST, "b": LOST}
