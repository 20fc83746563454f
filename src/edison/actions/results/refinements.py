"""What a run that refines came to."""

import json
from pathlib import Path

from edison.domain import REFINEMENT, Refinement, Right, Run
from edison.errors import FormatUnknown, NotRefined
from edison.formats.pages.refinement import refinement_html

from ..access import verb
from ..files import write_file
from ..house import House
from ..views.refinement import view_refinement

_FORMATS = ("html", "json")


@verb(Right.READ)
def show_refinement(house: House, run: Run) -> Refinement:
    """What a run that refines ended with; refused where it has not ended, or refines nothing."""
    with house.store.reading() as work:
        found = work.documents.get(run.id, REFINEMENT, Refinement)
    if found is None:
        raise NotRefined(run.id)
    return found


@verb(Right.READ)
def save_refinement(house: House, run: Run, *, path: Path) -> None:
    """Put a refinement into a file, whole or not at all: a page for people, or JSON for machines."""
    refinement = show_refinement(house, run)
    if refinement_format(path) == "html":
        pieces = refinement_html(refinement, run=run)
    else:
        text = json.dumps(view_refinement(refinement, run=run).as_json(), ensure_ascii=False, indent=2)
        pieces = iter((f"{text}\n".encode(),))
    write_file(path, pieces, fault=house.fault)


def refinement_format(path: Path) -> str:
    """The format that the end of a file's name says.

    Raises:
        FormatUnknown: refinements are not written so.
    """
    name = path.suffix.lower().removeprefix(".")
    if name not in _FORMATS:
        raise FormatUnknown(name, _FORMATS)
    return name
