"""The commands by which people decide about suggested changes: reviews, review."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .door import AsJson, app, opened, say, say_json, several
from .prompts import PANEL, Project

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from edison.actions.views.review import HunkView, SuggestionView


@app.command(rich_help_panel=PANEL)
def reviews(
    also_closed: Annotated[bool, typer.Option("--all", help="Also those that are decided.")] = False,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """List the changes of prompts that wait for a person's decision."""
    from edison.actions.results.showing import shown
    from edison.actions.reviews import list_reviews

    with opened() as house:
        found = list_reviews(house, project=project, also_closed=also_closed)
        if as_json:
            say_json(found)
            return
        for one in found:
            decided = sum(hunk.review is not None for hunk in one.hunks)
            became = (
                f"{decided} of {len(one.hunks)} decided" if one.outcome is None else _became(one).rstrip(".")
            )
            say(f"{one.id}  {shown(one.prompt)}: {shown(one.note)} ({len(one.hunks)} hunks, {became})")
        elsewhere = list(_elsewhere(list_reviews(house, everywhere=True))) if project is None else []
        for line in elsewhere:
            say(line)
        if not found and not elsewhere:
            say("Nothing waits for a decision.")


@app.command(rich_help_panel=PANEL)
def review(
    name: Annotated[str, typer.Argument(help="A suggestion: its id, a part of it, or latest.", metavar="ID")],
    decision: Annotated[
        Literal["approve", "edit", "reject", "request-changes", "withdraw", "apply"] | None,
        typer.Argument(help="What you decide; it is shown if nothing is given. `apply` ends the review."),
    ] = None,
    hunk: Annotated[
        list[int] | None,
        typer.Option(
            min=1, metavar="N", help="About this hunk only; all that are open, and done, if not given."
        ),
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What is to stand there instead; with edit.")
    ] = None,
    note: Annotated[str, typer.Option(metavar="TEXT", help="Why; a refiner is told.")] = "",
    seen: Annotated[
        int | None,
        typer.Option(min=0, metavar="REVISION", help="Overwrite what others decided up to this revision."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a suggested change, or decide about it hunk by hunk; what is approved becomes a new version."""
    from edison.actions.reviews import HunkRequest, close_review, decide_hunks, show_review
    from edison.domain import Decision

    with opened() as house:
        if decision is None:
            told = show_review(house, name)
        elif decision == "apply":
            told = close_review(house, name, seen=seen)
        else:
            request = HunkRequest(
                Decision(decision.replace("-", "_")), tuple(hunk or ()), text=text, note=note
            )
            told = decide_hunks(house, name, request, seen=seen)
        if as_json:
            say_json(told)
        elif decision is None:
            _show(told)
        else:
            _tell(told)


def _elsewhere(waiting: "Sequence[SuggestionView]") -> "Iterator[str]":
    """Whoever is asked by a run of a project would look for it among all."""
    for slug in sorted({one.project for one in waiting if one.project is not None}):
        count = sum(one.project == slug for one in waiting)
        yield f"In the project {slug}: {several(count, 'change')} more. edison reviews --project {slug}"


def _show(one: "SuggestionView") -> None:
    from edison.actions.results.showing import shown, shown_estimate, shown_whole

    say(f"{one.id}: a change of {shown(one.prompt)} by {shown(one.author)}, revision {one.revision}")
    if one.note:
        say(shown(one.note))
    if one.proof is not None and one.proof.difference is not None and one.proof.interval is not None:
        gain = shown_estimate(one.proof.difference, one.proof.interval, signed=True)
        say(
            f"All of it on {one.proof.cases} held-out cases: {gain}, {shown(one.proof.verdict).replace('_', ' ')}"
        )
    for hunk in one.hunks:
        say(f"Hunk {hunk.number} ({hunk.part.value}){_decided(hunk)}: {shown(hunk.reason)}")
        for mark, words in (("-", hunk.find), ("+", hunk.replace)):
            say(shown_whole("".join(f"  {mark}{line}\n" for line in words.splitlines())).rstrip("\n"))
        for source in one.sources:
            if source.number in hunk.sources:
                say(f"  asked for by {shown(source.judge or 'a judge')}: {shown(source.text)}")
    if one.outcome is not None:
        say(_became(one))
    say(shown(one.effect))


def _tell(one: "SuggestionView") -> None:
    from edison.actions.results.showing import shown

    if one.outcome is None:
        left = sum(hunk.review is None for hunk in one.hunks)
        say(
            f"Kept; {left} of {len(one.hunks)} hunks are open. End the review with: edison review {one.id} apply"
        )
        return
    going = f" A worker goes on with the run, or: edison resume {one.run}" if one.run_waits else ""
    say(f"{_became(one)}{going or f' {shown(one.effect)}'}".rstrip())


def _became(one: "SuggestionView") -> str:
    if one.version is not None:
        return f"Applied as version {one.version} of {one.prompt}."
    return "Changes are requested." if one.outcome == "request_changes" else "Rejected."


def _decided(hunk: "HunkView") -> str:
    from edison.actions.results.showing import shown

    if hunk.review is None:
        return ""
    words = "" if hunk.review.text is None else f" “{shown(hunk.review.text)}”"
    said = f" ({shown(hunk.review.note)})" if hunk.review.note else ""
    return f", {hunk.review.decision.value.replace('_', ' ')} by {hunk.review.by}{words}{said}"
