"""suffix: free reasoning first, then the finding in last lines. Some models judge better so than under a schema."""

from typing import TypeVar

from edison.domain import Answer, Reading
from edison.text import Suffix, Unreadable

from .form import Read, Request, Sheet

F = TypeVar("F")


def ask_for_lines(sheet: Sheet[F], *, directly: bool) -> Request:
    """Ask for reasoning and, after it, the lines; or for the lines alone."""
    if directly:
        return Request(words=f"{sheet.task}. Reply with these lines and nothing else:\n{sheet.lines}")
    return Request(
        words=f"{sheet.task}. Reason first, in free text. Then end your reply with these lines:\n{sheet.lines}"
    )


def read_last_lines(answer: Answer, sheet: Sheet[F]) -> Read[F] | Unreadable:
    """Read the last line of each label; bold type, bullets and thinking blocks are no hindrance."""
    return sheet.read_lines(answer.text)


def reading_of(text: str, *suffixes: tuple[str, Suffix]) -> Reading:
    """Whether each label with its value makes up a line of the text, as it was asked for."""
    lines = {line.rstrip(" .") for line in text.splitlines()}
    is_strict = all(f"{label}: {suffix.value}" in lines for label, suffix in suffixes)
    return Reading.STRICT if is_strict else Reading.TOLERANT
