"""Files: the resumable upload protocol, listing, download, deletion."""

from __future__ import annotations

import base64
from datetime import timedelta
from hashlib import sha256

import msgspec

from ...batches.store import StoredFile
from ..context import Errand, Office
from ..shapes import Answered, Json, Refusal
from .body import camel
from .errors import error_body, invalid

_LIFETIME = timedelta(hours=48)
_OPEN = "upload/"
"""Uploads under way lie on the same shelf under names no file has."""


class FileMeta(msgspec.Struct, rename="camel"):
    """What the uploader says about a file."""

    name: str | None = None
    display_name: str | None = None
    mime_type: str | None = None


class _Start(msgspec.Struct):
    file: FileMeta = msgspec.field(default_factory=FileMeta)


async def create(office: Office, errand: Errand) -> Answered:
    """POST /upload/…/files: the start of an upload, or one of its pieces."""
    headers, query = errand.incoming.headers, errand.incoming.query
    commands = [command.strip() for command in headers.get("x-goog-upload-command", "").split(",")]
    if "start" in commands:
        return _start(office, errand)
    if "upload_id" not in query or "upload" not in commands:
        raise invalid("Upload command is missing.")
    return _append(office, errand, is_last="finalize" in commands)


async def list_files(office: Office, errand: Errand) -> Answered:
    """GET /files, in pages."""
    query = errand.incoming.query
    files = [file for file in office.files.newest_first() if _is_ours(file)]
    start, size = int(query.get("pageToken") or 0), int(query.get("pageSize", 10))
    listing: Json = {"files": [_file_object(file, errand) for file in files[start : start + size]]}
    if start + size < len(files):
        listing["nextPageToken"] = str(start + size)
    return Answered(listing)


async def get(office: Office, errand: Errand) -> Answered:
    """GET /files/{id}."""
    return Answered(_file_object(_find(office, errand), errand))


async def content(office: Office, errand: Errand) -> Answered:
    """GET /files/{id}:download."""
    file = _find(office, errand)
    return Answered(file.content, content_type=file.mime_type)


async def delete(office: Office, errand: Errand) -> Answered:
    """DELETE /files/{id}."""
    office.files.remove(_find(office, errand).id)
    return Answered({})


def _start(office: Office, errand: Errand) -> Answered:
    body = errand.incoming.body or b"{}"
    meta = msgspec.convert(camel(msgspec.json.decode(body)), _Start).file
    upload = errand.stamp.token("upload", 40)
    kind = errand.incoming.headers.get("x-goog-upload-header-content-type") or meta.mime_type
    name = (meta.name or "").removeprefix("files/") or errand.stamp.token("file", 12).lower()
    office.files.put(
        StoredFile(
            id=_OPEN + upload,
            name=meta.display_name or "",
            content=b"",
            created_at=errand.stamp.now,
            purpose=f"files/{name}",
            mime_type=kind or "application/octet-stream",
        )
    )
    host, _, _ = errand.base.partition("/google")
    url = f"{host}{errand.incoming.path}?upload_id={upload}&upload_protocol=resumable"
    headers = {
        "x-goog-upload-url": url,
        "x-goog-upload-status": "active",
        "x-goog-upload-chunk-granularity": "262144",
    }
    return Answered({}, headers=headers)


def _append(office: Office, errand: Errand, *, is_last: bool) -> Answered:
    place = _OPEN + errand.incoming.query["upload_id"]
    upload = office.files.find(place)
    if upload is None:
        raise Refusal(404, error_body("Upload not found.", status=404, code="NOT_FOUND"))
    offset = int(errand.incoming.headers.get("x-goog-upload-offset", "0"))
    if offset != len(upload.content):
        raise invalid(f"Upload offset is {offset}, expected {len(upload.content)}.")
    whole = upload.content + errand.incoming.body
    if not is_last:
        office.files.put(
            StoredFile(place, upload.name, whole, upload.created_at, upload.purpose, upload.mime_type)
        )
        return Answered({}, headers={"x-goog-upload-status": "active"})
    office.files.remove(place)
    expires = errand.stamp.now + _LIFETIME
    file = StoredFile(
        upload.purpose, upload.name, whole, errand.stamp.now, "upload", upload.mime_type, expires
    )
    office.files.put(file)
    return Answered({"file": _file_object(file, errand)}, headers={"x-goog-upload-status": "final"})


def _is_ours(file: StoredFile) -> bool:
    return file.id.startswith("files/")


def _find(office: Office, errand: Errand) -> StoredFile:
    file = office.files.find(f"files/{errand.incoming.name}")
    if file is None:
        sentence = (
            f"You do not have permission to access the File {errand.incoming.name} or it may not exist."
        )
        raise Refusal(403, error_body(sentence, status=403, code="PERMISSION_DENIED"))
    return file


def _file_object(file: StoredFile, errand: Errand) -> Json:
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
        "uri": f"{errand.base}/v1beta/{file.id}",
        "state": "ACTIVE",
        "source": "GENERATED" if file.purpose == "batch" else "UPLOADED",
    }
    if file.expires_at is not None:
        shown["expirationTime"] = file.expires_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return shown
