"""Looking through outputs page by page."""

from edison.domain import cell_pages
from tests.factories import a_wave


def test_cells_are_paged_wave_by_wave_and_pairs_are_none_of_them() -> None:
    waves = [
        a_wave(units=5),
        a_wave(number=2, lane="pairs", first_unit=5, units=9),
        a_wave(number=3, first_unit=14, units=2),
    ]

    assert list(cell_pages(waves, at_once=3)) == [range(0, 3), range(3, 5), range(14, 16)]
