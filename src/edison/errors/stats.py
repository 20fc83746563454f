"""Numbers that cannot be had from what was given."""

from collections.abc import Mapping
from typing import ClassVar

from .base import EdisonError, ErrorKind


class SampleEmpty(EdisonError):
    """Nothing to measure."""

    code: ClassVar[str] = "sample_empty"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, what: str, *, needed: int = 1, got: int = 0) -> None:
        super().__init__(
            f"Too few {what}: {got:,} of at least {needed:,}; collect more first.",
            what=what,
            needed=needed,
            got=got,
        )


class SampleBroken(EdisonError):
    """Values that no statistic may be computed from."""

    code: ClassVar[str] = "sample_broken"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, what: str, cause: str) -> None:
        super().__init__(
            f"The {what} cannot be used: {cause}; correct or leave them out.", what=what, cause=cause
        )


class LengthsDiffer(EdisonError):
    """Columns that belong together and are not equally long."""

    code: ClassVar[str] = "lengths_differ"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, lengths: Mapping[str, int]) -> None:
        told = ", ".join(f"{name}: {length}" for name, length in lengths.items())
        super().__init__(
            f"Columns of one table are equally long, but these are not ({told}).", lengths=dict(lengths)
        )


class StatisticRefused(EdisonError):
    """A number that would mislead: it is not computed, and the sentence says what to use instead."""

    code: ClassVar[str] = "statistic_refused"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, what: str, cause: str, *, instead: str) -> None:
        super().__init__(f"No {what}: {cause}. {instead}", what=what, cause=cause, instead=instead)
