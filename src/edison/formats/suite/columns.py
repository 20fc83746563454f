"""Columns of a file under other names: what a case needs is taken from where the file has it."""

from collections.abc import Iterable, Iterator, Mapping

from pydantic import JsonValue

from ..reading.nodes import TextBroken, WrittenCase, tell
from .csv_cases import read_cell


def rename_columns(cases: Iterable[WrittenCase], columns: Mapping[str, str]) -> Iterator[WrittenCase]:
    """Every case with some of its keys under the names that a case has for them.

    Args:
        cases: As they stand in the file.
        columns: What they are called here, and what the file calls them.
    """
    for written in cases:
        if not isinstance(written.value, dict):
            yield written
            continue
        missing = [theirs for theirs in columns.values() if theirs not in written.value]
        if missing:
            known = ", ".join(tell(name) for name in written.value)
            problem = TextBroken(f"there is no {tell(missing[0])}", advice=f"The file has {known}.")
            yield written._replace(value=problem)
            continue
        yield written._replace(value=_renamed(written.value, columns))


def _renamed(value: Mapping[str, JsonValue], columns: Mapping[str, str]) -> dict[str, JsonValue]:
    taken = set(columns.values()) | set(columns)
    kept = {name: one for name, one in value.items() if name not in taken}
    return {**{ours: _cell(ours, value[theirs]) for ours, theirs in columns.items()}, **kept}


def _cell(name: str, value: JsonValue) -> JsonValue:
    return read_cell(name, value) if isinstance(value, str) else value
