"""Commands about answers that are kept to be taken again."""

from typing import Annotated

import typer

from .door import opened, say, several

app = typer.Typer(no_args_is_help=True)

PANEL = "Keeping house"


@app.callback()
def cache() -> None:
    """Answers that are kept to be taken again."""


@app.command()
def purge(
    older_than: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only those older than this, such as 12h or 7d.")
    ] = None,
) -> None:
    """Throw kept answers away, so that they are asked for anew; what runs have taken stays with them."""
    from edison.actions.maintenance import purge_kept_answers

    with opened() as house:
        purged = purge_kept_answers(house, older_than=older_than)
        say(f"Thrown away: {several(purged.answers, 'answer')}, {several(purged.size, 'byte')}.")
