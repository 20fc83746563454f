"""The words, numbers, texts and signs of a statement."""

import re
from enum import Enum, auto
from typing import NamedTuple


class Sort(Enum):
    """What a token is."""

    WORD = auto()
    """A bare word: a name, or one of the language's own."""
    NAME = auto()
    """A name in quotes."""
    VALUE = auto()
    """A number, a text, or a place for one."""
    SIGN = auto()
    END = auto()


class SqlToken(NamedTuple):
    """One of them, with where it begins."""

    sort: Sort
    text: str
    place: int

    @property
    def word(self) -> str:
        """A bare word in capitals; nothing for all else."""
        return self.text.upper() if self.sort is Sort.WORD else ""


_TOKEN = re.compile(
    r"""
    (?P<space>\s+|--[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<value>'(?:[^'\\]|''|\\.)*'|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?\b|\.\d+(?:[eE][+-]?\d+)?\b|\?|[:@$]\w+)
    |(?P<name>"(?:[^"\\]|""|\\.)*"|`(?:[^`]|``)*`|\[[^\]]*\])
    |(?P<word>[^\W\d][\w$]*)
    |(?P<sign><=>|<>|!=|<=|>=|\|\||::|->>|->|[-+*/%(),.;=<>&|^~])
    """,
    re.VERBOSE | re.DOTALL,
)
_SORTS = {"value": Sort.VALUE, "name": Sort.NAME, "word": Sort.WORD, "sign": Sort.SIGN}


def split_tokens(text: str) -> list[SqlToken] | int:
    """All of them and one for the end; or the place of what is none."""
    found: list[SqlToken] = []
    place = 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            return place
        if token.lastgroup != "space":
            found.append(SqlToken(_SORTS[str(token.lastgroup)], token[0], place))
        place = token.end()
    return [*found, SqlToken(Sort.END, "", place)]
