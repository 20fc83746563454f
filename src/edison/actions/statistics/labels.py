"""Labels that judges gave to items, from a file with a column per judge or a row per label."""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.errors import ChoiceUnknown, SampleEmpty, StatisticRefused
from edison.formats.tables import Cell, Table
from edison.stats.judges import AlphaMetric

from .columns import TableFile, labels_of, read_number, text_of

NOT_GIVEN = frozenset({"NA", "N/A", "NaN", "nan", "null"})
"""How other programs write that a judge said nothing, beside an empty cell."""

_USUAL_ITEMS = ("item", "item_id", "case", "case_id", "id", "key", "column 1")
_USUAL_LABELS = ("label", "rating", "score", "value", "verdict")


@dataclass(frozen=True, slots=True)
class LabelColumns:
    """Which columns say what: one per judge, or in long form the item, the judge and the label."""

    item: str | None = None
    judge: str | None = None
    label: str | None = None
    judges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Labels:
    """Items down, judges across; None where a judge said nothing."""

    judges: tuple[str, ...]
    rows: list[list[str | None]]


@dataclass(frozen=True, slots=True)
class Coding:
    """A number for each label, in their order where they have one."""

    numbers: dict[str, float]
    are_numbers: bool

    @property
    def categories(self) -> tuple[str, ...]:
        """The labels that differ: 1 and 1.0 do not."""
        first = {number: label for label, number in reversed(self.numbers.items())}
        return tuple(first[number] for number in sorted(first))


def read_labels(file: TableFile, columns: LabelColumns) -> Labels:
    """Read labels in either form; a file with columns for an item, a judge and a label is taken for long."""
    found = _guess(file, columns)
    match found:
        case LabelColumns(item=str(item), judge=str(judge), label=str(label), judges=()):
            labels = _read_long(file.read(item, judge, label), item=item, judge=judge, label=label)
        case LabelColumns(judge=None, label=None):
            labels = _read_wide(file, found)
        case _:
            raise file.unclear("name the item, the judge and the label, or a column for each judge")
    if len(labels.judges) < 2:
        raise SampleEmpty("judges", needed=2, got=len(labels.judges))
    return labels


def code_labels(labels: Labels, *, metric: AlphaMetric, order: Sequence[str]) -> Coding:
    """Numbers for labels: their place in the order, what they say where all are numbers, else as they appear."""
    seen = tuple(dict.fromkeys(label for row in labels.rows for label in row if label is not None))
    if order:
        places = {label: float(place) for place, label in enumerate(order)}
        for label in seen:
            if label not in places:
                raise ChoiceUnknown("label", label, order)
        return Coding({label: places[label] for label in seen}, are_numbers=False)
    values = {label: read_number(label) for label in seen}
    if all(value is not None for value in values.values()):
        return Coding(
            {label: value for label, value in values.items() if value is not None}, are_numbers=True
        )
    if metric is not AlphaMetric.NOMINAL:
        word = next(label for label, value in values.items() if value is None)
        raise StatisticRefused(
            f"{metric.value} agreement",
            f"{word[:60]!r} is no number and nobody said how labels are ordered",
            instead="Give the order of the labels, from low to high.",
        )
    return Coding({label: float(place) for place, label in enumerate(seen)}, are_numbers=False)


def _guess(file: TableFile, columns: LabelColumns) -> LabelColumns:
    if columns.judges or columns.judge or columns.label:
        return columns
    names = file.names
    item = columns.item or next((name for name in _USUAL_ITEMS if name in names), None)
    label = next((name for name in _USUAL_LABELS if name in names), None)
    if item and label and "judge" in names:
        return LabelColumns(item=item, judge="judge", label=label)
    return LabelColumns(item=item)


def _read_wide(file: TableFile, columns: LabelColumns) -> Labels:
    table = file.read(*columns.judges)
    judges = columns.judges or tuple(name for name in table.columns if name != columns.item)
    cells = [table.columns[judge] for judge in judges]
    return Labels(judges, [[_label(column[row]) for column in cells] for row in range(len(table))])


def _read_long(table: Table, *, item: str, judge: str, label: str) -> Labels:
    items, judges = labels_of(table, item), labels_of(table, judge)
    names = tuple(dict.fromkeys(judges))
    places = {name: place for place, name in enumerate(names)}
    rows: dict[str, list[str | None]] = {}
    first_lines: dict[tuple[str, str], int] = {}
    for row, (one, who) in enumerate(zip(items, judges, strict=True)):
        before = first_lines.setdefault((one, who), table.lines[row])
        if before != table.lines[row]:
            what = f"{who[:60]!r} labelled {one[:60]!r} in line {before} already"
            raise table.broken(row, what, advice="Keep one label per judge and item.")
        rows.setdefault(one, [None] * len(names))[places[who]] = _label(table.columns[label][row])
    return Labels(names, list(rows.values()))


def _label(cell: Cell) -> str | None:
    return None if cell is None or cell in NOT_GIVEN else text_of(cell)
