"""Files: the resumable upload protocol, listing, download, deletion."""

from __future__ import annotations

import base64
from datetime import timedelta
from hashlib import sha256

import msgspec

from ...batches.store import StoredFile
from ..resources import OperationRequest, Resources
from ..shapes import Json, OperationAnswer, ProviderRefusal
from .body import camel
from .errors import error_body, invalid

_LIFETIME = timedelta(hours=48)
_OPEN = "upload/"
"""Uploads under way are kept among the files under names no file has."""


class FileMeta(msgspec.Struct, rename="camel"):
    """What the uploader says about a file."""

    name: str | None = None
    display_name: str | None = None
    mime_type: str | None = None


class _Start(msgspec.Struct):
    file: FileMeta = msgspec.field(default_factory=FileMeta)


async def create(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """POST /upload/…/files: the start of an upload, or one of its pieces."""
    headers, query = asked.incoming.headers, asked.incoming.query
    commands = [command.strip() for command in headers.get("x-goog-upload-command", "").split(",")]
    if "start" in commands:
        return _start(resources, asked)
    if "upload_id" not in query or "upload" not in commands:
        raise invalid("Upload command is missing.")
    return _append(resources, asked, is_last="finalize" in commands)


async def list_files(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /files, in pages."""
    query = asked.incoming.query
    files = [file for file in resources.files.newest_first() if _is_ours(file)]
    start, size = int(query.get("pageToken") or 0), int(query.get("pageSize", 10))
    listing: Json = {"files": [_file_object(file, asked) for file in files[start : start + size]]}
    if start + size < len(files):
        listing["nextPageToken"] = str(start + size)
    return OperationAnswer(listing)


async def get(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /files/{id}."""
    return OperationAnswer(_file_object(_find(resources, asked), asked))


async def content(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """GET /files/{id}:download."""
    file = _find(resources, asked)
    return OperationAnswer(file.content, content_type=file.mime_type)


async def delete(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    """DELETE /files/{id}."""
    resources.files.remove(_find(resources, asked).id)
    return OperationAnswer({})


def _start(resources: Resources, asked: OperationRequest) -> OperationAnswer:
    body = asked.incoming.body or b"{}"
    meta = msgspec.convert(camel(msgspec.json.decode(body)), _Start).file
    upload = asked.stamp.token("upload", 40)
    kind = asked.incoming.headers.get("x-goog-upload-header-content-type") or meta.mime_type
    name = (meta.name or "").removeprefix("files/") or asked.stamp.token("file", 12).lower()
    resources.files.put(
        StoredFile(
            id=_OPEN + upload,
            name=meta.display_name or "",
            content=b"",
            created_at=asked.stamp.now,
            purpose=f"files/{name}",
            mime_type=kind or "application/octet-stream",
        )
    )
    host, _, _ = asked.base.partition("/google")
    url = f"{host}{asked.incoming.path}?upload_id={upload}&upload_protocol=resumable"
    headers = {
        "x-goog-upload-url": url,
        "x-goog-upload-status": "active",
        "x-goog-upload-chunk-granularity": "262144",
    }
    return OperationAnswer({}, headers=headers)


def _append(resources: Resources, asked: OperationRequest, *, is_last: bool) -> OperationAnswer:
    place = _OPEN + asked.incoming.query["upload_id"]
    upload = resources.files.find(place)
    if upload is None:
        raise ProviderRefusal(404, error_body("Upload not found.", status=404, code="NOT_FOUND"))
    offset = int(asked.incoming.headers.get("x-goog-upload-offset", "0"))
    if offset != len(upload.content):
        raise invalid(f"Upload offset is {offset}, expected {len(upload.content)}.")
    whole = upload.content + asked.incoming.body
    if not is_last:
        resources.files.put(
            StoredFile(place, upload.name, whole, upload.created_at, upload.purpose, upload.mime_type)
        )
        return OperationAnswer({}, headers={"x-goog-upload-status": "active"})
    resources.files.remove(place)
    expires = asked.stamp.now + _LIFETIME
    file = StoredFile(
        upload.purpose, upload.name, whole, asked.stamp.now, "upload", upload.mime_type, expires
    )
    resources.files.put(file)
    return OperationAnswer({"file": _file_object(file, asked)}, headers={"x-goog-upload-status": "final"})


def _is_ours(file: StoredFile) -> bool:
    return file.id.startswith("files/")


def _find(resources: Resources, asked: OperationRequest) -> StoredFile:
    file = resources.files.find(f"files/{asked.incoming.name}")
    if file is None:
        sentence = f"You do not have permission to access the File {asked.incoming.name} or it may not exist."
        raise ProviderRefusal(403, error_body(sentence, status=403, code="PERMISSION_DENIED"))
    return file


def _file_object(file: StoredFile, asked: OperationRequest) -> Json:
    digest = sha256(file.content).hexdigest().encode()
    moment = file.created_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    shown: Json = {
        "name": file.id,
        "displayName": file.name,
        "mimeType": file.mime_type,
        "sizeBytes": str(len(file.content)),
        "createTime": moment,
        "updateTime": moment,
        "sha256Hash": base64.b64encode(digest).decode(),
        "uri": f"{asked.base}/v1beta/{file.id}",
        "state": "ACTIVE",
        "source": "GENERATED" if file.purpose == "batch" else "UPLOADED",
    }
    if file.expires_at is not None:
        shown["expirationTime"] = file.expires_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return shown
