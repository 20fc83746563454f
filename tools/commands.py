"""The page of all commands, made from the parser itself."""

from collections.abc import Iterator
from typing import cast

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from edison.cli.app import app

_KINDS = {
    "str": "TEXT",
    "path": "FILE",
    "int": "N",
    "int range": "N",
    "float": "NUMBER",
    "float range": "NUMBER",
}


def render_commands() -> str:
    """Every command with its arguments and options."""
    lines = [
        "# Commands",
        "",
        "<!-- Generated from the command line by `make map`; do not edit. -->",
        "",
        "`edison COMMAND --help` says the same. Exit codes: 0 passed, 1 failed, 2 bad input, 3 trouble, 4 regression.",
    ]
    root = cast("TyperGroup", typer.main.get_command(app))
    return "\n".join([*lines, *_tell(root, name="edison")]) + "\n"


def _tell(command: TyperGroup | TyperCommand, *, name: str) -> Iterator[str]:
    if isinstance(command, TyperGroup):
        for each, found in sorted(command.commands.items()):
            yield from _tell(cast("TyperCommand", found), name=f"{name} {each}")
        return
    arguments = [one for one in command.params if isinstance(one, TyperArgument)]
    options = [one for one in command.params if isinstance(one, TyperOption) and one.name != "help"]
    usage = " ".join([name, *(_called(one) for one in arguments), *(["[OPTIONS]"] if options else [])])
    yield from ("", f"## {name}", "", " ".join((command.help or "").split()), "", f"`{usage}`")
    rows = [(_called(one), one.help or "") for one in arguments]
    rows += [(_written(one), one.help or "") for one in options]
    if rows:
        yield from ("", "| Argument or option | Meaning |", "|---|---|")
    for written, meaning in rows:
        yield f"| `{_in_cell(written)}` | {_in_cell(' '.join(meaning.split()))} |"


def _called(argument: TyperArgument) -> str:
    return argument.metavar or (argument.name or "").upper()


def _written(option: TyperOption) -> str:
    names = ", ".join((*option.opts, *option.secondary_opts))
    if option.is_flag:
        return names
    return f"{names} {option.metavar or _KINDS.get(option.type.name, option.type.name.upper())}"


def _in_cell(text: str) -> str:
    return text.replace("|", "\\|")
