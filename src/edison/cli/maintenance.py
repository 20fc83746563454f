"""Commands for whoever runs the house: worker, backup, restore, migrate, doctor."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, Exit, ProvidersFile, app, note, opened, say, say_json, several
from .foreground import stop_signals

if TYPE_CHECKING:
    from edison.actions.house import House


@app.command(rich_help_panel="Keeping house")
def worker(
    until_idle: Annotated[
        bool, typer.Option("--until-idle", help="Leave when no run needs a worker.")
    ] = False,
    providers: ProvidersFile = None,
) -> None:
    """Work on every run that needs it; start as many as you like, on as many machines, on one Postgres."""
    import asyncio

    with opened(providers) as house:
        asyncio.run(_serve(house, until_idle=until_idle))


@app.command(rich_help_panel="Keeping house")
def backup(
    file: Annotated[Path, typer.Argument(help="A file that is not there yet.", metavar="FILE")],
) -> None:
    """Write the whole database into one file, while others go on working."""
    from edison.actions.maintenance import back_up_archive

    with opened() as house:
        made = back_up_archive(house, file)
        say(
            f"Wrote {made.file}: {several(made.runs, 'run')}, {made.size:,} bytes. The master key is not in it."
        )


@app.command(rich_help_panel="Keeping house")
def restore(file: Annotated[Path, typer.Argument(help="A backup.", metavar="FILE")]) -> None:
    """Fill an empty database from a backup; runs that were under way wait until they are resumed."""
    from edison.actions.maintenance import restore_archive

    with opened() as house:
        restored = restore_archive(house, file)
        say(f"Restored {several(restored.runs, 'run')}.")
        for run_id in restored.paused:
            say(f"{run_id} was under way. Go on with: edison resume {run_id}")


@app.command(rich_help_panel="Keeping house")
def migrate() -> None:
    """Bring the database to the form that this version needs; every command does that by itself."""
    from edison.actions.maintenance import migrate_archive

    with opened() as house:
        migrate_archive(house)
        say("The database is in the newest form.")


@app.command(rich_help_panel="Keeping house")
def doctor(
    as_json: AsJson = False,
    mend: Annotated[
        bool, typer.Option("--mend", help="First put numbers right that are none any more.")
    ] = False,
) -> None:
    """Look at everything that can go bad; exits with 3 if something has."""
    from edison.actions.maintenance import examine_house, mend_archive
    from edison.actions.results.showing import shown
    from edison.actions.views.house import view_diagnosis

    with opened() as house:
        if mend:
            mended = mend_archive(house)
            note(f"{several(mended.numbers, 'number')} in {several(len(mended.runs), 'run')} put right.")
        found = examine_house(house)
        if as_json:
            say_json([view_diagnosis(one) for one in found])
        else:
            for one in found:
                say(f"{one.health.value:<8} {one.subject:<11} {shown(one.sentence)}", below=21)
        if any(one.health == "bad" for one in found):
            sys.exit(Exit.TROUBLE)


async def _serve(house: "House", *, until_idle: bool) -> None:
    import asyncio

    from edison.actions.runs.drive import serve_runs

    stop = asyncio.Event()
    stop_signals(stop, hint="Another worker, or this one when started again, goes on.")
    note("Working; press Ctrl-C to stop.")
    await serve_runs(house, stop=stop, until_idle=until_idle)
