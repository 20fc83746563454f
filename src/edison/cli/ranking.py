"""Ranking texts by comparing them in pairs: rank."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .door import AllowFiles, AsJson, ProvidersFile, Quiet, app, opened, say, say_json, several
from .foreground import OutputOptions, work_to_the_end
from .running import Budget, start
from .screen import Screen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from edison.actions.presets.rank_requests import RankRequest

Texts = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[PATH…]",
        help="Folders of .txt, .md and .docx, JSONL/CSV files with id and text, or .list files of addresses.",
    ),
]
AssignmentName = Annotated[
    str | None,
    typer.Option("--assignment", metavar="NAME", help="Take what is not given here from an assignment."),
]
Judges = Annotated[
    list[str] | None,
    typer.Option("--judge", metavar="PROVIDER/MODEL", help="Who compares; may be given again."),
]
JudgesOf = Annotated[
    Path | None,
    typer.Option(
        "--judges-of",
        metavar="FILE",
        help="Have the judges of a suite compare, with all that it says of them.",
    ),
]
Anchors = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Texts whose grade is known: text or id, and grade.")
]
ScaleName = Annotated[
    str | None, typer.Option("--scale", metavar="NAME|FILE", help="The scale that anchors are graded on.")
]
Out = Annotated[
    list[Path] | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE",
        help="Write a page for people (.html, .md), or for machines (.json, .csv); may be given again.",
    ),
]


Rubric = Annotated[Path | None, typer.Option(metavar="FILE", help="What makes a text good.")]
Goal = Annotated[str, typer.Option(help="What the texts were written for.")]
People = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Comparisons that people made: left, right, winner, judge."),
]
Comparisons = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="How many comparisons may be asked.")
]
PairingName = Annotated[str, typer.Option(help="adaptive, random, round_robin or matching.")]
Seed = Annotated[int | None, typer.Option(min=0, help="Makes pairs and orders repeatable.")]
BothOrders = Annotated[bool, typer.Option("--both-orders", help="Show every pair both ways round.")]
Ties = Annotated[bool, typer.Option("--ties", help="Let judges call a tie.")]
Concurrency = Annotated[int, typer.Option(min=1, help="Calls in flight per endpoint.")]
LeastComparisons = Annotated[
    int | None,
    typer.Option(min=0, metavar="N", help="Before so many it is not stable, and few texts meet again."),
]
Shift = Annotated[
    float | None,
    typer.Option(metavar="LOGITS", help="What a score may move per comparison and still be stable."),
]
SuccessRate = Annotated[
    float | None,
    typer.Option(min=0, max=1, help="The least share of comparisons with a finding; 0 asks for none."),
]
Wave = Annotated[int | None, typer.Option(min=1, metavar="N", help="How many pairs are dealt at once.")]
Deadline = Annotated[
    str | None, typer.Option(metavar="TIME", help="End after so long with what there is: 30m, 2h.")
]
BudgetEnds = Annotated[
    str, typer.Option(help="What becomes of the order when the money ends too soon: publish or fail.")
]
Weights = Annotated[
    list[str] | None,
    typer.Option("--weight", metavar="JUDGE=N", help="How much a judge counts; may be given again."),
]


Plan = Annotated[bool, typer.Option("--plan", help="Say how many comparisons it will take, and ask nothing.")]
Accuracy = Annotated[
    float, typer.Option(min=0.51, max=0.98, help="For --plan: how often a judge is right about two texts.")
]


@app.command(rich_help_panel="Judging")
def rank(
    context: typer.Context,
    paths: Texts = None,
    assignment: AssignmentName = None,
    judge: Judges = None,
    judges_of: JudgesOf = None,
    anchors: Anchors = None,
    scale: ScaleName = None,
    rubric: Rubric = None,
    goal: Goal = "",
    people: People = None,
    budget_comparisons: Comparisons = None,
    budget: Budget = None,
    pairing: PairingName = "adaptive",
    seed: Seed = None,
    both_orders: BothOrders = False,
    ties: Ties = False,
    concurrency: Concurrency = 64,
    least_comparisons: LeastComparisons = None,
    shift: Shift = None,
    success_rate: SuccessRate = None,
    wave: Wave = None,
    weight: Weights = None,
    deadline: Deadline = None,
    budget_ends: BudgetEnds = "publish",
    providers: ProvidersFile = None,
    allow_files: AllowFiles = None,
    out: Out = None,
    plan: Plan = False,
    accuracy: Accuracy = 0.75,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Rank texts by comparing them in pairs, with grades where some of them are anchors.

    Ends with 0 when the ranking can be used, 1 when it is not dependable, 2 for bad input, 3 for trouble: too much
    failed, no money, cancelled.
    """
    from edison.actions.files import refuse_unwritable
    from edison.actions.presets import PRESETS
    from edison.actions.results.entry_rankings import entry_ranking_format

    request = read_request(context.params)
    if plan:
        _tell_plan(request.paths, accuracy=accuracy, as_json=as_json)
        return
    places = tuple(map(Path, out or ()))
    for place in places:
        entry_ranking_format(place)
        refuse_unwritable(place)
    with opened(providers) as house:
        screen = Screen(quiet=quiet or as_json)
        started = start(house, PRESETS["rank-entries"].plan(house, request), screen)
        options = OutputOptions(out=places, as_json=as_json, quiet=quiet)
        sys.exit(work_to_the_end(house, started.id, options, screen))


def _tell_plan(paths: "tuple[Path, ...]", *, accuracy: float, as_json: bool) -> None:
    from edison.actions.presets.rank_planning import forecast_ranking

    with opened() as house:
        found = forecast_ranking(house, paths, accuracy=accuracy)
    if as_json:
        say_json(found)
        return
    say(f"{several(found.texts, 'text')}. For one judge, a reliability of")
    for one in found.needed:
        told = "is not reached with 60 comparisons for each text"
        if one.comparisons is not None:
            told = f"takes about {several(one.comparisons, 'comparison')}, {one.per_text:g} for each text"
        say(f"  {one.reliability:.1f} {told}.")
    for assumption in found.assumptions:
        say(f"Assumed: {assumption}")


_NAMES = {"judge": "judges", "weight": "weights", "budget_comparisons": "comparisons", "budget": "budget_usd"}
"""Options that are given one at a time, or that say what is limited, and what a request calls them."""


def read_request(given: "Mapping[str, Any]") -> "RankRequest":
    """A request as the options say it; those that are not of it are left to the command."""
    from dataclasses import fields

    from edison.actions.presets.rank_requests import RankRequest

    options = {_NAMES.get(name, name): value for name, value in given.items()}
    options["weights"] = dict(map(_read_weight, options["weights"] or ()))
    options["judges"] = tuple(options["judges"] or ())
    for name in ("paths", "allow_files"):
        options[name] = tuple(map(Path, options[name] or ()))
    for name in ("judges_of", "anchors", "rubric", "people"):
        options[name] = None if options[name] is None else Path(options[name])
    known = {one.name for one in fields(RankRequest)}
    return RankRequest(**{name: value for name, value in options.items() if name in known})


def _read_weight(text: str) -> tuple[str, float]:
    """A judge and its weight, as `openai/gpt-4o=2`."""
    name, _, number = text.rpartition("=")
    try:
        return name, float(number)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not of the form JUDGE=NUMBER") from None
