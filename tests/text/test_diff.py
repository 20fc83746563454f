import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.text import changed_share, unified
from edison.text.diff import MAX_COMPARED

texts = st.lists(
    st.sampled_from(["a", "b", "c", " ", "\n", "\n\n", "word ", "Wörter\n", ".", "\r\n", "\u2028"])
).map("".join)


def test_a_unified_diff_shows_changes_with_context() -> None:
    old = "".join(f"{number}\n" for number in range(1, 21))
    new = old.replace("3\n", "three\n", 1).replace("18\n", "")

    assert (
        unified(old, new, context=1)
        == "@@ -2,3 +2,3 @@\n 2\n-3\n+three\n 4\n@@ -17,3 +17,2 @@\n 17\n-18\n 19\n"
    )


def test_a_missing_newline_at_the_end_is_told() -> None:
    assert unified("a", "a\n") == "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"


@pytest.mark.parametrize(
    ("old", "new", "shown"), [("", "a\n", "@@ -0,0 +1 @@\n+a\n"), ("a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n")]
)
def test_all_new_and_all_gone_are_told(old: str, new: str, shown: str) -> None:
    assert unified(old, new) == shown


def test_equal_texts_have_no_diff() -> None:
    assert unified("a\n", "a\n") == ""


@given(
    old=st.lists(st.sampled_from("abcde"), max_size=12),
    new=st.lists(st.sampled_from("abcde"), max_size=12),
)
def test_a_unified_diff_restores_both_texts_as_the_standard_library_reads_it(
    old: list[str], new: list[str]
) -> None:
    before, after = [f"{line}\n" for line in old], [f"{line}\n" for line in new]

    lines = unified("".join(before), "".join(after), context=100).splitlines(keepends=True)[1:]

    if before != after:
        marked = [line[0] + " " + line[1:] for line in lines]
        assert list(difflib.restore(marked, 1)) == before
        assert list(difflib.restore(marked, 2)) == after


@pytest.mark.parametrize(
    ("old", "new", "share"),
    [
        ("", "", 0.0),
        ("same", "same", 0.0),
        ("", "new", 1.0),
        ("abc", "xyz", 1.0),
        # "the " and "fox" in common: 7 characters of 13 and of 12, so 1 - 14/25.
        ("the quick fox", "the slow fox", 1 - 14 / 25),
    ],
)
def test_the_share_of_change_counts_words_by_their_length(old: str, new: str, share: float) -> None:
    assert changed_share(old, new) == pytest.approx(share)


@given(old=texts, new=texts)
def test_the_share_of_change_lies_between_nothing_and_all(old: str, new: str) -> None:
    assert 0 <= changed_share(old, new) <= 1


def test_a_stretch_too_long_to_compare_counts_as_one_change() -> None:
    count = int(MAX_COMPARED**0.5) + 1
    old = "head\n" + "".join(f"old {number}\n" for number in range(count)) + "tail\n"
    new = "head\n" + "".join(f"new {number}\n" for number in range(count)) + "tail\n"

    lines = unified(old, new).splitlines()

    assert [line[0] for line in lines[1:]] == [" ", *"-" * count, *"+" * count, " "]
