"""Projects: project add, list, change, remove."""

from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, opened, say, say_json, several
from .prompts import Seen
from .removing import agree_to_remove

if TYPE_CHECKING:
    from edison.actions.views.prompt import ProjectView

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

Slug = Annotated[str, typer.Argument(help="Small letters, digits and hyphens.", metavar="SLUG")]


@app.command(name="add")
def project_add(
    slug: Slug,
    name: Annotated[str | None, typer.Option(help="What people read; the slug if not given.")] = None,
    description: Annotated[str, typer.Option(help="What it is for.")] = "",
) -> None:
    """Make a project."""
    from edison.actions.projects import add_project

    with opened() as house:
        say(f"Added {_told_project(add_project(house, slug, name=name, description=description))}")


@app.command(name="list")
def project_list(
    archived: Annotated[bool, typer.Option("--archived", help="Archived ones, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """List projects."""
    from edison.actions.projects import list_projects

    with opened() as house:
        found = list_projects(house, archived=archived)
        if as_json:
            say_json(found)
            return
        for one in found:
            say(_told_project(one))


@app.command(name="change")
def project_change(
    slug: Slug,
    rename: Annotated[str | None, typer.Option(metavar="SLUG", help="Another slug.")] = None,
    name: Annotated[str | None, typer.Option(help="Another name.")] = None,
    description: Annotated[str | None, typer.Option(help="Another description.")] = None,
    archive: Annotated[
        bool | None, typer.Option("--archive/--unarchive", help="Leave it out of lists, or no longer.")
    ] = None,
    cap_usd: Annotated[
        float | None,
        typer.Option("--cap-usd", min=0, metavar="USD", help="What its runs together may spend."),
    ] = None,
    no_cap: Annotated[bool, typer.Option("--no-cap", help="Let its runs spend what each may.")] = False,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ENTRY", help="PROVIDER, PROVIDER/MODEL, with @HOST: only these; again for more."
        ),
    ] = None,
    allow_any: Annotated[
        bool, typer.Option("--allow-any", help="Let its runs ask all that may be asked here.")
    ] = False,
    seen: Seen = None,
) -> None:
    """Rename, describe or archive a project, or say what its runs may spend and ask."""
    from edison.actions.projects import ProjectLimits, change_project

    with opened() as house:
        limits = ProjectLimits(cap_usd, no_cap, None if allow is None else tuple(allow), allow_any)
        changed = change_project(
            house,
            slug,
            seen=seen,
            rename=rename,
            limits=limits,
            name=name,
            description=description,
            is_archived=archive,
        )
        say(f"Changed {_told_project(changed)}")


@app.command(name="remove")
def project_remove(
    slug: Slug,
    with_runs: Annotated[
        bool, typer.Option("--with-runs", help="Also with its runs; what they cost stays in the sums.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete a project with all that is in it, for ever; its runs too, if you say so."""
    from edison.actions.projects import remove_project, show_project

    with opened() as house:
        runs = show_project(house, slug).runs
        if runs and with_runs and not yes:
            agree_to_remove([f"{slug} with {several(runs, 'run')}; what they cost stays counted"])
        remove_project(house, slug, with_runs=with_runs)
        say(f"Removed {slug}.")


def _told_project(project: "ProjectView") -> str:
    from edison.actions.results.showing import shown

    archived = ", archived" if project.is_archived else ""
    cap = "" if project.cap_usd is None else f", ${project.taken_usd:.4f} of ${project.cap_usd:.4f} taken"
    allowed = "" if project.allow_list is None else f", asks only {shown(', '.join(project.allow_list))}"
    return (
        f"{project.slug}: {shown(project.name)}, {several(project.prompts, 'prompt')}{cap}{allowed}{archived}"
    )
