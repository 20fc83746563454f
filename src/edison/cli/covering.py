"""The command that shows what cases are spread over: coverage."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .battery_options import EmbedderOption
from .door import AsJson, ProvidersFile, app, find, opened, percent, say, say_json, several
from .prompts import PANEL, Project

if TYPE_CHECKING:
    from edison.actions.views.dataset import CoverageView
    from edison.actions.views.failing import FailingView

_DIFFICULTIES = range(1, 6)
_WIDEST = 40
_TAGS = "tag"
_MOST_TAGS = 30
_MOST_SIZES = 12
_SHADES = " .:+#"
"""From none to the most of all."""


@app.command(rich_help_panel=PANEL)
def coverage(
    name: Annotated[
        str | None, typer.Argument(help="A kept set (NAME, NAME@3), or a suite file.", metavar="[NAME]")
    ] = None,
    run: Annotated[
        str | None, typer.Option(metavar="RUN", help="Show instead where this run fails more than elsewhere.")
    ] = None,
    project: Project = None,
    embedder: EmbedderOption = None,
    budget: Annotated[
        float | None, typer.Option(min=0, metavar="USD", help="What vectors by --embedder may cost.")
    ] = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
) -> None:
    """Show how many cases there are of each kind and where there are too few, or where a run fails."""
    import asyncio

    from edison.actions.datasets import DatasetRef, measure_coverage, show_coverage
    from edison.actions.failing import show_failing
    from edison.actions.presets.suites import open_suite
    from edison.domain import to_microusd

    if embedder is None and (budget is not None or providers is not None):
        raise typer.BadParameter("--budget and --providers are for vectors by --embedder")
    if embedder is not None and run is not None:
        raise typer.BadParameter("where a run fails is told by this machine's vectors, without --embedder")
    with opened(providers) as house:
        if run is not None:
            failing = show_failing(house, find(house, run))
            if as_json:
                say_json(failing)
            else:
                _tell_failing(failing)
            return
        if name is None:
            raise typer.BadParameter("name a set of cases, a suite file, or a run with --run")
        is_file = Path(name).is_file()
        where = open_suite(Path(name)) if is_file else DatasetRef.parse(name, project=project)
        if embedder is None:
            found = show_coverage(house, where)
        else:
            cap = to_microusd(budget)
            found = asyncio.run(measure_coverage(house, where, embedder=embedder, budget_microusd=cap))
        if as_json:
            say_json(found)
        else:
            _tell(found)


def _tell(found: "CoverageView") -> None:
    from edison.actions.results.showing import shown

    say(f"{shown(found.name)}: {several(found.cases, 'case')}")
    counted: Counter[tuple[str, int]] = Counter()
    for cell in found.cells:
        counted[cell.tag, cell.difficulty] += cell.cases
    tags = [one.name for one in found.sizes if one.kind == "tag"][:_MOST_TAGS]
    tags += [""] if any(tag == "" for tag, _ in counted) else []
    labels = {tag: _label(shown(tag) or "(no tag)") for tag in tags}
    wide = max(len(_TAGS), *map(len, labels.values())) if tags else len(_TAGS)
    most = max(counted.values(), default=1)
    say()
    say(f"{'':<{wide}}  difficulty, from 1 (easy) to 5 (hard)")
    say(f"{_TAGS:<{wide}}  " + "  ".join(f"{number:>4}" for number in _DIFFICULTIES))
    for tag in tags:
        cells = [counted[tag, number] for number in _DIFFICULTIES]
        say(f"{labels[tag]:<{wide}}  " + "  ".join(f"{_shade(count, most)}{count:>3}" for count in cells))
    if tags:
        say(
            f"Cases by tag and difficulty; {' '.join(_SHADES.strip())} stand for few to {most:,}, the most of all."
        )
        say()
    for kind in ("length", "language", "entity", "cluster"):
        sizes = [f"{shown(one.name)} {one.cases}" for one in found.sizes if one.kind == kind][:_MOST_SIZES]
        if sizes:
            say(f"{kind}: {', '.join(sizes)}")
    for spot in found.thin:
        say(f"thin: {shown(spot)}")


def _label(tag: str) -> str:
    return tag if len(tag) <= _WIDEST else f"{tag[: _WIDEST - 1]}…"


def _tell_failing(found: "FailingView") -> None:
    from edison.actions.results.showing import shown

    say(f"{shown(found.name)}: {found.failing} of {several(found.cases, 'case')} fail")
    for spot in found.spots:
        say(
            f"{shown(spot.handle)}: {spot.failing} of {spot.cases} fail, {percent(spot.others)} elsewhere "
            f"(p {spot.p:.3f}), such as {shown(', '.join(spot.exemplars[:2]))}"
        )
    if found.spots:
        say(f"Have cases written there: edison data generate NAME --at {found.run}")
    else:
        say("No kind of cases fails more often than the others.")


def _shade(count: int, most: int) -> str:
    return _SHADES[-(-count * (len(_SHADES) - 1) // most)]
