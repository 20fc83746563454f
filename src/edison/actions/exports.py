"""Results as files, in formats that others read; streamed, of any size."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from edison.domain import CellReport, RunReport
from edison.errors import FormatUnknown
from edison.formats import write_csv, write_html, write_json, write_jsonl, write_junit, write_markdown

from .files import write_file
from .house import House
from .reports import list_cells, show_run

Write = Callable[[RunReport, Iterable[CellReport]], Iterator[bytes]]

FORMATS: Mapping[str, Write] = {
    "json": write_json,
    "jsonl": write_jsonl,
    "csv": write_csv,
    "junit": write_junit,
    "html": write_html,
    "md": write_markdown,
}

_BY_SUFFIX = {".xml": "junit", ".htm": "html", ".markdown": "md", ".ndjson": "jsonl"}


def format_of(path: Path, *, name: str | None = None) -> str:
    """The format that was named, or the one that the end of a file's name says."""
    suffix = path.suffix.lower()
    chosen = name or _BY_SUFFIX.get(suffix, suffix.removeprefix("."))
    if chosen not in FORMATS:
        raise FormatUnknown(chosen, FORMATS)
    return chosen


def export_run(house: House, text: str, *, name: str) -> Iterator[bytes]:
    """A run in a format, piece by piece."""
    if name not in FORMATS:
        raise FormatUnknown(name, FORMATS)
    report = show_run(house, text)
    return FORMATS[name](report, list_cells(house, report.run.id))


def save_export(house: House, text: str, *, path: Path, name: str | None = None) -> None:
    """A run in a format as a file, whole or not at all."""
    write_file(path, export_run(house, text, name=format_of(path, name=name)), fault=house.fault)
