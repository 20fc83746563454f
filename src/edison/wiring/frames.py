"""Results as data frames, for notebooks; the libraries are an extra and loaded when asked for."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING

from edison.actions.files import SentFile
from edison.domain import CellReport, RunReport, passed_checks
from edison.errors import FileNotReadable, LibraryMissing, Problem, TableBroken
from edison.formats.exports.written_cells import CellWriter

if TYPE_CHECKING:
    from types import ModuleType

    import pandas  # pyright: ignore[reportMissingTypeStubs] (it ships none)
    import polars

_ROWS_AT_ONCE = 64

_SCHEMA: dict[str, type] = {
    "case_id": str,
    "arm": str,
    "version": int,
    "repeat": int,
    "outcome": str,
    "text": str,
    "passed": bool,
    "quality": float,
    "latency_ms": int,
    "tokens_in": int,
    "tokens_out": int,
    "cost_usd": float,
}


@dataclass(frozen=True, slots=True)
class ParquetColumns:
    """What a Parquet file says of itself."""

    names: tuple[str, ...]
    rows: int


def read_parquet(path: Path | SentFile, *, largest: int | None = None) -> Iterator[bytes]:
    """A Parquet file as lines of JSON, one for each row.

    Args:
        path: The file, or what was sent of one.
        largest: How many bytes of such lines it may unpack to; as many as it likes unless given.

    Raises:
        TableBroken: it is none, it is damaged, a column holds bytes, or it unpacks to more.
    """
    name = path.name
    with _told_of(name) as polars:
        table = polars.read_parquet(_source(path))
        _refuse_bytes(name, table.schema)
    written = 0
    for some in table.iter_slices(_ROWS_AT_ONCE):
        with _told_of(name):
            lines = some.write_ndjson().encode()
        written += len(lines)
        if largest is not None and written > largest:
            what = f"it unpacks to more than {largest >> 20} MiB"
            raise TableBroken(Problem(name, what, "Take fewer rows, or import it with edison data import."))
        yield lines


def look_at_parquet(file: SentFile) -> ParquetColumns:
    """What the columns of a Parquet file are called, and how many rows it has; no row is unpacked."""
    with _told_of(file.name) as polars:
        schema = polars.read_parquet_schema(_source(file))
        _refuse_bytes(file.name, schema)
        rows = polars.scan_parquet(_source(file)).select(polars.len()).collect().item()
    return ParquetColumns(tuple(schema), int(rows))


def to_polars(report: RunReport, cells: Iterable[CellReport]) -> "polars.DataFrame":
    """One row per cell; what is not known is null."""
    try:
        import polars
    except ImportError as missing:
        raise LibraryMissing("polars", extra="frames") from missing
    return polars.DataFrame(_columns(report, cells), schema=_SCHEMA)


def to_pandas(report: RunReport, cells: Iterable[CellReport]) -> "pandas.DataFrame":
    """One row per cell; what is not known is missing."""
    try:
        import pandas  # pyright: ignore[reportMissingTypeStubs] (it ships none)
    except ImportError as missing:
        raise LibraryMissing("pandas", extra="frames") from missing
    columns = _columns(report, cells)
    types = {str: "string", int: "Int64", float: "Float64", bool: "boolean"}
    return pandas.DataFrame(
        {name: pandas.array(values, dtype=types[_SCHEMA[name]]) for name, values in columns.items()}
    )


def _source(path: Path | SentFile) -> Path | BytesIO:
    return BytesIO(path.content) if isinstance(path, SentFile) else path


@contextmanager
def _told_of(name: str) -> "Generator[ModuleType]":
    """The library, whose complaints are told as ours about a file."""
    try:
        import polars
    except ImportError as missing:
        raise LibraryMissing("polars", extra="frames") from missing
    try:
        yield polars
    except OSError as error:
        raise FileNotReadable(name, str(error).partition("\n")[0]) from error
    except (polars.exceptions.PolarsError, polars.exceptions.PanicException) as error:
        what = f"it is no Parquet file that can be read ({str(error).partition(chr(10))[0]})"
        raise TableBroken(Problem(name, what, "Write it anew, or as CSV or JSON lines.")) from error


def _refuse_bytes(name: str, schema: "polars.Schema") -> None:
    """Values that no text can hold are refused by the name of their column."""
    for column, kind in schema.items():
        if any(held in str(kind) for held in ("Binary", "Object")):
            what = f"its column {column!r} holds bytes, which are no text"
            raise TableBroken(Problem(name, what, "Leave it out, or write it as text."))


def _columns(report: RunReport, cells: Iterable[CellReport]) -> dict[str, list[object]]:
    writer = CellWriter(report)
    columns: dict[str, list[object]] = {name: [] for name in _SCHEMA}
    for cell in cells:
        line = {
            **writer.write(cell),
            "passed": passed_checks(cell.outcome, cell.worst),
            "quality": _quality(cell, writer),
        }
        for name, values in columns.items():
            values.append(line[name])
    return columns


def _quality(cell: CellReport, writer: CellWriter) -> float | None:
    """The mean over the judges that gave one."""
    known = [
        quality for judgment in cell.judgments if (quality := writer.quality(judgment, cell)) is not None
    ]
    return fsum(known) / len(known) if known else None
