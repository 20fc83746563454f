"""Commands that end with what became of a run: run, resume, rerun, finish, watch."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .battery_options import (
    DriftThreshold,
    EmbedderOption,
    JudgeModel,
    MaxTokens,
    Models,
    System,
    Timeout,
    names_in,
)
from .door import (
    FORMATS_TOLD,
    AllowCode,
    AllowFiles,
    AsJson,
    Exit,
    ProvidersFile,
    Quiet,
    RunName,
    app,
    find,
    note,
    opened,
    say,
    say_json,
    several,
)
from .file_requests import FileRequest, plan_request
from .foreground import OutputOptions, conclude, work_to_the_end
from .screen import Screen
from .watching import Watch, run_on_changes

if TYPE_CHECKING:
    from edison.actions.house import House
    from edison.actions.results.baselines import Baseline
    from edison.actions.runs.plan import RunPlan
    from edison.domain import Run, StageName

SuitePath = Annotated[
    Path, typer.Argument(help="A file of tests: a suite, a battery, BFCL or promptfoo.", metavar="FILE")
]
Concurrency = Annotated[int | None, typer.Option(min=1, help="Calls in flight per endpoint.")]
Repeats = Annotated[
    int | None,
    typer.Option("--repeats", "--runs", min=1, help="Independent answers to every question."),
]
Seed = Annotated[int | None, typer.Option(min=0, help="Makes the run's own randomness repeatable.")]
Budget = Annotated[
    float | None, typer.Option(min=0, metavar="USD", help="What the run may cost, judges included.")
]
Cache = Annotated[
    bool | None,
    typer.Option(
        "--cache/--no-cache", help="Keep deterministic answers, and take them instead of asking again."
    ),
]
FailUnder = Annotated[
    float | None, typer.Option(min=0, max=1, help="The share of cells that must pass, from 0 to 1.")
]
BaselineName = Annotated[
    str | None,
    typer.Option(
        "--baseline", metavar="RUN|FILE", help="Exit with 4 if it is worse than this run, or its JSON export."
    ),
]
PauseAfter = Annotated[
    str | None,
    typer.Option(metavar="STAGE", help="Stop after generate, check or judge, so that a person may look."),
]
AllowFlips = Annotated[
    int | None,
    typer.Option(
        min=0,
        metavar="N",
        help="So many cells may fail that passed in the baseline; unless given, flips of arms that draw their "
        "answers are tested in pairs.",
    ),
]
Out = Annotated[
    list[Path] | None,
    typer.Option(
        "--out", "-o", metavar="FILE", help="Write the results to this file at the end; may be given again."
    ),
]
Full = Annotated[bool, typer.Option("--full", help="Tell all counts and boards at the end.")]
Limit = Annotated[int | None, typer.Option(min=1, metavar="N", help="Only the first N cases.")]
OnlyCases = Annotated[
    list[str] | None, typer.Option("--case", metavar="ID", help="Only this case; may be given again.")
]
OnlyTags = Annotated[
    list[str] | None,
    typer.Option("--tag", metavar="TAG", help="Only cases with this tag; may be given again."),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Say what would be asked and what it may cost; ask nothing.")
]
Detach = Annotated[
    bool, typer.Option("--detach", help="Start it, say its id, and leave the work to workers.")
]
Format = Annotated[str | None, typer.Option("--format", help=FORMATS_TOLD)]


@app.command(rich_help_panel="Runs")
def run(
    file: SuitePath,
    providers: ProvidersFile = None,
    allow_files: AllowFiles = None,
    allow_code: AllowCode = False,
    budget: Budget = None,
    concurrency: Concurrency = None,
    repeats: Repeats = None,
    seed: Seed = None,
    models: Models = None,
    judge_model: JudgeModel = None,
    drift_threshold: DriftThreshold = None,
    embedder: EmbedderOption = None,
    system: System = None,
    max_tokens: MaxTokens = None,
    timeout: Timeout = None,
    cache: Cache = None,
    limit: Limit = None,
    case: OnlyCases = None,
    tag: OnlyTags = None,
    dry_run: DryRun = False,
    detach: Detach = False,
    watch: Watch = False,
    fail_under: FailUnder = None,
    pause_after: PauseAfter = None,
    baseline: BaselineName = None,
    allow_flips: AllowFlips = None,
    out: Out = None,
    format_: Format = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    full: Full = False,
) -> None:
    """Run a suite or a battery: from a file to a report.

    Ends with 0 if it passed, 1 if too little did, 2 for bad input, 3 if it is not whole, 4 if worse than --baseline.
    """
    from edison.actions.presets.batteries import BatteryOptions
    from edison.actions.presets.suites import CaseChoice

    battery = BatteryOptions(names_in(models), judge_model, drift_threshold, max_tokens, system, timeout)
    changes = {"budget_microusd": _microusd(budget), "concurrency": concurrency, "embedder": embedder}
    changes |= {"repeats": repeats, "seed": seed, "fail_under": fail_under, "cache": _kept(cache, watch)}
    with opened(providers, allow_code=allow_code) as house:
        options = OutputOptions(
            fail_under=fail_under,
            baseline=baseline_of(house, baseline),
            allow_flips=allow_flips,
            out=_checked(out, format_),
            format=format_,
            as_json=as_json,
            quiet=quiet,
            full=full,
            detach=detach,
        )
        choice = CaseChoice(frozenset(case or ()), frozenset(tag or ()), limit)
        asked = FileRequest(file, battery, choice, allow_files or (), changes, _stage(pause_after))
        if dry_run:
            return rehearse(house, plan_request(house, asked), quiet=quiet, as_json=as_json)
        sys.exit(_end(house, asked, options, watch=watch))


def _kept(cache: bool | None, watch: bool) -> bool | None:
    """Whether kept answers are taken: who has a file run again and again means so, unless something else is said."""
    return watch or None if cache is None else cache


def _end(house: "House", request: FileRequest, options: OutputOptions, *, watch: bool) -> int:
    """How it ends: once, or again after every change."""
    work = partial(_work, house, request, options)
    return run_on_changes(request.file, work, but=options.out) if watch else work()


def _work(house: "House", request: FileRequest, options: OutputOptions) -> Exit:
    screen = Screen(quiet=options.quiet)
    return carry_on(house, start(house, plan_request(house, request), screen), options, screen)


@app.command(rich_help_panel="Runs")
def resume(
    run: RunName,
    providers: ProvidersFile = None,
    allow_code: AllowCode = False,
    budget: Budget = None,
    fail_under: FailUnder = None,
    baseline: BaselineName = None,
    allow_flips: AllowFlips = None,
    out: Out = None,
    format_: Format = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    full: Full = False,
) -> None:
    """Go on with a paused, halted or interrupted run; ends like `run`."""
    from edison.actions.runs.control import resume_run

    with opened(providers, allow_code=allow_code) as house:
        found = find(house, run)
        options = OutputOptions(
            fail_under=fail_under,
            baseline=baseline_of(house, baseline),
            allow_flips=allow_flips,
            out=_checked(out, format_, of=found),
            format=format_,
            as_json=as_json,
            quiet=quiet,
            full=full,
        )
        resumed = resume_run(house, found.id, budget_microusd=_microusd(budget))
        sys.exit(carry_on(house, resumed, options, Screen(quiet=quiet)))


@app.command(rich_help_panel="Runs")
def rerun(
    run: RunName,
    failed: Annotated[bool, typer.Option("--failed", help="Ask again for what failed, and only for that.")],
    providers: ProvidersFile = None,
    allow_code: AllowCode = False,
    fail_under: FailUnder = None,
    out: Out = None,
    format_: Format = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Ask again for what failed in a run; ends like `run`."""
    from edison.actions.runs.control import rerun_failed

    with opened(providers, allow_code=allow_code) as house:
        found = find(house, run)
        options = OutputOptions(
            fail_under=fail_under,
            out=_checked(out, format_, of=found),
            format=format_,
            as_json=as_json,
            quiet=quiet,
        )
        screen = Screen(quiet=quiet)
        again = rerun_failed(house, found.id)
        screen.say(f"Asked for again: {several(again.units, 'answer or judgment', 'answers and judgments')}.")
        sys.exit(carry_on(house, again.run, options, screen))


@app.command(rich_help_panel="Runs")
def finish(
    run: RunName,
    out: Out = None,
    format_: Format = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """End a run now: what there is by now is its result; ends like `run`."""
    from edison.actions.runs.control import finish_run

    with opened() as house:
        found = find(house, run)
        options = OutputOptions(
            out=_checked(out, format_, of=found), format=format_, as_json=as_json, quiet=quiet
        )
        sys.exit(conclude(house, finish_run(house, found.id).id, options))


@app.command(rich_help_panel="Runs")
def watch(run: RunName, as_json: AsJson = False, quiet: Quiet = False) -> None:
    """Look on while others work on a run; ends like `run` when the run does."""
    import asyncio

    from edison.actions.runs.drive import watch_run

    with opened() as house:
        found = find(house, run)
        with Screen(quiet=quiet).following() as follow:
            asyncio.run(watch_run(house, found.id, watch=follow or _unseen))
        sys.exit(conclude(house, found.id, OutputOptions(as_json=as_json, quiet=quiet)))


def _unseen(_: object) -> None:
    """Somebody waits for the end and wants to see nothing."""


def start(house: "House", plan: "RunPlan", screen: Screen) -> "Run":
    """Start a run of any kind after everything that can be known beforehand was found right."""
    from edison.actions.presets import PRESETS, ShownAs
    from edison.actions.results.showing import shown
    from edison.actions.runs.prepare import prepare_run
    from edison.actions.runs.start import start_run

    prepared = prepare_run(house, plan)
    for told in prepared.notes:
        note(shown(told))
    shown_as = PRESETS[plan.experiment.preset].shown_as
    if plan.cells or plan.questions:
        screen.estimate(
            shown(plan.experiment.name), prepared.estimate, of_entries=shown_as is ShownAs.ENTRIES
        )
    started = start_run(house, prepared)
    screen.say(f"Started {started.id}.")
    return started


def rehearse(house: "House", plan: "RunPlan", *, quiet: bool, as_json: bool) -> None:
    """Everything that can be known beforehand, and for people the first questions as they would be sent."""
    from edison.actions.results.showing import shown, shown_whole
    from edison.actions.runs.prepare import prepare_run
    from edison.actions.runs.preview import preview_questions
    from edison.actions.views.estimate import view_estimate

    with plan.spool:
        prepared = prepare_run(house, plan)
        if as_json:
            return say_json(view_estimate(prepared))
        for told in prepared.notes:
            note(shown(told))
        Screen(quiet=quiet).estimate(shown(plan.experiment.name), prepared.estimate)
        for question in preview_questions(plan):
            say(f"To {shown(question.endpoint)}:")
            for role, text in question.messages:
                say(f"  [{role}] {shown_whole(text)}")
    say("Nothing was asked.")


def carry_on(house: "House", run: "Run", options: OutputOptions, screen: Screen) -> Exit:
    """Work on a run unless there is nothing to do; whatever breaks, the run is kept and can be gone on with."""
    if run.settlement.is_end:
        return conclude(house, run.id, options)
    if options.detach:
        say(run.id)
        return Exit.PASS
    try:
        return work_to_the_end(house, run.id, options, screen)
    except Exception:
        note(f"What was answered is kept. Go on with: edison resume {run.id}")
        raise


def baseline_of(house: "House", text: str | None) -> "Baseline | None":
    """A file where there is one of that name, or a run."""
    if text is None:
        return None
    from edison.actions.results.baselines import open_baseline, read_baseline

    if Path(text).is_file():
        return open_baseline(Path(text))
    return read_baseline(house, find(house, text).id)


def _checked(out: list[Path] | None, name: str | None, *, of: "Run | None" = None) -> tuple[Path, ...]:
    """Places that can be written, in formats that are known; found out before anything is paid for."""
    from edison.actions.files import refuse_unwritable
    from edison.actions.results.exports import format_for, format_of

    for path in out or ():
        if of is None:
            format_of(path, name=name)
        else:
            format_for(of, path, name=name)
        refuse_unwritable(path)
    return tuple(out or ())


def _stage(name: str | None) -> "StageName | None":
    """A stage after which a run may wait for a person."""
    from edison.domain import StageName
    from edison.errors import ChoiceUnknown

    stages = (StageName.GENERATE, StageName.CHECK, StageName.JUDGE)
    if name is None:
        return None
    if name not in stages:
        raise ChoiceUnknown("stage", name, stages)
    return StageName(name)


def _microusd(dollars: float | None) -> int | None:
    from edison.domain import to_microusd

    return to_microusd(dollars)
