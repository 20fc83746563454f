"""What every error of ours has: a stable code, a kind, fields, and one sentence that says what to do next."""

from enum import StrEnum
from typing import ClassVar


class ErrorKind(StrEnum):
    """What sort of trouble it is; doors translate the kind and nothing else."""

    MISSING = "missing"
    CONFLICT = "conflict"
    INVALID = "invalid"
    FORBIDDEN = "forbidden"
    EXHAUSTED = "exhausted"
    UNAVAILABLE = "unavailable"
    BROKEN = "broken"


class EdisonError(Exception):
    """A wish we refuse, or a failure of ours. A model's bad answer is data, never one of these."""

    code: ClassVar[str] = "edison_error"
    kind: ClassVar[ErrorKind] = ErrorKind.BROKEN

    def __init__(self, sentence: str, **fields: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.fields = fields

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.sentence!r})"
