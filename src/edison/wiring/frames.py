"""Results as data frames, for notebooks; the libraries are an extra and loaded when asked for."""

from collections.abc import Iterable, Iterator
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING

from edison.domain import CellReport, RunReport, passed_checks
from edison.errors import FileNotReadable, LibraryMissing
from edison.formats.exports.written_cells import CellWriter

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingTypeStubs] (it ships none)
    import polars

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


def read_parquet(path: Path) -> Iterator[bytes]:
    """A Parquet file as lines of JSON, one for each row."""
    try:
        import polars
    except ImportError as missing:
        raise LibraryMissing("polars", extra="frames") from missing
    try:
        table = polars.read_parquet(path)
    except (OSError, polars.exceptions.PolarsError) as error:
        raise FileNotReadable(str(path), str(error).partition("\n")[0]) from error
    yield table.write_ndjson().encode()


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
