"""What the architecture tests look at: files, syntax trees, names."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.cards import ROOT, SOURCE, floors

DECISIONS = ROOT / "docs" / "architecture" / "decisions"
ROOMS = [room for rooms in floors() for room in rooms]

PYTHON = [
    path
    for folder in ("src", "tests", "bench", "tools")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "node_modules" not in path.parts
]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Everything in a file's tree, walked once for all tests."""
    return tuple(ast.walk(tree_of(path)))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def in_source(path: Path) -> bool:
    return path.is_relative_to(SOURCE)


def room_of(path: Path) -> str:
    """The room a source file belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def functions_in(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def kept_files() -> list[Path]:
    """Every file that is in the repository, or would be after `git add`."""
    listing = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    found = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in sorted(set(found.split("\0"))) if name and (ROOT / name).is_file()]


def text_of(path: Path) -> str | None:
    """The file's text, None where it is not text."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None
