"""Texts that cannot be used as they are: templates and fences."""

from collections.abc import Sequence
from typing import ClassVar

from .base import EdisonError, ErrorKind


class TemplateBroken(EdisonError):
    """A template that does not follow the template language."""

    code: ClassVar[str] = "template_broken"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, problem: str, *, line: int, column: int, advice: str) -> None:
        super().__init__(
            f"Line {line}, column {column}: {problem}. {advice}",
            line=line,
            column=column,
            problem=problem,
            advice=advice,
        )


class VariablesMissing(EdisonError):
    """A template was given no value, or a null, for some of its variables; all of them are named at once."""

    code: ClassVar[str] = "variables_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, *, absent: Sequence[str], null: Sequence[str]) -> None:
        parts = [
            f"{what}: {', '.join(names)}" for what, names in (("not given", absent), ("null", null)) if names
        ]
        super().__init__(
            f"The template needs a value for each of its variables ({'; '.join(parts)}). "
            "Give one (an empty string counts) or take the variable out of the template.",
            absent=tuple(absent),
            null=tuple(null),
        )


class ValueNotRenderable(EdisonError):
    """A value that is neither a string nor plain JSON."""

    code: ClassVar[str] = "value_not_renderable"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, variable: str, *, type_name: str, problem: str) -> None:
        super().__init__(
            f"The value of {variable} ({type_name}) cannot be written as JSON: {problem}. "
            "Give a string, a finite number, true or false, or lists and objects of these.",
            variable=variable,
            type_name=type_name,
            problem=problem,
        )


class RenderedTooLarge(EdisonError):
    """A rendered text would exceed its limit."""

    code: ClassVar[str] = "rendered_too_large"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, *, max_chars: int) -> None:
        super().__init__(
            f"The rendered text would exceed {max_chars:,} characters. Shorten the values or use fewer.",
            max_chars=max_chars,
        )


class BoundaryUnusable(EdisonError):
    """A fence boundary that could be guessed, or that the fenced text already contains."""

    code: ClassVar[str] = "boundary_unusable"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, problem: str) -> None:
        super().__init__(f"This boundary cannot be used: {problem}. Draw another one.", problem=problem)
