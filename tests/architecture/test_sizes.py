"""Limits bind the tail: nobody whose sizes are unguarded keeps them (decision 0002)."""

import ast

from tools.cards import ROOT

from .house import PYTHON, functions_in, name_of

LONGEST_PYTHON_FILE = 400
LONGEST_FUNCTION = 60
MOST_POSITIONAL = 4
LONGEST_TYPESCRIPT_FILE = 250

# Exceptions may only go.
MANY_POSITIONAL: frozenset[str] = frozenset()


def test_a_python_file_fits_into_400_lines() -> None:
    long = [
        name_of(path)
        for path in PYTHON
        if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_PYTHON_FILE
    ]

    assert long == [], "split it by noun or by step"


def test_a_function_fits_into_60_lines() -> None:
    long = [
        f"{name_of(path)}: {function.name} has {_length(function)} lines"
        for path in PYTHON
        for function in functions_in(path)
        if _length(function) > LONGEST_FUNCTION
    ]

    assert long == [], "name its steps and make each a function"


def test_a_function_takes_at_most_four_arguments_by_position() -> None:
    greedy = {
        f"{name_of(path)}:{function.name}"
        for path in PYTHON
        for function in functions_in(path)
        if _positional(function) > MOST_POSITIONAL and not _is_called_by_name(function)
    }

    assert greedy - MANY_POSITIONAL == set(), "after the first, pass by keyword; or give the arguments a noun"
    assert MANY_POSITIONAL - greedy == set(), "these exceptions are not needed any more; remove them"


def test_a_typescript_file_fits_into_250_lines() -> None:
    web = ROOT / "web" / "src"
    long = [
        name_of(path)
        for suffix in ("*.ts", "*.tsx")
        for path in web.rglob(suffix)
        if ".gen." not in path.name
        and len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_TYPESCRIPT_FILE
    ]

    assert long == [], "split the component"


def _is_called_by_name(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Pytest and Typer pass everything by keyword, whatever the signature says."""
    is_command = any(ast.unparse(mark).startswith("app.command") for mark in function.decorator_list)
    return is_command or function.name.startswith("test_")


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def _positional(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return len(names) - (names[:1] in (["self"], ["cls"]))
