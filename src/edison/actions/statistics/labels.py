"""Labels that judges gave to items, from a file with a column per judge or a row per label."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from edison.errors import ChoiceUnknown, SampleEmpty, StatisticRefused
from edison.formats.reading.tables import Cell, Table
from edison.stats.judges import AlphaMetric, OwnCosts

from .columns import TableFile, labels_of, read_number, text_of, weights_of

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
    left_out: Mapping[str, str]
    """Columns that were not taken for a judge's, each with the reason."""


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


def read_labels(file: TableFile, columns: LabelColumns, *, metric: AlphaMetric) -> Labels:
    """Read labels in either form; a file with columns for an item, a judge and a label is taken for long.

    Where nobody named the judges' columns, those that cannot be labels are left out: texts, nearly all different,
    or nothing in common with any other.
    """
    found = _guess(file, columns)
    match found:
        case LabelColumns(item=str(item), judge=str(judge), label=str(label), judges=()):
            labels = _read_long(file.read(item, judge, label), item=item, judge=judge, label=label)
        case LabelColumns(judge=None, label=None):
            labels = _read_wide(file, found, metric=metric)
        case _:
            raise file.unclear("name the item, the judge and the label, or a column for each judge")
    if len(labels.judges) < 2:
        _refuse_too_few(file, labels)
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


def read_costs(file: TableFile, coding: Coding) -> OwnCosts:
    """What disagreements cost: the first column names the first judge's label, each other one a second judge's."""
    names = file.names
    table = file.read()
    down = labels_of(table, names[0])
    across = names[1:]
    if len(set(down)) < len(down) or set(down) != set(across):
        raise file.unclear("a row and a column for each label, the first column naming the row's")
    rows = dict(zip(down, zip(*(weights_of(table, name) for name in across), strict=True), strict=True))
    for label in coding.numbers:
        if label not in rows:
            raise ChoiceUnknown("label", label, down)
    known = tuple(label for label in across if label in coding.numbers)
    return OwnCosts(
        categories=tuple(coding.numbers[label] for label in known),
        costs=[[rows[one][across.index(other)] for other in known] for one in known],
    )


def _guess(file: TableFile, columns: LabelColumns) -> LabelColumns:
    if columns.judges or columns.judge or columns.label:
        return columns
    names = file.names
    item = columns.item or next((name for name in _USUAL_ITEMS if name in names), None)
    label = next((name for name in _USUAL_LABELS if name in names), None)
    if item and label and "judge" in names:
        return LabelColumns(item=item, judge="judge", label=label)
    return LabelColumns(item=item)


def _refuse_too_few(file: TableFile, labels: Labels) -> NoReturn:
    if labels.left_out:
        told = "; ".join(f"{name!r} {why}" for name, why in labels.left_out.items())
        raise file.unclear(f"name the judges' columns with --column: {told}")
    raise SampleEmpty("judges", needed=2, got=len(labels.judges))


def _read_wide(file: TableFile, columns: LabelColumns, *, metric: AlphaMetric) -> Labels:
    table = file.read(*columns.judges, *((columns.item,) if columns.judges else ()))
    _refuse_item_twice(table, columns.item)
    names = columns.judges or tuple(name for name in table.columns if name != columns.item)
    labels = {name: [_label(cell) for cell in table.columns[name]] for name in names}
    left_out = {} if columns.judges else dict(_no_labels(labels, metric=metric))
    kept = tuple(name for name in names if name not in left_out)
    return Labels(kept, [[labels[name][row] for name in kept] for row in range(len(table))], left_out)


def _refuse_item_twice(table: Table, item: str | None) -> None:
    first: dict[str, int] = {}
    for row, cell in enumerate(table.columns[item] if item else ()):
        before = first.setdefault(text_of(cell), row)
        if cell is not None and before != row:
            what = f"{text_of(cell)[:60]!r} stands in line {table.lines[before]} already"
            raise table.broken(row, what, advice="Keep one row per item.", column=item or "")


_MANY = 10
"""From so many labels on, a column of nearly different ones names rows."""
_NEARLY_ALL = 0.8
_LONG_TEXT = 80
_MANY_WORDS = 6


def _no_labels(
    labels: Mapping[str, Sequence[str | None]], *, metric: AlphaMetric
) -> Iterator[tuple[str, str]]:
    """Columns that hold no labels, each with what it holds instead."""
    kept: dict[str, frozenset[str]] = {}
    for name, column in labels.items():
        given = [label for label in column if label is not None]
        why = _why_no_labels(given, metric=metric)
        if why is None:
            kept[name] = frozenset(given)
        else:
            yield name, why
    if metric is not AlphaMetric.NOMINAL or len(kept) <= 2:
        return
    shared = Counter(label for known in kept.values() for label in {_same(label) for label in known})
    for name, known in kept.items():
        if all(shared[_same(label)] == 1 for label in known):
            yield name, "shares no label with another column"


def _same(label: str) -> str | float:
    """What 1 and 1.0 have in common."""
    number = read_number(label)
    return label if number is None else number


def _why_no_labels(given: Sequence[str], *, metric: AlphaMetric) -> str | None:
    if not given:
        return "is empty"
    if max(map(len, given)) > _LONG_TEXT or sum(map(_words, given)) > _MANY_WORDS * len(given):
        return "holds texts"
    if len(given) < _MANY or len(set(given)) < _NEARLY_ALL * len(given):
        return None
    numbers = [read_number(label) for label in given]
    if metric is AlphaMetric.INTERVAL and None not in numbers:
        counts_up = [number for number in numbers if number is not None]
        is_count = counts_up == sorted(set(counts_up)) and all(number.is_integer() for number in counts_up)
        return "numbers the rows" if is_count else None
    return "is different in nearly every row"


def _words(label: str) -> int:
    return len(label.split())


def _read_long(table: Table, *, item: str, judge: str, label: str) -> Labels:
    items, judges = labels_of(table, item), labels_of(table, judge)
    names = tuple(dict.fromkeys(judges))
    places = {name: place for place, name in enumerate(names)}
    rows: dict[str, list[str | None]] = {}
    first_rows: dict[tuple[str, str], int] = {}
    for row, (one, who) in enumerate(zip(items, judges, strict=True)):
        before = first_rows.setdefault((one, who), row)
        if before != row:
            what = f"{who[:60]!r} labelled {one[:60]!r} in line {table.lines[before]} already"
            raise table.broken(row, what, advice="Keep one label per judge and item.")
        rows.setdefault(one, [None] * len(names))[places[who]] = _label(table.columns[label][row])
    return Labels(names, list(rows.values()), left_out={})


def _label(cell: Cell) -> str | None:
    return None if cell is None or cell in NOT_GIVEN else text_of(cell)
