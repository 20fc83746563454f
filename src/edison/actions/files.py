"""Files that a suite names, and files that are made: the only place here that touches a disk."""

import os
import stat
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import BinaryIO, Protocol

from edison.domain import FaultPoint, no_fault
from edison.errors import FileNotReadable, FileNotWritable, FileNotWritten, FileOutside

_CHUNK = 1 << 20
_LARGEST_WHOLE = 64 << 20
"""What is read in one piece; files of cases are read in pieces and may be of any size."""


class Files(Protocol):
    """The files beside a suite: on a disk, in an upload, in a test."""

    def whole(self, name: str) -> bytes | None:
        """All of a file; None where there is none."""
        ...

    def pieces(self, name: str) -> Iterator[bytes]:
        """A file in pieces, from its beginning, as often as it is asked for."""
        ...


class Folder:
    """Files relative to a folder of this machine, and none outside of it, wherever links may lead."""

    def __init__(self, place: Path, *, also: Iterable[Path] = ()) -> None:
        self._place = place
        self._also = tuple(also)
        """Further folders in which files may lie."""

    @property
    def place(self) -> Path:
        """Where they lie, and code beside them."""
        return self._place.resolve()

    def whole(self, name: str) -> bytes | None:
        path = self.find(name)
        return read_whole(path) if path.exists() and not path.is_dir() else None

    def pieces(self, name: str) -> Iterator[bytes]:
        return read_pieces(self.find(name))

    def find(self, name: str) -> Path:
        """Where a file is that may be read; refused where it lies outside."""
        path = self._place / name
        try:
            real = path.resolve()
            if any(real.is_relative_to(folder.resolve()) for folder in (self._place, *self._also)):
                return path
        except (OSError, ValueError, RuntimeError) as error:
            # A name that no file can have, or links that lead round in a circle.
            raise FileNotReadable(str(path), "it is no name of a file") from error
        raise FileOutside(name, str(self._place))


@dataclass(frozen=True, slots=True)
class Texts:
    """Files that were sent or are kept as texts; this machine's own are never read."""

    files: Mapping[str, str]

    def whole(self, name: str) -> bytes | None:
        found = self.files.get(name)
        return None if found is None else found.encode()

    def pieces(self, name: str) -> Iterator[bytes]:
        found = self.whole(name)
        if found is None:
            raise FileNotReadable(name, "it was not sent along")
        yield found


def make_folder(folder: Path) -> None:
    """A folder and those above it, where there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileNotWritable(str(folder), _cause(error)) from error


def find_pages() -> Path:
    """Where the documentation lies: beside the code as it was installed, or in the checkout that it is run from."""
    here = Path(__file__).resolve()
    installed = here.parents[1] / "pages"
    return installed if installed.is_dir() else here.parents[3]


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that somebody sent; nothing of this machine's disk is read for it."""

    name: str
    content: bytes = field(repr=False)

    def __str__(self) -> str:
        return self.name


@contextmanager
def placed(sent: SentFile) -> Generator[Path]:
    """What somebody sent, on the disk for those who can read nothing else; gone afterwards."""
    with TemporaryDirectory(prefix="edison-") as folder:
        path = Path(folder) / "sent"
        path.write_bytes(sent.content)
        yield path


def read_pieces(path: Path | SentFile) -> Iterator[bytes]:
    """A file that a person named or sent, in pieces."""
    if isinstance(path, SentFile):
        yield path.content
        return
    try:
        with _open(path) as file:
            while piece := file.read(_CHUNK):
                yield piece
    except OSError as error:
        raise FileNotReadable(str(path), _cause(error)) from error


def read_whole(path: Path | SentFile) -> bytes:
    """All of a file that a person named or sent; refused where it is none, or too large to be meant."""
    if isinstance(path, SentFile):
        return path.content
    try:
        with _open(path) as file:
            content = file.read(_LARGEST_WHOLE + 1)
    except OSError as error:
        raise FileNotReadable(str(path), _cause(error)) from error
    if len(content) > _LARGEST_WHOLE:
        raise FileNotReadable(str(path), f"it has more than {_LARGEST_WHOLE >> 20} MiB")
    return content


def _open(path: Path) -> BinaryIO:
    """A file to be read; a pipe, a socket or a device would keep us waiting for ever."""
    # Without waiting for somebody who writes; what it is can only be told of what is open.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    cause = "it is a folder" if stat.S_ISDIR(mode) else "it is no file but a pipe or a device"
    raise FileNotReadable(str(path), cause)


def refuse_unwritable(path: Path) -> None:
    """Find out before anything is paid for that a file could not be put there."""
    if path.is_dir():
        raise FileNotWritable(str(path), "it is a folder")
    folder = path.absolute().parent
    if not folder.is_dir():
        raise FileNotWritable(str(path), f"there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise FileNotWritable(str(path), "the folder may not be written to")


def write_file(path: Path, pieces: Iterable[bytes], *, fault: FaultPoint = no_fault) -> None:
    """Put a file in place, whole or not at all: whoever looks sees the old one or the new one."""
    refuse_unwritable(path)
    try:
        with NamedTemporaryFile(dir=path.absolute().parent, prefix=f".{path.name}.", delete=False) as draft:
            try:
                draft.writelines(pieces)
                draft.flush()
                os.fsync(draft.fileno())
                os.fchmod(draft.fileno(), _usual_mode())
                fault("rename.before")
                Path(draft.name).replace(path)
                fault("rename.after")
            except BaseException:
                with suppress(FileNotFoundError):
                    Path(draft.name).unlink()
                raise
    except OSError as error:
        raise FileNotWritten(str(path), _cause(error)) from error


def _usual_mode() -> int:
    # A draft is private; what comes of it is a file like any other. The mask can only be read by setting it.
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _cause(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
