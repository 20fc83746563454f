"""Batches: inline requests or an uploaded file, told of as long-running operations."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, cast

import msgspec
import orjson

from ...batches.store import Batch, Item, ItemOutcome, Phase, StoredFile
from ..resources import OperationRequest, Resources
from ..shapes import Format, Json, OperationAnswer, ProviderRefusal, Stamp, Trouble
from .body import GoogleBody, read_google
from .errors import GeminiErrors, error_body, invalid

_ERRORS = GeminiErrors()
_LARGEST_INLINE = 20 * 1024 * 1024
_STATE = {
    Phase.VALIDATING: "PENDING",
    Phase.RUNNING: "RUNNING",
    Phase.FINISHING: "RUNNING",
    Phase.CANCELLING: "RUNNING",
    Phase.COMPLETED: "SUCCEEDED",
    Phase.FAILED: "FAILED",
    Phase.EXPIRED: "EXPIRED",
    Phase.CANCELLED: "CANCELLED",
}
_METADATA_TYPE = "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch"


class InlinedRequest(GoogleBody):
    """One request with whatever its caller wants to find again beside the answer."""

    request: Json
    metadata: Json | None = None


class InlinedRequests(GoogleBody):
    """Requests in the body."""

    requests: Annotated[list[InlinedRequest], msgspec.Meta(min_length=1)]


class InputConfig(GoogleBody):
    """Requests in the body, or the file they are in."""

    requests: InlinedRequests | None = None
    file_name: str | None = None


class BatchSpec(GoogleBody):
    """What is to be worked off."""

    input_config: InputConfig
    display_name: str | None = None
    priority: str | int | None = None
    model: str | None = None


class BatchBody(GoogleBody):
    """A batchGenerateContent request."""

    batch: BatchSpec


class _Line(msgspec.Struct):
    request: Json
    key: str = ""


async def create(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /models/{model}:batchGenerateContent."""
    if asked.incoming.model not in resources.cards:
        raise _ERRORS.refuse(Trouble.MODEL_MISSING, asked.incoming.model or "")
    if len(asked.incoming.body) > _LARGEST_INLINE:
        raise invalid("Request payload size exceeds the limit: 20971520 bytes.")
    spec = read_google(asked.incoming.body, BatchBody, _ERRORS).batch
    items, faults = _items(resources, spec)
    batch = Batch(
        id=f"batches/{asked.stamp.token('batch', 28).lower()}",
        format=Format.GEMINI,
        items=items,
        created_s=asked.stamp.now.timestamp(),
        delay_s=0.0,
        key=asked.key,
        model=asked.incoming.model,
        tags=(spec.display_name or "",),
        details={"display_name": spec.display_name or "", "file": spec.input_config.file_name},
        faults=faults,
    )
    return OperationAnswer(_operation(resources, resources.batches.open(batch)))


async def get(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /batches/{id}."""
    batch = _find(resources, asked)
    await resources.batches.catch_up(batch)
    return OperationAnswer(_operation(resources, batch))


async def cancel(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /batches/{id}:cancel."""
    resources.batches.cancel(_find(resources, asked))
    return OperationAnswer({})


async def delete(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """DELETE /batches/{id}."""
    resources.batches.remove(_find(resources, asked))
    return OperationAnswer({})


async def list_batches(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /batches, in pages."""
    query = asked.incoming.query
    batches = resources.batches.newest_first(Format.GEMINI)
    start, size = int(query.get("pageToken") or 0), int(query.get("pageSize", 50))
    listing: Json = {"operations": [_operation(resources, batch) for batch in batches[start : start + size]]}
    if start + size < len(batches):
        listing["nextPageToken"] = str(start + size)
    return OperationAnswer(listing)


def _items(resources: Resources, spec: BatchSpec) -> tuple[list[Item], tuple[tuple[int, str, str], ...]]:
    source = spec.input_config
    if source.requests is not None:
        inlined = source.requests.requests
        return [_inlined(one, place) for place, one in enumerate(inlined)], ()
    file = resources.files.find(source.file_name or "")
    if file is None:
        raise invalid(f"File {source.file_name} does not exist.")
    items: list[Item] = []
    for number, raw in enumerate(file.content.splitlines(), 1):
        try:
            line = msgspec.json.decode(raw, type=_Line)
        except msgspec.DecodeError as cause:
            return [], ((number, "INVALID_ARGUMENT", f"Line {number}: {cause}"),)
        items.append(Item(line.key, orjson.dumps(line.request)))
    return items, ()


def _inlined(one: InlinedRequest, place: int) -> Item:
    key = str((one.metadata or {}).get("key", place))
    return Item(key, orjson.dumps(one.request), one.metadata)


def _find(resources: Resources, asked: OperationRequest) -> Batch:
    batch = resources.batches.find(f"batches/{asked.incoming.name}", Format.GEMINI)
    if batch is None:
        raise ProviderRefusal(
            404, error_body("Requested entity was not found.", status=404, code="NOT_FOUND")
        )
    return batch


def _operation(resources: Resources, batch: Batch) -> Json:
    standing = resources.batches.standing(batch)
    moment = _iso(batch.created_s)
    metadata: Json = {
        "@type": _METADATA_TYPE,
        "model": f"models/{batch.model}",
        "displayName": batch.details["display_name"],
        "createTime": moment,
        "updateTime": _iso(standing.ended_s) if standing.ended_s is not None else moment,
        "batchStats": _stats(batch),
        "state": f"BATCH_STATE_{_STATE[standing.phase]}",
        "name": batch.id,
    }
    operation: Json = {"name": batch.id, "metadata": metadata}
    if not standing.phase.is_over:
        return operation
    if standing.ended_s is not None:
        metadata["endTime"] = _iso(standing.ended_s)
    operation["done"] = True
    if standing.phase is Phase.COMPLETED:
        output = _output(resources, batch)
        metadata["output"] = output
        return operation | {"response": {"@type": f"{_METADATA_TYPE}Output", **output}}
    return operation | {"error": _error(batch, standing.phase)}


def _stats(batch: Batch) -> Json:
    succeeded = sum(outcome.kind == "succeeded" for outcome in batch.outcomes.values())
    counts = {
        "requestCount": len(batch.items),
        "successfulRequestCount": succeeded,
        "failedRequestCount": len(batch.outcomes) - succeeded,
        "pendingRequestCount": len(batch.items) - len(batch.outcomes),
    }
    # Google writes 64-bit numbers as strings and leaves zeros out.
    return {name: str(count) for name, count in counts.items() if count}


def _output(resources: Resources, batch: Batch) -> Json:
    if batch.details["file"] is None:
        rows = [_row(item, outcome, by_key=False) for item, outcome in resources.batches.results(batch)]
        return {"inlinedResponses": {"inlinedResponses": rows}}
    if "output" not in batch.details:
        batch.details["output"] = _write_file(resources, batch)
    return {"responsesFile": batch.details["output"]}


def _write_file(resources: Resources, batch: Batch) -> str:
    stamp = Stamp(batch.id, resources.batches.now())
    name = f"files/batch-{stamp.token('output', 28).lower()}"
    if batch.twist.output_missing:
        return name
    lines = [
        orjson.dumps(_row(item, outcome, by_key=True)) + b"\n"
        for item, outcome in resources.batches.results(batch)
    ]
    resources.files.put(StoredFile(name, "", b"".join(lines), stamp.now, "batch", "application/jsonl"))
    return name


def _row(item: Item, outcome: ItemOutcome, *, by_key: bool) -> Json:
    head: Json = (
        {"key": item.key} if by_key else {"metadata": item.metadata} if item.metadata is not None else {}
    )
    if outcome.kind == "succeeded":
        return {**head, "response": outcome.body}
    failure = cast(Json, outcome.body.get("error", {"code": 13, "message": "Internal error."}))
    return {**head, "error": {"code": _rpc_code(outcome.status), "message": failure["message"]}}


def _rpc_code(status: int) -> int:
    """google.rpc.Code: INVALID_ARGUMENT, NOT_FOUND, RESOURCE_EXHAUSTED, else INTERNAL."""
    return {400: 3, 404: 5, 429: 8}.get(status, 13)


def _error(batch: Batch, phase: Phase) -> Json:
    if phase is Phase.FAILED:
        return {"code": 3, "message": batch.faults[0][2]}
    if phase is Phase.EXPIRED:
        return {"code": 4, "message": "The batch expired before it was worked off."}
    return {"code": 1, "message": "The batch was cancelled."}


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
