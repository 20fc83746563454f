"""Prompts and their versions: prompt add, list, show, diff, log, promote, restore."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, opened, say, say_json, several

if TYPE_CHECKING:
    from edison.actions.prompts import PromptRef
    from edison.actions.views.prompt import PromptVersionView

PANEL = "Prompts"

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

Name = Annotated[str, typer.Argument(help="What the prompt is called.", metavar="PROMPT")]
Number = Annotated[int, typer.Argument(min=1, help="The number of a version.", metavar="N")]
Project = Annotated[
    str | None, typer.Option("--project", metavar="SLUG", help="In which project; yours alone if not given.")
]
Seen = Annotated[
    int | None, typer.Option(min=0, metavar="REVISION", help="Refuse if it was changed after this revision.")
]


@app.command()
def add(
    name: Name,
    file: Annotated[
        Path, typer.Argument(help="A text, or YAML or JSON as under `prompt` in a suite.", metavar="FILE")
    ],
    parent: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Made from this version; the newest if not given.")
    ] = None,
    message: Annotated[str, typer.Option("--message", "-m", help="What was changed, and why.")] = "",
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Keep a text as the next version of a prompt; versions are never changed."""
    from edison.actions.files import read_whole
    from edison.actions.prompts import add_version

    with opened() as house:
        where = _where(name, project)
        added = add_version(house, where, read_whole(file), file=file.name, parent=parent, changelog=message)
        _tell(added, as_json=as_json, done="Added")


@app.command(name="list")
def list_(project: Project = None, as_json: AsJson = False) -> None:
    """List prompts, with the version that is in use."""
    from edison.actions.prompts import list_prompts
    from edison.actions.results.showing import shown

    with opened() as house:
        found = list_prompts(house, project=project)
        if as_json:
            say_json(found)
            return
        for one in found:
            in_use = "none in use" if one.production is None else f"version {one.production} in use"
            say(f"{shown(one.name)}: {several(one.versions, 'version')}, {in_use}")


@app.command()
def show(
    name: Name,
    number: Annotated[
        int | None, typer.Argument(min=1, help="A version; the one in use if not given.", metavar="N")
    ] = None,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Show one version: what the model is told, and where the text comes from."""
    from edison.actions.prompts import show_version
    from edison.actions.results.showing import shown, shown_whole

    with opened() as house:
        found = show_version(house, _where(name, project), number)
        if as_json:
            say_json(found)
            return
        say(f"{shown(found.prompt)}, version {found.number}{_origin(found)}")
        for label, text in (("system", found.system), ("user", found.user)):
            if text:
                say(f"--- {label}")
                say(shown_whole(text))
        for shot in found.few_shots:
            say(f"--- example\n{shown_whole(shot.user)}\n--- its answer\n{shown_whole(shot.assistant)}")
        for tool in found.tools:
            say(f"--- tool {shown(tool.name)}\n{shown_whole(tool.description)}")


@app.command()
def diff(name: Name, old: Number, new: Number, project: Project = None) -> None:
    """Show what was changed from one version to another."""
    from edison.actions.prompts import diff_versions
    from edison.actions.results.showing import shown_whole

    with opened() as house:
        said = diff_versions(house, _where(name, project), old=old, new=new)
        say(shown_whole(said).rstrip("\n") or "Nothing differs.")


@app.command()
def log(name: Name, project: Project = None, as_json: AsJson = False) -> None:
    """List all versions, the newest first, and what was done to the prompt."""
    from edison.actions.prompts import list_changes, list_versions
    from edison.actions.results.showing import shown
    from edison.actions.views.prompt import PromptHistoryView

    with opened() as house:
        where = _where(name, project)
        versions, changes = list_versions(house, where), list_changes(house, where)
        if as_json:
            say_json(PromptHistoryView(versions=tuple(versions), changes=tuple(changes)))
            return
        for one in versions:
            say(
                f"{one.number}{_origin(one)}  {one.made_at:%Y-%m-%d %H:%M}  {one.author}  {shown(one.changelog)}"
            )
        for change in changes:
            kind = change.kind.value.replace("_", " ")
            say(
                f"  {change.at:%Y-%m-%d %H:%M}  version {change.version} {kind} by {change.author} {shown(change.note)}"
            )


@app.command()
def promote(
    name: Name,
    number: Number,
    message: Annotated[str, typer.Option("--message", "-m", help="Why, for the history.")] = "",
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Without proof that it is better; -m has to say why.")
    ] = False,
    seen: Seen = None,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Mark a version that is shown to be better as the one in use; given again, take the mark away."""
    from edison.actions.prompts import promote_version

    with opened() as house:
        marked = promote_version(house, _where(name, project), number, note=message, seen=seen, anyway=anyway)
        _tell(marked, as_json=as_json, done="Promoted" if marked.is_production else "Demoted")


@app.command()
def restore(name: Name, number: Number, project: Project = None, as_json: AsJson = False) -> None:
    """Make the text of an older version the newest one; nothing is lost."""
    from edison.actions.prompts import restore_version

    with opened() as house:
        _tell(restore_version(house, _where(name, project), number), as_json=as_json, done="Restored as")


def _where(name: str, project: str | None) -> "PromptRef":
    from edison.actions.prompts import PromptRef

    return PromptRef(name, project)


def _tell(version: "PromptVersionView", *, as_json: bool, done: str) -> None:
    from edison.actions.results.showing import shown

    if as_json:
        say_json(version)
    else:
        say(f"{done} version {version.number} of {shown(version.prompt)}{_origin(version)}.")


def _origin(version: "PromptVersionView") -> str:
    marks = [] if version.parent is None else [f"from version {version.parent}"]
    marks += ["in use"] if version.is_production else []
    return f" ({', '.join(marks)})" if marks else ""
