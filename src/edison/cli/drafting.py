"""The commands by which models write: draft, complete, improve."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .door import AsJson, Exit, ProvidersFile, Quiet, app, find, note, opened, say, say_json, several
from .foreground import drive
from .prompts import PANEL, Project
from .running import Budget, start
from .screen import Screen

if TYPE_CHECKING:
    from edison.actions.drafts import WantedDraft
    from edison.actions.house import House
    from edison.actions.views.draft import DraftsView
    from edison.domain import DraftKind, DraftMode, Run, RunId

Kind = Annotated[
    Literal["goal", "rubric", "prompt", "judge"],
    typer.Argument(help="What is written; for cases: edison data generate.", metavar="WHAT"),
]
ImprovedKind = Annotated[
    Literal["goal", "rubric", "prompt", "judge", "cases"],
    typer.Argument(help="What is improved; cases as they stand in a file.", metavar="WHAT"),
]
Goal = Annotated[str, typer.Option(metavar="TEXT", help="What it is for; the suite's goal if not given.")]
SuiteOption = Annotated[
    Path | None,
    typer.Option("--suite", metavar="FILE", help="Take goal, prompt, rubric, model and budget from here."),
]
Writer = Annotated[
    str | None,
    typer.Option(
        "--model", metavar="PROVIDER/MODEL", help="Who writes; the suite's refiner or judge if not given."
    ),
]
TechniqueName = Literal[
    "direct",
    "reason_first",
    "step_by_step",
    "self_consistency",
    "critique_and_revise",
    "panel",
    "debate",
]
HowLed = Annotated[
    TechniqueName,
    typer.Option("--technique", help="How the writer is led to what it writes; some take several calls."),
]
TextFile = Annotated[Path, typer.Argument(help="What is there already.", metavar="FILE")]
OptionalFile = Annotated[Path | None, typer.Argument(help="What is there already.", metavar="[FILE]")]


@app.command(rich_help_panel=PANEL)
def draft(
    kind: Kind,
    goal: Goal = "",
    alternatives: Annotated[int, typer.Option("-n", "--alternatives", min=1, max=5, help="So many.")] = 3,
    suite: SuiteOption = None,
    model: Writer = None,
    technique: HowLed = "direct",
    budget: Budget = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Have a model write a goal, a rubric, a prompt or instructions for a judge, in several ways."""
    write_drafts(
        _wanted(
            kind,
            "draft",
            goal=goal,
            alternatives=alternatives,
            model=model,
            technique=technique,
            budget=budget,
        ),
        suite=suite,
        providers=providers,
        as_json=as_json,
        quiet=quiet,
    )


@app.command(rich_help_panel=PANEL)
def complete(
    kind: Kind,
    file: TextFile,
    goal: Goal = "",
    alternatives: Annotated[int, typer.Option("-n", "--alternatives", min=1, max=5, help="So many.")] = 3,
    suite: SuiteOption = None,
    model: Writer = None,
    technique: HowLed = "direct",
    budget: Budget = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Have a model go on where a text ends; what stands there stays word by word."""
    write_drafts(
        _wanted(
            kind,
            "complete",
            file=file,
            goal=goal,
            alternatives=alternatives,
            model=model,
            technique=technique,
            budget=budget,
        ),
        suite=suite,
        providers=providers,
        as_json=as_json,
        quiet=quiet,
    )


@app.command(rich_help_panel=PANEL)
def improve(
    kind: ImprovedKind,
    file: OptionalFile = None,
    prompt: Annotated[
        str | None, typer.Option(metavar="NAME", help="A kept prompt; its edits wait for edison review.")
    ] = None,
    focus: Annotated[
        list[str] | None, typer.Option(metavar="CRITERION", help="What it is to help; may be repeated.")
    ] = None,
    goal: Goal = "",
    suite: SuiteOption = None,
    model: Writer = None,
    technique: HowLed = "direct",
    budget: Budget = None,
    project: Project = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Have a model improve a text by small edits, shown as a diff; of a kept prompt they wait for a review."""
    wanted = _wanted(
        kind,
        "improve",
        file=file,
        goal=goal,
        focus=focus or [],
        model=model,
        technique=technique,
        budget=budget,
        prompt=prompt,
        project=project,
    )
    write_drafts(wanted, suite=suite, providers=providers, as_json=as_json, quiet=quiet)


def conclude_drafts(house: "House", run_id: "RunId", *, as_json: bool, quiet: bool) -> Exit:
    """What a run wrote, and its exit code."""
    from edison.actions.drafts import show_drafts
    from edison.actions.results.reports import read_run

    ended = read_run(house, run_id)
    if not ended.settlement.is_end:
        note(f"Go on with: edison resume {run_id}")
        return Exit.TROUBLE
    told = show_drafts(house, ended)
    if as_json:
        say_json(told)
    elif quiet:
        say(_line(told, ended))
    else:
        _tell(told)
    return Exit.PASS if ended.settlement.is_result else Exit.TROUBLE


def write_drafts(
    wanted: "WantedDraft", *, suite: Path | None, providers: Path | None, as_json: bool, quiet: bool
) -> None:
    """Start a run that writes, drive it, and tell what came of it."""
    from dataclasses import replace

    from edison.actions.drafts import request_draft
    from edison.actions.presets import PRESETS
    from edison.actions.presets.suites import open_suite

    with opened(providers) as house:
        if wanted.at is not None:
            wanted = replace(wanted, at=replace(wanted.at, run=find(house, wanted.at.run).id))
        request = request_draft(house, wanted, suite=None if suite is None else open_suite(suite))
        screen = Screen(quiet=quiet or as_json)
        run = start(house, PRESETS["draft"].plan(house, request), screen)
        drive(house, run.id, screen)
        sys.exit(conclude_drafts(house, run.id, as_json=as_json, quiet=quiet))


def _wanted(
    kind: "str | DraftKind",
    mode: "str | DraftMode",
    *,
    goal: str,
    model: str | None,
    technique: str,
    budget: float | None,
    file: Path | None = None,
    alternatives: int = 3,
    focus: "list[str] | None" = None,
    prompt: str | None = None,
    project: str | None = None,
) -> "WantedDraft":
    from edison.actions.drafts import WantedDraft
    from edison.actions.files import read_whole
    from edison.actions.prompts import PromptRef
    from edison.domain import DraftKind, DraftMode, Technique

    return WantedDraft(
        kind=DraftKind(kind),
        mode=DraftMode(mode),
        goal=goal,
        text="" if file is None else read_whole(file).decode("utf-8", errors="replace").strip(),
        focus=tuple(focus or ()),
        alternatives=alternatives,
        writer=model,
        technique=Technique(technique),
        budget_usd=budget,
        prompt=None if prompt is None else PromptRef(prompt, project),
    )


def _line(told: "DraftsView", run: "Run") -> str:
    """What came of it, in a line."""
    from edison.actions.results.showing import shown

    if told.dataset is not None:
        return f"{told.dataset}: {shown(told.note)} {run.id}"
    if told.note:
        return f"{shown(told.note)} {run.id}"
    written = sum(one.failed is None for one in told.drafts)
    decide = "" if told.suggestion is None else f" Decide with: edison review {told.suggestion}."
    return f"{written} of {several(len(told.drafts), 'draft')} written.{decide} {run.id}"


def _tell(told: "DraftsView") -> None:
    from edison.actions.results.showing import shown, shown_whole

    if told.dataset is not None:
        say(f"{told.dataset}: {shown(told.note)}")
        say(f"Look: edison data show {told.dataset}. Stand for them: edison data approve {told.dataset}")
        return
    if told.note:
        say(f"No set of cases was made. {shown(told.note)}")
        return
    for number, one in enumerate(told.drafts, 1):
        if one.failed is not None:
            say(f"{number}. nothing: {shown(one.failed)}")
            continue
        say(f"{number}. {shown(one.note)}".rstrip(" ."))
        say(shown_whole(one.diff or one.text).rstrip("\n"))
    if told.suggestion is not None:
        say(f"Decide with: edison review {told.suggestion} [approve|edit|reject|request-changes]")
