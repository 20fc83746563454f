"""Bundles: a project with all that was found out in it as one file, and into another installation."""

from pathlib import Path

from edison.domain import Right
from edison.store import LARGEST_BUNDLE, Bundle, Unbundled, export_bundle, import_bundle, read_bundle

from .access import verb
from .house import House
from .prompts import project_id_of


@verb(Right.READ)
def write_bundle(
    house: House, file: Path, *, project: str | None = None, experiment: str | None = None
) -> Bundle:
    """Write a project, with all its runs that have ended or those of one experiment; never over a file.

    No key and no provider is in it.
    """
    with house.store.reading() as work:
        if experiment is None:
            project_id, runs = project_id_of(work, project), None
        else:
            found = work.experiments.find(experiment)
            project_id, runs = found.project_id, work.experiments.runs_of([found.id])[found.id].run_ids
    return export_bundle(house.store, file, project_id=project_id, runs=runs, at=house.clock.now())


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
