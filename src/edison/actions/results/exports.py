"""Results as files, in formats that others read; streamed, of any size."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from edison.domain import Case, CellReport, Right, Run, RunId, RunReport
from edison.errors import FormatUnknown

from ..access import verb
from ..files import write_file
from ..house import House
from ..presets import PRESETS, ShownAs
from .reports import list_cells, read_run, show_run

if TYPE_CHECKING:
    from edison.formats.exports.cell_by_cell import CellByCell

Write = Callable[[RunReport, Iterable[CellReport]], Iterator[bytes]]

_OTHERS = ("prix-json", "prix-csv", "promptfoo", "promptfoo-config")
"""The forms of other programs; they have to be named."""
PICTURES = ("png",)
"""Those that are no text."""
FORMATS = ("json", "jsonl", "csv", "facets", "comparisons", "junit", "html", "md", "png", *_OTHERS)

_IN_PAGES = ("json", "jsonl", "csv")
_PAGE = 200
_BY_SUFFIX = {".xml": "junit", ".htm": "html", ".markdown": "md", ".ndjson": "jsonl"}


def format_of(path: Path, *, name: str | None = None) -> str:
    """The format that was named, or the one that the end of a file's name says."""
    suffix = path.suffix.lower()
    chosen = name or _BY_SUFFIX.get(suffix, suffix.removeprefix("."))
    if chosen not in FORMATS:
        raise FormatUnknown(chosen, FORMATS)
    return chosen


def format_for(run: Run, path: Path, *, name: str | None = None) -> str:
    """The format in which a run is written to a file; rankings of texts have fewer of them."""
    if not _is_of_entries(run):
        return format_of(path, name=name)
    from .entry_rankings import entry_ranking_format

    return entry_ranking_format(path, name=name)


@verb(Right.READ)
def export_run(house: House, run_id: RunId, *, name: str | None = None) -> Iterator[bytes]:
    """A run in a format, piece by piece: JSON lines if none is named, of a ranking of texts JSON.

    Of a run that is an export, the file that it made.
    """
    run = read_run(house, run_id)
    if is_export(run):
        from ..export_pages import read_exported

        return read_exported(house, run)
    if _is_of_entries(run):
        from .entry_rankings import entry_ranking_format, export_entry_ranking

        return export_entry_ranking(house, run_id, name=entry_ranking_format(Path(), name=name or "json"))
    chosen = name or "jsonl"
    if chosen not in FORMATS:
        raise FormatUnknown(chosen, FORMATS)
    if chosen == "comparisons":
        from edison.formats.exports.ranking_tables import write_comparisons

        from .comparisons import list_comparisons

        return write_comparisons(list_comparisons(house, run_id), by_case=True)
    if chosen == "promptfoo-config":
        from edison.formats.exports.promptfoo_config import write_promptfoo_config

        return write_promptfoo_config(run, lambda: _cases(house, run))
    report, cells = show_run(house, run_id), list_cells(house, run_id)
    if chosen in ("html", "md"):
        from edison.formats import write_html, write_markdown

        from .summary import find_sides

        write = write_html if chosen == "html" else write_markdown
        return write(report, cells, sides=find_sides(house, report))
    return _writer(chosen)(report, cells)


@verb(Right.READ)
def save_export(house: House, run_id: RunId, *, path: Path, name: str | None = None) -> None:
    """A run in a format as a file, whole or not at all."""
    chosen = format_for(read_run(house, run_id), path, name=name)
    write_file(path, export_run(house, run_id, name=chosen), fault=house.fault)


def _cases(house: House, run: Run) -> Iterator[Case]:
    for first in range(0, run.snapshot.cases, _PAGE):
        with house.store.reading() as work:
            cases = work.datasets.cases(run.snapshot.dataset.id, first=first, count=_PAGE)
        yield from cases


def is_export(run: Run) -> bool:
    """Whether a run writes what others found out."""
    return PRESETS[run.experiment.preset].shown_as is ShownAs.EXPORT


def cell_by_cell(name: str) -> "CellByCell | None":
    """A format in which every cell stands for itself, so that it can be written in pages; None of all others."""
    if name not in _IN_PAGES:
        return None
    from edison.formats.exports.csv import CSV
    from edison.formats.exports.json import JSON, JSONL

    return {"json": JSON, "jsonl": JSONL, "csv": CSV}[name]


def _is_of_entries(run: Run) -> bool:
    return PRESETS[run.experiment.preset].shown_as is ShownAs.ENTRIES


def _writer(name: str) -> Write:
    # Loaded when something is written: every run asks here at its end, and most are not exported.
    from edison.formats import (
        write_csv,
        write_facets,
        write_json,
        write_jsonl,
        write_junit,
    )
    from edison.formats.exports.grid_picture import write_png
    from edison.formats.exports.prix import write_prix_csv, write_prix_json
    from edison.formats.exports.promptfoo import write_promptfoo

    writers: Mapping[str, Write] = {
        "json": write_json,
        "jsonl": write_jsonl,
        "csv": write_csv,
        "facets": write_facets,
        "junit": write_junit,
        "png": write_png,
        "prix-json": write_prix_json,
        "prix-csv": write_prix_csv,
        "promptfoo": write_promptfoo,
    }
    return writers[name]
