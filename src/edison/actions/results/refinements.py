"""What a run that refines came to."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from edison.domain import (
    AUTONOMY,
    PEOPLE,
    REFINE_TARGET,
    REFINEMENT,
    ChosenAutonomy,
    PromptVersion,
    Refinement,
    RefineTarget,
    Right,
    Run,
    RunId,
)
from edison.engine import Story
from edison.errors import FormatUnknown, NotRefined
from edison.formats.pages.refinement import refinement_html
from edison.stages.refine import text_of
from edison.store import UnitOfWork

from ..access import verb
from ..files import write_file
from ..house import House
from ..presets.refine_loop import RefineLoop
from ..presets.refine_summary import tell_kept
from ..views.refinement import RefinementPageView, view_refinement, view_refinement_page

_FORMATS = ("html", "json")


@verb(Right.READ)
def show_refinement(house: House, run: Run) -> Refinement:
    """What a run that refines ended with; refused where it has not ended, or refines nothing."""
    with house.store.reading() as work:
        found = _ended(work, run.id)
    if found is None:
        raise NotRefined(run.id)
    return found


@verb(Right.READ)
def show_rounds(house: House, run: Run) -> Refinement:
    """What a run that refines came to; of one that goes on, what it came to so far."""
    with house.store.reading() as work:
        return _ended(work, run.id) or _so_far(house, work, run)


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
        return view_refinement_page(
            _ended(work, run_id) or _so_far(house, work, run),
            run=run,
            target=work.documents.get(run_id, REFINE_TARGET, RefineTarget),
            waiting=work.suggestions.waiting(run_id),
            tokens=work.ledger.tokens(run_id),
            chosen=work.documents.get(run_id, AUTONOMY, ChosenAutonomy),
        )


def _ended(work: UnitOfWork, run_id: RunId) -> Refinement | None:
    """What it ended with, and what its versions are called in the history that they went into."""
    found = work.documents.get(run_id, REFINEMENT, Refinement)
    if found is None or not found.adopted:
        return found
    target = work.documents.get(run_id, REFINE_TARGET, RefineTarget)
    prompt = None if target is None else work.prompts.find(target.project_id, target.prompt)
    if prompt is None:
        return found
    history = [one.version for one in work.prompts.versions(prompt.id)]
    told = tell_kept(_kept_as(found, history), prompt=prompt.name)
    # The last sentence says what to do next, which takes these numbers.
    return found.model_copy(update={"summary": (*found.summary[:-1], *told, *found.summary[-1:])})


def _kept_as(refinement: Refinement, history: Sequence[PromptVersion]) -> Iterator[tuple[int, int]]:
    """The numbers of what it began with and adopted, each with its number in the history."""
    numbers = {text_of(version): version.number for version in reversed(history)}
    for number in (refinement.versions[0].number, *refinement.adopted):
        kept = numbers.get(text_of(refinement.version(number)))
        if kept is not None:
            yield number, kept


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
