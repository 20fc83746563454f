"""The command that begins: init."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, app, say, say_json

if TYPE_CHECKING:
    from edison.actions.templates import SuiteTemplate


@app.command(rich_help_panel="Trying it out")
def docs() -> None:
    """Say where the pages of this version lie, and the schema with which editors check suites."""
    from edison.actions.files import find_pages

    pages = find_pages()
    say(f"{pages / 'docs' / 'README.md'}")
    say(f"{pages / 'contracts' / 'suite.schema.json'}")


@app.command(rich_help_panel="Trying it out")
def init(
    folder: Annotated[
        Path, typer.Argument(help="Where it is written; made if there is none.", metavar="[FOLDER]")
    ] = Path(),
    template: Annotated[
        str | None, typer.Option(metavar="NAME", help="What to begin with; --list says what there is.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="PROVIDER/MODEL", help="Who answers; the simulator if it is not given."),
    ] = None,
    judge: Annotated[
        str | None, typer.Option(metavar="PROVIDER/MODEL", help="Who judges; the model if it is not given.")
    ] = None,
    list_them: Annotated[bool, typer.Option("--list", help="List the templates, and write nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write a small commented suite that runs at once on the simulator. Nothing is ever overwritten."""
    from edison.actions.templates import FIRST, list_templates, write_template

    if list_them:
        _tell(list_templates(), as_json=as_json)
        return
    if template is None and model is None and sys.stdin.isatty() and sys.stdout.isatty() and not as_json:
        template, model = _ask(list_templates())
    written = write_template(folder, template or FIRST, model=model, judge=judge)
    if as_json:
        say_json([str(path) for path in written])
        return
    for path in written:
        say(f"Wrote {path}")
    say(f"Run it:      edison run {written[0]}")
    say(f"Look first:  edison run {written[0]} --dry-run")
    if model is None:
        say("It asks the simulator: no key, no network, no cost. Its comments say how to name a real model.")


def _tell(templates: "tuple[SuiteTemplate, ...]", *, as_json: bool) -> None:
    if as_json:
        from edison.actions.views.experiment import SuiteTemplateView

        say_json([SuiteTemplateView(name=one.name, about=one.about, files=one.files) for one in templates])
        return
    wide = max(len(one.name) for one in templates)
    for one in templates:
        say(f"{one.name:<{wide}}  {one.about}", below=wide + 2)


def _ask(templates: "tuple[SuiteTemplate, ...]") -> tuple[str, str | None]:
    """What a person wants; an empty answer takes what stands in brackets."""
    name = templates[0].name
    if len(templates) > 1:
        _tell(templates, as_json=False)
        name = str(typer.prompt("Which one", default=name))
    model = str(typer.prompt("Which model answers, as PROVIDER/MODEL", default="the simulator"))
    return name, None if model == "the simulator" else model
