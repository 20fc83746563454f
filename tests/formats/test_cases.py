"""The same cases, however they are written."""

import json
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from edison.domain import Check, Expectation, Split, SuiteCase
from edison.formats import CasesKind, read_cases
from edison.formats.suite.cases import SeenNames

EXPECTED = [
    SuiteCase(
        name="fish",
        variables={"question": 'How much, "really"?\nSay it.', "n": "1"},
        expectation=Expectation(answer="Four."),
        tags=("food", "price"),
        difficulty=2,
        split=Split.HELD_OUT,
        family="shop",
        checks=(Check(kind="contains", value="4"), Check(kind="empty", negated=True)),
    ),
    SuiteCase(name="case-2", variables={"question": "Why?", "n": ""}),
]

JSON_CASES: list[dict[str, JsonValue]] = [
    {
        "id": "fish",
        "question": 'How much, "really"?\nSay it.',
        "n": "1",
        "expect": "Four.",
        "tags": ["food", "price"],
        "difficulty": 2,
        "split": "held_out",
        "family": "shop",
        "checks": [{"contains": "4"}, "not_empty"],
    },
    {"question": "Why?", "n": ""},
]

JSONL = "\n".join(json.dumps(case) for case in JSON_CASES)

CSV = """\
id,question,n,expect,tags,difficulty,split,family,checks
fish,"How much, ""really""?
Say it.",1,Four.,food; price,2,held_out,shop,"[{""contains"": ""4""}, ""not_empty""]"
,Why?,,,,,,,
"""

YAML = """\
- id: fish
  question: "How much, \\"really\\"?\\nSay it."
  n: "1"
  expect: Four.
  tags: [food, price]
  difficulty: 2
  split: held_out
  family: shop
  checks: [{contains: "4"}, not_empty]
- {question: Why?, n: ""}
"""


def read(data: bytes, kind: CasesKind) -> list[SuiteCase]:
    return list(read_cases([data], kind=kind, name="cases"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cases.jsonl", JSONL),
        ("cases.ndjson", JSONL.replace("\n", "\r\n\r\n")),
        ("cases.JSONL", f"\ufeff{JSONL}\n\n"),
        ("cases.csv", CSV),
        ("cases.csv", CSV.replace("Say it.", "Say it.").replace("\n,Why", "\n\n,Why")),
        ("cases.csv", f"\ufeff{CSV}"),
        ("cases.json", json.dumps(JSON_CASES)),
        ("cases.json", f"\ufeff {json.dumps(JSON_CASES, indent=2)} \n"),
        ("cases.yaml", YAML),
        ("cases.yml", YAML.replace("\n", "\r\n")),
    ],
)
def test_a_case_is_the_same_in_every_format(name: str, text: str) -> None:
    assert read(text.encode(), CasesKind.of(name)) == EXPECTED


def test_a_csv_with_the_line_ends_of_windows_keeps_them_inside_quotes_only() -> None:
    (case,) = read(b'a,b\r\n"1\r\n2",3\r\n', CasesKind.CSV)

    assert case.variables == {"a": "1\r\n2", "b": "3"}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_header_of_a_csv_chooses_its_delimiter(delimiter: str) -> None:
    text = delimiter.join(["a", "b"]) + "\n" + delimiter.join(["1", '"2,;\t3"'])

    assert read(text.encode(), CasesKind.CSV)[0].variables == {"a": "1", "b": "2,;\t3"}


def test_a_csv_of_one_column_needs_no_delimiter() -> None:
    assert [case.variables for case in read(b"a\n1\n2", CasesKind.CSV)] == [{"a": "1"}, {"a": "2"}]


def test_empty_columns_at_the_end_of_a_sheet_are_left_out() -> None:
    assert read(b"a,b,,\n1,2,,\n3,4,\n5,,,\n", CasesKind.CSV)[2].variables == {"a": "5", "b": ""}


def test_a_guarded_formula_is_read_without_its_guard() -> None:
    assert read(b"a\n'=1+1\n", CasesKind.CSV)[0].variables == {"a": "=1+1"}


@pytest.mark.parametrize(
    ("written", "checks"),
    [
        ("not_empty", (Check(kind="empty", negated=True),)),
        ('"{""contains"": ""x""}"', (Check(kind="contains", value="x"),)),
        ("", ()),
    ],
)
def test_a_cell_of_checks_is_a_name_or_json(written: str, checks: tuple[Check, ...]) -> None:
    assert read(f"a,checks\n1,{written}\n".encode(), CasesKind.CSV)[0].checks == checks


def test_text_that_is_hard_to_store_is_read_as_it_is() -> None:
    (case,) = read(b'{"a": "\\u0000\\ud800 \xf0\x9f\x98\x80", "b": 9223372036854775807}', CasesKind.JSONL)

    assert case.variables == {"a": "\x00\ud800 😀", "b": 2**63 - 1}


def test_a_case_may_be_wide_where_it_is_not_deep() -> None:
    wide: list[JsonValue] = [[number] for number in range(200)]

    assert read(json.dumps({"a": wide}).encode(), CasesKind.JSONL)[0].variables == {"a": wide}


_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_RESERVED = {"id", "expect", "tags", "difficulty", "checks", "split", "family"}
_CASES = st.dictionaries(
    st.text(st.characters(exclude_categories=[]), max_size=8).filter(lambda key: key not in _RESERVED),
    _VALUES,
)


@given(st.lists(_CASES, min_size=1, max_size=5), st.integers(1, 9))
def test_any_variables_survive_jsonl_and_json_in_any_pieces(
    cases: list[dict[str, JsonValue]], size: int
) -> None:
    jsonl = "".join(json.dumps(case) + "\n" for case in cases).encode()

    for kind, data in ((CasesKind.JSONL, jsonl), (CasesKind.JSON, json.dumps(cases).encode())):
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
        read_back = list(read_cases(pieces, kind=kind, name="cases"))
        assert [case.variables for case in read_back] == cases


_CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(st.lists(st.lists(_CELLS, min_size=2, max_size=2), min_size=1, max_size=5))
def test_any_cells_survive_csv(records: list[list[str]]) -> None:
    lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in record) for record in records]

    read_back = list(read_cases(["\n".join(["a,b", *lines]).encode()], kind=CasesKind.CSV, name="cases"))

    # A leading ' before a formula's first character is the guard, which reading takes away.
    assert [_unguarded(case.variables.values()) for case in read_back] == [
        _unguarded(record) for record in records
    ]


def _unguarded(cells: Iterable[JsonValue]) -> list[str]:
    return [str(cell).lstrip("'") for cell in cells]


@given(st.lists(st.text(st.characters(exclude_categories=[]), max_size=3), max_size=3000))
def test_a_name_is_remembered_with_the_line_where_it_was_seen_first(names: list[str]) -> None:
    seen = SeenNames()
    first: dict[str, int] = {}

    for line, name in enumerate(names, start=1):
        known = first.get(name)
        assert seen.add(name, line=line) == known
        first.setdefault(name, line)


def test_many_names_are_remembered() -> None:
    seen = SeenNames()

    assert all(seen.add(f"case {number}", line=number) is None for number in range(5000))
    assert all(seen.add(f"case {number}", line=0) == number for number in range(5000))
