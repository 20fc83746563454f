"""Imports run downhill, and each outside library has one home (decisions 0002 and 0005)."""

import ast
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

from tools.cards import ROOT

from .house import ROOMS, SOURCE, tree_of


def test_the_import_contracts_hold() -> None:
    checked = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_room_stands_on_a_floor() -> None:
    found = {path.stem for path in SOURCE.iterdir() if path.is_dir() or path.suffix == ".py"}

    assert found - {"__init__", "__main__", "__pycache__", "py"} == set(ROOMS)


def test_every_library_of_the_core_has_a_home_or_is_at_home_everywhere() -> None:
    everywhere = {"pydantic", "pydantic_core", "structlog"}
    rule = ConfigParser()
    rule.read(ROOT / ".importlinter", encoding="utf-8")
    housed = {
        module
        for section in rule.sections()
        for module in rule[section].get("forbidden_modules", "").split()
        if not module.startswith("edison.")
    }

    assert _imported_by_the_core() - housed - everywhere == set(), (
        "give the library one home in .importlinter"
    )


def _imported_by_the_core() -> set[str]:
    return {
        name
        for path in SOURCE.rglob("*.py")
        for name in _top_names(tree_of(path))
        if name not in sys.stdlib_module_names and name != "edison"
    }


def _top_names(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.partition(".")[0])
    return names
