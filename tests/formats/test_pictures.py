"""Pictures: whole SVG that shows every value, in which nothing that was named can do anything, and PNG of it."""

import sys
from xml.etree import ElementTree

import pytest

from edison.errors import LibraryMissing
from edison.formats.pictures.charts import (
    CalibrationPoint,
    MatrixCell,
    Ranged,
    draw_calibration,
    draw_matrix,
    draw_order,
    draw_power,
)
from edison.formats.pictures.drawing import Drawing, shade, ticks

NAMES = ["oak <b>&", "elm\x1b[2J", "a name that is longer than there is room for"]
ORDER = draw_order(
    [Ranged(NAMES[0], 1.0, 0.5, 1.5), Ranged(NAMES[1], 0.2, None, None), Ranged(NAMES[2], -1.0, -2.0, 0.0)],
    title="scores",
    across="logits",
)
MATRIX = draw_matrix(NAMES[:2], [[None, MatrixCell(0.9)], [MatrixCell(0.1), None]], title="pairs")
CALIBRATION = draw_calibration([CalibrationPoint(0.3, 0.4, 0.2, 0.6, 20)], title="chances")
POWER = draw_power([(2, 0.0), (20, 0.5), (200, 1.0)], goal=0.8, title="power")


def words(drawing: Drawing) -> list[str]:
    root = ElementTree.fromstring(drawing.as_svg())
    return [found.text or "" for found in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("drawing", [ORDER, MATRIX, CALIBRATION, POWER])
def test_a_picture_is_whole_titled_and_follows_the_reader(drawing: Drawing) -> None:
    svg = drawing.as_svg()

    root = ElementTree.fromstring(svg)
    assert root.attrib["aria-label"] == drawing.title
    assert drawing.title in words(drawing)
    assert "prefers-color-scheme: dark" in svg
    assert "prefers-color-scheme" not in drawing.as_svg(follows_the_reader=False)
    assert "script" not in svg


def test_names_are_words_and_never_markup() -> None:
    assert {"oak <b>&", "a name that is longer t…"} <= set(words(ORDER))
    assert "\x1b" not in ORDER.as_svg()


def test_every_value_stands_in_a_matrix_and_nothing_is_a_dash() -> None:
    assert [word for word in words(MATRIX) if word in ("0.90", "0.10", "–")] == ["–", "0.90", "0.10", "–"]


def test_a_value_with_an_interval_stands_above_it_with_the_digits_it_is_worth() -> None:
    matrix = draw_matrix(NAMES[:2], [[None, MatrixCell(0.9123, 0.85, 0.94)], [None, None]], title="pairs")

    assert words(matrix)[words(matrix).index("0.912") + 1] == "0.850 to 0.940"
    assert matrix.width > MATRIX.width


def test_equal_values_have_a_scale_all_the_same() -> None:
    assert words(draw_order([Ranged("a", 2.0, None, None)], title="t", across="x"))[0] == "t"


def test_ink_is_readable_on_every_shade() -> None:
    assert shade(0.5)[1] == "black"
    assert shade(1.0) == ("#2b63a8", "white")
    assert shade(-1.0) == shade(0.0)


def test_ticks_are_round_numbers() -> None:
    assert list(ticks(0.0, 1.0, most=5)) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert list(ticks(-30.0, 45.0)) == [-30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0, 40.0]


def test_a_picture_is_written_as_png() -> None:
    assert MATRIX.as_png().startswith(b"\x89PNG")


def test_without_its_library_no_png_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)

    with pytest.raises(
        LibraryMissing, match=r"resvg-py is not installed; install edison-workbench\[pictures\]"
    ):
        MATRIX.as_png()
