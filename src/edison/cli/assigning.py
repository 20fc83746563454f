"""Assignments: assignment new, show, list, edit, rm."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .door import AsJson, opened, say, say_json
from .prompts import Project, Seen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from edison.actions.assignments import AssignmentRequest
    from edison.actions.views.assignment import AssignmentView

PANEL = "Judging"

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

Name = Annotated[str, typer.Argument(help="What the assignment is called.", metavar="NAME")]
Task = Annotated[str | None, typer.Option(help="What the texts were written for.")]
Instructions = Annotated[
    str | None, typer.Option(help="What writers were told besides; judges read it after the task.")
]
Rubric = Annotated[Path | None, typer.Option(metavar="FILE", help="What makes a text good.")]
Scale = Annotated[
    str | None, typer.Option("--scale", metavar="NAME|FILE", help="The scale that anchors are graded on.")
]
Judges = Annotated[
    list[str] | None,
    typer.Option("--judge", metavar="PROVIDER/MODEL", help="Who compares; may be given again."),
]
Anchors = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Graded texts: id, text of 100 characters or more, and grade."),
]
Texts = Annotated[
    list[Path] | None,
    typer.Option(
        "--texts", metavar="PATH", help="Where the texts lie: a folder, a table or a file of addresses."
    ),
]


@app.command()
def new(
    context: typer.Context,
    name: Name,
    task: Task = None,
    instructions: Instructions = None,
    rubric: Rubric = None,
    scale: Scale = None,
    judge: Judges = None,
    anchors: Anchors = None,
    texts: Texts = None,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Keep a task, its rubric, grades, judges and anchors under one name, for `rank --assignment`."""
    from edison.actions.assignments import add_assignment

    with opened() as house:
        _tell(add_assignment(house, name, _request(context.params), project=project), as_json=as_json)


@app.command()
def edit(
    context: typer.Context,
    name: Name,
    task: Task = None,
    instructions: Instructions = None,
    rubric: Rubric = None,
    scale: Scale = None,
    judge: Judges = None,
    anchors: Anchors = None,
    texts: Texts = None,
    seen: Seen = None,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Give parts of an assignment anew; what is not given stays, and so does what runs have pinned."""
    from edison.actions.assignments import change_assignment

    with opened() as house:
        changed = change_assignment(house, name, _request(context.params), project=project, seen=seen)
        _tell(changed, as_json=as_json)


@app.command()
def show(name: Name, project: Project = None, as_json: AsJson = False) -> None:
    """Show an assignment, with the grades of its anchors."""
    from edison.actions.assignments import show_assignment

    with opened() as house:
        _tell(show_assignment(house, name, project=project), as_json=as_json)


@app.command(name="list")
def list_(project: Project = None, as_json: AsJson = False) -> None:
    """List assignments."""
    from edison.actions.assignments import list_assignments
    from edison.actions.results.showing import shown

    with opened() as house:
        found = list_assignments(house, project=project)
        if as_json:
            say_json(found)
            return
        for one in found:
            say(f"{one.name}: {shown(one.task)} ({len(one.judges)} judges, {len(one.anchors)} anchors)")


@app.command()
def rm(name: Name, project: Project = None) -> None:
    """Delete an assignment; runs keep what they took from it."""
    from edison.actions.assignments import remove_assignment

    with opened() as house:
        remove_assignment(house, name, project=project)
        say(f"Removed {name}.")


def _request(given: "Mapping[str, Any]") -> "AssignmentRequest":
    from edison.actions.assignments import AssignmentRequest

    def several(name: str) -> tuple[Any, ...] | None:
        return tuple(given[name]) if given[name] else None

    return AssignmentRequest(
        task=given["task"],
        instructions=given["instructions"],
        rubric=given["rubric"] and Path(given["rubric"]),
        scale=given["scale"],
        judges=several("judge"),
        anchors=given["anchors"] and Path(given["anchors"]),
        texts=None if not given["texts"] else tuple(map(Path, given["texts"])),
    )


def _tell(told: "AssignmentView", *, as_json: bool) -> None:
    if as_json:
        say_json(told)
        return
    from edison.actions.results.showing import shown, shown_whole

    say(f"{told.name}, revision {told.revision}: {shown(told.task) or 'no task'}")
    if told.instructions:
        say(shown_whole(told.instructions))
    for criterion in told.criteria:
        say(f"  criterion {shown(criterion.name)} ({criterion.weight:g}): {shown(criterion.description)}")
    if told.scale is not None:
        say(f"  scale {shown(told.scale)}: {shown(' '.join(told.grades))}")
    for judge in told.judges:
        say(f"  judge {shown(judge)}")
    for anchor in told.anchors:
        say(f"  anchor {shown(anchor.label)}: {shown(anchor.grade)}, {len(anchor.text):,} characters")
    for place in told.texts:
        say(f"  texts {shown(place)}")
    say(f"Rank by it: edison rank {'' if told.texts else 'PATH '}--assignment {told.name}")
