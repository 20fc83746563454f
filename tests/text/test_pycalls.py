"""Python-like arguments are read, and nothing is ever run or compiled."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.text import read_tool_calls


def arguments_of(written: str) -> tuple[dict[str, object], bool]:
    call = read_tool_calls(f"<|tool_call_start|>[f({written})]<|tool_call_end|>").calls[0]
    return dict(call.arguments), call.salvaged


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1", 1),
        ("-2", -2),
        ("1_000", 1000),
        (".5", 0.5),
        ("1.", 1.0),
        ("2e3", 2000.0),
        ("True", True),
        ("false", False),
        ("None", None),
        ("null", None),
        ("'it'", "it"),
        ('"a, b)"', "a, b)"),
        ("'''tri\"ple'''", 'tri"ple'),
        ('"""a "quoted" b"""', 'a "quoted" b'),
        (r"'a\n\t\'\"\\'", "a\n\t'\"\\"),
        (r"'\x41\u00e9\U0001F600'", "Aé😀"),
        (r"'\d \U99999999'", r"\d \U99999999"),
        ("'a\\\nb'", "ab"),
        ("[]", []),
        ("[1, [2, 'x'],]", [1, [2, "x"]]),
        ("(1, 2)", [1, 2]),
        ("{'k': {'n': None}, 2: 3,}", {"k": {"n": None}, "2": 3}),
        (" [ 1 , 2 ] ", [1, 2]),
    ],
)
def test_literals_are_read(written: str, value: object) -> None:
    assert arguments_of(f"x={written}") == ({"x": value}, False)


@pytest.mark.parametrize(
    "written",
    [
        "x=__import__('os').system('id')",
        "x=open('/etc/passwd')",
        "x=1+1",
        "x=1 -1",
        "x='a' 'b'",
        "x=[1 2]",
        "x={1}",
        "x={'a' 1}",
        "x=1abc",
        "x=" + "9" * 5_000,
        "x=1e999",
        "x='open",
        "x=[" * 100_000,
        "x=" + "[" * 60 + "]" * 60,
        "x=" + "-" * 100_000 + "1",
        "x=" + "not " * 50_000 + "1",
        "x=1 y=2",
        "**x",
        "=1",
    ],
    ids=lambda written: written[:20],
)
def test_what_is_not_a_literal_loses_the_arguments_and_keeps_the_name(written: str) -> None:
    assert arguments_of(written) == ({}, True)


@given(
    value=st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=15,
    )
)
def test_whatever_python_writes_is_read_as_python_reads_it(value: object) -> None:
    written = repr(value)

    assert arguments_of(f"x={written}") == ({"x": ast.literal_eval(written)}, False)
