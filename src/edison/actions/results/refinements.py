"""What a run that refines came to."""

import json
from pathlib import Path

from edison.domain import (
    AUTONOMY,
    PEOPLE,
    REFINE_TARGET,
    REFINEMENT,
    ChosenAutonomy,
    Refinement,
    RefineTarget,
    Right,
    Run,
    RunId,
)
from edison.engine import Story
from edison.errors import FormatUnknown, NotRefined
from edison.formats.pages.refinement import refinement_html
from edison.store import UnitOfWork

from ..access import verb
from ..files import write_file
from ..house import House
from ..presets.refine_loop import RefineLoop
from ..views.refinement import RefinementPageView, view_refinement, view_refinement_page

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
def show_refinement_page(house: House, run_id: RunId) -> RefinementPageView:
    """A refinement as its page shows it; of one that goes on, what it came to so far.

    Raises:
        NotRefined: the run refines nothing.
    """
    with house.store.reading() as work:
        run = work.runs.get(run_id)
        if run.snapshot.refining is None:
            raise NotRefined(run.id)
        stored = work.documents.get(run_id, REFINEMENT, Refinement)
        return view_refinement_page(
            stored or _so_far(house, work, run),
            run=run,
            target=work.documents.get(run_id, REFINE_TARGET, RefineTarget),
            waiting=[
                one.id
                for one in work.suggestions.all(project_id=run.experiment.project_id)
                if one.run_id == run_id
            ],
            tokens=work.ledger.tokens(run_id),
            chosen=work.documents.get(run_id, AUTONOMY, ChosenAutonomy),
        )


def _so_far(house: House, work: UnitOfWork, run: Run) -> Refinement:
    """What is decided already. The last wave may lack something, and nothing is decided by a part of it."""
    story = Story(work, run, at=house.clock.now(), mint=house.mint)
    is_shortened = bool(story.waves) and story.waves[-1].lane != PEOPLE
    if is_shortened:
        story.waves = story.waves[:-1]
    loop = RefineLoop(story, asks=not is_shortened)
    loop.go_on()
    return loop.sum_up(run.settlement).model_copy(update={"summary": ()})


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
