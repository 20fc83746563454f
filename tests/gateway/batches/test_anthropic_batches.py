"""Anthropic's batches: what is sent, how rows are read, and what can be known about a lost batch."""

from datetime import UTC, datetime

import pytest

from edison.domain import BatchHandle, BatchState
from edison.errors import BatchRefused, RateLimited, Unavailable, UnknownOutcome
from edison.gateway.batches import BatchApi, Clues, NotFindable
from edison.gateway.batches.anthropic import mark_of

from .apis import KEY, TAG, a_handle, all_of, an_api, answered, anthropic_batch, items_for, message, summary
from .office import HANGS_UP, Request, Said, an_office, jsonl, says

BATCHES = "/v1/messages/batches"
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)


async def test_a_batch_goes_out_in_one_request_with_the_tag_before_every_key() -> None:
    async with an_office() as office, an_api("anthropic", office) as api:
        office.routes[f"POST {BATCHES}"] = says(anthropic_batch("in_progress", processing=2))
        handle = await api.submit(items_for("anthropic", "a", "b"), tag=TAG)

    (request,) = office.requests
    assert isinstance(request.json, dict)
    first, second = request.json["requests"]
    assert [first["custom_id"], second["custom_id"]] == [f"{mark_of(TAG)}a", f"{mark_of(TAG)}b"]
    assert first["params"]["messages"] == [{"role": "user", "content": "How many?"}]
    assert (first["params"]["model"], first["params"]["max_tokens"]) == ("claude-small", 9)
    assert request.headers["x-api-key"] == KEY
    assert "anthropic-version" in request.headers
    assert (handle.id, handle.tag, handle.items, handle.created_at) == ("b1", TAG, 2, NEW_YEAR)


@pytest.mark.parametrize(("length", "fits"), [(51, True), (52, False)])
async def test_a_key_leaves_room_for_the_tag_or_is_refused(length: int, fits: bool) -> None:
    async with an_office() as office, an_api("anthropic", office) as api:
        office.routes[f"POST {BATCHES}"] = says(anthropic_batch("in_progress", processing=1))
        items = items_for("anthropic", "k" * length)
        if not fits:
            with pytest.raises(BatchRefused, match="51 characters"):
                await api.submit(items, tag=TAG)
            return
        await api.submit(items, tag=TAG)

    assert isinstance(office.requests[0].json, dict)
    assert len(office.requests[0].json["requests"][0]["custom_id"]) == 64


@pytest.mark.parametrize(
    ("said", "trouble", "may_exist"),
    [
        (
            says({"type": "error", "error": {"type": "rate_limit_error", "message": "wait"}}, 429),
            RateLimited,
            False,
        ),
        (
            says({"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}, 529),
            Unavailable,
            True,
        ),
        (HANGS_UP, UnknownOutcome, True),
    ],
)
async def test_a_batch_that_may_have_been_made_is_never_made_again_here(
    said: Said, trouble: type[UnknownOutcome], may_exist: bool
) -> None:
    async with an_office(**{f"POST {BATCHES}": said}) as office, an_api("anthropic", office) as api:
        with pytest.raises(trouble) as raised:
            await api.submit(items_for("anthropic", "a"), tag=TAG)

    assert raised.value.may_be_billed is may_exist
    assert len(office.requests) == 1


@pytest.mark.parametrize(
    ("batch", "state", "counts"),
    [
        (anthropic_batch("in_progress", processing=5), BatchState.RUNNING, (None, None)),
        (anthropic_batch("canceling", processing=5), BatchState.CANCELLING, (None, None)),
        (anthropic_batch("ended", succeeded=4, errored=1), BatchState.COMPLETED, (4, 1)),
        (anthropic_batch("ended", succeeded=4, canceled=1), BatchState.CANCELLED, (4, 1)),
        (anthropic_batch("ended", succeeded=1, expired=3, errored=1), BatchState.EXPIRED, (1, 4)),
        (anthropic_batch("ended", succeeded=5), BatchState.COMPLETED, (5, 0)),
        (anthropic_batch("napping", processing=5), BatchState.RUNNING, (None, None)),
    ],
)
async def test_every_state_has_one_of_our_words_and_counts_only_at_the_end(
    batch: dict[str, object], state: BatchState, counts: tuple[int | None, int | None]
) -> None:
    async with an_office(**{f"GET {BATCHES}/b1": says(batch)}) as office, an_api("anthropic", office) as api:
        report = await api.poll(a_handle("anthropic"))

    assert (report.state, (report.succeeded, report.failed)) == (state, counts)


def row(key: str, **result: object) -> dict[str, object]:
    return {"custom_id": mark_of(TAG) + key, "result": result}


def errored(key: str, kind: str) -> dict[str, object]:
    error = {"type": "error", "error": {"type": kind, "message": f"It failed, {KEY}."}, "request_id": "r"}
    return row(key, type="errored", error=error)


ROWS = [
    (row("a", type="succeeded", message=message("Five.")), "Five.", True),
    (errored("a", "invalid_request_error"), "bad_request", False),
    (errored("a", "request_too_large"), "too_long", False),
    (errored("a", "not_found_error"), "model_missing", False),
    (errored("a", "authentication_error"), "auth_refused", False),
    (errored("a", "permission_error"), "auth_refused", False),
    (errored("a", "billing_error"), "quota_gone", False),
    (errored("a", "rate_limit_error"), "rate_limited", False),
    (errored("a", "api_error"), "unavailable", False),
    (errored("a", "overloaded_error"), "unavailable", False),
    (errored("a", "timeout_error"), "timed_out", False),
    (errored("a", "unheard_of"), "unavailable", False),
    (row("a", type="errored", error={"type": "error", "error": "?"}), "unavailable", False),
    (row("a", type="canceled"), "batch_cancelled", False),
    (row("a", type="expired"), "batch_expired", False),
    (row("a", type="evaporated"), "unreadable", None),
    (row("a", type="succeeded", message={"type": "message"}), "unreadable", None),
    (row("a", type="succeeded"), "unreadable", None),
    (row("a"), "unreadable", None),
    ({"custom_id": mark_of(TAG) + "a", "result": "fine"}, "unreadable", None),
]


@pytest.mark.parametrize(("line", "end", "billed"), ROWS)
async def test_every_row_has_one_end_and_says_whether_it_is_billed(
    line: dict[str, object], end: str, billed: bool | None
) -> None:
    routes = {f"GET {BATCHES}/b1": says(anthropic_batch()), f"GET {BATCHES}/b1/results": jsonl(line)}
    async with an_office(**routes) as office, an_api("anthropic", office) as api:
        (result,) = await all_of(api.collect(a_handle("anthropic")))

    assert (summary([result]), result.billed) == ({"a": end}, billed)
    assert KEY not in (result.sentence or "")


async def test_rows_of_another_batch_are_strangers() -> None:
    other = {"custom_id": mark_of("other") + "a", "result": {"type": "succeeded", "message": message()}}
    bare = {"custom_id": "a", "result": {"type": "succeeded", "message": message()}}
    mark_alone = {"custom_id": mark_of(TAG), "result": {"type": "expired"}}
    routes = {
        f"GET {BATCHES}/b1": says(anthropic_batch()),
        f"GET {BATCHES}/b1/results": jsonl(other, bare, mark_alone, answered("anthropic", "a")),
    }
    async with an_office(**routes) as office, an_api("anthropic", office) as api:
        results = await all_of(api.collect(a_handle("anthropic")))

    assert [result.trouble for result in results] == ["unknown_key"] * 3 + [None]
    assert [result.answer is not None for result in results] == [False] * 3 + [True]


async def test_the_key_stays_at_our_address_whatever_the_batch_says() -> None:
    routes = {f"GET {BATCHES}/b1": says(anthropic_batch()), f"GET {BATCHES}/b1/results": jsonl()}
    async with an_office(**routes) as office, an_api("anthropic", office) as api:
        await all_of(api.collect(a_handle("anthropic")))

    assert [request.path for request in office.requests] == [f"{BATCHES}/b1", f"{BATCHES}/b1/results"]


async def test_a_batch_that_is_not_over_has_no_results_yet() -> None:
    batch = says(anthropic_batch("in_progress", processing=2))
    async with an_office(**{f"GET {BATCHES}/b1": batch}) as office, an_api("anthropic", office) as api:
        with pytest.raises(Unavailable, match="in_progress"):
            await all_of(api.collect(a_handle("anthropic")))


async def test_a_cancelled_batch_keeps_what_was_finished() -> None:
    routes = {
        f"POST {BATCHES}/b1/cancel": says(anthropic_batch("canceling", processing=2)),
        f"GET {BATCHES}/b1": says(anthropic_batch("ended", succeeded=1, canceled=1)),
        f"GET {BATCHES}/b1/results": jsonl(row("b", type="canceled"), answered("anthropic", "a")),
    }
    async with an_office(**routes) as office, an_api("anthropic", office) as api:
        report = await api.cancel(a_handle("anthropic"))
        results = await all_of(api.collect(a_handle("anthropic")))

    assert report.state is BatchState.CANCELLED
    assert summary(results) == {"a": "Four.", "b": "batch_cancelled"}


def listed(batch_id: str, status: str, *, day: int, items: int = 2) -> dict[str, object]:
    counts = {"succeeded": items} if status == "ended" else {"processing": items}
    return anthropic_batch(status, **counts) | {"id": batch_id, "created_at": f"2026-01-{day:02}T00:00:00Z"}


def with_batches(*batches: dict[str, object], **first_rows: dict[str, object]) -> dict[str, object]:
    """An office whose list has one batch per page, newest first, and these first rows in the ended ones."""

    def page(request: Request) -> Said:
        after = request.target.rpartition("after_id=")[2] if "after_id=" in request.target else None
        ids = [batch["id"] for batch in batches]
        start = ids.index(after) + 1 if after else 0
        return says({"data": batches[start : start + 1], "has_more": start + 1 < len(batches)})

    results = {f"GET {BATCHES}/{batch_id}/results": jsonl(first) for batch_id, first in first_rows.items()}
    return {f"GET {BATCHES}": page, **results}


async def look(api: BatchApi, **clues: object) -> BatchHandle | NotFindable | None:
    return await api.find(TAG, clues=Clues(**clues))  # pyright: ignore[reportArgumentType]


STRANGER = {"custom_id": "0123456789ab_a", "result": {"type": "expired"}}


async def test_an_ended_batch_is_found_by_the_mark_in_its_results() -> None:
    batches = with_batches(
        listed("new", "ended", day=5),
        listed("ours", "ended", day=4),
        new=STRANGER,
        ours=answered("anthropic", "a"),
    )
    async with an_office(**batches) as office, an_api("anthropic", office) as api:  # pyright: ignore[reportArgumentType]
        found = await look(api)

    assert isinstance(found, BatchHandle)
    assert (found.id, found.items, found.model) == ("ours", 2, "claude-small-2026")


async def test_the_caller_knows_the_models_name_better_than_the_answer() -> None:
    batches = with_batches(listed("ours", "ended", day=4), ours=answered("anthropic", "a"))
    async with an_office(**batches) as office, an_api("anthropic", office) as api:  # pyright: ignore[reportArgumentType]
        found = await look(api, model="claude-small")

    assert isinstance(found, BatchHandle)
    assert found.model == "claude-small"


async def test_a_running_batch_that_may_be_ours_is_neither_ours_nor_nobody() -> None:
    batches = with_batches(
        listed("maybe", "in_progress", day=5), listed("other", "ended", day=4), other=STRANGER
    )
    async with an_office(**batches) as office, an_api("anthropic", office) as api:  # pyright: ignore[reportArgumentType]
        found = await look(api)

    assert isinstance(found, NotFindable)
    assert found.candidates == ("maybe",)


async def test_a_batch_of_which_nothing_was_answered_is_found_without_a_model() -> None:
    batches = with_batches(listed("ours", "ended", day=4), ours=row("a", type="expired"))
    async with an_office(**batches) as office, an_api("anthropic", office) as api:  # pyright: ignore[reportArgumentType]
        found = await look(api)

    assert isinstance(found, BatchHandle)
    assert found.model == "unknown"


@pytest.mark.parametrize("rows", [{}, {"old": {"custom_id": None}}])
async def test_a_batch_whose_results_are_gone_cannot_be_ruled_out(rows: dict[str, dict[str, object]]) -> None:
    batches = with_batches(listed("old", "ended", day=4), **rows)
    async with an_office(**batches) as office, an_api("anthropic", office) as api:  # pyright: ignore[reportArgumentType]
        found = await look(api)

    assert isinstance(found, NotFindable)
    assert found.candidates == ("old",)


@pytest.mark.parametrize("clues", [{"items": 3}, {"since": datetime(2026, 1, 6, tzinfo=UTC)}])
async def test_time_and_count_rule_a_running_batch_out(clues: dict[str, object]) -> None:
    batches = with_batches(
        listed("other", "in_progress", day=5, items=2), listed("old", "in_progress", day=4)
    )
    async with an_office(**batches) as office, an_api("anthropic", office) as api:  # pyright: ignore[reportArgumentType]
        found = await look(api, **clues)

    assert found is None


async def test_an_empty_list_is_certain() -> None:
    nothing = says({"data": [], "has_more": False})
    async with an_office(**{f"GET {BATCHES}": nothing}) as office, an_api("anthropic", office) as api:
        assert await look(api) is None
