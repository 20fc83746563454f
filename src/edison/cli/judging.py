"""Judges as instruments: judge qualify, judge card, judge cards."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .door import AllowFiles, AsJson, Exit, ProvidersFile, Quiet, find, note, opened, say, say_json
from .foreground import drive
from .running import Budget, start
from .screen import Screen

if TYPE_CHECKING:
    from edison.actions.house import House
    from edison.domain import JudgeCard, Run

PANEL = "Judging"

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

Judges = Annotated[
    list[str] | None,
    typer.Option("--judge", metavar="PROVIDER/MODEL", help="Who is examined; may be given again."),
]
JudgesOf = Annotated[
    Path | None,
    typer.Option(
        "--judges-of", metavar="FILE", help="Examine the judges of a suite for edison run, as it asks them."
    ),
]
SuiteFile = Annotated[
    Path | None,
    typer.Option("--suite", metavar="FILE", help="Cases with right answers; a starter suite if not given."),
]
People = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="What people chose: pair, choice (a, b or tie), person."),
]


@app.command()
def qualify(
    judge: Judges = None,
    judges_of: JudgesOf = None,
    suite: SuiteFile = None,
    people: People = None,
    judgments: Annotated[int, typer.Option(min=2, help="How many judgments each judge may make.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Makes the questions and their order repeatable.")] = 1,
    ties: Annotated[bool, typer.Option("--ties", help="Let judges call a tie.")] = False,
    budget: Budget = None,
    concurrency: Annotated[int, typer.Option(min=1, help="Calls in flight per endpoint.")] = 64,
    providers: ProvidersFile = None,
    allow_files: AllowFiles = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Examine judges with cases whose right answers are known, and keep a card of each.

    Ends with 0 when every judge is qualified, with or without warnings, 1 when one is not, 2 for bad input, 3 for
    trouble.
    """
    from edison.actions.presets import PRESETS
    from edison.actions.presets.qualifications import QualifyRequest
    from edison.actions.results.reports import read_run

    request = QualifyRequest(
        judges=tuple(judge or ()),
        judges_of=judges_of,
        suite=suite,
        people=people,
        judgments=judgments,
        seed=seed,
        ties=ties,
        budget_usd=budget,
        concurrency=concurrency,
        allow_files=tuple(allow_files or ()),
    )
    with opened(providers) as house:
        screen = Screen(quiet=quiet or as_json)
        started = start(house, PRESETS["qualify-judge"].plan(house, request), screen)
        drive(house, started.id, screen)
        sys.exit(conclude_examination(house, read_run(house, started.id), as_json=as_json, quiet=quiet))


def conclude_examination(house: "House", run: "Run", *, as_json: bool, quiet: bool) -> Exit:
    """The cards of an examination that has ended, or how it goes on."""
    from edison.actions.results.cards import show_cards_of

    if not run.settlement.is_end:
        halted = "" if run.halted is None else f" {run.halted.sentence}"
        note(f"The examination has not ended.{halted} Go on with: edison resume {run.id}")
        return Exit.TROUBLE
    shown = _show(show_cards_of(house, run.id), as_json=as_json, quiet=quiet)
    return shown if run.settlement.is_result else Exit.TROUBLE


@app.command()
def card(
    run: Annotated[str, typer.Argument(help="An examination: its id, a part of it, or latest.")],
    suite: SuiteFile = None,
    people: People = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Make the cards of an examination from what is stored, without a single call.

    They are made when it ends; this is for what people have chosen since, or for another rule. Ends as qualify does.
    """
    from edison.actions.presets.qualifications import join_people, open_judge_suite
    from edison.actions.results.cards import make_cards, read_suite_of

    with opened() as house:
        examined = find(house, run).id
        known = read_suite_of(house, examined) if suite is None else open_judge_suite(suite)
        made = make_cards(house, examined, suite=known if people is None else join_people(known, people))
        sys.exit(_show(made, as_json=as_json, quiet=quiet))


@app.command()
def cards(
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="A page with pictures (.html), or Markdown (.md)."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List what is known about judges, the newest first."""
    from edison.actions.results.cards import list_cards, save_cards

    with opened() as house:
        if out is not None:
            save_cards(house, path=out)
            note(f"Written: {out}")
            return
        _show(list_cards(house), as_json=as_json, quiet=False)


def _show(cards: "list[JudgeCard]", *, as_json: bool, quiet: bool) -> Exit:
    from edison.actions.results.cards import show_card
    from edison.actions.results.showing import shown
    from edison.actions.views.card import view_card
    from edison.domain import CardStanding

    if as_json:
        say_json([view_card(card) for card in cards])
    elif not quiet:
        for card in cards:
            for line in show_card(card):
                say(shown(line))
            say()
    refused = any(card.standing is CardStanding.UNQUALIFIED for card in cards)
    return Exit.CHECKS_FAILED if refused else Exit.PASS
