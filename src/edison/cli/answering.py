"""The command by which people answer what a run asks them."""

from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, RunName, app, find, opened, say, say_json

if TYPE_CHECKING:
    from edison.actions.house import House
    from edison.domain import RunId


@app.command(rich_help_panel="Runs")
def answer(
    run: RunName,
    choice: Annotated[
        str | None, typer.Argument(help="What you say; what is asked is shown if it is not given.")
    ] = None,
    question: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Which question, where several are open.")
    ] = None,
    note: Annotated[str, typer.Option(metavar="TEXT", help="What else there is to say.")] = "",
    as_json: AsJson = False,
) -> None:
    """Answer what a run asks people; without an answer, show what it asks."""
    from edison.actions.runs.people import answer_question

    with opened() as house:
        run_id = find(house, run).id
        if choice is None:
            _show(house, run_id, as_json=as_json)
            return
        answered = answer_question(house, run_id, choice, question=question, note=note)
        is_waiting = answered.halted is not None
        say("Kept." if is_waiting else f"Kept; a worker goes on with the run, or: edison resume {run_id}")


def _show(house: "House", run_id: "RunId", *, as_json: bool) -> None:
    from edison.actions.results.showing import shown
    from edison.actions.runs.people import list_questions
    from edison.actions.views.run import view_questions

    asked = list_questions(house, run_id)
    if as_json:
        say_json(view_questions(asked))
        return
    for one in asked:
        say(f"Question {one.unit}: {shown(one.question.text)}")
        if one.question.choices:
            say(f"  Choices: {', '.join(map(shown, one.question.choices))}")
        if one.until is not None:
            say(f"  The run goes on without an answer at {one.until:%Y-%m-%d %H:%M} UTC.")
    if not asked:
        say("It asks nothing now.")
