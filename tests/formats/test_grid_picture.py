"""The grid of a run as a picture."""

import re

from edison.domain import CellOutcome, CellReport
from edison.formats.exports.grid_picture import MOST_COLUMNS, MOST_ROWS, draw_grid, write_png

from .reports import a_cell_report, a_check_not_made, a_failed_check, a_passed_check, a_report


def _cell(case: str, **changes: object) -> CellReport:
    return a_cell_report(case=case, **changes)


def test_every_cell_has_its_mark_and_repeats_are_counted() -> None:
    cells = [
        _cell("one", checks=(a_passed_check(),)),
        _cell("two", checks=(a_failed_check(),)),
        _cell("three", checks=(a_check_not_made(),)),
        _cell("four", checks=(a_passed_check(),)),
        _cell("four", checks=(a_failed_check(),), repeat=1),
    ]

    svg = draw_grid(a_report(), cells).as_svg()

    for mark in ("✓", "✗", "?", "1/2", "2/5"):
        assert f">{mark}<" in svg


def test_a_large_grid_is_bounded_and_says_so() -> None:
    cells = [_cell(f"case {number} " + "x" * 80) for number in range(MOST_ROWS + 3)]
    cells += [_cell("last", arm=f"arm-{number}") for number in range(MOST_COLUMNS + 2)]

    svg = draw_grid(a_report(), cells).as_svg()

    assert "4 more cases; " in svg
    assert len(re.findall(r"<text[^>]*>case 0", svg)) == 1
    assert "…" in svg


def test_it_is_written_as_png() -> None:
    (picture,) = write_png(a_report(), [_cell("one"), _cell("none", outcome=CellOutcome.PENDING)])

    assert picture.startswith(b"\x89PNG")
