"""Refining a prompt in rounds."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .door import (
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
from .drafting import TechniqueName
from .foreground import drive
from .running import Budget, DryRun, SuitePath, rehearse, start
from .screen import Screen

if TYPE_CHECKING:
    from edison.actions.house import House
    from edison.domain import CandidateReport, Refinement, Run

Strategy = Annotated[
    Literal["ensemble", "rewrite", "gepa"] | None,
    typer.Option(help="Small edits, the whole text written anew, or evolved by the library gepa."),
]
RefineTechnique = Annotated[
    TechniqueName | None,
    typer.Option("--technique", help="How whoever writes is led to it; some take several calls."),
]
AutonomyOption = Annotated[
    Literal["autopilot", "approve_each", "manual"] | None,
    typer.Option("--autonomy", help="Adopt what is surely better, or ask a person first."),
]
ChallengeOption = Annotated[
    Literal["scores", "pairwise"] | None,
    typer.Option(help="Decide by what judges think of each answer, or by which of two they prefer."),
]


@app.command(rich_help_panel="Prompts")
def refine(
    file: SuitePath,
    rounds: Annotated[int | None, typer.Option(min=1, max=100, help="At most so many rounds.")] = None,
    candidates: Annotated[int | None, typer.Option(min=1, max=8, help="Changes tried in each round.")] = None,
    strategy: Strategy = None,
    challenge: ChallengeOption = None,
    technique: RefineTechnique = None,
    refiner: Annotated[
        str | None, typer.Option(metavar="PROVIDER/MODEL", help="Who writes; the first judge if not given.")
    ] = None,
    prompt: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose history goes on; the suite's name if not given.")
    ] = None,
    autonomy: AutonomyOption = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Makes the run's own randomness repeatable.")
    ] = None,
    budget: Budget = None,
    providers: ProvidersFile = None,
    allow_files: AllowFiles = None,
    allow_code: AllowCode = False,
    dry_run: DryRun = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page (.html) or JSON to this file at the end."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Improve the prompt of a suite, round after round, and prove on held-out cases that it helped.

    Ends with 0 if a better version was adopted, 1 if nothing was surely better, 2 for bad input, 3 for trouble.
    """
    from edison.actions.presets.refine_plans import plan_refinement, wish_for
    from edison.actions.presets.suites import open_suite
    from edison.domain import to_microusd

    with opened(providers, allow_code=allow_code) as house:
        suite = open_suite(file, also=allow_files or (), house=house).changed(
            seed=seed, budget_microusd=to_microusd(budget)
        )
        wished = wish_for(
            suite,
            strategy=strategy,
            challenge=challenge,
            technique=technique,
            rounds=rounds,
            candidates=candidates,
            refiner=refiner,
            prompt=prompt,
            autonomy=autonomy,
        )
        places = _places(out)
        screen = Screen(quiet=quiet or as_json)
        plan = plan_refinement(house, wished)
        if dry_run:
            return rehearse(house, plan, quiet=quiet, as_json=as_json)
        run = start(house, plan, screen)
        drive(house, run.id, screen)
        sys.exit(conclude_refinement(house, run, as_json=as_json, quiet=quiet, out=places))


def _places(out: Path | None) -> tuple[Path, ...]:
    """Where the end is written to; refused before anything is paid for."""
    from edison.actions.files import refuse_unwritable
    from edison.actions.results.refinements import refinement_format

    if out is None:
        return ()
    refinement_format(out)
    refuse_unwritable(out)
    return (out,)


@app.command(rich_help_panel="Prompts")
def autonomy(
    run: RunName,
    who: Annotated[
        Literal["autopilot", "approve_each", "manual"],
        typer.Argument(help="Adopt what is surely better, ask a person before that, or ask in every round."),
    ],
) -> None:
    """Say who decides from now on in a run that refines; one that waits goes on where it would not ask any more."""
    from edison.actions.runs.autonomy import choose_autonomy
    from edison.domain import Autonomy

    with opened() as house:
        chosen = choose_autonomy(house, find(house, run).id, Autonomy(who))
        say(f"{chosen.id} goes on with {who}. A worker does so by itself, or: edison resume {chosen.id}")


def conclude_refinement(
    house: "House", run: "Run", *, as_json: bool, quiet: bool, out: Sequence[Path] = ()
) -> Exit:
    """What became of a run that refines, and its exit code."""
    from edison.actions.results.refinements import save_refinement, show_refinement
    from edison.actions.results.reports import read_run
    from edison.actions.views.refinement import view_refinement

    ended = read_run(house, run.id)
    if not ended.settlement.is_end:
        waits = ended.halted is not None and ended.halted.code == "waits_for_people"
        first = (
            "It asks people. Read and decide with: edison review latest [approve|edit|reject|request-changes]. "
            if waits
            else ""
        )
        note(f"{first}Go on with: edison resume {run.id}")
        return Exit.TROUBLE
    refinement = show_refinement(house, ended)
    for place in out:
        save_refinement(house, ended, path=place)
    if as_json:
        say_json(view_refinement(refinement, run=ended))
    elif quiet:
        from edison.actions.results.showing import shown

        first = next(iter(refinement.summary), "nothing was tried.")
        say(shown(f"{ended.experiment.name}: {first} {ended.id}"))
    else:
        tell_refinement(refinement)
    if not ended.settlement.is_result:
        return Exit.TROUBLE
    return Exit.PASS if refinement.adopted else Exit.CHECKS_FAILED


def tell_refinement(refinement: "Refinement") -> None:
    """Round by round, then in short."""
    from edison.actions.presets.refine_summary import tell_said, tell_state
    from edison.actions.results.showing import shown

    for one in refinement.rounds:
        cut = ", broken off" if one.is_broken_off else ""
        say(f"Round {one.round}, from version {one.parent}{cut}: {shown(tell_state(one.findings))}")
        for candidate in one.candidates:
            say(f"  {_told(candidate, is_adopted=candidate.number == one.adopted)}")
            if said := tell_said(candidate):
                say(f"    {shown(said)}")
            for line in (candidate.diff or "").splitlines():
                # That a prompt ends without a new line is nobody's concern here.
                if not line.startswith("\\"):
                    say(f"    {shown(line)}")
    for sentence in refinement.summary:
        say(shown(sentence))


def _told(candidate: "CandidateReport", *, is_adopted: bool) -> str:
    from edison.actions.presets.refine_summary import tell_failed, tell_price, tell_tried
    from edison.actions.results.showing import shown

    if candidate.number is None:
        return f"refused: {shown(candidate.refused or '')}"
    became = "adopted" if is_adopted else f"{candidate.verdict} ({candidate.reason})".replace("_", " ")
    if not (gain := tell_tried(candidate)):
        why = f"not known ({candidate.reason})".replace("_", " ")
        return f"version {candidate.number}: {why}{', adopted' if is_adopted else ''}"
    lost = f", {several(len(candidate.regressions), 'regression')}" if candidate.regressions else ""
    told = f"{gain}{lost}{tell_failed(candidate)}{tell_price(candidate)}"
    return f"version {candidate.number}: {told}, {became}"
