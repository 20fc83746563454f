"""Whether a text is SQL, and which tables it is about."""

from collections.abc import Iterator
from dataclasses import dataclass

from .expressions import Expressions, Misread
from .tokens import Sort, SqlToken, split_tokens
from .words import BEHIND, FOREIGN, UNREAD


@dataclass(frozen=True, slots=True)
class SqlRead:
    """It is SQL; each table with what is done to it, such as `select::null::users`."""

    tables: frozenset[str]


@dataclass(frozen=True, slots=True)
class SqlBroken:
    """It is none, and where it stops being so."""

    problem: str


@dataclass(frozen=True, slots=True)
class SqlUnread:
    """It may be or not: it is written in a way that is not read here."""

    why: str


def read_sql(text: str) -> SqlRead | SqlBroken | SqlUnread:
    """Look at one or more statements: queries, and changes of rows."""
    tokens = split_tokens(text)
    if isinstance(tokens, int):
        return SqlBroken(f"there is {text[tokens]!r} at character {tokens + 1}")
    if tokens[0].sort is Sort.END:
        return SqlBroken("there is no statement")
    reader = _Reader(tokens)
    try:
        reader.statements()
    except Misread as misread:
        if misread.at.word in UNREAD and reader.begins(misread.at):
            return SqlUnread(
                f"{misread.at.word} is written differently in every dialect and is not read here"
            )
        foreign = next((token.word for token in tokens if token.word in FOREIGN), None)
        if foreign is not None:
            return SqlUnread(f"{foreign} is not the same in every dialect and is not read here")
        return SqlBroken(_tell(misread.at))
    return SqlRead(frozenset(reader.tables))


def _tell(token: SqlToken) -> str:
    if token.sort is Sort.END:
        return "it ends before it is complete"
    return f"{token.text[:40]!r} does not go on the statement at character {token.place + 1}"


class _Reader(Expressions):
    """Statements, and what they name."""

    def __init__(self, tokens: list[SqlToken]) -> None:
        super().__init__(tokens, query=self._query_within)
        self._found: list[tuple[str, str]] = []

    @property
    def tables(self) -> Iterator[str]:
        """Those that it names, queries of its own among them."""
        return (f"{way}::{name}" for way, name in self._found)

    def begins(self, token: SqlToken) -> bool:
        """Whether a statement begins with it."""
        before = self._tokens[self._tokens.index(token) - 1]
        return token is self._tokens[0] or before.text == ";"

    def statements(self) -> None:
        """All, with semicolons between."""
        while True:
            self._statement()
            if not self.takes(";") or self.now.sort is Sort.END:
                break
        if self.now.sort is not Sort.END:
            raise Misread(self.now)

    def _statement(self) -> None:
        if self.is_at(*UNREAD):
            raise Misread(self.now)
        if self.takes("WITH"):
            self._common()
        if self.takes("INSERT") or self.takes("REPLACE"):
            self._insert()
        elif self.takes("UPDATE"):
            self._update()
        elif self.takes("DELETE"):
            self._delete()
        else:
            self._query_within()

    def _common(self) -> None:
        self.takes("RECURSIVE")
        self.listed(self._common_one)

    def _common_one(self) -> None:
        self.name()
        if self.takes("("):
            self._names()
        self.must("AS", "(")
        self._statement()
        self.must(")")

    def _query_within(self) -> None:
        if self.takes("WITH"):
            self._common()
        self._select()
        while self.takes("UNION") or self.takes("INTERSECT") or self.takes("EXCEPT"):
            _ = self.takes("ALL") or self.takes("DISTINCT")
            self._select()
        self._order_and_limit()

    def _select(self) -> None:
        if self.takes("("):
            self._query_within()
            self.must(")")
            return
        if self.takes("VALUES"):
            self.listed(self._grouped)
            return
        self.must("SELECT")
        while self.takes("DISTINCT") or self.takes("ALL") or self.is_at(*BEHIND):
            if self.is_at(*BEHIND):
                self.step()
        self.listed(self._item)
        if self.takes("FROM"):
            self._sources("select")
        if self.takes("WHERE"):
            self.expression()
        if self.takes("GROUP", "BY"):
            self.listed(self.expression)
        if self.takes("HAVING"):
            self.expression()

    def _item(self) -> None:
        self.expression()
        self.alias()

    def _sources(self, way: str) -> None:
        self._source(way)
        while True:
            if self.takes(","):
                self._source("select")
            elif self._joins():
                self._source("select")
                if self.takes("ON"):
                    self.expression()
                elif self.takes("USING", "("):
                    self._names()
            else:
                break

    def _joins(self) -> bool:
        is_begun = False
        while self.is_at("NATURAL", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "OUTER"):
            self.step()
            is_begun = True
        if is_begun:
            self.must("JOIN")
            return True
        return self.takes("JOIN") or self.takes("STRAIGHT_JOIN")

    def _source(self, way: str) -> None:
        if self.takes("("):
            if self.is_at("SELECT", "WITH", "VALUES", "("):
                self._query_within()
            else:
                self._sources(way)
            self.must(")")
        else:
            self._table(way)
            if self.is_at("("):
                self._found.pop()
                self._called()
        self.alias()
        if self.takes("("):
            self._names()

    def _table(self, way: str) -> None:
        parts = [self.name()]
        while self.takes("."):
            parts.append(self.name())
        self._found.append((way, f"{parts[-2] if len(parts) > 1 else 'null'}::{parts[-1]}"))

    def _names(self) -> None:
        self.listed(self.name)
        self.must(")")

    def _order_and_limit(self) -> None:
        if self.takes("ORDER", "BY"):
            self.ordered()
        if self.takes("LIMIT"):
            self.expression()
            if self.takes(",") or self.takes("OFFSET"):
                self.expression()
        if self.takes("OFFSET"):
            self.expression()
            _ = self.takes("ROWS") or self.takes("ROW")
        if self.takes("FETCH"):
            _ = self.takes("FIRST") or self.takes("NEXT")
            self.expression()
            _ = self.takes("ROWS", "ONLY") or self.takes("ROW", "ONLY")
        if self.takes("FOR"):
            _ = self.takes("UPDATE") or self.takes("SHARE")

    def _insert(self) -> None:
        while self.is_at(*BEHIND):
            self.step()
        self.takes("INTO")
        self._table("insert")
        if self.is_at("(") and self._is_list_of_names():
            self.must("(")
            self._names()
        if self.takes("SET"):
            self.listed(self._assignment)
        elif not self.takes("DEFAULT", "VALUES"):
            self._query_within()
        if self.takes("ON", "DUPLICATE", "KEY", "UPDATE"):
            self.listed(self._assignment)
        elif self.takes("ON", "CONFLICT"):
            self._conflict()
        self._returning()

    def _is_list_of_names(self) -> bool:
        return self._tokens[self._place + 1].word not in ("SELECT", "WITH", "VALUES")

    def _conflict(self) -> None:
        if self.takes("("):
            self._names()
        self.must("DO")
        if not self.takes("NOTHING"):
            self.must("UPDATE", "SET")
            self.listed(self._assignment)
            self._where()

    def _update(self) -> None:
        self._sources("update")
        self.must("SET")
        self.listed(self._assignment)
        if self.takes("FROM"):
            self._sources("select")
        self._where()
        self._order_and_limit()
        self._returning()

    def _delete(self) -> None:
        self.must("FROM")
        self._sources("delete")
        if self.takes("USING"):
            self._sources("select")
        self._where()
        self._order_and_limit()
        self._returning()

    def _assignment(self) -> None:
        self.name()
        while self.takes("."):
            self.name()
        self.must("=")
        if not self.takes("DEFAULT"):
            self.expression()

    def _where(self) -> None:
        if self.takes("WHERE"):
            self.expression()

    def _returning(self) -> None:
        if self.takes("RETURNING"):
            self.listed(self._item)
