"""Stages are pure and all have the same drawers (decision 0004)."""

import ast
from pathlib import Path

import pytest

from edison.stages import STAGES
from tools.cards import read_card

from .house import PYTHON, SOURCE, name_of, nodes_of

HOME = SOURCE / "stages"
FILES = [path for path in PYTHON if path.is_relative_to(HOME)]
DRAWERS = {"__init__.py", "units.py", "prompts.py", "reply.py", "dialogue.py", "kinds"}
ASKING = {"prompts.py", "reply.py", "dialogue.py"}
ASK_NOTHING = {"plan", "check", "rank"}
NOT_FURNISHED = {"review"}

LARGEST_KIND = 200
"""Lines of a file in `kinds` or in a named folder: a named strategy is a small thing."""

IMPURE = {
    "asyncio", "ctypes", "http", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "select",
    "shutil", "signal", "socket", "ssl", "structlog", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
}  # fmt: skip


def test_the_stages_are_the_folders_and_the_folders_are_the_stages() -> None:
    folders = {path.name for path in HOME.iterdir() if (path / "__init__.py").is_file()}

    assert folders == set(STAGES)


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_has_a_card_and_no_other_drawers_than_the_four_and_named_folders(stage: str) -> None:
    allowed = DRAWERS - ASKING if stage in ASK_NOTHING else DRAWERS

    found = drawers_of(stage)

    strangers = found - allowed - {folder.name for folder in folders_of(stage)}
    assert strangers == set(), f"stages/{stage} holds {', '.join(sorted(strangers))}"
    assert read_card(f"stages.{stage}", required=("In", "Out")).sentence


@pytest.mark.parametrize("stage", sorted(set(STAGES) - NOT_FURNISHED))
def test_a_furnished_stage_has_every_drawer_it_needs_and_lists_its_public_names(stage: str) -> None:
    needed = {"units.py"} if stage in ASK_NOTHING else {"units.py", *ASKING}

    assert needed <= drawers_of(stage)
    assert read_card(f"stages.{stage}", required=("In", "Out")).names


@pytest.mark.parametrize("stage", sorted(NOT_FURNISHED))
def test_the_list_of_stages_that_are_not_furnished_only_shrinks(stage: str) -> None:
    assert drawers_of(stage) == {"__init__.py"}, "it is furnished now; take it off the list"


@pytest.mark.parametrize("stage", STAGES)
def test_kinds_and_named_folders_are_small_files_side_by_side(stage: str) -> None:
    found = [path for folder in folders_of(stage) for path in folder.iterdir() if path.name != "__pycache__"]

    assert [name_of(path) for path in found if path.suffix != ".py"] == []
    assert [name_of(path) for path in found if _lines(path) > LARGEST_KIND] == []


@pytest.mark.parametrize("stage", STAGES)
def test_a_folder_says_what_is_in_it(stage: str) -> None:
    silent = [
        name_of(folder)
        for folder in folders_of(stage)
        if not ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    ]

    assert silent == []


def test_a_stage_reaches_for_nothing_outside() -> None:
    reached = [
        f"{name_of(path)}: {name}"
        for path in FILES
        for name in sorted({name.partition(".")[0] for name in _imports(path)} & IMPURE)
    ]

    assert reached == [], "hand it in: time, chance, files and answers come from outside"


def test_a_dialogue_never_waits() -> None:
    waits = [
        f"{name_of(path)}:{node.lineno}"
        for path in FILES
        for node in nodes_of(path)
        if isinstance(node, ast.AsyncFunctionDef | ast.Await)
    ]

    assert waits == [], "yield the question; the engine waits for the answer"


def folders_of(stage: str) -> list[Path]:
    """`kinds`, and folders that are named after what they hold."""
    return [path.parent for path in sorted((HOME / stage).glob("*/__init__.py"))]


def drawers_of(stage: str) -> set[str]:
    return {path.name for path in (HOME / stage).iterdir() if path.name != "__pycache__"}


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def _imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return names
