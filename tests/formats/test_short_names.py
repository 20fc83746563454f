"""Names in pictures: cut where there is no room, and two that differ never look the same."""

import re

import pytest

from edison.domain import FrontierStanding
from edison.formats import write_html
from edison.formats.exports.grid_picture import draw_grid
from edison.formats.pages.ranking.page import entry_ranking_html
from edison.formats.pictures.charts import MatrixCell, Ranged, draw_matrix, draw_order
from edison.formats.pictures.names import shorten

from .boards import a_point, a_tied_board
from .entry_rankings import a_placed, a_placing, a_placing_run
from .reports import a_cell_report, a_report

ALIKE = [f"meta-llama/llama-3.3-70b-instruct-turbo-of-this-house-{ending}" for ending in ("free", "paid")]
MANY = [
    ALIKE,
    [f"house/our-assistant-of-the-{year}-release-candidate-with-tools" for year in range(2019, 2031)],
    [f"{'x' * first}{'y' * (40 - first)}" for first in range(10, 30)],
    ["begins alike " * 4 + middle + " ends alike" * 4 for middle in "abc"],
    [f"answers\n{' ' * spaces}of one kind and of another, at length" for spaces in range(3)],
]


def cut_words(picture: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*…[^<]*)<", picture)


@pytest.mark.parametrize("most", [8, 24])
@pytest.mark.parametrize("names", MANY)
def test_names_that_are_cut_can_be_told_apart(names: list[str], most: int) -> None:
    short = shorten(names, most=most)

    assert len(set(short)) == len(names)
    assert all(len(name) <= most and "\n" not in name for name in short)


def test_names_keep_their_beginning_or_say_where_they_differ() -> None:
    assert shorten(["plain", "a long name of its own"], most=12) == ["plain", "a long name…"]
    assert shorten(ALIKE, most=24) == ["meta-llama/…s-house-free", "meta-llama/…s-house-paid"]
    assert shorten(MANY[1][:2], most=24) == ["…-2019-release-candidat…", "…-2020-release-candidat…"]
    assert shorten(["the same one" * 3] * 2, most=6) == ["the s…", "the s…"]
    one_model = ["sim/edison-sim-small · brief", "sim/edison-sim-small · bare"]
    assert shorten(one_model, most=24) == ["brief", "bare"], "what all share tells nothing apart"
    assert shorten(one_model, most=30) == one_model


def test_rows_and_columns_of_pictures_can_be_told_apart() -> None:
    order = draw_order([Ranged(name, 1.0, None, None) for name in ALIKE], title="t", across="x").as_svg()
    matrix = draw_matrix(ALIKE, [[None, MatrixCell(0.9)], [MatrixCell(0.1), None]], title="t").as_svg()
    grid = draw_grid(a_report(), [a_cell_report(case=case) for case in ALIKE]).as_svg()

    for picture, count in ((order, 2), (matrix, 4), (grid, 2)):
        assert len(set(cut_words(picture))) == len(cut_words(picture)) == count
        for name in ALIKE:
            assert f"<title>{name}</title>" in picture


def test_a_title_is_told_whole_whatever_stands_below_it() -> None:
    title = "Checks passed: chance that the row is truly ahead"

    cells = [[None, MatrixCell(0.9)], [MatrixCell(0.1), None]]

    assert f">{title}</text>" in draw_matrix(["a", "b"], cells, title=title).as_svg()


def test_a_picture_is_as_wide_as_what_is_drawn_in_it() -> None:
    names = [f"entry-{number:04}" for number in range(12)]

    drawing = draw_matrix(names, [[MatrixCell(0.5)] * 12] * 12, title="t")

    ends = [
        float(x) + float(wide)
        for x, wide in re.findall(r'<rect x="([\d.]+)".*? width="([\d.]+)"', drawing.as_svg())
    ]
    assert len(ends) == 144
    assert max(ends) < drawing.width


def test_where_nothing_costs_anything_quality_against_cost_is_a_table_alone() -> None:
    points = (
        a_point(FrontierStanding.ON, item_id="arm_1", cost_usd=0.0),
        a_point(FrontierStanding.OFF, item_id="arm_2", cost_usd=0.0, quality=0.2),
    )

    free, dear = (
        b"".join(write_html(a_report(boards=(a_tied_board(frontier=found),)), ())).decode()
        for found in (points, (points[0], points[1].model_copy(update={"cost_usd": 0.5})))
    )

    assert ("<svg class='scatter'" in free, "<svg class='scatter'" in dear) == (False, True)
    assert "Quality against cost" in free


def test_points_of_a_report_and_texts_of_a_ranking_can_be_told_apart() -> None:
    first, second = ALIKE
    points = (
        a_point(FrontierStanding.ON, name=first, item_id="arm_1"),
        a_point(FrontierStanding.OFF, name=second, item_id="arm_2", cost_usd=0.0015, quality=0.2),
    )
    placing = a_placing(items=(a_placed(first), a_placed(second, cell=1, rank=2)))

    report = b"".join(write_html(a_report(boards=(a_tied_board(frontier=points),)), ())).decode()
    ranking = b"".join(entry_ranking_html(placing, about=a_placing_run())).decode()

    for page in (report, ranking):
        drawn = next(filter(None, map(cut_words, page.split("</svg>"))))
        assert len(set(drawn)) == len(drawn) == 2
