"""Bundles: a project with all that was found out in it as one file, looked into, and into another installation."""

from pathlib import Path

from edison.domain import Right
from edison.store import LARGEST_BUNDLE, Bundle, Unbundled, import_bundle, read_bundle

from .access import verb
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
