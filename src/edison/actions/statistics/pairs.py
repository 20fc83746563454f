"""Results of two arms on the same cases, from two files matched by a key or from two columns of one file."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from edison.errors import SampleEmpty
from edison.formats.reading.tables import Table

from .cases import case_column, find_case
from .columns import ColumnResults, TableFile, labels_of, results_of

_USUAL_VALUES = ("score", "value", "result", "passed", "correct", "quality")

_Key: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairColumns:
    """Which columns say what."""

    keys: tuple[str, ...] = ()
    """The case, and where a case has several results whatever else tells them apart, such as judge and repeat."""
    baseline: str | None = None
    candidate: str | None = None
    """The same as the baseline's in two files, when not given."""
    family: str | None = None
    """What cases were made from, where several were made from one."""
    each_row: bool = False
    """Whether every row is a case of its own, whatever stands in the other columns."""


@dataclass(frozen=True, slots=True)
class ReadPairs:
    """Results row by row, NaN where an arm has none."""

    baseline_name: str
    candidate_name: str
    baseline: list[float]
    candidate: list[float]
    cases: list[str] | None
    """None where every row is a case of its own."""
    case_column: str | None
    families: list[str] | None
    are_passes: bool


_REMEDY = "name the case with --key, or say --each-row if every row is a case of its own"


def read_columns(file: TableFile, columns: PairColumns) -> ReadPairs:
    """Pairs from two columns of one file; rows with one case hang together, by the key or by a usual name."""
    if columns.baseline is None or columns.candidate is None:
        raise file.unclear("name the columns of the baseline and of the candidate (--baseline, --candidate)")
    case = _case_of(file, columns)
    table = file.read(*columns.keys, case, columns.baseline, columns.candidate, columns.family)
    before, after = results_of(table, columns.baseline), results_of(table, columns.candidate)
    return ReadPairs(
        baseline_name=columns.baseline,
        candidate_name=columns.candidate,
        baseline=before.values,
        candidate=after.values,
        cases=None if case is None else labels_of(table, case),
        case_column=case,
        families=None if columns.family is None else labels_of(table, columns.family),
        are_passes=before.are_passes and after.are_passes,
    )


def _case_of(file: TableFile, columns: PairColumns) -> str | None:
    if columns.keys or columns.each_row:
        return columns.keys[0] if columns.keys else None
    return case_column(file, beside=(columns.baseline, columns.candidate, columns.family), remedy=_REMEDY)


def read_files(baseline: TableFile, candidate: TableFile, columns: PairColumns) -> ReadPairs:
    """Pairs from two files; what only one of them has is missing in the other."""
    before_column = columns.baseline or _usual_value(baseline, candidate)
    after_column = columns.candidate or before_column
    keys = columns.keys or (_usual_key(baseline, candidate, values=(before_column, after_column)),)
    before = _Keyed.read(baseline, keys=keys, value=before_column, family=columns.family)
    after = _Keyed.read(candidate, keys=keys, value=after_column, family=columns.family)
    if not before.values.keys() & after.values.keys():
        raise SampleEmpty(f"rows of {baseline.name} with the same {' and '.join(keys)} in {candidate.name}")
    found = tuple(dict.fromkeys((*before.values, *after.values)))
    families = {**after.families, **before.families}
    return ReadPairs(
        baseline_name=baseline.name,
        candidate_name=candidate.name,
        baseline=[before.values.get(key, math.nan) for key in found],
        candidate=[after.values.get(key, math.nan) for key in found],
        cases=[key[0] for key in found],
        case_column=keys[0],
        families=[families[key] for key in found] if columns.family else None,
        are_passes=before.are_passes and after.are_passes,
    )


def _usual_value(first: TableFile, second: TableFile) -> str:
    shared = set(first.names) & set(second.names)
    found = next((name for name in _USUAL_VALUES if name in shared), None)
    if found is None:
        raise first.unclear("name the value column that both files have")
    return found


def _usual_key(first: TableFile, second: TableFile, *, values: tuple[str, ...]) -> str:
    found = find_case(set(first.names) & set(second.names), beside=values)
    if found is None:
        raise first.unclear("name the key column that both files have")
    return found


@dataclass(frozen=True, slots=True)
class _Keyed:
    values: Mapping[_Key, float]
    families: Mapping[_Key, str]
    are_passes: bool

    @classmethod
    def read(cls, file: TableFile, *, keys: Sequence[str], value: str, family: str | None) -> "_Keyed":
        table = file.read(*keys, value, family)
        found = tuple(zip(*(labels_of(table, key) for key in keys), strict=True))
        _refuse_repeated(table, found)
        results: ColumnResults = results_of(table, value)
        families = labels_of(table, family) if family else ()
        return cls(
            values=dict(zip(found, results.values, strict=True)),
            families=dict(zip(found, families, strict=False)),
            are_passes=results.are_passes,
        )


def _refuse_repeated(table: Table, keys: Sequence[_Key]) -> None:
    first: dict[_Key, int] = {}
    for row, key in enumerate(keys):
        if first.setdefault(key, row) != row:
            what = f"{' and '.join(part[:60] for part in key)!r} stands in line {table.lines[first[key]]} already"
            advice = (
                "Name the columns that tell the rows apart as further keys, such as the judge or the repeat: "
                "--key case --key repeat."
            )
            raise table.broken(row, what, advice=advice)


def complete_differences(pairs: ReadPairs) -> Iterator[tuple[str, float]]:
    """The unit and the difference of each pair that has both results; the unit is the family where there are."""
    units = pairs.families or pairs.cases or [str(row) for row in range(len(pairs.baseline))]
    for unit, before, after in zip(units, pairs.baseline, pairs.candidate, strict=True):
        if not math.isnan(after - before):
            yield unit, after - before
