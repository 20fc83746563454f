"""JSONL: one line per cell, any number of them."""

from collections.abc import Iterable, Iterator

from edison.domain import CellReport, RunReport

from .written_cells import CellWriter, json_bytes


def write_jsonl(report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
    """A line for every cell, with the keys of `CellWriter.write` in their order."""
    writer = CellWriter(report)
    for cell in cells:
        yield json_bytes(writer.write(cell)) + b"\n"
