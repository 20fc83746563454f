"""JSON with placeholders, and paths into JSON."""

import pytest

from edison.errors import VariablesMissing
from edison.text import fill, find_at, read_path, texts_to_fill


def test_every_text_is_filled_and_a_bare_placeholder_keeps_its_type() -> None:
    written = {"a": ["{{ n }}", "no {{ n }}", 1], "b": {"c": "{{ m.x.0 }}"}, "d": "{% raw %}{{{% endraw %}"}

    filled = fill(written, {"n": 3, "m": {"x": [True]}})

    assert filled == {"a": [3, "no 3", 1], "b": {"c": True}, "d": "{{"}


def test_what_is_missing_is_refused() -> None:
    with pytest.raises(VariablesMissing):
        fill(["{{ n }}"], {})


def test_texts_with_something_to_fill_are_found_wherever_they_stand() -> None:
    assert list(texts_to_fill({"a": ["{{ n }}", "plain", 1], "b": "{{ m }}"})) == ["{{ n }}", "{{ m }}"]


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("$.choices[0].text", ("choices", "0", "text")),
        ("choices.0.text", ("choices", "0", "text")),
        ("$['a b'][\"c\"].d", ("a b", "c", "d")),
        ("$", ()),
        ("answer", ("answer",)),
        ("$.a[*]", None),
        ("$..a", None),
        ("$answer", None),
        ("a b", None),
        ("", None),
    ],
)
def test_a_path_is_read_or_is_none(path: str, steps: tuple[str, ...] | None) -> None:
    assert read_path(path) == steps


def test_what_stands_at_a_path_is_found() -> None:
    value = {"a": [{"b": None}], "0": "zero"}

    assert find_at(value, ("a", "0", "b")) == (None,)
    assert find_at(value, ("0",)) == ("zero",)
    assert find_at(value, ()) == (value,)
    assert [find_at(value, path) for path in (("c",), ("a", "1"), ("a", "x"), ("0", "1"))] == [None] * 4
