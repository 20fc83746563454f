"""The command that tells what happened."""

from typing import TYPE_CHECKING, Annotated

import typer

from .door import app, find, opened, say, say_json

if TYPE_CHECKING:
    from edison.actions.house import House
    from edison.domain import Event, RunId


@app.command(rich_help_panel="Runs")
def events(
    run: Annotated[
        str | None,
        typer.Argument(help="A run, as for `show`; all of them if it is not given.", metavar="RUN"),
    ] = None,
    since: Annotated[int, typer.Option(min=0, metavar="N", help="Only what came after this number.")] = 0,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on with what happens from now on, until the run ends.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say it as JSON, one event in each line.")] = False,
) -> None:
    """Tell what happened to a run or to all: numbered over all runs, without gaps, in the order of commits."""
    import asyncio

    with opened() as house:
        run_id = None if run is None else find(house, run).id
        if follow:
            asyncio.run(_follow(house, since, run_id=run_id, as_json=as_json))
        else:
            _tell_all(house, since, run_id=run_id, as_json=as_json)


def _tell_all(house: "House", since: int, *, run_id: "RunId | None", as_json: bool) -> None:
    from edison.actions.events import read_events

    while page := read_events(house, since, run_id=run_id):
        for event in page:
            _tell(event, as_json=as_json)
        since = page[-1].serial


async def _follow(house: "House", since: int, *, run_id: "RunId | None", as_json: bool) -> None:
    from edison.actions.events import follow_events

    async for event in follow_events(house, since, run_id=run_id):
        _tell(event, as_json=as_json)


def _tell(event: "Event", *, as_json: bool) -> None:
    from edison.actions.views.event import view_event

    if as_json:
        say_json(view_event(event))
        return
    about = "".join(f"  {name}={value}" for name, value in event.about.items())
    say(f"{event.serial}  {event.at:%Y-%m-%d %H:%M:%S}  {event.run_id}  {event.type.value}{about}")
