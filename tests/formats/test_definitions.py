"""Suites as YAML: what was written is what is read, value by value."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import JsonValue

from edison.errors import SuiteBroken
from edison.formats import read_definition, write_definition

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e6, 1e6) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS.filter(bool), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,12}", fullmatch=True), VALUES, min_size=1, max_size=5))
@example(
    {
        "a": ["1e5", "true", "~", "", "no", "2026-01-01", " padded ", "a: b", "# no comment", "0x1F", "- x"],
        "text": "Answer:\n\n  {{ question }}\n",
        "ends": "one\ntwo\n\n\n",
        "begins": "\n  indented\nless",
        "control": "bell \x07 and \x1b[31m, next \x85 line \u2028 end",
        "spaces": "trailing  \nline",
        "break": {"\x85": "\x85", "key": "\u2029"},
        "twice": [{"x": 1.5}, {"x": 1.5}],
        "empty": {},
        "none": [],
    }
)
def test_what_is_written_is_read_back_value_by_value(value: dict[str, JsonValue]) -> None:
    assert read_definition(write_definition(value), name="edison.yaml") == value


@pytest.mark.parametrize(("text", "what"), [(b"- a\n- b\n", "is no suite"), (b"a: [", "cannot be used")])
def test_what_is_no_mapping_is_refused(text: bytes, what: str) -> None:
    with pytest.raises(SuiteBroken, match=what):
        read_definition(text, name="edison.yaml")
