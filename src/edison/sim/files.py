"""Files that clients uploaded or batches left behind. They live in the memory of the first process."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file, whatever a format calls it."""

    id: str
    name: str
    content: bytes
    created_at: datetime
    purpose: str = ""
    mime_type: str = "application/octet-stream"
    expires_at: datetime | None = None


class FileShelf:
    """All files, oldest first."""

    def __init__(self) -> None:
        self._files: dict[str, StoredFile] = {}

    def put(self, file: StoredFile) -> StoredFile:
        self._files[file.id] = file
        return file

    def find(self, id: str) -> StoredFile | None:
        return self._files.get(id)

    def remove(self, id: str) -> bool:
        """Throw a file away; says whether it was there."""
        return self._files.pop(id, None) is not None

    def newest_first(self) -> list[StoredFile]:
        return list(reversed(self._files.values()))

    def clear(self) -> None:
        self._files.clear()
