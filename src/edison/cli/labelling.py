"""The commands by which people say what they think of outputs: label, labels."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .door import AsJson, RunName, app, find, opened, say, say_json, several

if TYPE_CHECKING:
    from edison.actions.views.label import JudgePeopleView, LabelView


@app.command(rich_help_panel="Runs")
def label(
    run: RunName,
    case: Annotated[str, typer.Option(metavar="ID", help="The case whose output is meant.")],
    arm: Annotated[str | None, typer.Option(metavar="NAME", help="By which arm.")] = None,
    prompt: Annotated[str | None, typer.Option(metavar="NAME", help="To which prompt.")] = None,
    repeat: Annotated[int | None, typer.Option(min=0, metavar="N", help="Which repeat, from 0.")] = None,
    label_: Annotated[
        str | None, typer.Option("--label", metavar="WORD", help="`pass`, `fail`, or a word of your own.")
    ] = None,
    score: Annotated[float | None, typer.Option(min=0, max=1, help="How good it is, from 0 to 1.")] = None,
    correction: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What should have been answered.")
    ] = None,
    note: Annotated[str | None, typer.Option(metavar="TEXT", help="Why.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say what you think of an output; what others said stays, and what you do not give stays as you said it."""
    from edison.actions.labels import LabelRequest, OutputRef, label_output

    with opened() as house:
        where = OutputRef(case, arm=arm, prompt=prompt, repeat=repeat)
        request = LabelRequest(label=label_, score=score, correction=correction, note=note)
        kept = label_output(house, find(house, run).id, where, request)
        if as_json:
            say_json(kept)
        else:
            say(_line(kept))


@app.command(rich_help_panel="Runs")
def labels(
    run: RunName,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the labels to a CSV file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what people said about the outputs of a run, and how far each judge agrees with them."""
    from edison.actions.files import write_file
    from edison.actions.labels import export_labels, list_labels

    with opened() as house:
        run_id = find(house, run).id
        if out is not None:
            write_file(out, export_labels(house, run_id))
            say(f"Wrote {out}")
            return
        found = list_labels(house, run_id)
        if as_json:
            say_json(found)
            return
        for one in found.labels:
            say(_line(one))
        for judge in found.judges:
            say(_beside(judge))
        if not found.labels:
            say(f"Nobody has labelled an output; begin with: edison label {run_id} --case ID --label pass")


def _line(one: "LabelView") -> str:
    from edison.actions.results.showing import shown

    said = [one.label or "", "" if one.score is None else f"score {one.score:g}"]
    if one.correction is not None:
        said.append(f"should be “{shown(one.correction)}”")
    told = ", ".join(word for word in said if word)
    why = f" ({shown(one.note)})" if one.note else ""
    gone = "" if one.is_current else "; the cell was asked again since"
    place = f"{shown(one.case)}, {shown(one.arm)}, {shown(one.prompt)}, repeat {one.repeat}"
    return f"{place}: {told or 'noted'} by {one.by}{why}{gone}"


def _beside(judge: "JudgePeopleView") -> str:
    from edison.actions.results.showing import shown, shown_estimate, shown_number

    beside = f"judge {shown(judge.judge)} and people on {several(judge.cases, 'case')}"
    if judge.lean is None or judge.lean_interval is None:
        return f"{beside}: not known. {judge.why_not}"
    if judge.pearson is None or judge.pearson_interval is None:
        return f"{beside}: not known. {judge.why_not}"
    correlation = shown_estimate(judge.pearson, judge.pearson_interval)
    lean = shown_estimate(judge.lean, judge.lean_interval, signed=True)
    error = shown_number(judge.error)
    return f"{beside}: correlation {correlation}, judge minus people {lean}, mean difference {error}"
