"""Bundles: a project with all that was found out in it as one file, looked into, and into another installation."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from edison.domain import Right
from edison.errors import BackupRefused, BundleTooLarge
from edison.store import LARGEST_BUNDLE, Bundle, Unbundled, import_bundle, read_bundle

from .access import verb
from .files import SentFile, placed
from .house import House


@verb(Right.READ)
def look_into_bundle(_: House, file: Path) -> Bundle:
    """What a bundle says that it holds."""
    return read_bundle(file)


@verb(Right.OPERATE)
def add_bundle(house: House, file: Path, *, largest: int = LARGEST_BUNDLE) -> Unbundled:
    """Add what a bundle holds to this archive, all or nothing; what is there already stays.

    Args:
        house: Where to.
        file: The bundle.
        largest: How many bytes it may unpack to.
    """
    return import_bundle(house.store, file, largest=largest)


@verb(Right.READ)
def look_into_sent_bundle(house: House, sent: SentFile) -> Bundle:
    """The same for a bundle that somebody sent."""
    with _placed(sent) as file:
        return look_into_bundle(house, file)


@verb(Right.OPERATE)
def add_sent_bundle(house: House, sent: SentFile) -> Unbundled:
    """The same for a bundle that somebody sent."""
    with _placed(sent) as file:
        return add_bundle(house, file)


@contextmanager
def _placed(sent: SentFile) -> Generator[Path]:
    """Where it lies for a moment; what is wrong with it is told under its own name."""
    with placed(sent) as file:
        try:
            yield file
        except BackupRefused as refused:
            raise BackupRefused(sent.name, str(refused.fields["cause"])) from refused
        except BundleTooLarge as refused:
            unpacked = int(str(refused.fields["unpacked"]))
            raise BundleTooLarge(
                sent.name, unpacked=unpacked, cause=str(refused.fields["cause"])
            ) from refused
