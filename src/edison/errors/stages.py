"""Wishes that a stage cannot do anything with; refused before anything is paid for."""

from typing import ClassVar

from .base import EdisonError, ErrorKind


class CheckBroken(EdisonError):
    """A check of an unknown kind, or one that was given a value it cannot use."""

    code: ClassVar[str] = "check_broken"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, check: str, *, field: str, problem: str) -> None:
        super().__init__(
            f"The check {check!r} cannot be made: its {field} {problem}.",
            check=check,
            field=field,
            problem=problem,
        )
