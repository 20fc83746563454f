"""Sets of cases: data import, list, show, split, approve, add-corrected, keep-separating, export."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .door import AsJson, ProvidersFile, Quiet, RunName, find, opened, say, say_json, several
from .drafting import Goal, HowLed, SuiteOption, Writer, write_drafts
from .prompts import PANEL, Project
from .running import Budget

if TYPE_CHECKING:
    from edison.actions.datasets import DatasetRef
    from edison.actions.views.dataset import DatasetView

__all__ = ["PANEL", "app"]

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)

Name = Annotated[str, typer.Argument(help="A set, or a version of it: NAME@3.", metavar="NAME")]
CaseNames = Annotated[list[str] | None, typer.Option("--case", metavar="ID", help="Only this case.")]


Complete = Annotated[bool, typer.Option("--complete", help="Go on with the set: its next version.")]
EmbedderOption = Annotated[
    str | None,
    typer.Option(
        metavar="PROVIDER/MODEL", help="Who tells near-duplicates by meaning; this machine if not given."
    ),
]
FailingRun = Annotated[
    str | None, typer.Option(metavar="RUN", help="Aim adversarial cases at what fails in this run.")
]
FailingSpots = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="At which of its failing spots; the three surest if not given."),
]


@app.command(name="import")
def import_(
    file: Annotated[Path, typer.Argument(help="CSV, JSONL, JSON, YAML or Parquet.", metavar="FILE")],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="What the set is called; the file's name if not given.")
    ] = None,
    kind: Annotated[
        Literal["golden", "synthetic", "adversarial"], typer.Option(help="Where the cases come from.")
    ] = "golden",
    columns: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="OURS=THEIRS", help="Take this from a column of another name."),
    ] = None,
    note: Annotated[str, typer.Option("--message", "-m", help="What is to be known about it.")] = "",
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Keep the cases of a file as the next version of a set: all of them, or none and the line that is wrong."""
    from edison.actions.datasets import import_dataset
    from edison.domain import DatasetKind

    with opened() as house:
        read_as, pieces = _pieces(file)
        kept = import_dataset(
            house,
            _where(name or file.stem, project),
            pieces,
            file=read_as,
            kind=DatasetKind(kind),
            columns=_columns(columns or ()),
            note=note,
        )
        _tell(kept, as_json=as_json)


@app.command(name="list")
def list_(project: Project = None, as_json: AsJson = False) -> None:
    """List the sets, each with its newest version."""
    from edison.actions.datasets import list_datasets

    with opened() as house:
        found = list_datasets(house, project=project)
        if as_json:
            say_json(found)
            return
        for one in found:
            say(_line(one))
        if not found:
            say("No set is kept.")


@app.command()
def show(
    name: Name,
    first: Annotated[int, typer.Option(min=0, metavar="N", help="Begin with this case, from 0.")] = 0,
    count: Annotated[int, typer.Option("--limit", min=1, max=500, metavar="N", help="So many cases.")] = 20,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Show the cases of a set, and its versions."""
    import json

    from edison.actions.datasets import list_dataset_versions, show_dataset
    from edison.actions.results.showing import shown

    with opened() as house:
        where = _where(name, project)
        page = show_dataset(house, where, first=first, count=count)
        if as_json:
            say_json(page)
            return
        for version in list_dataset_versions(house, where):
            say(_line(version))
        for case in page.cases:
            tags = f" [{', '.join(map(shown, case.tags))}]" if case.tags else ""
            say(f"{shown(case.id)} ({case.split.value}, difficulty {case.difficulty}){tags}")
            say(f"  {shown(json.dumps(case.variables, ensure_ascii=False))}")


@app.command()
def split(name: Name, project: Project = None, as_json: AsJson = False) -> None:
    """Say of every case what it is for (development, held out, sealed), evenly over tags: the next version."""
    from edison.actions.datasets import split_dataset

    with opened() as house:
        _tell(split_dataset(house, _where(name, project)), as_json=as_json)


@app.command()
def approve(
    name: Name,
    cases: CaseNames = None,
    drop: Annotated[list[str] | None, typer.Option(metavar="ID", help="All but this case.")] = None,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Stand for what the cases of a set expect; the next version holds these and no others."""
    from edison.actions.datasets import approve_dataset

    with opened() as house:
        where = _where(name, project)
        _tell(approve_dataset(house, where, cases=cases or (), drop=drop or ()), as_json=as_json)


@app.command()
def add_corrected(
    name: Name,
    run: RunName,
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Only what this person corrected.")] = None,
    arm: Annotated[str | None, typer.Option(metavar="NAME", help="Only outputs of this arm.")] = None,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Keep the cases of a run that people corrected, with the correction as expected answer: the next version."""
    from edison.actions.labels import add_corrected as add

    with opened() as house:
        kept = add(house, _where(name, project), find(house, run).id, by=by, arm=arm)
        _tell(kept, as_json=as_json)


@app.command()
def keep_separating(
    name: Name,
    run: RunName,
    least: Annotated[
        float,
        typer.Option(min=0, max=1, help="So far apart, from 0 to 1, the best and the worst have to be."),
    ] = 0.3,
    only: Annotated[bool, typer.Option("--only", help="Leave out all other cases.")] = False,
    project: Project = None,
    as_json: AsJson = False,
) -> None:
    """Mark the cases on which a run told versions of a prompt, or models, apart: the next version."""
    from edison.actions.failing import keep_separating as keep

    with opened() as house:
        kept = keep(house, _where(name, project), find(house, run), least=least, only=only)
        _tell(kept, as_json=as_json)


@app.command()
def export(
    name: Name,
    file: Annotated[Path, typer.Argument(help="Where to; JSONL.", metavar="FILE")],
    project: Project = None,
) -> None:
    """Write the cases of a set to a file that can be imported again."""
    from edison.actions.datasets import export_dataset
    from edison.actions.files import write_file

    with opened() as house:
        write_file(file, export_dataset(house, _where(name, project)))
        say(f"Wrote {file}")


@app.command()
def generate(
    name: Annotated[str, typer.Argument(help="What the new set is called.", metavar="NAME")],
    count: Annotated[int, typer.Option(min=1, max=2_000, help="So many cases.")] = 20,
    kind: Annotated[
        Literal["synthetic", "adversarial"],
        typer.Option(help="Usual cases, or such that are hard to get right."),
    ] = "synthetic",
    diversity: Annotated[
        float, typer.Option(min=0, max=1, help="From much alike to little in common.")
    ] = 0.5,
    hint: Annotated[list[str] | None, typer.Option(metavar="TEXT", help="What they are to be about.")] = None,
    language: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Spread over these.")] = None,
    length: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Such as short, medium, long; spread over these.")
    ] = None,
    tag: Annotated[list[str] | None, typer.Option(metavar="TAG", help="Spread over these.")] = None,
    at: FailingRun = None,
    spot: FailingSpots = None,
    beside: Annotated[
        str | None, typer.Option(metavar="NAME", help="Write nothing again that stands in this set.")
    ] = None,
    complete: Complete = False,
    embedder: EmbedderOption = None,
    goal: Goal = "",
    suite: SuiteOption = None,
    model: Writer = None,
    technique: HowLed = "direct",
    budget: Budget = None,
    providers: ProvidersFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Have a model write cases: as many as asked for, or the reason why not; unverified until you approve them."""
    from edison.actions.drafts import WantedDraft
    from edison.actions.failing import AimRequest
    from edison.domain import CaseSpec, DatasetKind, DraftKind, DraftMode, RunId, Technique

    spec = CaseSpec(
        name=name,
        kind=DatasetKind(kind),
        count=count,
        diversity=diversity,
        hints=tuple(hint or ()),
        languages=tuple(language or ()),
        lengths=tuple(length or ()),
        tags=tuple(tag or ()),
        embedder=embedder,
    )
    request = WantedDraft(
        kind=DraftKind.CASES,
        mode=DraftMode.COMPLETE if complete else DraftMode.DRAFT,
        goal=goal,
        writer=model,
        technique=Technique(technique),
        budget_usd=budget,
        spec=spec,
        at=None if at is None else AimRequest(RunId(at), tuple(spot or ())),
        beside=None if beside is None else _where(beside, None),
    )
    write_drafts(request, suite=suite, providers=providers, as_json=as_json, quiet=quiet)


def _where(name: str, project: str | None) -> "DatasetRef":
    from edison.actions.datasets import DatasetRef

    return DatasetRef.parse(name, project=project)


def _pieces(file: Path) -> tuple[str, Iterator[bytes]]:
    from edison.actions.files import read_pieces

    if file.suffix.lower() != ".parquet":
        return file.name, read_pieces(file)
    from edison.wiring.frames import read_parquet

    return f"{file.name}.jsonl", read_parquet(file)


def _columns(given: "tuple[str, ...] | list[str]") -> dict[str, str]:
    columns: dict[str, str] = {}
    for one in given:
        ours, equals, theirs = one.partition("=")
        if not (ours and equals and theirs):
            raise typer.BadParameter(f"{one!r} is not OURS=THEIRS, such as question=text")
        columns[ours] = theirs
    return columns


def _tell(kept: "DatasetView", *, as_json: bool) -> None:
    if as_json:
        say_json(kept)
    else:
        say(f"{_line(kept)}. In a suite: cases: data:{kept.name}@{kept.version}")


def _line(one: "DatasetView") -> str:
    doubt = "" if one.is_verified else ", unverified"
    return (
        f"{one.name}@{one.version}: {several(one.cases, 'case')}, "
        f"{one.kind.value}{doubt} ({one.origin}, {one.author})"
    )
