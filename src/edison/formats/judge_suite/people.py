"""What people chose, pair by pair, from a file of its own: a row for each person and pair of a suite.

Columns: the pair's id, the choice (a, b or tie), and who chose. A row without a choice is left out.
"""

from collections.abc import Iterable, Sequence

from edison.domain import JudgeSuite, PairSide, PersonLabel
from edison.errors import Problem, TableBroken

from ..entries.identities import identity
from ..entries.people import JUDGES, RESULTS
from ..reading.complaints import nearest
from ..reading.nodes import tell
from ..reading.tables import Table, TableKind, read_table

PAIRS = ("pair", "id", "case")
CHOICES = ("choice", *RESULTS)
"""What columns are called; the first of each that a file has is taken."""

UNNAMED = "person"


def add_people(suite: JudgeSuite, chunks: Iterable[bytes], *, kind: TableKind, name: str) -> JudgeSuite:
    """The suite with the choices of a file beside those it has; `TableBroken` with the line of the first bad row."""
    table = read_table(chunks, kind=kind, name=name)
    pair_column, choice_column = _column(table, PAIRS), _column(table, CHOICES)
    if pair_column is None or choice_column is None:
        known = ", ".join(tuple(table.columns)[:40])
        advice = f"Name the columns pair, choice and person; there are {known}."
        raise TableBroken(Problem(name, "it does not say what was chosen for which pair", advice))
    kept = table.where(choice_column)
    labels = {pair.id: {label.person: label for label in pair.people} for pair in suite.pairs}
    persons = _column(table, JUDGES)
    for row in range(len(kept)):
        pair = _text(kept, pair_column, row)
        if pair not in labels:
            what = f"there is no pair {tell(pair)}" if pair else "nothing stands here"
            raise kept.broken(
                row, what, advice=nearest(pair, known=tuple(labels)[:1_000]), column=pair_column
            )
        person = (_text(kept, persons, row) if persons else "") or UNNAMED
        if person in labels[pair]:
            what = f"{tell(person)} has chosen for {tell(pair)} already"
            raise kept.broken(row, what, advice="Keep one row for each person and pair.", column=pair_column)
        labels[pair][person] = PersonLabel(person=person, choice=_choice(kept, choice_column, row))
    pairs = [pair.model_copy(update={"people": tuple(labels[pair.id].values())}) for pair in suite.pairs]
    return suite.model_copy(update={"pairs": tuple(pairs)})


def _column(table: Table, names: Sequence[str]) -> str | None:
    return next((name for name in names if name in table.columns), None)


def _text(table: Table, column: str, row: int) -> str:
    cell = table.columns[column][row]
    return "" if cell is None else identity(str(cell))


def _choice(table: Table, column: str, row: int) -> PairSide:
    said = _text(table, column, row).casefold()
    try:
        return PairSide(said)
    except ValueError as error:
        what = f"{tell(said)} is no choice"
        raise table.broken(row, what, advice="Write a, b or tie.", column=column) from error
