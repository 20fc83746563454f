"""One thing has one name (0001); rows stay in store, wires in api (0004), views in actions (0028)."""

import ast
import re

import pytest

from tools.cards import ROOT

from .house import PYTHON, ROOMS, SOURCE, in_source, name_of, nodes_of, room_of, tree_of

SOURCES = [path for path in PYTHON if in_source(path) and path.parent != SOURCE]

EMPTY_WORDS = {
    *("manager", "helper", "helpers", "util", "utils", "common", "misc", "handler", "processor"),
    "base_classes",
}
# Two things with one name, from before this was looked at. A name may be taken out and none put in.
IN_TWO_ROOMS = {
    "Dialect", "Output", "Reply", "Unreadable", "Usage", "Waiting",
}  # fmt: skip
OTHER_TESTS = {"architecture", "bench", "chaos", "doors", "golden", "journeys", "live", "tools"}
BESIDE_THE_TESTS = {"__init__.py", "conftest.py", "database.py", "factories.py", "invariants.py"}


@pytest.mark.parametrize(
    ("form", "homes"),
    [
        (r".Row$", {"store"}),
        (r"^New[A-Z]", {"api"}),
        (r".View$", {"actions"}),
    ],
)
def test_a_kind_of_class_lives_in_its_room(form: str, homes: set[str]) -> None:
    strays = [
        f"{name_of(path)}: {node.name}"
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.ClassDef) and re.search(form, node.name) and room_of(path) not in homes
    ]

    assert strays == []


def test_a_module_is_named_after_what_it_holds() -> None:
    empty = [name_of(path) for path in PYTHON if EMPTY_WORDS & set(path.stem.strip("_").split("_"))]

    assert empty == [], "name what it does or what it holds"


def test_a_class_is_not_named_after_nothing() -> None:
    empty = [
        f"{name_of(path)}: {node.name}"
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.ClassDef) and re.search(r"(Manager|Helper|Utils?|Processor)$", node.name)
    ]

    assert empty == []


def test_a_class_has_a_name_that_no_other_room_uses() -> None:
    rooms: dict[str, set[str]] = {}
    for path in SOURCES:
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                rooms.setdefault(node.name, set()).add(room_of(path))
    found = {name for name, homes in rooms.items() if len(homes) > 1}

    strays = [f"{name}: {', '.join(sorted(rooms[name]))}" for name in sorted(found - IN_TWO_ROOMS)]
    assert strays == [], "one thing has one name, and one name means one thing"
    assert IN_TWO_ROOMS - found == set(), "these are named in one room only; take them off the list"


def test_the_spelling_is_judgment() -> None:
    other = "judge" + "ment"

    assert [name_of(path) for path in PYTHON if other in path.read_text(encoding="utf-8").lower()] == []


def test_tests_mirror_the_rooms() -> None:
    tests = ROOT / "tests"
    folders = {path.name for path in tests.iterdir() if path.is_dir() and path.name != "__pycache__"}
    loose = {path.name for path in tests.glob("*.py")}

    assert folders <= set(ROOMS) | OTHER_TESTS, "a test lies in the folder of the room it tests"
    assert loose <= BESIDE_THE_TESTS, "a test lies in the folder of the room it tests"


def test_a_test_file_is_found_by_its_name() -> None:
    unseen = [
        name_of(path)
        for path in (ROOT / "tests").rglob("*.py")
        if not path.name.startswith("test_") and any(_is_test(node) for node in tree_of(path).body)
    ]

    assert unseen == [], "pytest would not collect these"


def _is_test(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
