"""The commands. Each imports what it needs when it is called, so that `edison --help` stays quick."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from edison import __version__

app = typer.Typer(
    name="edison",
    help="A workbench for prompts, models and judges.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.command()
def sim(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = 9801,
    seed: Annotated[int, typer.Option(help="Equal seeds and requests give equal answers.")] = 7,
    latency: Annotated[
        Literal["zero", "real"], typer.Option(help="Answer at once, or as slowly as real models.")
    ] = "real",
    processes: Annotated[int, typer.Option(min=1, help="Serve from several processes on one port.")] = 1,
    bill: Annotated[
        Path | None, typer.Option(help="Append every request and its price to this file.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Say where it listens as one line of JSON.")
    ] = False,
) -> None:
    """Start pretend providers over real HTTP, for demonstrations and tests."""
    from edison.wiring.simulator import SimulatorWishes, run_simulator

    wishes = SimulatorWishes(host, port, seed, latency, processes, bill)
    run_simulator(wishes, say=typer.echo, as_json=as_json)


@app.command()
def version() -> None:
    """Print the version."""
    typer.echo(f"edison {__version__}")


def main() -> None:
    """Run the command line; an error of ours is one sentence and an exit code, never a traceback."""
    from edison.errors import EdisonError, Kind

    try:
        app()
    except EdisonError as error:
        typer.echo(f"edison: {error.sentence}", err=True)
        sys.exit(2 if error.kind in (Kind.INVALID, Kind.MISSING, Kind.FORBIDDEN, Kind.CONFLICT) else 3)
