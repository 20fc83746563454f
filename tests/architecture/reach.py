"""Which functions and classes a door leads to: names are followed through imports, without running anything."""

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

# Whatever else decorates a function hands it to somebody who will call it.
_HANDS_IT_TO_NOBODY = {
    *("dataclass", "cache", "lru_cache", "overload", "final", "total_ordering", "runtime_checkable"),
    *("contextmanager", "asynccontextmanager", "unique", "verb"),
}


class Place(NamedTuple):
    """A name at the top of a module; without a name, the module itself."""

    module: str
    name: str | None = None


class Module:
    """A file: what it defines, what it imports, what it does when it is loaded."""

    def __init__(self, name: str, tree: ast.Module, *, is_package: bool) -> None:
        self.name = name
        self.tree = tree
        self._package = name if is_package else name.rpartition(".")[0]

    @cached_property
    def defined(self) -> dict[str, list[ast.stmt]]:
        found: dict[str, list[ast.stmt]] = {}
        for statement in self.tree.body:
            for name in _given(statement):
                found.setdefault(name, []).append(statement)
        return found

    @cached_property
    def imported(self) -> dict[str, Place]:
        """Anywhere in the file: many imports wait inside functions until they are needed."""
        found: dict[str, Place] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found.update(
                    {alias.asname or alias.name.partition(".")[0]: Place(alias.name) for alias in node.names}
                )
            elif isinstance(node, ast.ImportFrom):
                home = self._absolute(node)
                found.update({alias.asname or alias.name: Place(home, alias.name) for alias in node.names})
        return found

    def done_at_once(self) -> Iterator[ast.stmt]:
        """What happens when it is loaded, and functions that are handed to somebody there."""
        for statement in self.tree.body:
            if isinstance(statement, Defined):
                if any(_word(mark) not in _HANDS_IT_TO_NOBODY for mark in statement.decorator_list):
                    yield statement
            elif not isinstance(statement, ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign):
                yield statement

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = self._package.split(".")
        return ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [node.module])])


class House:
    """All modules, and who mentions whom."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self.modules = {module.name: module for module in modules}

    def reached_from(self, doors: Iterable[Module]) -> set[Place]:
        """Every definition that the doors lead to."""
        waiting: list[tuple[Module, ast.AST]] = [(door, door.tree) for door in doors]
        waiting += [
            (module, statement) for module in self.modules.values() for statement in module.done_at_once()
        ]
        reached = {Place(module.name, name) for module, piece in waiting for name in _given(piece)}
        while waiting:
            module, piece = waiting.pop()
            for place in self._mentioned(module, piece) - reached:
                reached.add(place)
                home = self.modules[place.module]
                waiting.extend((home, statement) for statement in home.defined[place.name or ""])
        return reached

    def _mentioned(self, module: Module, piece: ast.AST) -> set[Place]:
        found: set[Place] = set()
        for node in ast.walk(piece):
            match node:
                case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in module.imported:
                    found |= self._behind(module.imported[owner], name)
                case ast.Name(id=name):
                    found |= self._look_up(module, name)
                case ast.Constant(value=str(text)) if text.isidentifier():
                    # A type in quotation marks.
                    found |= self._look_up(module, text)
                case _:
                    pass
        return found

    def _look_up(self, module: Module, name: str) -> set[Place]:
        """What a name means in a module: something of its own, or what it imports from where that is defined."""
        if name in module.defined:
            return {Place(module.name, name)} if name != "__all__" else set()
        if name in module.imported:
            home, other = module.imported[name]
            is_itself = (home, other) == (module.name, name)
            return set() if is_itself or other is None else self._offered(home, other)
        return set()

    def _offered(self, home: str, name: str) -> set[Place]:
        """What somebody gets who imports a name; some packages load what they offer when it is asked for."""
        if home not in self.modules:
            return set()
        if found := self._look_up(self.modules[home], name):
            return found
        if "__getattr__" not in self.modules[home].defined:
            return set()
        inside = (module for module in self.modules.values() if module.name.startswith(f"{home}."))
        return {Place(module.name, name) for module in inside if name in module.defined}

    def _behind(self, owner: Place, name: str) -> set[Place]:
        """What `owner.name` means where the owner is a module."""
        home = f"{owner.module}.{owner.name}" if owner.name else owner.module
        return self._offered(home, name)


def read_module(path: Path, *, source: Path, tree: ast.Module) -> Module:
    parts = path.relative_to(source.parent).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    return Module(".".join(parts[:-1] if is_package else parts), tree, is_package=is_package)


def _given(statement: ast.AST) -> Iterator[str]:
    """The names that a statement at the top of a module defines."""
    if isinstance(statement, Defined):
        yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _word(mark: ast.expr) -> str:
    """The last word of a decorator."""
    called = mark.func if isinstance(mark, ast.Call) else mark
    return called.attr if isinstance(called, ast.Attribute) else ast.unparse(called)
