"""YAML and JSON as plain values with places."""

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from edison.formats.reading import yaml as yaml_text
from edison.formats.reading.documents import SUITE_BOUNDS, read_document
from edison.formats.reading.json import read_json
from edison.formats.reading.nodes import Bounds, SourcePosition, TextBroken, tell, write_path
from edison.formats.reading.yaml import read_yaml

SMALL = Bounds(text_bytes=1000, values=10, chars=50)


def plain(text: str) -> JsonValue:
    return read_yaml(text, bounds=SUITE_BOUNDS).plain()


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("Yes", "Yes"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("''", ""),
        ("'true'", "true"),
        ("12", 12),
        ("-3", -3),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("007", "007"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2026-01-01", "2026-01-01"),
        (".5", ".5"),
        (".inf", ".inf"),
        ("+1", "+1"),
        ("=", "="),
        ("|\n  a\n  b\n", "a\nb\n"),
    ],
)
def test_a_plain_scalar_is_what_it_would_be_in_json_or_else_text(written: str, value: JsonValue) -> None:
    read = plain(f"x: {written}")

    assert read == {"x": value}
    assert isinstance(read, dict)
    assert type(read["x"]) is type(value)


def test_keys_are_text_as_they_are_written() -> None:
    assert plain("{0: a, 1.50: b, true: c, no: d, ~: e, '': f}") == {
        "0": "a",
        "1.50": "b",
        "true": "c",
        "no": "d",
        "~": "e",
        "": "f",
    }


def test_aliases_stand_for_what_they_name() -> None:
    assert plain("a: &x [1, &y two]\nb: *x\nc: *y\n&k d: 3\ne: *k") == {
        "a": [1, "two"],
        "b": [1, "two"],
        "c": "two",
        "d": 3,
        "e": "d",
    }


def test_a_merged_key_gives_way_to_a_written_one() -> None:
    text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {y: 0, <<: [*a, *b]}\nd: {'<<': 5}"

    read = plain(text)

    assert isinstance(read, dict)
    assert read["c"] == {"y": 0, "x": 1, "z": 4}
    assert read["d"] == {"<<": 5}


def test_every_value_has_a_place_and_what_is_absent_that_of_its_owner() -> None:
    for text, read in (
        ("a:\n  - b: 1\n    c: 2\n", read_yaml),
        ('{"a":\n [{"b": 1,\n "c": 2}]}', read_json),
    ):
        document = read(text, bounds=SUITE_BOUNDS)
        line = 1 if read is read_json else 2

        assert document.place(("a", 0, "c")).line == 3
        assert document.place(("a", 0, "x")) == document.place(("a", 0))
        assert (
            document.place(("a", 7))
            == document.place(("a",))
            == SourcePosition(1, 1 if read is read_yaml else 2)
        )
        assert document.place(("a", 0, "b", "deeper")).line == line + (read is read_json)


@pytest.mark.parametrize("loader", [yaml.CSafeLoader, yaml.SafeLoader])
def test_both_parsers_read_the_same(loader: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_text, "_LOADER", loader)

    assert plain("a: &x [1, 'two', no]\nb: {<<: {c: 3}, d: *x}\ne:\n") == {
        "a": [1, "two", "no"],
        "b": {"d": [1, "two", "no"], "c": 3},
        "e": None,
    }
    with pytest.raises(TextBroken) as broken:
        plain("a: [")
    assert broken.value.at is not None


@pytest.mark.parametrize("read", [read_yaml, read_json])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (json.dumps(list(range(11))), "more than 10 values"),
        (json.dumps(["x" * 51]), "more than 50 characters"),
        ("[" * 65 + "]" * 65, "nested more than 64 deep"),
    ],
)
def test_a_document_that_holds_too_much_is_refused(read: object, text: str, told: str) -> None:
    assert callable(read)

    with pytest.raises(TextBroken, match=told):
        read(text, bounds=SMALL)


@pytest.mark.parametrize(
    ("text", "told", "place"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "the key 'a' stands here and in line 1", SourcePosition(1, 18)),
        ("[1, 2,]", "a comma stands before ]", SourcePosition(1, 7)),
        ('{"a": 1,}', "a comma stands before }", SourcePosition(1, 9)),
        ("[1 2]", "a comma or ] is missing here", SourcePosition(1, 4)),
        ('{"a": 1 "b": 2}', "a comma or } is missing here", SourcePosition(1, 9)),
        ('{"a" 1}', "a colon is missing here", SourcePosition(1, 6)),
        ("{a: 1}", "a key in double quotes is expected", SourcePosition(1, 2)),
        ("[1,\n tru]", "it is no JSON", SourcePosition(2, 2)),
        ("[1,\n NaN]", "NaN is no number", SourcePosition(2, 2)),
        ('["\\x"]', "it is no JSON", SourcePosition(1, 3)),
        ("[1] 2", "there is more after the end", SourcePosition(1, 5)),
        ("[", "it is no JSON", SourcePosition(1, 2)),
    ],
)
def test_broken_json_is_refused_with_its_place(text: str, told: str, place: SourcePosition) -> None:
    with pytest.raises(TextBroken, match=told) as broken:
        read_json(text, bounds=SUITE_BOUNDS)

    assert broken.value.at == place


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(_JSON)
def test_any_json_is_read_as_the_library_reads_it(value: JsonValue) -> None:
    for indent in (None, 2, "\t"):
        text = json.dumps(value, indent=indent)
        assert read_json(text, bounds=SUITE_BOUNDS).plain() == json.loads(text)


_WORDS = st.text(st.characters(codec="utf-8"))
_YAML = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | _WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_WORDS, inner, max_size=4),
    max_leaves=10,
)


@given(_YAML)
def test_what_the_library_writes_as_yaml_is_read_back(value: JsonValue) -> None:
    text = yaml.safe_dump(value)

    assert read_yaml(text, bounds=SUITE_BOUNDS).plain() == value


@given(_WORDS | st.text("[]{}:,&*!|>'\"-#?%@` \n\tab0<", max_size=40))
def test_any_text_is_read_or_refused_with_advice_and_nothing_else(text: str) -> None:
    for name in ("x.yaml", "x.json"):
        try:
            read_document(text.encode(), name=name).plain()
        except TextBroken as refused:
            broken = refused
        else:
            continue
        assert broken.what
        assert broken.advice.endswith((".", "?"))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, "nothing"),
        (True, "true"),
        (False, "false"),
        (1.5, "1.5"),
        ("x" * 60, repr("x" * 60)),
        ("x" * 61, repr("x" * 60) + "…"),
        ([1], "a list"),
        ({"a": 1}, "a mapping"),
    ],
)
def test_a_value_is_told_shortly(value: object, told: str) -> None:
    assert tell(value) == told


def test_a_path_is_written_as_people_do() -> None:
    assert write_path(("arms", 1, "temperature")) == "arms[1].temperature"
    assert write_path((0, "a")) == "[0].a"
