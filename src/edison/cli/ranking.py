"""Ranking texts by comparing them in pairs: rank."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from .door import AllowFiles, AsJson, ProvidersFile, Quiet, app, opened
from .foreground import Wishes, work_to_the_end
from .running import Budget, start
from .screen import Screen

Texts = Annotated[
    list[Path],
    typer.Argument(
        metavar="PATH…", help="Folders of .txt, .md and .docx, or JSONL/CSV files with id and text."
    ),
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
    Path | None,
    typer.Option(metavar="FILE", help="Write a page for people, report.html, or for machines, report.json."),
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


@app.command(rich_help_panel="Judging")
def rank(
    paths: Texts,
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
    providers: ProvidersFile = None,
    allow_files: AllowFiles = None,
    out: Out = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Rank texts by comparing them in pairs, with grades where some of them are anchors.

    Ends with 0 when the ranking can be used, 1 when it is not dependable, 2 for bad input, 3 for trouble: too much
    failed, no money, cancelled.
    """
    from edison.actions.files import refuse_unwritable
    from edison.actions.presets import PRESETS
    from edison.actions.presets.rankings import RankRequest
    from edison.actions.results.entry_rankings import entry_ranking_format

    request = RankRequest(
        paths=tuple(paths),
        judges=tuple(judge or ()),
        judges_of=judges_of,
        anchors=anchors,
        scale=scale,
        rubric=rubric,
        goal=goal,
        people=people,
        comparisons=budget_comparisons,
        budget_usd=budget,
        pairing=pairing,
        seed=seed,
        both_orders=both_orders,
        ties=ties,
        concurrency=concurrency,
        allow_files=tuple(allow_files or ()),
    )
    if out is not None:
        entry_ranking_format(out)
        refuse_unwritable(out)
    with opened(providers) as house:
        screen = Screen(quiet=quiet or as_json)
        started = start(house, PRESETS["rank-entries"].plan(house, request), screen)
        wishes = Wishes(out=() if out is None else (out,), as_json=as_json, quiet=quiet)
        sys.exit(work_to_the_end(house, started.id, wishes, screen))
