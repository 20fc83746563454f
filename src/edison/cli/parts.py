"""Rubrics, judges and models that are kept: part list, keep, show, retire."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .door import AsJson, opened, say, say_json
from .prompts import PANEL, Project

if TYPE_CHECKING:
    from edison.actions.experiments.parts import PartRef
    from edison.actions.views.part import PartView

__all__ = ["PANEL", "app"]

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

Kind = Annotated[Literal["rubric", "judge", "model"], typer.Argument(help="What it is.", metavar="KIND")]
Name = Annotated[str, typer.Argument(help="What it is called; NAME@3 for one version.", metavar="NAME")]


@app.command(name="list")
def part_list(
    inactive: Annotated[bool, typer.Option("--inactive", help="Inactive ones, too.")] = False,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """List rubrics, judges and models, each in its newest version."""
    from edison.actions.experiments.parts import list_parts

    with opened() as house:
        _tell(list_parts(house, project=project, inactive=inactive), as_json=as_json)


@app.command(name="keep")
def part_keep(
    kind: Kind,
    name: Name,
    file: Annotated[
        Path, typer.Argument(help="YAML or JSON: a mapping with this one key as in a suite.", metavar="FILE")
    ],
    message: Annotated[str, typer.Option("--message", "-m", help="What is to be known about it.")] = "",
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Keep a rubric, a judge or a model of a file as the next version; versions are never changed."""
    from edison.actions.experiments.parts import keep_part, read_part_file

    with opened() as house:
        where = _where(kind, name, project)
        _tell(
            [keep_part(house, where, read_part_file(house, where.kind, file), note=message)], as_json=as_json
        )


@app.command(name="show")
def part_show(kind: Kind, name: Name, project: Project = None, as_json: AsJson = False) -> None:
    """Show all versions, the newest first, or one of them."""
    from edison.actions.experiments.parts import list_part_versions

    with opened() as house:
        _tell(list_part_versions(house, _where(kind, name, project)), as_json=as_json, whole=True)


@app.command(name="retire")
def part_retire(
    kind: Kind,
    name: Name,
    undo: Annotated[bool, typer.Option("--undo", help="Set it active again.")] = False,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Let no experiment be run with it any more; what it says is kept."""
    from edison.actions.experiments.parts import set_part_active

    with opened() as house:
        changed = set_part_active(house, _where(kind, name, project), is_active=undo)
        _tell([changed], as_json=as_json)


def _where(kind: str, name: str, project: str | None) -> "PartRef":
    from edison.actions.experiments.parts import PartRef
    from edison.domain import PartKind

    bare, _, number = name.partition("@")
    return PartRef(PartKind(kind), bare, int(number) if number.isdecimal() else None, project)


def _tell(parts: "list[PartView]", *, as_json: bool, whole: bool = False) -> None:
    import json

    from edison.actions.results.showing import shown, shown_whole

    if as_json:
        say_json(parts)
        return
    for one in parts:
        inactive = "" if one.is_active else ", inactive"
        said = f": {shown(one.note)}" if one.note else ""
        say(f"{one.kind.value}  {one.name}@{one.version} ({one.author}{inactive}){said}")
        if whole:
            say(shown_whole(json.dumps(one.value, ensure_ascii=False, indent=2)))
