"""Message batches."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Annotated

import msgspec
import orjson

from ...batches.store import WINDOW_S, Batch, Item, ItemOutcome, Phase
from ..reading import Body, read_body
from ..resources import OperationRequest, Resources
from ..shapes import Format, Json, OperationAnswer, ProviderRefusal, Trouble
from .errors import AnthropicErrors, error_body, invalid

_ERRORS = AnthropicErrors()
_LARGEST = 256 * 1024 * 1024
_STATUS = {Phase.CANCELLING: "canceling"} | dict.fromkeys(
    (Phase.COMPLETED, Phase.EXPIRED, Phase.CANCELLED, Phase.FAILED), "ended"
)
_KINDS = {
    "succeeded": "succeeded",
    "errored": "errored",
    "status_zero": "errored",
    "expired": "expired",
    "cancelled": "canceled",
}


class BatchRequest(Body):
    """One request of a batch; its params are looked at when it is worked on, not before."""

    custom_id: Annotated[str, msgspec.Meta(pattern=r"^[a-zA-Z0-9_-]{1,64}$")]
    params: Json


class BatchBody(Body):
    """A request for a batch."""

    requests: Annotated[list[BatchRequest], msgspec.Meta(min_length=1, max_length=100_000)]


async def create(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /v1/messages/batches."""
    if len(asked.incoming.body) > _LARGEST:
        raise _ERRORS.refuse(Trouble.TOO_LARGE)
    body = read_body(asked.incoming.body, BatchBody, _ERRORS)
    twice = [key for key, count in Counter(one.custom_id for one in body.requests).items() if count > 1]
    if twice:
        raise invalid(f"requests: `custom_id` must be unique within a batch, found duplicates: {twice[0]}")
    models = {str(one.params.get("model")) for one in body.requests}
    batch = Batch(
        id=f"msgbatch_01{asked.stamp.token('batch', 22)}",
        format=Format.ANTHROPIC,
        items=[Item(one.custom_id, msgspec.json.encode(one.params)) for one in body.requests],
        created_s=asked.stamp.now.timestamp(),
        delay_s=0.0,
        key=asked.key,
        model=models.pop() if len(models) == 1 else None,
        tags=tuple(one.custom_id for one in body.requests[:1]),
    )
    return OperationAnswer(_batch_object(resources, asked, resources.batches.open(batch)))


async def get(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /v1/messages/batches/{id}."""
    batch = _find(resources, asked)
    await resources.batches.catch_up(batch)
    return OperationAnswer(_batch_object(resources, asked, batch))


async def cancel(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /v1/messages/batches/{id}/cancel."""
    batch = _find(resources, asked)
    resources.batches.cancel(batch)
    return OperationAnswer(_batch_object(resources, asked, batch))


async def delete(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """DELETE /v1/messages/batches/{id}."""
    batch = _find(resources, asked)
    if not resources.batches.standing(batch).phase.is_over:
        raise invalid("Message Batches can only be deleted once they've finished processing.")
    resources.batches.remove(batch)
    return OperationAnswer({"id": batch.id, "type": "message_batch_deleted"})


async def list_batches(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /v1/messages/batches, newest first, in pages."""
    query = asked.incoming.query
    batches = resources.batches.newest_first(Format.ANTHROPIC)
    ids = [batch.id for batch in batches]
    start = ids.index(query["after_id"]) + 1 if query.get("after_id") in ids else 0
    page = batches[start : start + int(query.get("limit", 20))]
    listing: Json = {
        "data": [_batch_object(resources, asked, batch) for batch in page],
        "has_more": start + len(page) < len(batches),
        "first_id": page[0].id if page else None,
        "last_id": page[-1].id if page else None,
    }
    return OperationAnswer(listing)


async def results(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /v1/messages/batches/{id}/results."""
    batch = _find(resources, asked)
    await resources.batches.catch_up(batch)
    if not resources.batches.standing(batch).phase.is_over:
        raise ProviderRefusal(
            404, error_body(f"Batch {batch.id} has no available results.", kind="not_found_error")
        )
    if batch.twist.output_missing:
        raise ProviderRefusal(
            404, error_body(f"The results of {batch.id} are not available.", kind="not_found_error")
        )
    lines = [orjson.dumps(_line(item, outcome)) + b"\n" for item, outcome in resources.batches.results(batch)]
    return OperationAnswer(b"".join(lines), content_type="application/x-jsonl")


def _find(resources: Resources, asked: OperationRequest) -> Batch:
    batch = resources.batches.find(asked.incoming.name or "", Format.ANTHROPIC)
    if batch is None:
        raise ProviderRefusal(
            404, error_body(f"Batch {asked.incoming.name} not found", kind="not_found_error")
        )
    return batch


def _batch_object(resources: Resources, asked: OperationRequest, batch: Batch) -> Json:
    standing = resources.batches.standing(batch)
    is_over = standing.phase.is_over
    return {
        "id": batch.id,
        "type": "message_batch",
        "processing_status": _STATUS.get(standing.phase, "in_progress"),
        "request_counts": _counts(resources, batch) if is_over else _still_processing(batch),
        "ended_at": _iso(standing.ended_s) if is_over and standing.ended_s is not None else None,
        "created_at": _iso(batch.created_s),
        "expires_at": _iso(batch.created_s + WINDOW_S),
        "archived_at": None,
        "cancel_initiated_at": _iso(batch.cancelled_s) if batch.cancelled_s is not None else None,
        "results_url": f"{asked.base}/v1/messages/batches/{batch.id}/results" if is_over else None,
    }


def _counts(resources: Resources, batch: Batch) -> Json:
    counts = Counter(_KINDS[outcome.kind] for _, outcome in resources.batches.results(batch))
    kinds = ("succeeded", "errored", "canceled", "expired")
    return {"processing": 0, **{kind: counts[kind] for kind in kinds}}


def _still_processing(batch: Batch) -> Json:
    """Anthropic counts nothing as done before the whole batch is."""
    return {"processing": len(batch.items), "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0}


def _line(item: Item, outcome: ItemOutcome) -> Json:
    kind = _KINDS[outcome.kind]
    result: Json = {"type": kind}
    if kind == "succeeded":
        result["message"] = outcome.body
    if kind == "errored":
        result["error"] = outcome.body or error_body("Internal server error", kind="api_error")
    return {"custom_id": item.key, "result": result}


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
