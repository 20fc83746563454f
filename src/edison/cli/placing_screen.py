"""A ranking of texts on a terminal, and how a command that made one ends."""

from typing import TYPE_CHECKING

from rich.table import Table

from .door import Exit, note, say, say_json
from .screen import draw_report

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from edison.actions.house import House
    from edison.actions.placings import PlacingRun
    from edison.domain import Placed, PlacedJudge, Placing, Run, RunReport

    from .foreground import Wishes

_MOST_SHOWN = 50


def conclude_placing(house: "House", run: "Run", wishes: "Wishes") -> Exit:
    """Say where the texts of a run stand, in words, for machines or on a page; 0 where that is a result."""
    from edison.actions.contests import show_placing
    from edison.actions.placings import placing_for_machines, save_placing

    placing, about = show_placing(house, run)
    if run.halted is not None:
        note(f"It stands still: {run.halted.sentence} Go on with: edison resume {run.id}")
    if wishes.out is not None:
        save_placing(wishes.out, placing, about=about, name=wishes.format)
    if wishes.as_json:
        say_json(placing_for_machines(placing, about))
    elif not wishes.quiet:
        from rich.console import Console

        draw_placing(placing, about, Console(highlight=False))
    return Exit.PASS if run.settlement.is_result else Exit.TROUBLE


def show_ranking(house: "House", report: "RunReport", *, as_json: bool) -> None:
    """Show a run that ranks texts: where it stands and its counts, and where the texts stand."""
    from rich.console import Console

    from edison.actions.contests import show_placing
    from edison.actions.placings import placing_for_machines
    from edison.actions.showing import show_report, summarise

    placing, about = show_placing(house, report.run)
    if as_json:
        say_json({**summarise(report), **placing_for_machines(placing, about)})
        return
    console = Console(highlight=False)
    draw_report(show_report(report), console)
    draw_placing(placing, about, console)


def draw_placing(placing: "Placing", about: "PlacingRun", console: "Console") -> None:
    """The texts, the strongest first, and how far that can be believed."""
    from edison.actions.placings import ending_of, warnings_of
    from edison.actions.showing import shown

    if placing.items:
        _draw_table(placing, about, console)
    else:
        say(f"{shown(about.name)}: no order after {about.comparisons:,} comparisons.")
    for line in _notes(placing, warnings=warnings_of(placing, about)):
        say(shown(line))
    say(f"Ended: {ending_of(about)}" if about.settlement.is_end else "It has not ended yet.")


def _draw_table(placing: "Placing", about: "PlacingRun", console: "Console") -> None:
    from edison.actions.showing import shown

    graded = any(item.projected is not None for item in placing.items)
    table = Table(title=f"{shown(about.name)}: {about.comparisons:,} comparisons", title_justify="left")
    for name in ("#", "text", "score", "± SE", "compared", *(("grade", "certainty") if graded else ())):
        table.add_column(name, justify="left" if name in ("text", "grade", "certainty") else "right")
    for item in placing.items[:_MOST_SHOWN]:
        table.add_row(*_row(item, graded=graded))
    console.print(table)
    if len(placing.items) > _MOST_SHOWN:
        say(f"… and {len(placing.items) - _MOST_SHOWN:,} more; --out and --json show all.")


def _row(item: "Placed", *, graded: bool) -> list[str]:
    from edison.actions.showing import shown

    se = "" if item.se is None else f"{item.se:.2f}"
    cells = [str(item.rank), shown(item.name), f"{item.score:+.2f}", se, str(item.comparisons)]
    if graded:
        projected = item.projected
        given = "" if item.anchor_grade is None else f" (anchor {item.anchor_grade})"
        cells += ["", ""] if projected is None else [f"{projected.fine}{given}", projected.certainty.value]
    return cells


def _notes(placing: "Placing", *, warnings: "Iterable[str]") -> "Iterator[str]":
    """What to know before believing the table."""
    from edison.actions.placings import halves_of

    reliability = placing.reliability
    known = {
        "two streams": reliability.streams,
        "hierarchical": reliability.hierarchical,
        "split half": reliability.split_half,
        "SSR": reliability.ssr,
    }
    told = [f"{name} {value:.2f}" for name, value in known.items() if value is not None]
    if told:
        yield f"Reliability: {', '.join(told)}."
    if reliability.halves_of is not None or reliability.no_split_half is not None:
        yield f"Split half: {halves_of(placing)}"
    if placing.first_position is not None:
        yield f"Being shown first is worth {placing.first_position:+.2f} logits; the scores are freed of it."
    for warning in warnings:
        yield f"Note: {warning}"
    if placing.without_grades is not None:
        yield f"No grades: {placing.without_grades}"
    for judge in placing.judges:
        yield _tell_judge(judge)


def _tell_judge(judge: "PlacedJudge") -> str:
    from edison.actions.placings import card_of

    person = " (a person)" if judge.is_person else ""
    first = "" if judge.first_chosen is None else f", chose what was shown first in {judge.first_chosen:.0%}"
    missed = (
        f", {judge.not_judged} of {judge.comparisons + judge.not_judged} not judged"
        if judge.not_judged
        else ""
    )
    card = "" if judge.is_person else f" Card: {card_of(judge)}."
    return f"{judge.name}{person}: {judge.comparisons} comparisons{first}{missed}.{card}"
