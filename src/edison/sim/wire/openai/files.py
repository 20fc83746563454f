"""Files: multipart upload, listing, content, deletion."""

from __future__ import annotations

import re
from datetime import timedelta

from ...batches.store import StoredFile
from ..resources import OperationRequest, Resources
from ..shapes import Json, OperationAnswer, ProviderRefusal
from .errors import error_body, invalid

_PURPOSES = ("assistants", "batch", "fine-tune", "vision", "user_data", "evals")
_LONGEST_PAGE = 10_000
_BOUNDARY = re.compile(r'boundary="?([^";]+)')
_DISPOSITION = re.compile(rb'\b(name|filename)="([^"]*)"')


async def create(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /files."""
    fields = _read_form(asked)
    if "file" not in fields:
        raise invalid("Missing required parameter: 'file'.", param="file", code="missing_required_parameter")
    purpose = fields["purpose"][1].decode() if "purpose" in fields else ""
    if purpose not in _PURPOSES:
        raise invalid(f"'{purpose}' is not one of {list(_PURPOSES)} - 'purpose'", param="purpose")
    name, content = fields["file"]
    seconds = fields.get("expires_after[seconds]")
    stored = StoredFile(
        id=f"file-{asked.stamp.token('file', 22)}",
        name=name or "upload",
        content=content,
        created_at=asked.stamp.now,
        purpose=purpose,
        expires_at=asked.stamp.now + timedelta(seconds=int(seconds[1])) if seconds is not None else None,
    )
    return OperationAnswer(file_object(resources.files.put(stored)))


async def list_files(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /files, newest first, in pages."""
    query = asked.incoming.query
    wanted = query.get("purpose")
    files = [
        file for file in resources.files.newest_first() if _is_ours(file) and wanted in (None, file.purpose)
    ]
    page, has_more = page_of(files, after=query.get("after"), limit=int(query.get("limit", _LONGEST_PAGE)))
    data = [file_object(file) for file in page]
    ends: Json = {"first_id": page[0].id if page else None, "last_id": page[-1].id if page else None}
    return OperationAnswer({"object": "list", "data": data, **ends, "has_more": has_more})


async def get(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /files/{id}."""
    return OperationAnswer(file_object(_find(resources, asked)))


async def content(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /files/{id}/content."""
    return OperationAnswer(_find(resources, asked).content, content_type="application/octet-stream")


async def delete(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """DELETE /files/{id}."""
    file = _find(resources, asked)
    resources.files.remove(file.id)
    return OperationAnswer({"id": file.id, "object": "file", "deleted": True})


def page_of(rows: list[StoredFile], *, after: str | None, limit: int) -> tuple[list[StoredFile], bool]:
    """The rows after an id, and whether there are more."""
    ids = [row.id for row in rows]
    start = ids.index(after) + 1 if after in ids else 0
    return rows[start : start + limit], len(rows) > start + limit


def file_object(file: StoredFile) -> Json:
    """A file as OpenAI shows it."""
    return {
        "object": "file",
        "id": file.id,
        "purpose": file.purpose,
        "filename": file.name,
        "bytes": len(file.content),
        "created_at": int(file.created_at.timestamp()),
        "expires_at": int(file.expires_at.timestamp()) if file.expires_at is not None else None,
        "status": "processed",
        "status_details": None,
    }


def _is_ours(file: StoredFile) -> bool:
    return file.id.startswith("file-")


def _find(resources: Resources, asked: OperationRequest) -> StoredFile:
    file = resources.files.find(asked.incoming.name or "")
    if file is None or not _is_ours(file):
        raise ProviderRefusal(404, error_body(f"No such File object: {asked.incoming.name}", param="id"))
    return file


def _read_form(asked: OperationRequest) -> dict[str, tuple[str | None, bytes]]:
    """The fields of a multipart form: file name and bytes of each."""
    kind = asked.incoming.headers.get("content-type", "")
    boundary = _BOUNDARY.search(kind)
    if not kind.startswith("multipart/form-data") or boundary is None:
        raise ProviderRefusal(
            415, error_body("Expected multipart/form-data.", code="unsupported_content_type")
        )
    fields: dict[str, tuple[str | None, bytes]] = {}
    for part in (b"\r\n" + asked.incoming.body).split(b"\r\n--" + boundary[1].encode())[1:-1]:
        head, _, payload = part.partition(b"\r\n\r\n")
        found = {name.decode(): value.decode() for name, value in _DISPOSITION.findall(head)}
        if "name" in found:
            fields[found["name"]] = (found.get("filename"), payload)
    return fields
