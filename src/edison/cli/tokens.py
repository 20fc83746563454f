"""Tokens of agents: tokens new, list, revoke."""

from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, note, opened, say, say_json

if TYPE_CHECKING:
    from edison.actions.views.agents import TokenView

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

PANEL = "Keeping house"

Name = Annotated[str, typer.Argument(help="Who uses it, such as ci.", metavar="NAME")]


@app.command(name="new")
def tokens_new(
    name: Name,
    spend: Annotated[
        float | None,
        typer.Option(
            metavar="USD", help="What may be spent with it in all its life; it only reads if not given."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a token for `edison mcp --http`; it is printed once and kept nowhere."""
    from edison.actions.agents.tokens import make_token

    with opened() as house:
        made = make_token(house, name, spend_usd=spend)
    if as_json:
        say_json(made)
        return
    say(made.token)
    may = "may only read" if spend is None else f"may spend {spend:,.2f} USD in all"
    note(f"Whoever has it {may}; it is not shown again. edison tokens revoke {name} ends it.")


@app.command(name="list")
def tokens_list(as_json: AsJson = False) -> None:
    """List tokens with what was spent of each, or set aside."""
    from edison.actions.agents.tokens import list_tokens

    with opened() as house:
        found = list_tokens(house)
    if as_json:
        say_json(found)
        return
    if not found:
        say("There are no tokens; edison tokens new NAME makes one.")
    for one in found:
        say(_told(one))


@app.command(name="revoke")
def tokens_revoke(name: Name) -> None:
    """Let nobody in with a token any more."""
    from edison.actions.agents.tokens import revoke_token

    with opened() as house:
        say(_told(revoke_token(house, name)))


def _told(token: "TokenView") -> str:
    may = "reads" if token.cap_usd is None else f"{token.taken_usd:,.4f} of {token.cap_usd:,.2f} USD taken"
    ended = "" if token.revoked_at is None else f", revoked on {token.revoked_at:%Y-%m-%d}"
    return f"{token.name}: {may}, made on {token.made_at:%Y-%m-%d}{ended}"
