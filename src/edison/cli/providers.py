"""Commands about providers and their models."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, Exit, ProvidersFile, opened, say, say_json
from .door import app as door

if TYPE_CHECKING:
    from pydantic import JsonValue

    from edison.actions.providers.models import ProviderModels
    from edison.actions.providers.providers import KnownProvider

app = typer.Typer(no_args_is_help=True)

PANEL = "Providers"

Name = Annotated[str, typer.Argument(help="What stands before the slash of its models.", metavar="NAME")]


@app.command()
def add(
    name: Name,
    kind: Annotated[str, typer.Option(help="Such as openai, anthropic, ollama or openai-compatible.")],
    base_url: Annotated[str | None, typer.Option(help="Its address; well-known kinds have one.")] = None,
    region: Annotated[str | None, typer.Option(help="Where a kind has several.")] = None,
    key_env: Annotated[
        str | None, typer.Option(metavar="NAME", help="The variable that holds its key.")
    ] = None,
    key: Annotated[
        bool,
        typer.Option("--key", help="Ask for the key, or read it from the input, and store it encrypted."),
    ] = False,
    price_in: Annotated[float | None, typer.Option(min=0, help="Dollars per million tokens sent.")] = None,
    price_out: Annotated[
        float | None, typer.Option(min=0, help="Dollars per million tokens received.")
    ] = None,
    requests_per_minute: Annotated[float | None, typer.Option(help="What it allows.")] = None,
    tokens_per_minute: Annotated[float | None, typer.Option(help="What it allows.")] = None,
    concurrency: Annotated[int | None, typer.Option(min=1, help="Calls in flight at once.")] = None,
) -> None:
    """Keep a provider in the database, or change one; a key is stored encrypted, for this address alone."""
    from edison.actions.providers.providers import add_provider

    form: dict[str, JsonValue] = {
        "kind": kind,
        "base_url": base_url,
        "region": region,
        "api_key_env": key_env,
        "price": _price(price_in, price_out),
        "requests_per_minute": requests_per_minute,
        "tokens_per_minute": tokens_per_minute,
        "concurrency": concurrency,
    }
    given = {field: value for field, value in form.items() if value is not None}
    with opened() as house:
        say(f"Added {_told(add_provider(house, name, form=given, key=_read_key(name) if key else None))}")


@app.command(name="list")
def list_(as_json: AsJson = False) -> None:
    """List the providers in the database."""
    from edison.actions.providers.providers import list_providers
    from edison.actions.views.house import view_provider

    with opened() as house:
        known = list_providers(house)
        if as_json:
            say_json([view_provider(one) for one in known])
            return
        if not known:
            say("No providers are stored; well-known ones need only a key in the environment.")
        for one in known:
            say(_told(one))


@app.command(name="test")
def probe(name: Name, providers: ProvidersFile = None, as_json: AsJson = False) -> None:
    """Ask a provider for its models: is it there, and does it take the key?"""
    from edison.actions.providers.providers import probe_provider
    from edison.actions.results.showing import shown
    from edison.actions.views.house import view_probe

    with opened(providers) as house:
        probed = probe_provider(house, name)
        if as_json:
            say_json(view_probe(probed))
            return
        models = "it offers no list of models" if probed.models is None else f"{probed.models:,} models"
        say(f"{shown(probed.name)} answers: {models}.")


@app.command()
def remove(name: Name) -> None:
    """Forget a provider and its key."""
    from edison.actions.providers.providers import remove_provider
    from edison.actions.results.showing import shown

    with opened() as house:
        remove_provider(house, name)
        say(f"Removed {shown(name)}.")


@door.command(rich_help_panel=PANEL)
def models(
    provider: Annotated[
        list[str] | None, typer.Argument(help="Which; all that can be asked if none is named.")
    ] = None,
    loaded: Annotated[
        bool, typer.Option("--loaded", help="Only those that a server of your own has in memory.")
    ] = False,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
) -> None:
    """List the models of providers, as one writes them in a suite."""
    from edison.actions.providers.models import list_models
    from edison.actions.views.house import view_models

    with opened(providers) as house:
        found = list_models(house, provider, only_loaded=loaded)
        if as_json:
            say_json([view_models(one) for one in found])
        else:
            _tell_models(found)
        if found and all(one.problem is not None for one in found):
            sys.exit(Exit.TROUBLE)


def _read_key(provider: str) -> str:
    """From the keyboard without showing it, or the first line of what is piped in; never from the arguments."""
    from edison.errors import KeyMissing

    text = typer.prompt("Key", hide_input=True) if sys.stdin.isatty() else sys.stdin.readline()
    if not text.strip():
        raise KeyMissing(provider, None)
    return text.strip()


def _price(price_in: float | None, price_out: float | None) -> "JsonValue":
    given: dict[str, JsonValue] = {"input": price_in, "output": price_out}
    return {field: price for field, price in given.items() if price is not None} or None


def _told(one: "KnownProvider") -> str:
    from edison.actions.results.showing import shown

    variable = f" {one.variable}" if one.variable else ""
    return shown(f"{one.name}  {one.kind}  {one.address}  key: {one.key.value}{variable}")


def _tell_models(found: "list[ProviderModels]") -> None:
    from edison.actions.results.showing import shown

    if not found:
        say("No provider can be asked: add one, or put a key of a well-known one into the environment.")
    for one in found:
        if one.problem is not None:
            say(shown(f"{one.provider}: {one.problem}"))
        for model in one.models:
            context = model.listing.context_tokens
            size = f"  {context:,} tokens" if context else ""
            say(shown(f"{model.endpoint}{size}{'' if model.is_described else '  (not described)'}"))
