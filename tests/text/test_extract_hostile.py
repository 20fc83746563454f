"""Texts made to crash, recurse or stall a reader; the test timeout is the judge of the last."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.text import Extracted, Unreadable, WhyUnreadable, read_json
from edison.text.brackets import MAX_DEPTH
from edison.text.extract import MAX_JSON_CHARS
from edison.text.repair import MAX_REPAIR_CHARS

TOKENS = [
    "{",
    "}",
    "[",
    "]",
    "(",
    '"',
    "'",
    ",",
    ":",
    "\\",
    "\n",
    " ",
    "//",
    "/*",
    "```",
    "```json",
    "“",
    "”",
]
TOKENS += [
    '"a"',
    '"a":',
    "true",
    "NaN",
    "1",
    "1e999",
    "-",
    ".",
    '{"a":1}',
    "#",
    "<think>",
    "</think>",
    "\\u",
    "\ud800",
]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        "[" * 200_000 + "]" * 200_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        'prose {"a":' + "[" * 100_000,
        "```json\n" + "[" * 100_000 + "\n```",
    ],
    ids=["open lists", "lists", "objects", "in prose", "in a fence"],
)
def test_absurd_nesting_is_named(text: str) -> None:
    found = read_json(text)

    assert isinstance(found, Unreadable)
    assert found.reason is WhyUnreadable.TOO_DEEP


def test_nesting_up_to_the_limit_is_read() -> None:
    found = read_json("[" * MAX_DEPTH + "]" * MAX_DEPTH)

    assert isinstance(found, Extracted)
    assert isinstance(read_json("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)), Unreadable)


def test_many_brackets_side_by_side_are_not_deep() -> None:
    found = read_json("[" + "{}," * 1_000 + "{}]")

    assert isinstance(found, Extracted)


def test_deep_thinking_does_not_hide_a_flat_answer() -> None:
    found = read_json("<think>" + "[" * 10_000 + '</think>{"a": 1}')

    assert isinstance(found, Extracted)
    assert found.value == {"a": 1}


@pytest.mark.parametrize(
    "unit", ["{", '{"', '{"a":1}', "[1, ", '{"a": "', "```json\n", '"', "<think>", "[0, 1) ", "{]"]
)
def test_a_flood_of_beginnings_does_not_stall(unit: str) -> None:
    assert read_json(unit * (MAX_JSON_CHARS // len(unit)))


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("{", "{1"),
        ('["', '"a":['),
        ('{"a":[', '".'),
        ("[", '-"a"('),
        ("[", '"a".'),
        ('["', "```\\'"),
        ("{", "(-"),
        ('["', '1."a":(""a"'),
    ],
)
def test_input_that_takes_the_repair_library_quadratic_time_is_given_up(head: str, unit: str) -> None:
    assert read_json(head + unit * (MAX_REPAIR_CHARS // len(unit) - len(head)))


def test_nesting_that_only_shows_when_quotes_are_read_differently_does_not_stall() -> None:
    found = read_json('"{" ' + "{" * 400_000 + "]" * 400_000 + "}")

    assert isinstance(found, Unreadable)


def test_a_nesting_only_the_repair_library_sees_is_no_crash() -> None:
    found = read_json('{"a": ' + "(" * 15_000)

    assert isinstance(found, Extracted | Unreadable)


def test_broken_json_too_long_for_a_thorough_repair_is_unreadable() -> None:
    text = "{" + ", ".join(f"key{number}: 'value'" for number in range(MAX_REPAIR_CHARS // 16)) + "}"

    found = read_json(text)

    assert isinstance(found, Unreadable)
    assert found.reason is WhyUnreadable.BROKEN_JSON


def test_only_the_first_and_last_of_very_many_objects_are_considered() -> None:
    text = '{"first": 1} ' + "{} " * 1_000 + '{"last": 1}'

    found = read_json(text, keys=["first"])

    assert isinstance(found, Extracted)
    assert found.value == {"first": 1}


def test_more_unclosed_intervals_than_worth_following_are_given_up() -> None:
    assert isinstance(read_json("in [0, 1) " * 100 + '{"a": 1}', want=dict), Unreadable)


@given(text=st.lists(st.sampled_from(TOKENS) | st.text(max_size=4), max_size=30).map("".join))
def test_any_text_is_read_or_named(text: str) -> None:
    found = read_json(text)

    if isinstance(found, Extracted):
        json.dumps(found.value, allow_nan=False)
    else:
        assert found.reason in WhyUnreadable


@given(
    value=st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=20,
    )
)
def test_whatever_json_writes_is_read_back(value: object) -> None:
    found = read_json(json.dumps(value))

    assert isinstance(found, Extracted)
    assert found.value == value
    assert not found.repaired
