"""Files of cases that cannot be read: each is refused with the line, and before it fills the memory."""

import json
import tracemalloc
from collections.abc import Callable, Iterable, Iterator

import pytest

from edison.errors import SuiteBroken
from edison.formats import CasesKind, read_cases

from .suites import CHECKS

BAD: list[tuple[CasesKind, bytes, str]] = [
    (CasesKind.JSONL, b"", "the file holds no cases. Write at least one"),
    (CasesKind.JSONL, b"\n \r\n\n", "the file holds no cases"),
    (CasesKind.JSONL, b"\xef\xbb\xbf", "the file holds no cases"),
    (CasesKind.JSONL, b'{"a": 1}\n\n{"a": }', "line 3, column 7: it is no JSON"),
    (CasesKind.JSONL, b"{'a': 1}", "line 1, column 2: .* JSON takes double quotes only"),
    (CasesKind.JSONL, b'{"a": 1', r"line 1, column 8: .* It seems to be cut off"),
    (CasesKind.JSONL, b'{"a": 1} {"a": 2}', "line 1, column 9: there is more after the case"),
    (CasesKind.JSONL, b'[{"a": 1}]', "line 1: a list is no case. Write a mapping"),
    (CasesKind.JSONL, b'"x"', "line 1: 'x' is no case"),
    (CasesKind.JSONL, b"null", "line 1: nothing is no case"),
    (CasesKind.JSONL, b'{"a": 1}\n{"a": NaN}', "line 2: NaN is no number. Write null"),
    (CasesKind.JSONL, b'{"a": -Infinity}', "line 1: -Infinity is no number"),
    (CasesKind.JSONL, b'{"a": 1e999}', "line 1: the number 1e999 is too large"),
    (CasesKind.JSONL, b'{"a": 99999999999999999999}', "line 1: .* more than 64 bits. Put it in quotes"),
    (CasesKind.JSONL, b'{"a": ' + b"9" * 5000 + b"}", "line 1: a number has more than 1,000 digits"),
    (CasesKind.JSONL, b'{"a": ' + b"[" * 200_000 + b"}", "line 1: .* nested more than 64 deep"),
    (CasesKind.JSONL, b'{"a": ' + b"[" * 80 + b"]" * 80 + b"}", "line 1: .* nested more than 64 deep"),
    (CasesKind.JSONL, b'{"a": 1}\n{"a": "\xff"}', "line 2, column 8: byte 0xff is not UTF-8"),
    (CasesKind.JSONL, b'{"a": "\x01"}', "line 1, column 8: it is no JSON .invalid control character"),
    (CasesKind.JSONL, b'{"a": 1, "a": 2}', "line 1: the key 'a' stands twice"),
    (CasesKind.JSONL, b'{"a": [' + b"1," * 500_001 + b"1]}", "line 1: it holds more than 500,000 commas"),
    (
        CasesKind.JSONL,
        b"{" + b"".join(b'"k%d": 1, ' % number for number in range(50_000)) + b'"k49999": 1}',
        "line 1: the key 'k49999' stands twice",
    ),
    (CasesKind.JSONL, b'{"tags": [' + b"1," * 400_000 + b"1]}", "line 1, tags: it holds too much"),
    (
        CasesKind.JSONL,
        b'{"id": "x"}\n{"id": "y"}\n{"id": "x"}',
        "line 3, id: the id 'x' stands in line 1 already",
    ),
    (CasesKind.JSONL, b'{"id": 1.5}', "line 1, id: 1.5 is no text. Put it in quotes"),
    (CasesKind.JSONL, b'{"id": ""}', "line 1, id: the text is blank"),
    (CasesKind.JSONL, b'{"id": "\\ud800"}', "line 1, id: the text holds half a surrogate pair"),
    (CasesKind.JSONL, b'{"tags": 3}', "line 1, tags: 3 is no list"),
    (CasesKind.JSONL, b'{"difficulty": "hard"}', "line 1, difficulty: 'hard' is no whole number"),
    (
        CasesKind.JSONL,
        b'{"checks": [{"contians": "x"}]}',
        r"line 1, checks\[0\]: there is no check 'contians'",
    ),
    (CasesKind.JSONL, b'{"expect": {"must": 3}}', "line 1, expect.must: 3 is no text"),
    (CasesKind.JSONL, b"\x1f\x8b\x08", "it is compressed. Unpack it first"),
    (CasesKind.JSONL, b"PK\x03\x04" + b"x" * 99, "it is an archive or a spreadsheet"),
    (CasesKind.JSONL, '{"a": 1}'.encode("utf-16"), "it is UTF-16 text"),
    (CasesKind.CSV, b"", "the file holds no cases"),
    (CasesKind.CSV, b"id,question\n", "the file holds no cases"),
    (CasesKind.CSV, b"a,b\n1,2,3\n", "line 2: the record has 3 cells and the header 2"),
    (CasesKind.CSV, b"a,b\n1\n", "line 2: the record has 1 cell and the header 2"),
    (
        CasesKind.CSV,
        b'a,b\n"1,2\n3,4\n',
        "line 2, column 1: a quote is opened in this record and never closed",
    ),
    (CasesKind.CSV, b'a,b\n5" disk,"x"y"\n', "line 2, column 2: a quote stands where none may be"),
    (CasesKind.CSV, b'a,b\n"1\n2" x,3\n', "line 3, column 3: a quote stands where none may be"),
    (CasesKind.CSV, b"a,,c\n1,2,3\n", "line 1, column 1: column 2 has no name"),
    (CasesKind.CSV, b"a,a\n1,2\n", "line 1, column 1: two columns are called 'a'"),
    (CasesKind.CSV, b"a\n" + b"," * 2_000_000, "line 2, column 1: the record has more than 1,000,000 cells"),
    (
        CasesKind.CSV,
        b",".join(b"k%d" % number for number in range(50_000)) + b",k49999\n1\n",
        "line 1, column 1: two columns are called 'k49999'",
    ),
    (CasesKind.CSV, b"a,b\r1,2\r", "its lines end with a bare carriage return"),
    (CasesKind.CSV, b"a,b\n1,\xe4\n", "line 2, column 3: byte 0xe4 is not UTF-8"),
    (CasesKind.CSV, b"a,b\n1,\x00\n", "line 2, column 1: a NUL stands in the text"),
    (CasesKind.CSV, b"id,a\nx,1\nx,2\n", "line 3, id: the id 'x' stands in line 2 already"),
    (CasesKind.CSV, b"a,difficulty\n1,hard\n", "line 2, difficulty: 'hard' is no whole number"),
    (CasesKind.CSV, b'a,checks\n1,"[{""contains"": 1"\n', "line 2: the cell of checks: it is no JSON"),
    (CasesKind.CSV, b'a,checks\n1,"[] x"\n', "line 2: there is more after the checks"),
    (CasesKind.CSV, b"a,split\n1,test\n", "line 2, split: 'test' is not known here"),
    (CasesKind.JSON, b"", "the file holds no cases"),
    (CasesKind.JSON, b"[]", "the file holds no cases"),
    (CasesKind.JSON, b'{"a": 1}', "line 1, column 1: it holds no list"),
    (CasesKind.JSON, b'[\n {"a": 1},\n {"a": 2}', "line 3, column 10: a comma or ] is missing"),
    (CasesKind.JSON, b'[{"a": 1},]', "line 1, column 10: a comma or ] is missing or misplaced"),
    (CasesKind.JSON, b'[{"a": 1}] x', "line 1, column 12: there is more after the list"),
    (CasesKind.JSON, b'[\n{"a": 1},\n{"a": NaN}]', "line 3, column 1: NaN is no number"),
    (CasesKind.JSON, b'[\n{"a": 1},\n{"a": x}]', "line 3, column 7: it is no JSON"),
    (CasesKind.JSON, b'[\n{"id": 1},\n\n{"id": 1}]', "line 4, id: the id '1' stands in line 2 already"),
    (CasesKind.JSON, b"[3]", "line 1: 3 is no case"),
    (CasesKind.JSON, b"[" * 200_000, "nested more than 64 deep"),
    (CasesKind.YAML, b"", "the file holds no cases"),
    (CasesKind.YAML, b"a: 1", "line 1, column 1: it holds no list"),
    (CasesKind.YAML, b"- a: 1\n- b\n", r"line 2, column 3, \[1\]: 'b' is no case"),
    (
        CasesKind.YAML,
        b"- id: x\n- a: 1\n  id: x\n",
        r"line 3, column 3, \[1\].id: the id 'x' stands in line 1",
    ),
    (CasesKind.YAML, b"- expect:\n    must: 3\n", r"line 2, column 5, \[0\].expect.must: 3 is no text"),
    (
        CasesKind.YAML,
        b"- checks: [zebra]",
        r"line 1, column 12, \[0\].checks\[0\]: there is no check 'zebra'",
    ),
    (CasesKind.YAML, b"- [", "line 1|line 2"),
    (CasesKind.YAML, b"- a: &a [1]\n- b: *c", r"line 2, column 6: \*c refers to nothing"),
]


@pytest.mark.parametrize(("kind", "data", "told"), BAD, ids=lambda value: str(value)[:40])
def test_a_file_of_cases_that_cannot_be_read_is_refused_with_the_line(
    kind: CasesKind, data: bytes, told: str
) -> None:
    with pytest.raises(SuiteBroken, match=told) as refused:
        list(read_cases([data], kind=kind, name="cases", known_checks=CHECKS))

    assert refused.value.sentence.startswith("cases cannot be used")


@pytest.mark.parametrize(("kind", "data", "told"), BAD, ids=lambda value: str(value)[:40])
def test_it_makes_no_difference_how_the_bytes_arrive(kind: CasesKind, data: bytes, told: str) -> None:
    pieces = [data[at : at + 3] for at in range(0, min(len(data), 3000), 3)] + [data[3000:]]

    with pytest.raises(SuiteBroken, match=told):
        list(read_cases(pieces, kind=kind, name="cases", known_checks=CHECKS))


def test_several_broken_lines_are_told_at_once() -> None:
    lines = [b'{"a": 1}\n', b"{\n", b'{"id": true}\n', b'{"a": 2}\n', b'{"difficulty": 9}\n']

    with pytest.raises(SuiteBroken) as refused:
        list(read_cases(lines, kind=CasesKind.JSONL, name="cases"))

    assert [problem.line for problem in refused.value.problems] == [2, 3, 5]


def test_cases_before_the_first_problem_are_handed_out_and_none_after_it() -> None:
    found: list[str] = []

    with pytest.raises(SuiteBroken):
        for case in read_cases([b'{"id": 1}\n{\n{"id": 2}\n'], kind=CasesKind.JSONL, name="cases"):
            found.append(case.name)

    assert found == ["1"]


@pytest.mark.parametrize(("line", "most"), [(b"{\n", 200), (b'{"a": 1}\n', 20_000)])
def test_nobody_looks_for_problems_for_ever(line: bytes, most: int) -> None:
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        yield b"{\n"
        while True:
            taken += 1
            yield line

    with pytest.raises(SuiteBroken):
        list(read_cases(endless(), kind=CasesKind.JSONL, name="cases"))

    assert taken <= most


def _one_endless_line(begin: bytes, piece: bytes) -> Callable[[], Iterable[bytes]]:
    def chunks() -> Iterator[bytes]:
        yield begin
        for _ in range(200 * 1024 * 1024 // len(piece)):
            yield piece
        yield b'"}\n'

    return chunks


@pytest.mark.parametrize(
    ("kind", "begin", "piece", "told"),
    [
        (
            CasesKind.JSONL,
            b'{"a": 1}\n{"a": "',
            b"x" * 65536,
            "line 2, column 1: the line has more than 16,000,000",
        ),
        (CasesKind.CSV, b"a\n", b"x" * 65536, "line 2, column 1: the line has more than 16,000,000 bytes"),
        (
            CasesKind.CSV,
            b'a\n"',
            b"x\n" * 32768,
            "line 2, column 1: a quote is opened in this record and never",
        ),
        (CasesKind.JSON, b'[{"a": "', b"x" * 65536, "more than 32,000,000 bytes. Write its cases as JSONL"),
        (CasesKind.YAML, b"- ", b"x" * 65536, "more than 8,000,000 bytes"),
    ],
)
def test_a_line_of_200_megabytes_is_refused_before_it_is_read(
    kind: CasesKind, begin: bytes, piece: bytes, told: str
) -> None:
    tracemalloc.start()

    with pytest.raises(SuiteBroken, match=told):
        list(read_cases(_one_endless_line(begin, piece)(), kind=kind, name="cases"))

    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 128_000_000


def test_memory_stays_flat_however_many_cases_there_are() -> None:
    def many() -> Iterator[bytes]:
        for number in range(5_000):
            yield json.dumps({"id": f"case {number}", "text": "x" * 10_000}).encode() + b"\n"

    tracemalloc.start()
    count = sum(1 for _ in read_cases(many(), kind=CasesKind.JSONL, name="cases"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert count == 5_000
    assert peak < 2_000_000, "the ids take a few dozen bytes each, and nothing else is kept"


@pytest.mark.parametrize("name", ["cases.xlsx", "cases", "cases.txt"])
def test_a_name_that_says_no_kind_is_refused(name: str) -> None:
    with pytest.raises(SuiteBroken, match="Name it .jsonl, .csv, .json or .yaml"):
        CasesKind.of(name)
