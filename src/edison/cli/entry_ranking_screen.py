"""A ranking of texts on a terminal, and how a command that made one ends."""

from typing import TYPE_CHECKING

from rich.table import Table

from .door import Exit, note, percent, say, say_json, several
from .screen import draw_report

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from edison.actions.house import House
    from edison.actions.results.entry_rankings import EntryRankingRun
    from edison.domain import ComparingJudge, EntryRanking, RankedEntry, Run, RunReport

    from .foreground import OutputOptions

_MOST_SHOWN = 50


def conclude_entry_ranking(house: "House", run: "Run", options: "OutputOptions") -> Exit:
    """Say where the texts of a run stand, in words, for machines or on a page.

    Ends with 0 where that can be used, with 1 where there is a result that should not be, with 3 where there is none.
    """
    from edison.actions.results.entry_rankings import (
        is_usable,
        published_of,
        show_entry_ranking,
    )
    from edison.actions.results.exports import save_export
    from edison.actions.views.ranking import view_entry_ranking

    entry_ranking, about = show_entry_ranking(house, run.id)
    if run.halted is not None:
        note(f"It stands still: {run.halted.sentence} Go on with: edison resume {run.id}")
    for path in options.out:
        save_export(house, run.id, path=path, name=options.format)
    if options.as_json:
        say_json(view_entry_ranking(entry_ranking, about=about))
    elif options.quiet:
        say(_line(entry_ranking, about))
    else:
        from rich.console import Console

        draw_entry_ranking(entry_ranking, about, Console(highlight=False))
        say(f"Report: {', '.join(map(str, options.out)) or f'edison export {run.id} --out report.html'}")
    if is_usable(entry_ranking, about):
        return Exit.PASS
    return Exit.CHECKS_FAILED if published_of(entry_ranking, about) else Exit.TROUBLE


def _line(entry_ranking: "EntryRanking", about: "EntryRankingRun") -> str:
    from edison.actions.results.entry_rankings import worth_of
    from edison.actions.results.showing import shown

    compared = several(about.comparisons, "comparison")
    return shown(f"{about.name}: {worth_of(entry_ranking, about)} {compared}. {about.run_id}")


def show_ranking(house: "House", report: "RunReport", *, as_json: bool) -> None:
    """Show a run that ranks texts: where it stands and its counts, and where the texts stand."""
    from rich.console import Console

    from edison.actions.results.entry_rankings import show_entry_ranking
    from edison.actions.results.showing import show_report
    from edison.actions.views.ranking import view_ranked_run

    entry_ranking, about = show_entry_ranking(house, report.run.id)
    if as_json:
        say_json(view_ranked_run(report, entry_ranking, about=about))
        return
    console = Console(highlight=False)
    draw_entry_ranking(entry_ranking, about, console)
    draw_report(show_report(report), console)


def draw_entry_ranking(entry_ranking: "EntryRanking", about: "EntryRankingRun", console: "Console") -> None:
    """What the order is worth, the texts, the strongest first, and how far that can be believed."""
    from edison.actions.results.entry_rankings import ending_of, warnings_of, worth_of
    from edison.actions.results.showing import shown

    say(shown(worth_of(entry_ranking, about)))
    if entry_ranking.items:
        _draw_table(entry_ranking, about, console)
    else:
        say(f"{shown(about.name)}: no order after {several(about.comparisons, 'comparison')}.")
    for line in _notes(entry_ranking, warnings=warnings_of(entry_ranking, about)):
        say(shown(line))
    say(f"Ended: {ending_of(about)}" if about.settlement.is_end else "It has not ended yet.")


def _draw_table(entry_ranking: "EntryRanking", about: "EntryRankingRun", console: "Console") -> None:
    from edison.actions.results.entry_rankings import numbers_of
    from edison.actions.results.showing import shown

    graded = any(item.projected is not None for item in entry_ranking.items)
    table = Table(
        title=f"{shown(about.name)}: {several(about.comparisons, 'comparison')}", title_justify="left"
    )
    for name in ("#", "text", "score", "± SE", "compared", *(("grade", "certainty") if graded else ())):
        table.add_column(name, justify="left" if name in ("text", "grade", "certainty") else "right")
    told = zip(entry_ranking.items[:_MOST_SHOWN], numbers_of(entry_ranking), strict=False)
    for item, numbers in told:
        table.add_row(*_row(item, numbers, graded=graded))
    console.print(table)
    if len(entry_ranking.items) > _MOST_SHOWN:
        say(f"… and {len(entry_ranking.items) - _MOST_SHOWN:,} more; --out and --json show all.")


def _row(item: "RankedEntry", numbers: tuple[str, str], *, graded: bool) -> list[str]:
    from edison.actions.results.entry_rankings import certainty_of
    from edison.actions.results.showing import shown

    cells = [str(item.rank), shown(item.name), *numbers, str(item.comparisons)]
    if graded:
        projected = item.projected
        given = "" if item.anchor_grade is None else f" (anchor {item.anchor_grade})"
        cells += ["", ""] if projected is None else [f"{projected.fine}{given}", certainty_of(projected)]
    return cells


def _notes(entry_ranking: "EntryRanking", *, warnings: "Iterable[str]") -> "Iterator[str]":
    """What to know before believing the table."""
    from edison.actions.results.entry_rankings import effect_of, halves_of, reliabilities_of

    reliability = entry_ranking.reliability
    if told := reliabilities_of(entry_ranking):
        yield f"Reliability: {', '.join(told)}."
    if reliability.halves_of is not None or reliability.no_split_half is not None:
        yield f"Split half: {halves_of(entry_ranking)}"
    if (effect := effect_of(entry_ranking)) is not None:
        yield f"Being shown first is worth {effect} logits; the scores are freed of it."
    for warning in warnings:
        yield f"Note: {warning}"
    if entry_ranking.without_grades is not None:
        yield f"No grades: {entry_ranking.without_grades}"
    for judge in entry_ranking.judges:
        yield _tell_judge(judge)


def _tell_judge(judge: "ComparingJudge") -> str:
    from edison.actions.results.entry_rankings import card_of

    person = " (a person)" if judge.is_person else ""
    first = (
        "" if judge.first_chosen is None else f", chose what was shown first in {percent(judge.first_chosen)}"
    )
    missed = (
        f", {judge.not_judged} of {judge.comparisons + judge.not_judged} not judged"
        if judge.not_judged
        else ""
    )
    card = "" if judge.is_person else f" Card: {card_of(judge)}."
    return f"{judge.name}{person}: {several(judge.comparisons, 'comparison')}{first}{missed}.{card}"
