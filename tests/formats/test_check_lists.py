"""A file of checks: the same list as in a suite."""

import pytest

from edison.domain import Check
from edison.errors import SuiteBroken
from edison.formats import read_check_list

KNOWN = ("contains", "json_valid", "similarity")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("checks.yaml", b"- not_json_valid\n- similarity: {to: '{{ expect }}', at_least: 0.8}\n"),
        (
            "checks.yaml",
            b"checks:\n  - not_json_valid\n  - similarity: {to: '{{ expect }}', at_least: 0.8}\n",
        ),
        ("checks.json", b'["not_json_valid", {"similarity": {"to": "{{ expect }}", "at_least": 0.8}}]'),
    ],
)
def test_checks_are_listed_alone_or_under_their_key(name: str, text: bytes) -> None:
    assert read_check_list(text, name=name, known_checks=KNOWN) == (
        Check(kind="json_valid", negated=True),
        Check(kind="similarity", value={"to": "{{ expect }}", "at_least": 0.8}),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "checks.yaml cannot be used: the file is empty"),
        (b"[]", "line 1, column 1, checks: it holds too little. Write at least 1 of them."),
        (b"4", "4 is no mapping"),
        (b"checks: [json_valid]\narms: [a/b]", "line 2, column 1, arms: the key 'arms' is not known"),
        (b"- json_valid\n- 4", "line 2, column 3, checks\\[1\\]: 4 does not fit here"),
        (b"- json_valid\n- contain: x", "line 2, column 3, checks\\[1\\]: there is no check 'contain'"),
        (b"- {contains: a, json_valid: b}", "a check is one name with one value"),
        (b"- {contains: a", "line 2, column 1: did not find expected"),
    ],
)
def test_a_file_of_checks_that_cannot_be_used_is_refused_with_its_place(text: bytes, told: str) -> None:
    with pytest.raises(SuiteBroken, match=told):
        read_check_list(text, name="checks.yaml", known_checks=KNOWN)


def test_without_a_list_of_kinds_any_kind_is_taken() -> None:
    assert read_check_list(b"[sparkles]", name="checks.yaml") == (Check(kind="sparkles"),)
