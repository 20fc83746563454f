"""Files that cannot be read, with the place where each stops making sense."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from .base import EdisonError, ErrorKind

_MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a file: where it stands, what it is, and what to write instead."""

    file: str
    what: str
    advice: str
    line: int | None = None
    column: int | None = None
    field: str = ""
    """A path such as `arms[1].temperature`."""

    def told(self, *, within: str) -> str:
        """The problem as one line of text; its file is named where it is not the one it is told of."""
        place = [
            self.file if self.file != within else "",
            f"line {self.line}" if self.line is not None else "",
            f"column {self.column}" if self.column is not None else "",
            self.field,
        ]
        where = ", ".join(part for part in place if part)
        return f"{where}: {self.what}. {self.advice}" if where else f"{self.what}. {self.advice}"


class SuiteBroken(EdisonError):
    """A suite, or a file of cases, prompts or providers, that cannot be used; many problems are told at once."""

    code: ClassVar[str] = "suite_broken"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, file: str, problems: Sequence[Problem]) -> None:
        lines = [problem.told(within=file) for problem in problems[:_MOST_TOLD]]
        if len(problems) > _MOST_TOLD:
            lines.append(f"There are {len(problems) - _MOST_TOLD} more. Mend these first.")
        told = f" {lines[0]}" if len(lines) == 1 else "".join(f"\n  {line}" for line in lines)
        super().__init__(f"{file} cannot be used:{told}", file=file, problems=tuple(problems))
        self.problems = tuple(problems)


class TableBroken(EdisonError):
    """A table of values that cannot be read as one."""

    code: ClassVar[str] = "table_broken"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, problem: Problem) -> None:
        super().__init__(
            f"{problem.file} cannot be used: {problem.told(within=problem.file)}",
            file=problem.file,
            problem=problem,
        )


class ColumnMissing(EdisonError):
    """A column that a table does not have."""

    code: ClassVar[str] = "column_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, file: str, column: str, *, advice: str) -> None:
        super().__init__(
            f"{file} has no column {column!r}. {advice}", file=file, column=column, advice=advice
        )
