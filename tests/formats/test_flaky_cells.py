"""Cells that pass now and fail then stand first, on the page and in Markdown; a page keeps none of the others."""

from edison.domain import CellReport
from edison.formats import write_html, write_markdown

from .reports import a_cell_report, a_failed_check, a_passed_check, a_report


def _repeats(case: str, *passes: bool) -> list[CellReport]:
    return [
        a_cell_report(case=case, repeat=place, checks=(a_passed_check() if passed else a_failed_check(),))
        for place, passed in enumerate(passes)
    ]


def test_what_is_not_the_same_every_time_stands_before_what_went_wrong() -> None:
    cells = [*_repeats("calm", True, True), *_repeats("moody", True, False, True), *_repeats("bad", False)]

    page = b"".join(write_html(a_report(), cells)).decode()
    text = b"".join(write_markdown(a_report(), cells)).decode()

    assert "Not the same every time (1)" in page
    assert page.index("2 of 3 passed") < page.index("<h2>What went wrong")
    assert "## Not the same every time (1 cell)" in text
    assert "`moody` · " in text
    assert text.index("2 of 3 passed") < text.index("## What went wrong")


def test_of_many_that_are_not_the_same_every_time_some_are_told_and_the_others_counted() -> None:
    cells = [cell for number in range(13) for cell in _repeats(f"moody-{number}", True, False)]

    text = b"".join(write_markdown(a_report(), cells)).decode()

    assert "## Not the same every time (13 cells)" in text
    assert text.count("1 of 2 passed") == 10
    assert "\n3 more.\n" in text


def test_nothing_is_said_where_all_is_the_same_every_time() -> None:
    cells = [*_repeats("calm", True, True), *_repeats("bad", False, False)]

    assert "Not the same" not in b"".join(write_html(a_report(), cells)).decode()
    assert "Not the same" not in b"".join(write_markdown(a_report(), cells)).decode()
