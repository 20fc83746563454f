"""Pictures in pages: drawn as `stats plot` draws them, in the colours of the page, and only of what is known."""

from xml.etree import ElementTree

import pytest

from edison.domain import Board, RankedPair, Ranking
from edison.formats import write_html
from edison.formats.pages.pictures import picture_board
from edison.formats.pictures.drawing import Drawing
from edison.formats.words.boards import Names

from .boards import a_panel, a_tied_board, an_error
from .reports import a_report

NAMES = Names({})


def a_pair(left: int, right: int, value: float | None, reach: float = 0.05, **changes: object) -> RankedPair:
    ends = None if value is None else {"low": value - reach, "high": value + reach}
    told = {
        "left": f"arm_{left}",
        "right": f"arm_{right}",
        "value": value,
        "interval": ends,
        "adjusted_p": 0.2,
    }
    return RankedPair.model_validate({**told, "complete": 40, **changes})


def pictures(board: Ranking, *, cases: int = 40) -> list[Drawing]:
    return list(picture_board(board, names=NAMES, cases=cases))


def words(drawing: Drawing) -> list[str]:
    return [found.text or "" for found in ElementTree.fromstring(drawing.inside_a_page()).iter("text")]


def test_a_board_is_drawn_with_who_is_ahead_which_judges_err_alike_and_what_more_cases_bring() -> None:
    shared = a_panel(shared_errors=(an_error(0.6, is_certain=True),), no_shared_errors="")

    order, matrix, errors, power = pictures(a_tied_board(pairs=(a_pair(1, 2, 0.025),), panel=shared))

    assert words(order)[0] == "Quality, with 95 % intervals"
    assert {"arm 1", "arm 2", "arm 3"} <= set(words(order))
    assert "arm 4" not in words(order), "nobody is drawn without results"
    # A half of the interval's half width is 0.98 standard errors: the normal distribution has 0.836 below it.
    assert {"0.84", "0.16"} <= set(words(matrix))
    assert words(errors).count("0.60") == 2
    assert words(power)[0] == "Power to tell arm 1 from arm 2; the line is 80 %"


@pytest.mark.parametrize(
    ("changes", "chance"),
    [
        ({"board": Board.COST, "compared": "ratio"}, "0.96"),
        ({"board": Board.COST, "compared": "ratio", "lower_is_better": True}, "0.04"),
    ],
)
def test_who_is_ahead_is_told_by_ratios_and_where_less_is_better(
    changes: dict[str, object], chance: str
) -> None:
    items = a_tied_board().items[:2]
    items = items[::-1] if "lower_is_better" in changes else items
    pair = a_pair(1, 2, 1.2, interval={"low": 1.2 / 1.23, "high": 1.2 * 1.23}, ahead="arm_1")

    _, matrix = pictures(a_tied_board(items=items, groups=(), pairs=(pair,), **changes))

    assert words(matrix)[words(matrix).index("arm 1") :].count(chance) == 1


@pytest.mark.parametrize(
    "pair",
    [
        a_pair(1, 2, None),
        a_pair(1, 2, 0.0, 0.0),
        a_pair(1, 2, -0.1),
    ],
)
def test_what_is_not_known_is_not_drawn(pair: RankedPair) -> None:
    assert len(pictures(a_tied_board(pairs=(pair,), compared="ratio"))) == 1


@pytest.mark.parametrize(
    ("pair", "cases"),
    [
        (a_pair(1, 2, 0.0), 40),
        (a_pair(1, 2, 0.001), 40),
        (a_pair(1, 2, 0.1, ahead="arm_1"), 40),
        (a_pair(1, 2, 0.04), 2),
        (a_pair(1, 3, 0.025), 40),
    ],
)
def test_no_curve_is_drawn_where_it_would_be_no_plan(pair: RankedPair, cases: int) -> None:
    drawn = pictures(a_tied_board(pairs=(pair,)), cases=cases)

    assert [words(one)[0].split(",")[0].split(":")[0] for one in drawn] == ["Quality", "Quality"]


def test_nothing_is_drawn_of_one_contender() -> None:
    assert pictures(a_tied_board(items=a_tied_board().items[:1], groups=(), pairs=())) == []


def test_the_report_shows_the_pictures_in_its_own_colours() -> None:
    page = b"".join(write_html(a_report(boards=(a_tied_board(),)), ())).decode()

    assert "<details class='pictures'><summary>Pictures</summary>" in page
    assert '<svg class="picture"' in page
    assert page.count("<style>") == 1, "the style of a picture would be that of the whole page"
