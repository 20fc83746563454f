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


class NothingToCompare(EdisonError):
    """A judge of pairs in a suite that has but one arm and one prompt."""

    code: ClassVar[str] = "nothing_to_compare"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, judge: str) -> None:
        super().__init__(
            f"The judge {judge!r} compares answers to one case, and there is one arm with one prompt: "
            "add an arm or a prompt, or let it judge with mode: pointwise.",
            judge=judge,
        )
