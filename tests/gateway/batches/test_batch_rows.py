"""Rows of results: read whatever they contain, one result per key, none missing in silence."""

from collections.abc import AsyncIterator, Iterable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import BatchResult
from edison.errors import BrokenStream, Unreadable
from edison.gateway.batches import ItemTrouble, dedupe, reconcile
from edison.gateway.batches.lines import ABSENT, cut_chunks, read_rows, read_shape, write_lines
from tests.factories import an_answer

from .apis import all_of, summary


class Sample(msgspec.Struct):
    key: str | None = None
    part: msgspec.Raw = ABSENT


async def of(things: Iterable[object]) -> AsyncIterator:
    for thing in things:
        yield thing


async def read(*lines: bytes) -> list[str]:
    return [
        "damaged" if isinstance(row, Unreadable) else f"{row.key}"
        async for _, row in read_rows(of(lines), Sample)
    ]


def a_result(key: str, text: str | None = None, *, trouble: str = "unavailable") -> BatchResult:
    if text is None:
        return BatchResult(key=key, trouble=trouble)
    return BatchResult(key=key, answer=an_answer(text=text))


async def test_blank_lines_and_carriage_returns_are_no_rows() -> None:
    rows = await read(b'{"key":"a"}\r', b"", b"  ", b'{"key":"b"}')

    assert rows == ["a", "b"]


async def test_a_damaged_line_costs_nobody_else_his_row() -> None:
    rows = await read(b'{"key":"a"}', b"<html>", b'{"key":"b"}')

    assert rows == ["a", "damaged", "b"]


@pytest.mark.parametrize(
    "line", [b"[1]", b"7", b'{"key":{}}', b'{"part":' + b"[" * 200_000 + b"]" * 200_000 + b"}"]
)
async def test_a_line_of_another_shape_is_a_damaged_row_even_at_the_end(line: bytes) -> None:
    assert await read(b'{"key":"a"}', line) == ["a", "damaged"]


async def test_a_file_that_ends_within_a_line_is_broken_even_if_the_transport_is_not() -> None:
    whole = b'{"key":"b","part":{"text":"x}"}}'

    for length in range(1, len(whole)):
        with pytest.raises(BrokenStream):
            await read(b'{"key":"a"}', whole[:length])


@pytest.mark.parametrize(
    ("line", "part"),
    [
        (rb'{"key":"a","part":{"text":"\ud800"}}', rb'{"text": "\ud800"}'),
        (rb'{"key":"a","part":[NaN]}', b"[NaN]"),
        (b'{"key":"a","part":"\xff"}', b'"\xff"'),
        (b'{"key":"a","part":' + b"9" * 5000 + b"}", b"9" * 5000),
    ],
)
def test_text_and_numbers_that_are_no_proper_json_are_handed_on(line: bytes, part: bytes) -> None:
    row = read_shape(line, Sample)

    assert (row.key, bytes(row.part)) == ("a", part)


async def test_the_first_answer_wins_over_later_answers_and_over_failures() -> None:
    rows = [a_result("a"), a_result("a", "one"), a_result("a", "two"), a_result("b"), a_result("b")]

    results = await all_of(dedupe(of(rows)))

    assert summary(results) == {"a": "one", "b": "unavailable"}
    assert len(results) == 2


async def test_strangers_are_counted_one_by_one() -> None:
    rows = [a_result("", trouble=ItemTrouble.UNKNOWN_KEY)] * 3

    assert len(await all_of(dedupe(of(rows)))) == 3


async def test_every_expected_key_gets_exactly_one_result() -> None:
    rows = [a_result("b", "two"), a_result("x", "stolen"), a_result("b", "again")]

    results = await all_of(reconcile(of(rows), expected=["a", "b", "c"]))

    assert summary(results) == {"b": "two", "x": "unknown_key", "a": "item_lost", "c": "item_lost"}
    assert len(results) == 4


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans()), max_size=30), st.permutations(range(30)))
async def test_neither_order_nor_repetition_changes_who_was_answered(
    ends: list[tuple[str, bool]], order: list[int]
) -> None:
    rows = [a_result(key, f"answer {key}" if good else None) for key, good in ends]
    shuffled = [rows[index % len(rows)] for index in order] + rows * 3 if rows else []

    expected = "abcdef"
    once = await all_of(reconcile(of(rows), expected=expected))
    again = await all_of(reconcile(of(shuffled), expected=expected))

    assert summary(once) == summary(again)
    assert len(again) == len(expected)


@given(st.lists(st.binary(max_size=40), max_size=20), st.integers(1, 16))
def test_chunks_are_the_same_bytes_in_pieces_of_one_size(lines: list[bytes], size: int) -> None:
    chunks = list(cut_chunks(lines, size))

    assert b"".join(chunks) == b"".join(lines)
    assert {len(chunk) for chunk in chunks[:-1]} <= {size}
    assert 0 < len(chunks[-1]) <= size or not b"".join(lines)


def test_a_body_is_head_lines_and_tail() -> None:
    assert write_lines([b"1", b"2"], head=b"[", between=b",", tail=b"]") == b"[1,2]"
