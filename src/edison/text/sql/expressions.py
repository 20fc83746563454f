"""Expressions: what is computed, compared and called within a statement."""

from collections.abc import Callable

from .tokens import Sort, SqlToken
from .words import COMPARED, JOINED, LIKE, NO_ALIASES, RESERVED, UNITS

_DEEPEST = 60


class Misread(Exception):
    """What stands at a place does not go on the statement."""

    def __init__(self, at: SqlToken) -> None:
        super().__init__(at.text)
        self.at = at


class Expressions:
    """Goes through tokens one after another; what does not fit is raised as `Misread`."""

    def __init__(self, tokens: list[SqlToken], *, query: Callable[[], None]) -> None:
        self._tokens = tokens
        self._place = 0
        self._depth = 0
        self._query = query

    @property
    def now(self) -> SqlToken:
        """Where we are."""
        return self._tokens[self._place]

    def step(self) -> SqlToken:
        """The token we were at; we are at the next then."""
        token = self.now
        self._place += token.sort is not Sort.END
        return token

    def takes(self, *words: str) -> bool:
        """Go over these words or signs, all or none of them."""
        ahead = self._tokens[self._place : self._place + len(words)]
        fits = [(token.word or (token.text if token.sort is Sort.SIGN else "")) for token in ahead]
        if fits != list(words):
            return False
        self._place += len(words)
        return True

    def must(self, *words: str) -> None:
        """The same, where anything else is wrong."""
        if not self.takes(*words):
            raise Misread(self.now)

    def is_at(self, *words: str) -> bool:
        """Whether we are at one of these words or signs."""
        return (self.now.word or self.now.text) in words

    def name(self) -> str:
        """A name, in quotes or not."""
        token = self.step()
        if token.sort is Sort.NAME:
            return token.text[1:-1]
        if token.sort is not Sort.WORD or token.word in RESERVED:
            raise Misread(token)
        return token.text

    def listed(self, one: Callable[[], object]) -> None:
        """One or more, with commas between."""
        one()
        while self.takes(","):
            one()

    def alias(self) -> None:
        """Another name, if there is one."""
        if self.takes("AS"):
            self.name()
        elif self.now.sort is Sort.NAME or (self.now.word and self.now.word not in NO_ALIASES):
            self.step()

    def expression(self) -> None:
        """Terms joined by and, or."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Misread(self.now)
        self._condition()
        while self.takes("AND") or self.takes("OR"):
            self._condition()
        self._depth -= 1

    def _condition(self) -> None:
        while self.takes("NOT"):
            pass
        self._sum()
        while self._compares():
            pass

    def _compares(self) -> bool:
        """One comparison behind a term, if there is one."""
        if self.takes("IS"):
            self.takes("NOT")
            self.takes("DISTINCT", "FROM")
            self._sum()
            return True
        is_negated = self.takes("NOT")
        if self.takes("IN"):
            self._grouped()
        elif self.takes("BETWEEN"):
            self._sum()
            self.must("AND")
            self._sum()
        elif self.is_at(*LIKE):
            self.step()
            self._sum()
            if self.takes("ESCAPE"):
                self._sum()
        elif self.is_at(*COMPARED):
            self.step()
            _ = self.takes("ALL") or self.takes("ANY") or self.takes("SOME")
            self._sum()
        elif is_negated:
            raise Misread(self.now)
        else:
            return False
        return True

    def _sum(self) -> None:
        self._term()
        while self.is_at(*JOINED):
            self.step()
            self._term()

    def _term(self) -> None:
        while self.takes("-") or self.takes("+") or self.takes("~"):
            pass
        if self.is_at("("):
            self._grouped()
        elif self.now.sort is Sort.VALUE or self.is_at("NULL", "*"):
            self.step()
        elif self.takes("CASE"):
            self._case()
        elif self.takes("EXISTS"):
            self._grouped()
        elif self.takes("INTERVAL"):
            self._sum()
            if self.is_at(*UNITS):
                self.step()
        else:
            self._named()

    def _named(self) -> None:
        """A column, a function, or a value with its type before it."""
        if self.is_at("LEFT", "RIGHT", "VALUES") and self._tokens[self._place + 1].text == "(":
            self.step()
        else:
            self.name()
        if self.is_at("("):
            self._called()
        elif self.now.sort is Sort.VALUE and self.now.text.startswith("'"):
            self.step()

    def _called(self) -> None:
        self.must("(")
        if not self.takes(")"):
            self._arguments()
            self.must(")")
        if self.takes("FILTER"):
            self.must("(", "WHERE")
            self.expression()
            self.must(")")
        if self.takes("OVER"):
            self._window()

    def _arguments(self) -> None:
        """What a function is handed, with the words that some take in place of commas."""
        _ = self.takes("DISTINCT") or self.takes("ALL")
        if self.is_at("SELECT", "WITH"):
            self._query()
            return
        self.listed(self.expression)
        while self.is_at("AS", "FROM", "FOR", "USING", "SEPARATOR"):
            if self.step().word == "AS":
                self._type()
            else:
                self.expression()
        if self.takes("ORDER", "BY"):
            self.ordered()
            if self.takes("SEPARATOR"):
                self.expression()

    def _type(self) -> None:
        self.name()
        while self.now.sort is Sort.WORD and self.now.word not in RESERVED:
            self.step()
        if self.takes("("):
            self.listed(self.expression)
            self.must(")")

    def _window(self) -> None:
        if not self.takes("("):
            self.name()
            return
        if self.takes("PARTITION", "BY"):
            self.listed(self.expression)
        if self.takes("ORDER", "BY"):
            self.ordered()
        if self.is_at("ROWS", "RANGE", "GROUPS"):
            while not self.is_at(")", ""):
                self.step()
        self.must(")")

    def ordered(self) -> None:
        """By what is sorted."""
        self.listed(self._order)

    def _order(self) -> None:
        self.expression()
        _ = self.takes("ASC") or self.takes("DESC")
        _ = self.takes("NULLS", "FIRST") or self.takes("NULLS", "LAST")

    def _case(self) -> None:
        if not self.is_at("WHEN"):
            self.expression()
        self.must("WHEN")
        while True:
            self.expression()
            self.must("THEN")
            self.expression()
            if not self.takes("WHEN"):
                break
        if self.takes("ELSE"):
            self.expression()
        self.must("END")

    def _grouped(self) -> None:
        self.must("(")
        if self.is_at("SELECT", "WITH", "VALUES"):
            self._query()
        else:
            self.listed(self.expression)
        self.must(")")
