"""What a page of cells can be searched by, and the same cells side by side: a row a case, a column a contender."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from edison.domain import CellReport, CellStatus

from ..exports.written_cells import CellWriter, text_of, told_inputs
from ..words.cells import OUTCOME_WORDS, Shown, reasons_of

MOST_COLUMNS = 24
"""So many contenders stand side by side."""

_MOST_TAGS = 200
_GLANCE = 220

LOOKS = {
    CellStatus.PASSED: ("passed", "good"),
    CellStatus.FAILED: ("failed", "bad"),
    CellStatus.NOT_CHECKED: ("not checked", "bad"),
    CellStatus.TROUBLE: ("trouble", "bad"),
    CellStatus.SKIPPED: ("not asked", "dim"),
}
"""How a cell ended, in a word, and how that looks."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One cell in the matrix: a word that leads to all that is known about it."""

    number: int
    word: str
    look: str


@dataclass(frozen=True, slots=True)
class Square:
    """All repeats of one contender on one case, and what it said, at a glance."""

    marks: tuple[Mark, ...]
    quality: float | None
    """The mean of what judges gave; None where nobody did."""
    why: str
    said: str


@dataclass(frozen=True, slots=True)
class MatrixLine:
    """A case, and what each column made of it."""

    case: str
    asked: str
    squares: tuple[Square | None, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """What readers can choose by; cells name each by its place."""

    arms: tuple[str, ...]
    prompts: tuple[str, ...]
    tags: tuple[str, ...]
    outcomes: tuple[str, ...]

    def places(self, cell: CellReport, *, arm: str) -> "Places":
        return Places(
            arm=self.arms.index(arm),
            prompt=self.prompts.index(cell.prompt),
            tags=" ".join(str(self.tags.index(tag)) for tag in cell.tags if tag in self.tags),
            outcome=self.outcomes.index(LOOKS[cell.status][0]),
        )


@dataclass(frozen=True, slots=True)
class Places:
    """Where the arm, prompt, tags and outcome of a cell stand among the choices: numbers, never what others wrote."""

    arm: int
    prompt: int
    tags: str
    outcome: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """The cells that are shown, side by side."""

    columns: tuple[tuple[str, str], ...]
    """The arm and the prompt of each."""
    rows: tuple[MatrixLine, ...]
    all_columns: int


def find_choices(shown: Shown, *, writer: CellWriter) -> Choices:
    """Whatever occurs among the cells that are shown."""
    cells = (*shown.bad, *shown.others)
    tags = dict.fromkeys(tag for cell in cells for tag in cell.tags)
    return Choices(
        arms=tuple(dict.fromkeys(writer.names.name(cell.arm) for cell in cells)),
        prompts=tuple(dict.fromkeys(cell.prompt for cell in cells)),
        tags=tuple(sorted(tags)[:_MOST_TAGS]),
        outcomes=tuple(dict.fromkeys(LOOKS[cell.status][0] for cell in cells)),
    )


def lay_out(shown: Shown, *, writer: CellWriter) -> Matrix:
    """Cases with failures first, contenders in the order of the suite."""
    squares: dict[str, dict[tuple[str, str], list[CellReport]]] = {}
    for cell in (*shown.bad, *shown.others):
        of_case = squares.setdefault(cell.case, {})
        of_case.setdefault((writer.names.name(cell.arm), cell.prompt), []).append(cell)
    columns = _in_order((column for of_case in squares.values() for column in of_case), names=writer)
    kept = columns[:MOST_COLUMNS]
    rows = tuple(_row(case, of_case, columns=kept, writer=writer) for case, of_case in squares.items())
    return Matrix(columns=kept, rows=rows, all_columns=len(columns))


def _in_order(columns: Iterable[tuple[str, str]], *, names: CellWriter) -> tuple[tuple[str, str], ...]:
    known = list(names.names.by_id.values())

    def place(name: str) -> int:
        return known.index(name) if name in known else len(known)

    return tuple(sorted(dict.fromkeys(columns), key=lambda column: (place(column[0]), place(column[1]))))


def _row(
    case: str,
    of_case: dict[tuple[str, str], list[CellReport]],
    *,
    columns: Sequence[tuple[str, str]],
    writer: CellWriter,
) -> MatrixLine:
    first = next(iter(of_case.values()))[0]
    found = (of_case.get(column) for column in columns)
    return MatrixLine(
        case=case,
        asked=_glance(told_inputs(first)),
        squares=tuple(_square(cells, writer=writer) if cells else None for cells in found),
    )


def _square(cells: Sequence[CellReport], *, writer: CellWriter) -> Square:
    cell = cells[0]
    qualities = [
        quality
        for one in cells
        for judgment in one.judgments
        if (quality := writer.quality(judgment, one)) is not None
    ]
    why = next(reasons_of(cell), ("", "")) if cell.status.is_bad else ("", "")
    return Square(
        marks=tuple(
            Mark(one.number, *LOOKS[one.status]) for one in sorted(cells, key=lambda one: one.repeat)
        ),
        quality=sum(qualities) / len(qualities) if qualities else None,
        why=": ".join(part for part in why if part),
        said=_glance(text_of(cell) or OUTCOME_WORDS[cell.outcome]),
    )


def _glance(text: str) -> str:
    return text if len(text) <= _GLANCE else f"{text[:_GLANCE]}…"
