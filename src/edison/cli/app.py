"""The commands, and what happens when one fails: one sentence and an exit code, never a traceback."""

import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

import typer

from edison import __version__

from . import (
    agents,
    answering,
    assigning,
    beginning,
    bundling,
    cache,
    chatting,
    checking,
    comparing,
    covering,
    datasets,
    drafting,
    events,
    experiments,
    exporting,
    judging,
    keys,
    labelling,
    limits,
    maintenance,
    measuring,
    parts,
    pretending,
    projects,
    prompts,
    providers,
    ranking,
    rechecking,
    refining,
    removing,
    reviewing,
    running,
    runs,
    scanning,
    serving,
    stats,
    tokens,
)
from .door import Exit, LogLevel, app, choose_log_level, code_of_error, complain, leave_the_pipe, note, say
from .memory import collect_seldom, share_heaps

__all__ = [
    "agents",
    "answering",
    "app",
    "assigning",
    "beginning",
    "bundling",
    "cache",
    "chatting",
    "checking",
    "comparing",
    "covering",
    "datasets",
    "drafting",
    "events",
    "experiments",
    "exporting",
    "judging",
    "keys",
    "labelling",
    "limits",
    "main",
    "maintenance",
    "measuring",
    "parts",
    "pretending",
    "projects",
    "prompts",
    "providers",
    "ranking",
    "rechecking",
    "refining",
    "removing",
    "reviewing",
    "running",
    "runs",
    "scanning",
    "serving",
    "stats",
    "tokens",
]

app.add_typer(
    providers.app,
    name="providers",
    help="Providers that are kept in the database.",
    rich_help_panel=providers.PANEL,
)
app.add_typer(
    prompts.app,
    name="prompt",
    help="Prompts and their versions.",
    rich_help_panel=prompts.PANEL,
)
app.add_typer(
    experiments.app,
    name="experiment",
    help="Experiments: what is asked, kept under a name with its runs.",
    rich_help_panel=experiments.PANEL,
)
app.add_typer(
    parts.app,
    name="part",
    help="Rubrics, judges and models that are kept, in versions.",
    rich_help_panel=parts.PANEL,
)
app.add_typer(
    datasets.app,
    name="data",
    help="Sets of cases, in versions.",
    rich_help_panel=datasets.PANEL,
)
app.add_typer(
    projects.app,
    name="project",
    help="Projects that prompts belong to.",
    rich_help_panel=prompts.PANEL,
)
app.add_typer(
    judging.app,
    name="judge",
    help="Judges as instruments: qualify them, and see their cards.",
    rich_help_panel=judging.PANEL,
)
app.add_typer(
    assigning.app,
    name="assignment",
    help="What texts are ranked by: task, rubric, grades, judges, anchors.",
    rich_help_panel=assigning.PANEL,
)
app.add_typer(
    measuring.app,
    name="geometry",
    help="What texts mean, in numbers: drift, variants, trajectories.",
    rich_help_panel=measuring.PANEL,
)
app.add_typer(
    bundling.app,
    name="bundle",
    help="A project as one file, and into another installation.",
    rich_help_panel=bundling.PANEL,
)
app.add_typer(
    cache.app,
    name="cache",
    help="Answers that are kept to be taken again.",
    rich_help_panel=cache.PANEL,
)
app.add_typer(
    limits.app,
    name="limits",
    help="Who is made to wait by limits that all workers share.",
    rich_help_panel=limits.PANEL,
)
app.add_typer(
    keys.app,
    name="keys",
    help="The key that seals stored keys of providers.",
    rich_help_panel=keys.PANEL,
)
app.add_typer(
    chatting.chats,
    name="chat",
    help="What models said side by side: list, export, remove.",
    rich_help_panel=chatting.PANEL,
)
app.add_typer(
    tokens.app,
    name="tokens",
    help="Tokens with which agents come in over HTTP.",
    rich_help_panel=tokens.PANEL,
)
app.add_typer(
    stats.app,
    name="stats",
    help="Numbers from files: rank, agreement, compare, power, plot.",
    rich_help_panel=stats.PANEL,
)


@app.callback(invoke_without_command=True)
def edison(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
    log_level: Annotated[
        LogLevel | None,
        typer.Option(
            help="From which level on events are logged, beside the output; EDISON_LOG_LEVEL if not given."
        ),
    ] = None,
) -> None:
    """A workbench for prompts, models and judges."""
    choose_log_level(log_level)
    if version:
        say(f"edison {__version__}")
        raise typer.Exit


@app.command(rich_help_panel="Trying it out")
def version() -> None:
    """Print the version."""
    say(f"edison {__version__}")


@lru_cache(maxsize=1)
def _commands() -> Callable[[], object]:
    """All commands, put together once in a process."""
    return typer.main.get_command(app)


def main() -> None:
    """Run the command line."""
    share_heaps()
    collect_seldom()
    try:
        _commands()()
    except BrokenPipeError:
        leave_the_pipe()
        sys.exit(Exit.PASS)
    except KeyboardInterrupt:
        sys.exit(Exit.TROUBLE)
    except Exception as error:
        sys.exit(_told(error))


def _told(error: Exception) -> Exit:
    from edison.errors import EdisonError

    if isinstance(error, EdisonError):
        complain(error)
        return code_of_error(error)
    from edison.settings import load_settings

    if load_settings().log_level == "debug":
        raise error
    from edison.actions.results.showing import shown_breakage

    note(
        f"edison: Something broke that should not have ({shown_breakage(error)}). What was committed is kept; "
        "EDISON_LOG_LEVEL=debug shows more. [broken]"
    )
    return Exit.TROUBLE
