"""The command that looks at files of tests: check."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .battery_options import Models, names_in
from .door import (
    AllowCode,
    AllowFiles,
    AsJson,
    Exit,
    ProvidersFile,
    app,
    note,
    opened,
    percent,
    say,
    say_json,
    several,
)

if TYPE_CHECKING:
    from edison.actions.views.battery import CheckedFileView, CheckedFolderView
    from edison.domain import AssertionTally

_MOST_TOLD = 200


@app.command(rich_help_panel="Runs")
def check(
    file: Annotated[
        Path | None,
        typer.Argument(help="A file of tests: a suite, a battery, BFCL or promptfoo.", metavar="[FILE]"),
    ] = None,
    share: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Say which share of the files in a folder can be used."),
    ] = None,
    file_only: Annotated[
        bool,
        typer.Option("--file-only", help="Look at the file by itself: no keys, prices or providers."),
    ] = False,
    models: Models = None,
    providers: ProvidersFile = None,
    allow_files: AllowFiles = None,
    allow_code: AllowCode = False,
    as_json: AsJson = False,
) -> None:
    """Look at a file of tests: what it holds, what of it will not be done, and whatever would be refused before a run.

    Ends with 2 if it cannot be used, with 3 if a provider cannot be reached.
    """
    from edison.actions.presets.checking import check_file, check_folder, refuse_unrunnable
    from edison.actions.results.showing import shown

    if (file is None) == (share is None):
        raise typer.BadParameter("name a file, or a folder with --share")
    if share is not None:
        _tell_folder(check_folder(share, allows_code=allow_code), as_json=as_json)
    if file is not None and file_only:
        _tell_file(check_file(file, also=allow_files or (), allows_code=allow_code), as_json=as_json)
    elif file is not None:
        with opened(providers, allow_code=allow_code) as house:
            also = allow_files or ()
            _tell_file(check_file(file, also=also, allows_code=allow_code, house=house), as_json=as_json)
            for told in refuse_unrunnable(house, file, also=also, models=names_in(models)):
                note(shown(told))


def _tell_file(checked: "CheckedFileView", *, as_json: bool) -> None:
    from edison.actions.results.showing import shown

    if as_json:
        say_json(checked)
        return
    say(
        f"{several(checked.tests, 'test')} in {several(checked.categories, 'category', 'categories')} ({checked.form})."
    )
    if checked.assertions:
        say(f"{checked.evaluated:,} of {several(checked.assertions, 'assertion')} evaluated.")
    if checked.judged:
        say(f"{several(checked.judged, 'test')} with criteria for a judge (--judge-model).")
    for sentence in checked.unhonoured[:_MOST_TOLD]:
        say(f"  not honoured: {shown(sentence)}")
    if len(checked.unhonoured) > _MOST_TOLD:
        say(f"  and {len(checked.unhonoured) - _MOST_TOLD:,} more that are not honoured")


def _tell_folder(found: "CheckedFolderView", *, as_json: bool) -> None:
    from edison.actions.results.showing import shown

    if as_json:
        say_json(found)
    else:
        for one in found.files:
            what = (
                f"{several(one.checked.tests, 'test')}, {one.checked.evaluated:,} of "
                f"{several(one.checked.assertions, 'assertion')}"
                if one.checked
                else f"refused: {one.trouble}"
            )
            say(shown(f"{one.name}: {what}"))
        _tell_types([tally for one in found.files if one.checked for tally in one.checked.tallies])
        files = len(found.files)
        say(f"{found.loaded:,} of {several(files, 'file')} can be used ({_share(found.loaded, files)}).")
        share = _share(found.evaluated, found.assertions)
        say(f"{found.evaluated:,} of {several(found.assertions, 'assertion')} evaluated ({share}).")
    sys.exit(Exit.PASS if found.files else Exit.BAD_INPUT)


def _tell_types(tallies: "list[AssertionTally]") -> None:
    """The assertions of all files by type, and those that need nobody's judgment in one line."""
    if not tallies:
        return
    rows: dict[tuple[str, str], list[int]] = {}
    for one in tallies:
        row = rows.setdefault((one.type, one.sort), [0, 0])
        row[0] += one.evaluated
        row[1] += one.found
    say(f"{'type':<30} {'goes by':<10} {'evaluated':>10}")
    for (type_, sort), (evaluated, found) in sorted(rows.items(), key=lambda row: (-row[1][1], row[0])):
        say(f"{_shown_type(type_):<30} {sort:<10} {evaluated:>4} of {found:>3}")
    by_answer = [row for (_, sort), row in rows.items() if sort == "answer"]
    made, written = sum(row[0] for row in by_answer), sum(row[1] for row in by_answer)
    say(f"By the answer alone: {made:,} of {written:,} ({_share(made, written)}).")


def _shown_type(name: str) -> str:
    """A type as it may stand on a terminal."""
    from edison.actions.results.showing import shown

    return shown(name[:30])


def _share(part: int, whole: int) -> str:
    return percent(part / whole, decimals=1) if whole else "none"
