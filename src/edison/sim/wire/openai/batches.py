"""Batches: an uploaded file in, an output file and an error file out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec
import orjson

from ...batches.store import WINDOW_S, Batch, Item, ItemOutcome, Phase, StoredFile
from ...world.persona import ModelCard
from ..reading import Body, read_body
from ..resources import OperationRequest, Resources
from ..shapes import Format, Json, OperationAnswer, ProviderRefusal, Stamp
from .errors import OpenAIErrors, error_body

MOST_REQUESTS = 50_000
LARGEST_FILE = 200 * 1024 * 1024

_DUPLICATE = (
    "The custom_id '{}' for this request is a duplicate of another request. The custom_id parameter must be "
    "unique for each request in a batch."
)


class BatchLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an input file."""

    custom_id: str
    method: str
    url: str
    body: Json


@dataclass(slots=True)
class Lines:
    """What an input file holds: items, or the reasons why it is refused."""

    items: list[Item] = field(default_factory=list[Item])
    models: set[str] = field(default_factory=set[str])
    problems: list[tuple[int, str, str]] = field(default_factory=list[tuple[int, str, str]])

    @property
    def model(self) -> str | None:
        return next(iter(self.models), None)

    @property
    def faults(self) -> tuple[tuple[int, str, str], ...]:
        return tuple(self.problems)


def read_lines(content: bytes, endpoint: str, cards: Mapping[str, ModelCard]) -> Lines:
    """Read an input file the way OpenAI validates it."""
    lines = Lines()
    if len(content) > LARGEST_FILE:
        lines.problems.append(
            (0, "file_too_large", f"Batch input file may have at most {LARGEST_FILE} bytes.")
        )
        return lines
    seen: set[str] = set()
    for number, raw in enumerate(content.splitlines(), 1):
        line = _read_line(lines, number, raw) if raw.strip() else None
        if line is None:
            continue
        for code, sentence in _complaints(line, endpoint, seen):
            lines.problems.append((number, code, sentence))
        seen.add(line.custom_id)
        lines.models |= {str(line.body["model"])} if "model" in line.body else set()
        lines.items.append(Item(line.custom_id, msgspec.json.encode(line.body)))
    _check_whole(lines, cards)
    return lines


def _read_line(lines: Lines, number: int, raw: bytes) -> BatchLine | None:
    try:
        return msgspec.json.decode(raw, type=BatchLine)
    except msgspec.ValidationError as cause:
        lines.problems.append((number, "invalid_request", f"This line does not fit: {cause}"))
    except msgspec.DecodeError:
        lines.problems.append((number, "invalid_json_line", "This line is not parseable as valid JSON."))
    return None


def _complaints(line: BatchLine, endpoint: str, seen: set[str]) -> Iterator[tuple[str, str]]:
    if line.method != "POST" or line.url != endpoint:
        yield "mismatched_url", "The URL provided for this request does not match the batch endpoint."
    if line.custom_id in seen:
        yield "duplicate_custom_id", _DUPLICATE.format(line.custom_id)


def _check_whole(lines: Lines, cards: Mapping[str, ModelCard]) -> None:
    if not lines.items and not lines.problems:
        lines.problems.append((0, "empty_batch", "Batch input file is empty."))
    if len(lines.items) > MOST_REQUESTS:
        sentence = f"Batch input file may have at most {MOST_REQUESTS} requests."
        lines.problems.append((0, "max_requests_exceeded", sentence))
    if len(lines.models) > 1:
        sentence = "All requests in a batch must be for the same model."
        lines.problems.append((0, "mismatched_model", sentence))
    for model in sorted(lines.models - set(cards)):
        lines.problems.append(
            (0, "model_not_found", f"The provided model '{model}' is not supported by the Batch API.")
        )


_ERRORS = OpenAIErrors()
_STATUS = {
    Phase.VALIDATING: "validating",
    Phase.RUNNING: "in_progress",
    Phase.FINISHING: "finalizing",
    Phase.CANCELLING: "cancelling",
    Phase.COMPLETED: "completed",
    Phase.FAILED: "failed",
    Phase.EXPIRED: "expired",
    Phase.CANCELLED: "cancelled",
}
_UNDONE = {
    "expired": ("batch_expired", "This request could not be executed before the completion window expired."),
    "cancelled": ("batch_cancelled", "This request was cancelled."),
}
_SERVER_ERROR = "The server had an error while processing your request. Sorry about that!"


class ExpiresAfter(Body):
    """When the output goes."""

    anchor: Literal["created_at"]
    seconds: int


class BatchBody(Body):
    """A request for a batch."""

    input_file_id: str
    endpoint: Literal["/v1/chat/completions", "/v1/embeddings", "/v1/responses"]
    completion_window: Literal["24h"]
    metadata: dict[str, str] | None = None
    output_expires_after: ExpiresAfter | None = None


async def create(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /batches."""
    body = read_body(asked.incoming.body, BatchBody, _ERRORS)
    file = resources.files.find(body.input_file_id)
    if file is None:
        raise ProviderRefusal(
            404, error_body(f"No such File object: {body.input_file_id}", param="input_file_id")
        )
    lines = read_lines(file.content, body.endpoint, resources.cards)
    batch = Batch(
        id=f"batch_{asked.stamp.hex('batch')}",
        format=Format.OPENAI,
        items=lines.items,
        created_s=asked.stamp.now.timestamp(),
        delay_s=0.0,
        key=asked.key,
        model=lines.model,
        operation=body.endpoint,
        tags=tuple((body.metadata or {}).values()),
        details={
            "input_file_id": body.input_file_id,
            "metadata": body.metadata,
            "dialect": asked.incoming.dialect,
        },
        faults=lines.faults,
    )
    return OperationAnswer(_batch_object(resources, resources.batches.open(batch)))


async def get(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /batches/{id}."""
    batch = _find(resources, asked)
    await resources.batches.catch_up(batch)
    return OperationAnswer(_batch_object(resources, batch))


async def cancel(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /batches/{id}/cancel."""
    batch = _find(resources, asked)
    if resources.batches.standing(batch).phase.is_over:
        status = _STATUS[resources.batches.standing(batch).phase]
        raise ProviderRefusal(
            409, error_body(f"Cannot cancel a batch with status '{status}'.", code="invalid_batch_status")
        )
    resources.batches.cancel(batch)
    return OperationAnswer(_batch_object(resources, batch))


async def list_batches(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /batches, newest first, in pages."""
    query = asked.incoming.query
    batches = resources.batches.newest_first(Format.OPENAI)
    ids = [batch.id for batch in batches]
    start = ids.index(query["after"]) + 1 if query.get("after") in ids else 0
    page = batches[start : start + int(query.get("limit", 20))]
    data = [_batch_object(resources, batch) for batch in page]
    ends: Json = {"first_id": page[0].id if page else None, "last_id": page[-1].id if page else None}
    return OperationAnswer(
        {"object": "list", "data": data, **ends, "has_more": start + len(page) < len(batches)}
    )


def _find(resources: Resources, asked: OperationRequest) -> Batch:
    batch = resources.batches.find(asked.incoming.name or "", Format.OPENAI)
    if batch is None:
        raise ProviderRefusal(404, error_body(f"No batch found with id '{asked.incoming.name}'.", param="id"))
    return batch


def _batch_object(resources: Resources, batch: Batch) -> Json:
    standing = resources.batches.standing(batch)
    phase, created = standing.phase, int(batch.created_s)
    ended = int(standing.ended_s) if standing.ended_s is not None else None
    succeeded = sum(outcome.kind == "succeeded" for outcome in batch.outcomes.values())
    return {
        "id": batch.id,
        "object": "batch",
        "endpoint": batch.operation,
        "model": batch.model,
        "errors": _errors(batch) if phase is Phase.FAILED else None,
        "input_file_id": batch.details["input_file_id"],
        "completion_window": "24h",
        "status": _STATUS[phase],
        **_file_ids(resources, batch, phase),
        "created_at": created,
        "in_progress_at": created if phase not in (Phase.VALIDATING, Phase.FAILED) else None,
        "expires_at": created + int(WINDOW_S),
        "finalizing_at": ended if phase in (Phase.COMPLETED, Phase.EXPIRED) else None,
        "completed_at": ended if phase is Phase.COMPLETED else None,
        "failed_at": ended if phase is Phase.FAILED else None,
        "expired_at": ended if phase is Phase.EXPIRED else None,
        "cancelling_at": int(batch.cancelled_s) if batch.cancelled_s is not None else None,
        "cancelled_at": ended if phase is Phase.CANCELLED else None,
        "request_counts": {
            "total": len(batch.items),
            "completed": succeeded,
            "failed": len(batch.outcomes) - succeeded,
        },
        "metadata": batch.details["metadata"],
    }


def _errors(batch: Batch) -> Json:
    rows: list[Json] = [
        {"code": code, "message": sentence, "param": None, "line": line}
        for line, code, sentence in batch.faults
    ]
    return {"object": "list", "data": rows}


def _file_ids(resources: Resources, batch: Batch, phase: Phase) -> Json:
    """The files a finished batch leaves behind; they are written when first asked for."""
    nothing = "" if batch.twist.empty_file_ids else None
    if not phase.is_over or phase is Phase.FAILED:
        return {"output_file_id": None, "error_file_id": None}
    if "output_file_id" not in batch.details:
        batch.details |= _write_files(resources, batch)
    return {name: batch.details[name] or nothing for name in ("output_file_id", "error_file_id")}


def _write_files(resources: Resources, batch: Batch) -> Json:
    stamp = Stamp(batch.id, resources.batches.now())
    good: list[bytes] = []
    bad: list[bytes] = []
    for number, (item, outcome) in enumerate(resources.batches.results(batch)):
        line = orjson.dumps(_line(item, outcome, stamp, number))
        (good if outcome.kind in ("succeeded", "status_zero") else bad).append(line)
    ids: Json = {}
    for name, lines, kind in (("output_file_id", good, "output"), ("error_file_id", bad, "error")):
        ids[name] = f"file-{stamp.token(kind, 22)}" if lines else None
        is_gone = kind == "output" and batch.twist.output_missing
        if lines and not is_gone:
            content = b"\n".join(lines) + b"\n"
            file = StoredFile(str(ids[name]), f"{batch.id}_{kind}.jsonl", content, stamp.now, "batch_output")
            resources.files.put(file)
    return ids


def _line(item: Item, outcome: ItemOutcome, stamp: Stamp, number: int) -> Json:
    line: Json = {"id": f"batch_req_{stamp.hex(f'line/{number}')}", "custom_id": item.key}
    match outcome.kind:
        case "expired" | "cancelled":
            code, sentence = _UNDONE[outcome.kind]
            return {**line, "response": None, "error": {"code": code, "message": sentence}}
        case "status_zero":
            return {**line, "response": {"status_code": 0, "request_id": "", "body": None}, "error": None}
        case _:
            body = outcome.body or error_body(_SERVER_ERROR, kind="server_error")
            request_id = stamp.hex(f"request/{number}")
            answer: Json = {"status_code": outcome.status, "request_id": request_id, "body": body}
            return {**line, "response": answer, "error": None}
