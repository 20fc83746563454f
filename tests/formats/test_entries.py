"""Entries: texts of files and tables under their own names, or everything that is wrong with them at once."""

import json
from collections.abc import Iterator

import pytest

from edison.domain import SuiteCase
from edison.errors import SuiteBroken
from edison.formats.entries.entries import (
    MOST_FILE_BYTES,
    MOST_TEXT_CHARS,
    EntryFile,
    EntryKind,
    read_entries,
)

from .entry_rankings import SCALE
from .word_files import a_word_file, paragraphs


def a_file(name: str, content: str | bytes) -> EntryFile:
    data = content.encode() if isinstance(content, str) else content
    return EntryFile(name=name, kind=EntryKind.of(name), chunks=[data])


def rows(*entries: dict[str, object]) -> str:
    return "".join(json.dumps(entry) + "\n" for entry in entries)


def read(*files: EntryFile, **options: object) -> list[SuiteCase]:
    scale = SCALE if options.get("graded") else None
    return list(read_entries(files, name="the entries", scale=scale))


def refusal(*files: EntryFile, **options: object) -> SuiteBroken:
    with pytest.raises(SuiteBroken) as refused:
        read(*files, **options)
    return refused.value


def test_a_file_of_one_text_is_an_entry_called_by_its_name() -> None:
    found = read(
        a_file("class/Anna.v2.txt", "\ufeffDear all,\r\nyours,\rAnna\n\n"),
        a_file("class/Bo.md", "# Title\n\nText"),
        a_file("Cleo.DOCX", a_word_file(paragraphs("One.", "Two."))),
    )

    assert found == [
        SuiteCase(name="Anna.v2", variables={"text": "Dear all,\nyours,\nAnna"}),
        SuiteCase(name="Bo", variables={"text": "# Title\n\nText"}),
        SuiteCase(name="Cleo", variables={"text": "One.\nTwo."}),
    ]


@pytest.mark.parametrize(
    ("name", "identity"),
    [("Zoe\u0308.txt", "Zoë"), (" a .txt", "a"), ("caf\udce9.txt", "caf\\udce9"), (" .txt", ".txt")],
)
def test_a_name_is_the_same_whichever_system_wrote_it(name: str, identity: str) -> None:
    assert [entry.name for entry in read(a_file(name, "text"))] == [identity]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "all.jsonl",
            rows(
                {"id": 7, "text": " One\n", "tags": ["a"], "school": {"no": 1}}, {"id": " b ", "text": "Two"}
            ),
        ),
        ("all.csv", 'school,id,text,tags\nx,7," One\n",a\ny, b ,Two,\n'),
        ("all.tsv", 'id\ttext\ttags\n7\t" One\n"\ta\nb\tTwo\t\n'),
    ],
)
def test_a_table_holds_many_entries_and_keeps_their_tags(name: str, content: str) -> None:
    assert read(a_file(name, content)) == [
        SuiteCase(name="7", variables={"text": " One\n"}, tags=("a",)),
        SuiteCase(name="b", variables={"text": "Two"}),
    ]


def test_a_table_may_grade_some_of_its_texts() -> None:
    table = a_file("all.csv", "id,text,anchor_grade\na,One,C\nb,Two,\n")

    assert [entry.anchor_grade for entry in read(table, graded=True)] == ["C", None]


def test_texts_that_say_nothing_are_refused_all_at_once() -> None:
    told = refusal(
        a_file("a.txt", " \n"),
        a_file("b.txt", "words"),
        a_file("c.docx", a_word_file("")),
        a_file("d.csv", "id,text\nx,\ny,words\n"),
    ).sentence

    for blank in (
        "a.txt: it says nothing",
        "c.docx: it says nothing",
        "d.csv, line 2, text: 'x': it says nothing",
    ):
        assert blank in told
    assert told.count("says nothing") == 3


def test_two_texts_of_one_name_are_refused_naming_both() -> None:
    twice = a_file("one/Anna.txt", "x")

    told = refusal(
        twice,
        a_file("two/Anna.docx", a_word_file(paragraphs("y"))),
        a_file("t.csv", "id,text\nAnna,z\nb,z\nb,z\n"),
    ).sentence

    assert "two/Anna.docx: the id 'Anna' stands in one/Anna.txt already" in told
    assert "t.csv, line 2: the id 'Anna' stands in two/Anna.docx already" in told
    assert "t.csv, line 4: the id 'b' stands in t.csv, line 3 already" in told
    assert "stands in one/Anna.txt already" in refusal(twice, twice).sentence


BROKEN = {
    "no text": (("a.txt", b"\xff\xfeh\x00"), "a.txt: it is UTF-16 text. Save it as UTF-8"),
    "another encoding": (("a.txt", b"caf\xe9"), "a.txt, line 1, column 4: byte 0xe9 is not UTF-8"),
    "a NUL": (("a.md", b"a\0b"), "a.md, line 1, column 2: a NUL stands in the text"),
    "a PDF": (("a.txt", b"%PDF-1.7"), "a.txt: it is a PDF"),
    "a broken document": (("a.docx", b"PK"), "a.docx: it is no Word document, or a broken one"),
    "a long text": (("a.txt", b"x" * (MOST_TEXT_CHARS + 1)), "a.txt: the text has more than 2,000,000 char"),
    "a long row": (
        ("a.jsonl", rows({"id": "a", "text": "x" * (MOST_TEXT_CHARS + 1)}).encode()),
        "a.jsonl, line 1, text: the text has more than 2,000,000 characters",
    ),
    "no id": (("a.csv", b"id,text\n,one\n"), "a.csv, line 2, id: id is missing"),
    "no column": (("a.csv", b"name,text\nx,one\n"), "a.csv, line 2, id: id is missing"),
    "no text column": (("a.jsonl", b'{"id": "a"}'), "a.jsonl, line 1, text: text is missing"),
    "a number": (("a.jsonl", b'{"id": "a", "text": 3}'), "a.jsonl, line 1, text: 3 is no text"),
    "no mapping": (("a.jsonl", b"[1]"), "a.jsonl, line 1: a list is no entry"),
    "no JSON": (("a.jsonl", b'{"id": "a", "text": "b"}\n{'), "a.jsonl, line 2, column 2: it is no JSON"),
    "no CSV": (("a.csv", b'id,text\na,"b'), "a.csv, line 2, column 1: a quote is opened"),
    "a grade without a scale": (
        ("a.csv", b"id,text,anchor_grade\na,b,C\n"),
        "a.csv, line 2, anchor_grade: the text has the grade 'C', and no scale was named",
    ),
}


@pytest.mark.parametrize(("file", "told"), BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_be_read_is_refused_with_its_place(file: tuple[str, bytes], told: str) -> None:
    assert told in refusal(a_file(*file)).sentence


def test_a_grade_that_is_not_on_the_scale_is_refused() -> None:
    told = refusal(a_file("a.csv", "id,text,anchor_grade\na,b,G\n"), graded=True).sentence

    assert "line 2, anchor_grade: 'G' is no grade of the scale 'six'. Known are F, E, D, C, B, A" in told


def test_a_file_that_never_ends_is_refused_while_it_is_read() -> None:
    read_bytes = 0

    def endless() -> Iterator[bytes]:
        nonlocal read_bytes
        while True:
            read_bytes += 1_000_000
            yield bytes(1_000_000)

    told = refusal(EntryFile("a.docx", EntryKind.WORD, endless())).sentence

    assert "a.docx: it has more than 64,000,000 bytes. Save its text alone, without pictures" in told
    assert read_bytes <= MOST_FILE_BYTES + 1_000_000


def test_without_any_text_there_is_nothing_to_compare() -> None:
    assert "there are no texts. Name files, or a folder" in refusal().sentence
    assert "there are no texts" in refusal(a_file("a.csv", "id,text\n")).sentence


def test_nothing_comes_after_the_first_problem_and_the_search_for_more_of_them_ends() -> None:
    blank = rows(*({"id": number, "text": ""} for number in range(1_500)))
    entries = read_entries([a_file("a.txt", "one"), a_file("b.jsonl", blank), a_file("c.txt", "")], name="x")

    assert next(entries).name == "a"
    with pytest.raises(SuiteBroken) as refused:
        next(entries)

    assert len(refused.value.problems) == 1_000


def test_a_name_that_says_nothing_about_its_file_is_refused() -> None:
    with pytest.raises(SuiteBroken, match="ends with '.pdf', which says nothing .* Name it .txt, .md"):
        EntryKind.of("essay.pdf")

    assert EntryKind.by_name("essay.pdf") is None
    assert [EntryKind.of(name).is_one_text for name in ("a.MD", "a.docx", "a.csv", "a.jsonl")] == [
        True,
        True,
        False,
        False,
    ]
