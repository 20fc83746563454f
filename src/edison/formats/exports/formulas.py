"""Cells that a spreadsheet would run.

A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or a newline is written with a `'` before it,
and so is one that begins with `'` and then one of these, so that reading takes exactly one `'` away again. Texts
that are plain numbers, such as -5, stay as they are.
"""

import re

_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_GUARDED = re.compile(r"'+[=+\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")


def guard(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula."""
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def unguard(cell: str) -> str:
    """The text that was guarded."""
    return cell[1:] if _GUARDED.match(cell) else cell
