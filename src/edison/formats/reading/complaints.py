"""From what a form refused to what a person reads: where it stands, what is wrong, what to write instead."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TypeVar, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from edison.errors import Problem, SuiteBroken

from .nodes import Document, Path, TextBroken, tell, write_path
from .shapes import SHAPES, FileForm

F = TypeVar("F", bound=FileForm)

_MOST_EXPLAINED = 100
_LONGEST_NAME = 100
_NEVER_A_KEY = "A key never stands in a file: write api_key_env with the name of the variable that holds it."
_MEANT = {
    "api_key": "api_key_env",
    "key": "api_key_env",
    "token": "api_key_env",
    "models": "arms",
    "tests": "cases",
    "dataset": "cases",
    "assert": "checks",
    "criteria": "rubric",
    "runs": "repeats",
    "budget": "budget_usd",
}
"""What people coming from elsewhere write."""

_TOLD: dict[str, tuple[str, str]] = {
    "string_type": ("{input} is no text", "Put it in quotes."),
    "int_type": ("{input} is no whole number", "Write a whole number without quotes, such as 3."),
    "float_type": ("{input} is no number", "Write a number without quotes, such as 0.5."),
    "bool_type": ("{input} is neither true nor false", "Write true or false, without quotes."),
    "list_type": ("{input} is no list", "Write a list: [one, two], or lines that begin with '- '."),
    "dict_type": ("{input} is no mapping", "Write keys with values: {{key: value}}."),
    "model_type": ("{input} is no mapping", "Write keys with values: {{key: value}}."),
    "literal_error": ("{input} is not known here", "Use {expected}."),
    "greater_than_equal": ("{input} is too small", "Write at least {ge:.12g}."),
    "greater_than": ("{input} is too small", "Write more than {gt:.12g}."),
    "less_than_equal": ("{input} is too large", "Write at most {le:.12g}."),
    "string_too_short": ("the text is empty", "Write something, or leave the key out."),
    "too_short": ("it holds too little", "Write at least {min_length} of them."),
    "too_long": ("it holds too much", "Write at most {max_length} of them in one place."),
    "missing": ("{key} is missing", "Add it."),
}


class Complaints:
    """Collects what is wrong with a file and the files it names, so that all of it is told at once."""

    def __init__(self, file: str, *, document: Document | None = None, line: int | None = None) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self._broken: set[str] = set()
        self._document = document
        self._line = line

    def about(self, file: str, *, document: Document | None = None, line: int | None = None) -> "Complaints":
        """The same collection, about another file or line."""
        other = Complaints(file, document=document, line=line)
        other.problems = self.problems
        return other

    def add(self, path: Path, what: str, *, advice: str) -> None:
        line, column = self._document.place(path) if self._document else (self._line, None)
        field = write_path(path)
        if path:
            self._broken.add(str(path[0]))
        self.problems.append(Problem(self.file, what, advice, line=line, column=column, field=field))

    def add_broken(self, broken: TextBroken) -> None:
        """A text that could not be read at all."""
        line, column = broken.at or (self._line, None)
        self.problems.append(Problem(self.file, broken.what, broken.advice, line=line, column=column))

    def read(self, form: type[F], value: object, *, at: Path = ()) -> F | None:
        """The value as a form, or None and a complaint for everything that does not fit."""
        forms: dict[int, type[FileForm]] = {}
        try:
            return form.model_validate(value, context=forms)
        except ValidationError as error:
            for detail in error.errors(include_url=False)[:_MOST_EXPLAINED]:
                self._add_detail(detail, value=value, at=at, forms=forms)
            return None

    def broken_keys(self) -> frozenset[str]:
        """The keys of the file itself in which something is wrong."""
        return frozenset(self._broken)

    def refuse(self) -> None:
        """Raise what was collected, if anything was."""
        if self.problems:
            in_order = sorted(
                self.problems, key=lambda problem: (problem.file != self.file, problem.line or 0)
            )
            raise SuiteBroken(self.file, in_order)

    def _add_detail(
        self, detail: ErrorDetails, *, value: object, at: Path, forms: Mapping[int, type[FileForm]]
    ) -> None:
        path = tuple(step for step in detail["loc"] if step not in SHAPES and step != "[key]")
        if detail["type"] == "extra_forbidden":
            owner = _walk(value, path[:-1])
            key = str(path[-1])
            self.add(
                (*at, *path), f"the key {tell(key)} is not known", advice=_nearest(key, forms[id(owner)])
            )
            return
        what, advice = _explain(detail, key=str(path[-1]) if path else "it")
        self.add((*at, *path), what, advice=advice)


def nearest(name: str, *, known: tuple[str, ...]) -> str:
    """Advice for a name that is not known."""
    if close := get_close_matches(name[:_LONGEST_NAME], known, n=1):
        return f"Did you mean {close[0]}?"
    return f"Known are {', '.join(known)}."


def _nearest(key: str, form: type[FileForm]) -> str:
    meant = _MEANT.get(key)
    if meant not in form.known():
        return nearest(key, known=form.known())
    return _NEVER_A_KEY if meant == "api_key_env" else f"Did you mean {meant}?"


def _explain(detail: ErrorDetails, *, key: str) -> tuple[str, str]:
    given = tell(detail["input"])
    context = detail.get("ctx", {})
    if detail["type"] == "told":
        return str(context["what"]), str(context["advice"])
    if detail["type"] == "shape":
        return f"{given} does not fit here", detail["msg"]
    what, advice = _TOLD.get(detail["type"], ("{msg}", "Correct it."))
    values = {**context, "input": given, "key": key, "msg": detail["msg"]}
    return what.format_map(values), advice.format_map(values)


def _walk(value: object, path: Path) -> object:
    for step in path:
        value = cast("Mapping[str | int, object]", value)[step]
    return value
