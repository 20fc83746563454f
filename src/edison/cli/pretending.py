"""Commands that need no provider: the simulator, and a demonstration on it."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .door import Exit, app, note, say
from .foreground import drive
from .refining import conclude_refinement
from .running import start
from .screen import Screen, draw_report

if TYPE_CHECKING:
    from rich.console import Console

    from edison.actions.house import House
    from edison.wiring.demo import Demo


@app.command(rich_help_panel="Trying it out")
def sim(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = 9801,
    seed: Annotated[int, typer.Option(help="Equal seeds and requests give equal answers.")] = 7,
    latency: Annotated[
        Literal["zero", "real"], typer.Option(help="Answer at once, or as slowly as real models.")
    ] = "real",
    bill: Annotated[
        Path | None, typer.Option(help="Append every request and its price to this file.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Say where it listens as one line of JSON.")
    ] = False,
) -> None:
    """Start pretend providers over real HTTP, for demonstrations and tests."""
    from edison.wiring.simulator import SimulatorOptions, run_simulator

    options = SimulatorOptions(host, port, seed, latency, bill)
    run_simulator(options, say=typer.echo, as_json=as_json)


@app.command(rich_help_panel="Trying it out")
def demo(
    keep: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where suite, database and report go.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what is shown as an SVG picture.")
    ] = None,
    latency: Annotated[
        Literal["zero", "real"], typer.Option(help="Answer at once, or as slowly as real models.")
    ] = "real",
    only: Annotated[
        Literal["compare", "refine"] | None,
        typer.Option(help="Only compare the models, or only improve a prompt in three rounds."),
    ] = None,
) -> None:
    """Run the whole pipeline on the simulator: four models, sixty cases, two judges; then improve a prompt.

    No key, no network.
    """
    from tempfile import mkdtemp

    from edison.wiring import open_house
    from edison.wiring.demo import open_demo

    folder = keep or Path(mkdtemp(prefix="edison-demo-"))
    with open_demo(folder.absolute(), latency=latency) as world, open_house(world.settings) as house:
        shown = Exit.PASS if only == "refine" else _show(house, world, picture=picture)
        rounds = Exit.PASS if only == "compare" else _show_rounds(house, world)
        sys.exit(shown or rounds)


def _show(house: "House", world: "Demo", *, picture: Path | None) -> Exit:
    from rich.console import Console

    from edison.actions.presets.suite_plans import plan_suite
    from edison.actions.presets.suites import open_suite
    from edison.actions.results.exports import save_export
    from edison.actions.results.reports import show_run
    from edison.actions.results.showing import show_report
    from edison.actions.results.verdicts import judge_run
    from edison.domain import to_usd

    note(
        "Four simulated models answer sixty customers of a small shop, over real HTTP, each in another format."
    )
    screen = Screen()
    run = start(house, plan_suite(house, open_suite(world.suite)), screen)
    drive(house, run.id, screen)
    report = show_run(house, run.id)
    console = Console(record=picture is not None, width=110 if picture else None, highlight=False)
    draw_report(show_report(report), console)
    console.print(
        f"\nSpent ${to_usd(report.spent_microusd):.6f} by our ledger; "
        f"the simulator's own bill says ${to_usd(world.billed_microusd):.6f}."
    )
    page = world.suite.with_name("report.html")
    save_export(house, run.id, path=page)
    say(f"The report: {page}")
    say(f"The suite:  {world.suite}")
    if picture is not None:
        _draw(console, picture)
    return Exit.TROUBLE if judge_run(report).is_trouble else Exit.PASS


def _show_rounds(house: "House", world: "Demo") -> Exit:
    from edison.actions.presets.refine_plans import plan_refinement
    from edison.actions.presets.suites import open_suite

    note("A prompt that asks for too little is improved in three rounds, each proven on held-out customers.")
    screen = Screen()
    run = start(house, plan_refinement(house, open_suite(world.refine)), screen)
    drive(house, run.id, screen)
    page = world.refine.with_name("refinement.html")
    ended = conclude_refinement(house, run, as_json=False, quiet=False, out=(page,))
    say(f"The page:  {page}")
    say(f"The suite: {world.refine}")
    return ended


def _draw(console: "Console", picture: Path) -> None:
    drawn = console.export_svg(title="edison demo")
    # The fonts it names are fetched from elsewhere; any monospaced one will do.
    drawn = drawn.replace("<!-- Generated with Rich https://www.textualize.io -->", "")
    picture.write_text(re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL), encoding="utf-8")
