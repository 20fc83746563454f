"""Calls that hide time, chance or surroundings, with what to use instead (decisions 0006, 0011 and 0013)."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from .house import PYTHON, in_source, name_of, nodes_of

INSTEAD = {
    "print": "return it, or log an event",
    "random": "draw from a named stream of edison.domain.Chance",
    "numpy.random": "draw from np.random.default_rng(seed), with a seed that was handed in",
    "uuid.uuid4": "ids are minted by edison.domain.Mint",
    "os.environ": "only edison.settings reads the environment",
    "os.getenv": "only edison.settings reads the environment",
    "time.sleep": "wait on the Clock, with a deadline",
    "datetime.now": "ask the Clock that was handed in",
    "datetime.utcnow": "ask the Clock that was handed in",
    "datetime.today": "ask the Clock that was handed in",
    "time.time": "ask the Clock that was handed in",
    "asyncio.gather": "use a task group",
    "session.commit": "the unit of work commits, once",
    "unittest.mock": "use the simulator, a factory or the frozen clock",
}

# The one home of each. A line may be taken out and none put in.
EXCEPTIONS = {
    ("src/edison/domain/chance.py", "random"),
    ("src/edison/settings/settings.py", "os.environ"),
    ("src/edison/sim/clock.py", "time.time"),
    ("src/edison/wiring/clock.py", "datetime.now"),
}

# Benchmarks and tools talk to a terminal and measure real time; tests may wait for real processes.
BANNED_OUTSIDE = {"uuid.uuid4", "random", "numpy.random", "asyncio.gather", "unittest.mock"}

# The parts of numpy's generators that keep no state of their own.
SEEDED = {"default_rng", "Generator", "SeedSequence", "SFC64"}

LOCKS = {"asyncio.Lock", "asyncio.Semaphore", "asyncio.Condition", "asyncio.BoundedSemaphore"}


def test_no_banned_call_is_made() -> None:
    found = {(name_of(path), name) for path in PYTHON for name in _banned_in(path)}

    strays = sorted(found - EXCEPTIONS)
    assert strays == [], "\n".join(f"{file}: {name}: {INSTEAD[name]}" for file, name in strays)
    assert EXCEPTIONS - found == set(), "these exceptions are not needed any more; remove them"


def test_a_lock_says_what_it_protects() -> None:
    silent = [
        f"{name_of(path)}:{number}"
        for path in PYTHON
        if in_source(path)
        for number in _locks_in(path)
        if not _is_explained(path.read_text(encoding="utf-8").splitlines(), number)
    ]

    assert silent == [], "name in a comment what is protected, or do without"


@pytest.mark.parametrize(
    ("code", "banned"),
    [
        ("print('x')", "print"),
        ("from random import Random", "random"),
        ("import random as chance", "random"),
        ("from uuid import uuid4", "uuid.uuid4"),
        ("import os\nos.environ['X']", "os.environ"),
        ("from os import environ", "os.environ"),
        ("import datetime\ndatetime.datetime.now()", "datetime.now"),
        ("from unittest import mock", "unittest.mock"),
        ("self.session.commit()", "session.commit"),
        ("import numpy as np\nnp.random.seed(1)", "numpy.random"),
        ("from numpy.random import rand", "numpy.random"),
    ],
)
def test_the_guard_sees_every_way_of_writing_it(code: str, banned: str) -> None:
    assert banned in set(_names(ast.walk(ast.parse(code))))


@pytest.mark.parametrize(
    "code", ["np.random.default_rng(seed)", "console.print('x')", "x: np.random.Generator"]
)
def test_the_guard_lets_pass_what_only_sounds_alike(code: str) -> None:
    assert set(_names(ast.walk(ast.parse(code)))) == set()


def _locks_in(path: Path) -> list[int]:
    """The lines on which a lock is made."""
    return [
        node.lineno
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in LOCKS
    ]


def _banned_in(path: Path) -> set[str]:
    applies = set(INSTEAD) if in_source(path) else BANNED_OUTSIDE
    return set(_names(nodes_of(path))) & applies


def _names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The banned names that occur, whichever way they are reached."""
    for node in nodes:
        for name in _dotted(node):
            yield from (banned for banned in INSTEAD if name == banned or _ends_with(name, banned))
            yield from (banned for banned in ("random", "unittest.mock") if name.startswith(f"{banned}."))
            drawn = re.match(r"(?:np|numpy)\.random\.(\w+)", name)
            if drawn is not None and drawn.group(1) not in SEEDED:
                yield "numpy.random"


def _ends_with(name: str, banned: str) -> bool:
    """Whether a longer path leads to it; a bare word is also the name of innocent methods."""
    return "." in banned and banned != "numpy.random" and name.endswith(f".{banned}")


def _dotted(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Attribute):
        yield _path(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield node.func.id


def _path(node: ast.expr) -> str:
    """The names that lead to an attribute; what is called or indexed on the way has none."""
    if isinstance(node, ast.Attribute):
        return f"{_path(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _is_explained(lines: list[str], number: int) -> bool:
    above = lines[number - 2].strip() if number >= 2 else ""
    beside = lines[number - 1].partition("#")[2].strip()
    return above.startswith("#") or (bool(beside) and not beside.startswith("noqa: TID251"))
