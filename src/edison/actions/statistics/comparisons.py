"""Pairwise comparisons from a file, whatever its columns are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from edison.errors import Problem, TableBroken
from edison.formats.reading.tables import Table
from edison.stats.strengths import WINNER_WORDS, ComparisonTable

from .columns import TableFile, choose, labels_of, read_number, text_of, weights_of

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
    case: str | None = None
    """What a comparison was about: those about one prompt hang together."""
    left_length: str | None = None
    """How long the left, or winning, text is; or that text itself, whose characters are counted."""
    right_length: str | None = None
    words: tuple[tuple[str, str], ...] = ()
    """What results of this file mean, as left, right or tie; the usual words are known."""

    @property
    def beside(self) -> tuple[str | None, ...]:
        """The columns that say more about a comparison."""
        return self.judge, self.weight, self.case, self.left_length, self.right_length

    @property
    def are_named(self) -> bool:
        return any((self.winner, self.loser, self.left, self.right, self.result))


@dataclass(frozen=True, slots=True)
class ReadComparisons:
    """The comparisons of a file, and what was left out of them."""

    table: ComparisonTable
    without_result: int
    assumed: str | None = None
    """How results were read that could be read in another way."""


def read_comparisons(file: TableFile, columns: ComparisonColumns) -> ReadComparisons:
    """Read one comparison per row; columns that nobody named are looked for under their usual names."""
    if (columns.left_length is None) is not (columns.right_length is None):
        raise file.unclear("name the lengths of both texts")
    found = columns if columns.are_named else _guess(file, columns)
    match found:
        case ComparisonColumns(winner=str(winner), loser=str(loser), left=None, right=None, result=None):
            table = file.read(winner, loser, *found.beside)
            return ReadComparisons(_from_winners(table, found, winner=winner, loser=loser), 0)
        case ComparisonColumns(winner=None, loser=None, left=str(left), right=str(right), result=str(result)):
            table = file.read(left, right, result, *found.beside)
            kept = table.where(result)
            reading = _Reading.of(kept, result, words=_meanings(file, found))
            read = _from_sides(kept, found, left=left, right=right, results=reading.read(kept, result))
            return ReadComparisons(read, len(table) - len(kept), reading.assumed)
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
        case=None if columns.case is None else labels_of(table, columns.case),
        lengths=_lengths(table, columns),
    )


def _lengths(table: Table, columns: ComparisonColumns) -> tuple[list[float], list[float]] | None:
    if columns.left_length is None or columns.right_length is None:
        return None
    return _lengths_of(table, columns.left_length), _lengths_of(table, columns.right_length)


def _lengths_of(table: Table, column: str) -> list[float]:
    """Numbers as they are; where one is none, the characters of texts, an empty cell being an empty text."""
    numbers = [read_number(cell) for cell in table.columns[column]]
    if None not in numbers:
        return [number for number in numbers if number is not None]
    return [float(len("" if cell is None else text_of(cell).strip())) for cell in table.columns[column]]


def _meanings(file: TableFile, columns: ComparisonColumns) -> dict[str, str]:
    """What results mean by the map that was given; a word means one thing."""
    known: dict[str, str] = {}
    for word, side in columns.words:
        meant = choose_side(side)
        if known.setdefault(word.casefold(), meant) != meant:
            both = f"--map says that {word!r} means {known[word.casefold()]} and {meant}"
            raise TableBroken(Problem(file.name, both, advice="Say one of them."))
    return known


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the results of a column mean."""

    words: Mapping[str, str]
    assumed: str | None = None

    @classmethod
    def of(cls, table: Table, result: str, *, words: Mapping[str, str]) -> "_Reading":
        """By the map that was given; numbers by which of them occur, where no map is."""
        if words:
            return cls(words)
        seen = {said for cell in table.columns[result] if (said := text_of(cell)) not in WINNER_WORDS}
        numbers = {said: number for said in seen if (number := _number(said)) is not None}
        found = _sides_of(frozenset(numbers.values()))
        if not numbers or found is None:
            return cls({})
        known = {said: found.sides[number] for said, number in numbers.items()}
        return cls(known, found.assumed)

    def read(self, table: Table, result: str) -> list[str]:
        said = [text_of(cell) for cell in table.columns[result]]
        return [self.words.get(one.casefold(), one) for one in said]


@dataclass(frozen=True, slots=True)
class _Sides:
    sides: Mapping[float, str]
    assumed: str | None = None


def _sides_of(numbers: frozenset[float]) -> _Sides | None:
    """Which side each number means: 1 and 2 number the sides, 1 and 0 or -1 say whether the left one won."""
    if numbers <= {0.0, 1.0, 2.0} and 2.0 in numbers:
        return _Sides({1.0: "left", 2.0: "right", 0.0: "tie"})
    if numbers <= {-1.0, 0.0, 1.0} and -1.0 in numbers:
        return _Sides({1.0: "left", -1.0: "right", 0.0: "tie"})
    if numbers <= {0.0, 0.5, 1.0}:
        return _Sides(
            {1.0: "left", 0.0: "right", 0.5: "tie"},
            "Results 1 and 0 were read as won and lost by the left; if they number the sides, say "
            "--map 0=left,1=right.",
        )
    return None


def _number(said: str) -> float | None:
    return {"true": 1.0, "false": 0.0}.get(said, read_number(said))


class _Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"
    TIE = "tie"


def choose_side(word: str) -> str:
    """Left, right or tie; raises `ChoiceUnknown`."""
    return choose(word, among=_Side, what="side").value


def _from_sides(
    table: Table, columns: ComparisonColumns, *, left: str, right: str, results: Sequence[str]
) -> ComparisonTable:
    lefts, rights = labels_of(table, left), labels_of(table, right)
    for row, said in enumerate(results):
        if said.casefold() not in WINNER_WORDS and said not in (lefts[row], rights[row]):
            raise table.broken(
                row,
                f"{said[:60]!r} is neither a side, one of the two items nor a tie",
                advice=f"Write left, right or tie, or say with --map what it means; known: {', '.join(WINNER_WORDS)}.",
                column=columns.result or "",
            )
    return ComparisonTable.from_columns(
        lefts,
        rights,
        results,
        weight=None if columns.weight is None else weights_of(table, columns.weight),
        judge=None if columns.judge is None else labels_of(table, columns.judge),
        case=None if columns.case is None else labels_of(table, columns.case),
        lengths=_lengths(table, columns),
    )
