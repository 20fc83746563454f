"""Waves: units that are planned together, and where their cells stand."""

from edison.domain import CellBlock, CellLayout, CellPosition, Grid
from tests.factories import a_wave

GRID = Grid(cases=2, versions=1, arms=3, repeats=2)


def test_a_wave_ends_where_the_next_one_begins() -> None:
    assert a_wave(first_unit=100, units=20).end == 120


def test_the_cells_of_the_first_wave_stand_in_the_grid_of_the_run() -> None:
    layout = CellLayout([a_wave(units=GRID.cells, body=GRID.model_dump_json())])

    assert [layout.place(cell) for cell in range(GRID.cells)] == [
        GRID.place(cell) for cell in range(GRID.cells)
    ]


def test_a_later_wave_has_a_grid_of_its_own() -> None:
    block = CellBlock(cases=1, versions=1, arms=1, repeats=2, first_case=1, first_version=2, first_arm=1)
    waves = [
        a_wave(number=3, first_unit=20, units=2, body=block.model_dump_json()),
        a_wave(number=2, lane="pairs", first_unit=12, units=8, body="{"),
        a_wave(units=GRID.cells, body=GRID.model_dump_json()),
    ]

    layout = CellLayout(waves)

    assert layout.place(11) == GRID.place(11)
    assert [layout.place(20), layout.place(21)] == [CellPosition(1, 2, 1, 0), CellPosition(1, 2, 1, 1)]


def test_the_cells_of_some_cases_lie_in_ranges_wave_by_wave() -> None:
    block = CellBlock(cases=1, versions=1, arms=1, repeats=2, first_case=1)
    layout = CellLayout(
        [
            a_wave(units=GRID.cells, body=GRID.model_dump_json()),
            a_wave(number=2, first_unit=20, units=2, body=block.model_dump_json()),
        ]
    )

    assert layout.cells_of(0, 1) == [range(6)]
    assert layout.cells_of(1, 2) == [range(6, 12), range(20, 22)]
    assert layout.cells_of(2, 9) == []
