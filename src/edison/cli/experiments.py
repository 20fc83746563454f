"""Experiments: experiment list, new, show, edit, duplicate, archive, rm, check, run, export, import."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .door import AllowFiles, AsJson, Exit, ProvidersFile, Quiet, opened, say, say_json, several
from .foreground import OutputOptions
from .prompts import PANEL, Project, Seen
from .running import Budget, Detach, carry_on, start
from .screen import Screen

if TYPE_CHECKING:
    from edison.actions.views.experiment import ExperimentCheckView, ExperimentLineView, ExperimentView

__all__ = ["PANEL", "app"]

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

Which = Annotated[
    str, typer.Argument(help="An experiment: its id, a part of it, or its name.", metavar="EXPERIMENT")
]
NewName = Annotated[str | None, typer.Option("--name", help="What it is called.")]
How = Annotated[
    Literal["run", "refine"] | None,
    typer.Option("--how", help="Ask, check and judge, or refine the prompt; as it says if not given."),
]


@app.command(name="list")
def experiment_list(
    project: Project = None,
    status: Annotated[
        Literal["draft", "running", "paused", "completed", "archived"] | None,
        typer.Option(help="Only those that stand so."),
    ] = None,
    archived: Annotated[bool, typer.Option("--archived", help="Archived ones, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """List experiments, the one that was changed last first."""
    from edison.actions.experiments.editing import list_experiments
    from edison.domain import ExperimentStatus

    with opened() as house:
        wanted = None if status is None else ExperimentStatus(status)
        found = list_experiments(house, project=project, status=wanted, archived=archived)
        if as_json:
            say_json(found)
            return
        for one in found:
            say(_told(one))


@app.command(name="new")
def experiment_new(
    name: Annotated[str | None, typer.Argument(help="What it is called.", metavar="[NAME]")] = None,
    template: Annotated[
        str | None, typer.Option(metavar="NAME", help="What to begin with; edison init --list names them.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="PROVIDER/MODEL", help="Who answers; the simulator if it is not given."),
    ] = None,
    judge: Annotated[
        str | None, typer.Option(metavar="PROVIDER/MODEL", help="Who judges; the model if it is not given.")
    ] = None,
    description: Annotated[str | None, typer.Option(help="What it is for.")] = None,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Begin an experiment: empty, or from a template."""
    from edison.actions.experiments.editing import ExperimentRequest, add_experiment
    from edison.actions.experiments.files import add_from_template

    with opened() as house:
        if template is None:
            made = add_experiment(
                house, ExperimentRequest(name=name, description=description), project=project
            )
        else:
            made = add_from_template(house, template, name=name, model=model, judge=judge, project=project)
        _tell(made, as_json=as_json, said="Added")


@app.command(name="show")
def experiment_show(experiment: Which, as_json: AsJson = False) -> None:
    """Show what an experiment says, and its runs."""
    from edison.actions.experiments.editing import show_experiment
    from edison.actions.experiments.files import export_experiment
    from edison.actions.results.showing import shown_whole

    with opened() as house:
        found = show_experiment(house, experiment)
        if as_json:
            say_json(found)
            return
        say(_told(found))
        say(f"revision {found.revision}, changed by {found.changed_by}")
        suite, *_ = export_experiment(house, found.id).values()
        say(shown_whole(suite.decode()).rstrip("\n"))
        for run in found.all_runs:
            say(f"{run.id}  {run.state.value}  {run.began_at:%Y-%m-%d %H:%M}  {run.sentence}")


@app.command(name="edit")
def experiment_edit(
    experiment: Which,
    name: NewName = None,
    description: Annotated[str | None, typer.Option(help="What it is for.")] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="An edison.yaml that it says from now on.")
    ] = None,
    seen: Seen = None,
    as_json: AsJson = False,
) -> None:
    """Give an experiment another name, description or definition; two people never overwrite each other."""
    from edison.actions.experiments.editing import ExperimentRequest, change_experiment
    from edison.actions.experiments.files import read_experiment_file

    with opened() as house:
        request = ExperimentRequest(name=name, description=description)
        if file is not None:
            definition, files = read_experiment_file(house, file)
            request = ExperimentRequest(
                name=name, description=description, definition=definition, files=files
            )
        _tell(change_experiment(house, experiment, request, seen=seen), as_json=as_json, said="Changed")


@app.command(name="duplicate")
def experiment_duplicate(experiment: Which, name: NewName = None, as_json: AsJson = False) -> None:
    """Keep a copy of an experiment, without its runs."""
    from edison.actions.experiments.editing import duplicate_experiment

    with opened() as house:
        _tell(duplicate_experiment(house, experiment, name=name), as_json=as_json, said="Added")


@app.command(name="archive")
def experiment_archive(
    experiment: Which,
    undo: Annotated[bool, typer.Option("--undo", help="Take it up again.")] = False,
    as_json: AsJson = False,
) -> None:
    """Leave an experiment out of lists; all of it is kept."""
    from edison.actions.experiments.editing import ExperimentRequest, change_experiment

    with opened() as house:
        changed = change_experiment(house, experiment, ExperimentRequest(is_archived=not undo))
        _tell(changed, as_json=as_json, said="Taken up" if undo else "Archived")


@app.command(name="rm")
def experiment_rm(experiment: Which) -> None:
    """Delete an experiment of which no run is left; one with runs is archived instead."""
    from edison.actions.experiments.editing import remove_experiment, show_experiment
    from edison.actions.results.showing import shown

    with opened() as house:
        found = show_experiment(house, experiment)
        remove_experiment(house, found.id)
        say(f"Removed {shown(found.name)}.")


@app.command(name="check")
def experiment_check(
    experiment: Which, how: How = None, providers: ProvidersFile = None, as_json: AsJson = False
) -> None:
    """Say all that is wrong or missing, or what a run may cost; ends with 1 if it cannot be run."""
    from edison.actions.experiments.running import check_experiment

    with opened(providers) as house:
        found = check_experiment(house, experiment, how=how)
        if as_json:
            say_json(found)
        else:
            _tell_check(found)
        sys.exit(Exit.PASS if found.is_ready else Exit.CHECKS_FAILED)


@app.command(name="run")
def experiment_run(
    experiment: Which,
    how: How = None,
    budget: Budget = None,
    providers: ProvidersFile = None,
    detach: Detach = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Run an experiment as it is now, or refine its prompt; ends like `run` or `refine`."""
    from edison.actions.experiments.editing import find_experiment
    from edison.actions.experiments.running import plan_experiment

    with opened(providers) as house:
        found = find_experiment(house, experiment)
        screen = Screen(quiet=quiet or as_json)
        run = start(house, plan_experiment(house, found, how=how, budget_usd=budget), screen)
        sys.exit(carry_on(house, run, OutputOptions(as_json=as_json, quiet=quiet, detach=detach), screen))


@app.command(name="export")
def experiment_export(
    experiment: Which,
    folder: Annotated[
        Path, typer.Argument(help="Where it is written; made if there is none.", metavar="[FOLDER]")
    ] = Path(),
    as_json: AsJson = False,
) -> None:
    """Write an experiment as edison.yaml with the files it names. Nothing is ever overwritten."""
    from edison.actions.experiments.files import save_experiment

    with opened() as house:
        written = save_experiment(house, experiment, folder)
        if as_json:
            say_json([str(path) for path in written])
            return
        for path in written:
            say(f"Wrote {path}")


@app.command(name="import")
def experiment_import(
    file: Annotated[Path, typer.Argument(help="A suite, such as edison.yaml.", metavar="FILE")],
    allow_files: AllowFiles = None,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Keep a suite file, with the files it names, as an experiment."""
    from edison.actions.experiments.files import open_experiment

    with opened() as house:
        made = open_experiment(house, file, also=allow_files or (), project=project)
        _tell(made, as_json=as_json, said="Added")


def _tell(experiment: "ExperimentView", *, as_json: bool, said: str) -> None:
    if as_json:
        say_json(experiment)
    else:
        say(f"{said} {_told(experiment)}")


def _told(one: "ExperimentLineView") -> str:
    from edison.actions.results.showing import shown

    best = "" if one.best is None else f", best {one.best.value:.3g} ({shown(one.best.name)})"
    cost = f", ${one.spent_usd:.4f}" if one.spent_usd else ""
    return f"{one.id}  {one.status.value:<9}  {shown(one.name)}: {several(one.runs, 'run')}{best}{cost}"


def _tell_check(found: "ExperimentCheckView") -> None:
    from edison.actions.results.showing import shown

    for key in found.missing:
        say(f"{key}: nothing is said yet.")
    for mistake in found.mistakes:
        # What is missing was told.
        if mistake.path not in found.missing:
            where = f"{mistake.path}: " if mistake.path else ""
            say(shown(f"{where}{mistake.what}. {mistake.advice}".rstrip(" .") + "."))
    if found.estimate is not None:
        cost = "unknown" if found.estimate.most_usd is None else f"${found.estimate.most_usd:.4f}"
        say(
            f"It can be run: {several(found.estimate.cells, 'cell')}, "
            f"{several(found.estimate.judgments, 'judgment')}, at most {cost}."
        )
