"""Every verb says which right it takes, so that no door can forget to ask (decision 0031)."""

import ast
import re
from collections.abc import Iterator

from .house import PYTHON, SOURCE, name_of, nodes_of, tree_of

Function = ast.FunctionDef | ast.AsyncFunctionDef
_PAID = re.compile(
    r"(^|\.|_)(gateway\.(ask|stream|embed|ask_for_vectors|batches)|control\.(start|resume|rerun_failed))$|^working$"
)
"""What has models asked, in the words by which it is called."""


def test_every_function_that_takes_a_house_is_declared() -> None:
    silent = [f"{place}: {verb.name}" for place, verb in verbs() if not _is_declared(verb)]

    assert silent == [], "say which right it takes: @verb(Right.…)"


def test_no_two_verbs_have_one_name() -> None:
    names = [verb.name for _, verb in verbs()]

    assert sorted(names) == sorted(set(names))


def test_runs_are_found_by_a_part_of_their_name_by_doors_for_people_alone() -> None:
    """Whoever calls a verb or the API names a run by its id: `latest` or half a name is what people type."""
    found = [
        f"{name_of(path)}:{node.lineno}"
        for path in PYTHON
        if path.is_relative_to(SOURCE / "actions") or path.is_relative_to(SOURCE / "api")
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("find_run", "work.runs.find")
    ]

    assert [place.partition(":")[0] for place in found] == ["src/edison/actions/results/reports.py"], found


def test_whoever_has_models_asked_needs_the_right_to_spend() -> None:
    """What is paid for is reached through verbs that take that right, whatever lies in between."""
    free, paying = list[str](), list[str]()
    for path in PYTHON:
        if path.is_relative_to(SOURCE / "actions"):
            defined = {
                node.name: node for node in tree_of(path).body if isinstance(node, Function | ast.ClassDef)
            }
            for name in defined:
                if (right := _right_of(defined[name])) is not None and _has_models_asked(name, defined):
                    (paying if right == "Right.SPEND" else free).append(f"{name_of(path)}: {name}")

    assert free == [], "say what it takes: @verb(Right.SPEND)"
    assert {one.rpartition(" ")[2] for one in paying} >= {
        *("start_run", "resume_run", "rerun_failed", "drive_run", "serve_runs"),
        *("ask_model", "ask_for_vectors", "ask_chat"),
    }


def verbs() -> Iterator[tuple[str, Function]]:
    """Every public function of `actions` whose first parameter is the house, with its place."""
    for path in PYTHON:
        if path.is_relative_to(SOURCE / "actions"):
            for node in tree_of(path).body:
                if isinstance(node, Function) and not node.name.startswith("_") and _takes_a_house(node):
                    yield name_of(path), node


def _takes_a_house(node: Function) -> bool:
    first = next(iter((*node.args.posonlyargs, *node.args.args)), None)
    return first is not None and first.annotation is not None and _is_house(ast.unparse(first.annotation))


def _is_house(annotation: str) -> bool:
    return annotation.strip("'\"") == "House"


def _is_declared(node: Function) -> bool:
    return any(
        isinstance(mark, ast.Call) and ast.unparse(mark.func) == "verb" for mark in node.decorator_list
    )


def _right_of(node: Function | ast.ClassDef) -> str | None:
    """What a verb takes, as it is written; None where it is none."""
    marks = (mark for mark in node.decorator_list if isinstance(mark, ast.Call))
    return next((ast.unparse(mark.args[0]) for mark in marks if ast.unparse(mark.func) == "verb"), None)


def _has_models_asked(name: str, defined: dict[str, Function | ast.ClassDef]) -> bool:
    """Whether it does so itself or by what stands beside it; verbs are asked for their right when they are called."""
    seen, ahead = set[str](), [name]
    while ahead:
        one = ahead.pop()
        seen.add(one)
        for node in ast.walk(defined[one]):
            if isinstance(node, ast.Call) and _PAID.search(ast.unparse(node.func)):
                return True
            beside = node.id if isinstance(node, ast.Name) else ""
            if beside in defined and beside not in seen and _right_of(defined[beside]) is None:
                ahead.append(beside)
    return False
