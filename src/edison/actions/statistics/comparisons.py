"""Pairwise comparisons from a file, whatever its columns are called."""

from dataclasses import dataclass, replace

from edison.formats.reading.tables import Table
from edison.stats.strengths import WINNER_WORDS, ComparisonTable

from .columns import TableFile, labels_of, text_of, weights_of

_USUAL_WINNERS = (("winner", "loser"), ("candidate_chosen", "candidate_not_chosen"), ("chosen", "rejected"))
_USUAL_SIDES = (("left", "right"), ("model_a", "model_b"), ("first", "second"), ("a", "b"))
_USUAL_RESULTS = ("result", "winner", "outcome", "preference")


@dataclass(frozen=True, slots=True)
class ComparisonColumns:
    """Which columns of a file say what: who won and who lost, or both sides and the result."""

    winner: str | None = None
    loser: str | None = None
    left: str | None = None
    right: str | None = None
    result: str | None = None
    judge: str | None = None
    weight: str | None = None

    @property
    def are_named(self) -> bool:
        return any((self.winner, self.loser, self.left, self.right, self.result))


@dataclass(frozen=True, slots=True)
class ReadComparisons:
    """The comparisons of a file, and what was left out of them."""

    table: ComparisonTable
    without_result: int


def read_comparisons(file: TableFile, columns: ComparisonColumns) -> ReadComparisons:
    """Read one comparison per row; columns that nobody named are looked for under their usual names."""
    found = columns if columns.are_named else _guess(file, columns)
    match found:
        case ComparisonColumns(winner=str(winner), loser=str(loser), left=None, right=None, result=None):
            table = file.read(winner, loser, found.judge, found.weight)
            return ReadComparisons(_from_winners(table, found, winner=winner, loser=loser), 0)
        case ComparisonColumns(winner=None, loser=None, left=str(left), right=str(right), result=str(result)):
            table = file.read(left, right, result, found.judge, found.weight)
            kept = table.where(result)
            read = _from_sides(kept, found, left=left, right=right, result=result)
            return ReadComparisons(read, len(table) - len(kept))
        case _:
            raise file.unclear("name the winner and the loser, or the left, the right and the result")


def _guess(file: TableFile, columns: ComparisonColumns) -> ComparisonColumns:
    names = frozenset(file.names)
    for winner, loser in _USUAL_WINNERS:
        if {winner, loser} <= names:
            return replace(columns, winner=winner, loser=loser)
    for left, right in _USUAL_SIDES:
        for result in _USUAL_RESULTS:
            if {left, right, result} <= names:
                return replace(columns, left=left, right=right, result=result)
    return columns


def _from_winners(table: Table, columns: ComparisonColumns, *, winner: str, loser: str) -> ComparisonTable:
    return ComparisonTable.from_winners(
        labels_of(table, winner),
        labels_of(table, loser),
        weight=None if columns.weight is None else weights_of(table, columns.weight),
        judge=None if columns.judge is None else labels_of(table, columns.judge),
    )


def _from_sides(
    table: Table, columns: ComparisonColumns, *, left: str, right: str, result: str
) -> ComparisonTable:
    lefts, rights = labels_of(table, left), labels_of(table, right)
    results = [text_of(cell) for cell in table.columns[result]]
    for row, said in enumerate(results):
        if said.casefold() not in WINNER_WORDS and said not in (lefts[row], rights[row]):
            raise table.broken(
                row,
                f"{said[:60]!r} is neither a side, one of the two items nor a tie",
                advice=f"Write left, right or tie; known are {', '.join(WINNER_WORDS)}.",
                column=result,
            )
    return ComparisonTable.from_columns(
        lefts,
        rights,
        results,
        weight=None if columns.weight is None else weights_of(table, columns.weight),
        judge=None if columns.judge is None else labels_of(table, columns.judge),
    )
