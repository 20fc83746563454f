"""Judges as instruments: judge qualify, judge cards."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, Exit, ProvidersFile, Quiet, note, opened, say, say_json
from .foreground import drive
from .running import Budget
from .screen import Screen

if TYPE_CHECKING:
    from edison.domain import JudgeCard

PANEL = "Judging"

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

Judges = Annotated[
    list[str], typer.Option("--judge", metavar="PROVIDER/MODEL", help="Who is examined; may be given again.")
]
SuiteFile = Annotated[
    Path | None,
    typer.Option("--suite", metavar="FILE", help="Cases with right answers; a starter suite if not given."),
]


@app.command()
def qualify(
    judge: Judges,
    suite: SuiteFile = None,
    judgments: Annotated[int, typer.Option(min=2, help="How many judgments each judge may make.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Makes the questions and their order repeatable.")] = 1,
    ties: Annotated[bool, typer.Option("--ties", help="Let judges call a tie.")] = False,
    budget: Budget = None,
    concurrency: Annotated[int, typer.Option(min=1, help="Calls in flight per endpoint.")] = 64,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Examine judges with cases whose right answers are known, and keep a card of each.

    Ends with 0 when every judge is qualified, with or without warnings, 1 when one is not, 2 for bad input, 3 for
    trouble.
    """
    from edison.actions.contests import judge_named
    from edison.actions.qualifying import (
        Examination,
        make_cards,
        open_judge_suite,
        ready_examination,
        start_examination,
    )
    from edison.actions.reports import find_run

    with opened(providers) as house:
        examination = Examination(
            suite=open_judge_suite(suite),
            judges=tuple(judge_named(name, may_tie=ties) for name in judge),
            judgments=judgments,
            seed=seed,
            budget_microusd=None if budget is None else round(budget * 1_000_000),
            concurrency=concurrency,
        )
        screen = Screen(quiet=quiet or as_json)
        ready = ready_examination(house, examination)
        screen.estimate(examination.suite.name, ready.estimate)
        started = start_examination(house, ready)
        screen.say(f"Started {started.id}.")
        drive(house, started.id, screen)
        run = find_run(house, started.id)
        if not run.settlement.is_end:
            halted = "" if run.halted is None else f" {run.halted.sentence}"
            note(f"The examination has not ended.{halted} Go on with: edison resume {run.id}")
            sys.exit(Exit.TROUBLE)
        sys.exit(_show(make_cards(house, run, suite=examination.suite), as_json=as_json, quiet=quiet))


@app.command()
def cards(as_json: AsJson = False) -> None:
    """List what is known about judges, the newest first."""
    from edison.actions.qualifying import list_cards

    with opened() as house:
        _show(list_cards(house), as_json=as_json, quiet=False)


def _show(cards: "list[JudgeCard]", *, as_json: bool, quiet: bool) -> Exit:
    from edison.actions.qualifying import show_card, summarise_card
    from edison.actions.showing import shown
    from edison.domain import CardStanding

    if as_json:
        say_json([summarise_card(card) for card in cards])
    elif not quiet:
        for card in cards:
            for line in show_card(card):
                say(shown(line))
            say()
    refused = any(card.standing is CardStanding.UNQUALIFIED for card in cards)
    return Exit.CHECKS_FAILED if refused else Exit.PASS
