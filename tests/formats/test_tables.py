"""Tables: columns by name from CSV, TSV and JSONL, and the line where a file stops being one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.errors import ColumnMissing, TableBroken
from edison.formats.reading.tables import Table, TableKind, read_names, read_table


def read(text: str | bytes, kind: TableKind = TableKind.CSV, columns: list[str] | None = None) -> Table:
    raw = text.encode() if isinstance(text, str) else text
    return read_table([raw], kind=kind, name="votes", columns=columns)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.csv", TableKind.CSV),
        ("deep/a.TSV", TableKind.CSV),
        ("a.jsonl", TableKind.JSONL),
        ("a.ndjson", TableKind.JSONL),
        ("a.JSON", TableKind.JSON),
    ],
)
def test_the_kind_follows_from_the_name(name: str, kind: TableKind) -> None:
    assert TableKind.of(name) is kind


def test_a_name_that_says_nothing_is_refused() -> None:
    with pytest.raises(TableBroken, match=r"ends with '.xlsx'.*\.csv, \.tsv, \.jsonl or \.json"):
        TableKind.of("votes.xlsx")


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_columns_are_read_by_name_with_the_line_of_each_row(mark: str) -> None:
    lines = ["judge", "winner ", "loser"], ["ann", " x", "'=y"], [], ["bob", "", '"z\nz"']

    table = read("\n".join(mark.join(line) for line in lines), columns=["loser", "winner"])

    assert table.columns == {"loser": ["=y", "z\nz"], "winner": ["x", None]}
    assert list(table.lines) == [2, 4]
    assert len(table) == 2


def test_all_columns_are_kept_when_none_is_named() -> None:
    assert read("a,b\n1,2\n").columns == {"a": ["1"], "b": ["2"]}


def test_empty_cells_at_the_end_of_a_line_are_those_of_a_spreadsheet() -> None:
    table = read(",b,\nx,1,,\n")

    assert table.columns == {"column 1": ["x"], "b": ["1"]}


def test_rows_of_json_have_keys_of_their_own_and_keys_within_keys() -> None:
    text = '{"case": 1, "answer": {"score": 0.5, "ok": true}}\n\n{"case": "two", "late": null}\n{"late": "x"}'

    table = read(text, TableKind.JSONL)

    assert table.columns == {
        "case": [1, "two", None],
        "answer.score": [0.5, None, None],
        "answer.ok": [True, None, None],
        "late": [None, None, "x"],
    }
    assert list(table.lines) == [1, 3, 4]


@pytest.mark.parametrize(
    ("text", "kind", "names"),
    [
        ("a,b\n", TableKind.CSV, ("a", "b")),
        ('{"a": {"b": 1}, "c": 2}\nnot read', TableKind.JSONL, ("a.b", "c")),
    ],
)
def test_names_are_known_from_the_beginning(text: str, kind: TableKind, names: tuple[str, ...]) -> None:
    assert read_names([text.encode()], kind=kind, name="votes") == names


def test_rows_without_a_cell_can_be_left_out() -> None:
    table = read("a,b\n1,x\n2,\n3,y\n")

    kept = table.where("b")

    assert kept.columns == {"a": ["1", "3"], "b": ["x", "y"]}
    assert list(kept.lines) == [2, 4]
    assert table.where("a") is table


def test_an_error_about_a_row_names_its_line() -> None:
    error = read("a\n1\n2\n").broken(1, "2 is odd", advice="Write 3.", column="a")

    assert error.sentence == "votes cannot be used: line 3, a: 2 is odd. Write 3."


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "it holds no rows"),
        ("a,b\n", "it holds no rows"),
        ("a,a\n1,2\n", "line 1, column 1: two columns are called 'a'"),
        ("a,b\n1,2\n1,2,3\n", "line 3, column 1: the record has 3 cells and the header 2"),
        ("a,b\n1\n", "line 2, column 1: the record has 1 cells"),
        ('a,b\n1,"x\n', "line 2, column 1: a quote is opened"),
        ("a,b\r1,2\r", "bare carriage return"),
        (b"a,b\n1,\xff\n", "line 2, column 3: byte 0xff is not UTF-8"),
        (b"PK\x03\x04", "a spreadsheet"),
    ],
)
def test_a_broken_csv_is_refused_with_its_line(text: str | bytes, complaint: str) -> None:
    with pytest.raises(TableBroken, match=complaint):
        read(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "it holds no rows"),
        ('{"a": 1}\n{"a": }', "line 2, column 1: it is no JSON"),
        ('{"a": 1} {"a": 2}', "line 1, column 9: there is more after the row"),
        ("[1]", "line 1, column 1: a list is no row"),
        ('{"a": [1]}', "line 1, column 1: a holds a list"),
        ('{"a": NaN}', "NaN is no number"),
    ],
)
def test_a_broken_jsonl_is_refused_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(TableBroken, match=complaint):
        read(text, TableKind.JSONL)


@pytest.mark.parametrize(
    ("text", "kind"), [("", TableKind.CSV), ("\n", TableKind.JSONL), ("{", TableKind.JSONL)]
)
def test_names_of_what_is_no_table_are_refused(text: str, kind: TableKind) -> None:
    with pytest.raises(TableBroken):
        read_names([text.encode()], kind=kind, name="votes")


def test_a_column_that_is_not_there_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(ColumnMissing, match=r"votes has no column 'winer'. Did you mean winner\?"):
        read("winner,loser\nx,y\n", columns=["winer", "loser"])


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(exclude_characters="\x00\r\n\",;\t'", exclude_categories=("Cs",))),
            st.integers(-9, 9),
        ),
        min_size=1,
    )
)
def test_both_forms_say_the_same(rows: list[tuple[str, int]]) -> None:
    csv = "name,n\n" + "".join(f'"{name}",{n}\n' for name, n in rows)
    jsonl = "".join(json.dumps({"name": name, "n": str(n)}) + "\n" for name, n in rows)

    assert read(csv).columns == read(jsonl, TableKind.JSONL).columns


@given(st.binary(max_size=200), st.sampled_from(TableKind))
def test_any_bytes_are_a_table_or_a_named_error(raw: bytes, kind: TableKind) -> None:
    try:
        table = read(raw, kind)
    except TableBroken as broken:
        assert broken.fields["file"] == "votes"  # noqa: PT017 (either end is right)
    else:
        assert all(len(cells) == len(table) for cells in table.columns.values())


ARRAY = '[{"case": 1, "answer": {"score": 0.5}},\n {"case": "two", "answer": {"score": null}}\n]'


@pytest.mark.parametrize(
    "text",
    [
        ARRAY,
        f"\ufeff {ARRAY} ",
        f'{{"version": [1, 2], "about": {{"a": "b"}}, "rows": {ARRAY}, "more": 1}}',
        f'{{"rows":{ARRAY}}}',
    ],
)
def test_an_array_of_objects_is_a_table(text: str) -> None:
    table = read(text, TableKind.JSON)

    assert table.columns == {"case": [1, "two"], "answer.score": [0.5, None]}
    assert list(table.lines) == [1, 2]
    assert read_names([text.encode()], kind=TableKind.JSON, name="votes") == ("case", "answer.score")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"a": 1}', "no array of objects"),
        ('{"a": [1, 2], "b": 3', "no array of objects"),
        ("7", "no array of objects"),
        ("", "no array of objects"),
        ("[]", "holds no rows"),
        ('[{"a": 1}, 7]', "line 1.*7 is no row"),
        ('[{"a": 1}\n {"a": 2}]', "line 2.*comma or ] is missing"),
        ('[{"a": 1},\n {"a": 2]', "line 2.*no JSON"),
        ('[{"a": 1}', "comma or ] is missing"),
    ],
)
def test_a_broken_array_is_refused_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(TableBroken, match=complaint):
        read(text, TableKind.JSON)
