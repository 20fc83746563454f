"""Pictures in pages: drawn as `stats plot` draws them, in the colours of the page, and only of what is known."""

from xml.etree import ElementTree

import pytest

from edison.domain import Board, EntryRanking, Interval, JudgesAlike, KeptChance, RankedPair, Ranking
from edison.formats import write_html
from edison.formats.pages.pictures import picture_board, picture_entry_ranking
from edison.formats.pages.ranking.page import entry_ranking_html
from edison.formats.pictures.drawing import Drawing
from edison.formats.words.boards import Names

from .boards import a_panel, a_tied_board, an_error
from .entry_rankings import a_placed, a_placing, a_placing_run
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


def test_an_order_is_drawn_with_who_wins_against_whom_how_judges_agree_and_whether_it_keeps_its_word() -> (
    None
):
    kept = KeptChance(chance=0.7, came=0.65, interval=Interval(low=0.5, high=0.8), comparisons=40)
    items = (
        a_placed("strong", score=1.0),
        a_placed("weak", cell=1, rank=2, score=0.0),
        a_placed("stranger", cell=2, score=0.5, component=1),
    )
    reach = Interval(low=0.1, high=0.7)
    alike = (
        JudgesAlike(first="Ann", second="Bob", kappa=0.4, interval=reach, pairs=30),
        JudgesAlike(first="Ann", second="Cid", kappa=0.2, pairs=30),
    )
    ranking = EntryRanking(items=items, alike=alike, kept=(kept,))

    wins, agree, chances = picture_entry_ranking(ranking)

    # One logit ahead: 73 of 100; nothing joins the stranger to the others.
    assert [word for word in words(wins) if word in ("0.73", "0.27", "–")] == [
        "–",
        "0.73",
        "–",
        "0.27",
        *"–––––",
    ]
    assert (words(agree).count("0.40"), words(agree).count("0.10 to 0.70")) == (2, 2)
    assert words(agree).count("0.20") == 2, "rankings that were stored before have no interval"
    assert words(chances)[0].startswith("Does what is shown first win")


def test_of_many_texts_the_first_are_drawn_and_of_none_nothing() -> None:
    many = tuple(a_placed(f"text {n}", cell=n, rank=n + 1, score=-0.1 * n) for n in range(13))

    (wins,) = picture_entry_ranking(EntryRanking(items=many))

    assert words(wins)[0] == "Chance that the row wins against the column of the first 12"
    assert "text 12" not in words(wins)
    assert list(picture_entry_ranking(EntryRanking())) == []


def test_the_page_of_a_ranking_shows_its_pictures() -> None:
    page = b"".join(entry_ranking_html(a_placing(), about=a_placing_run())).decode()

    assert page.count('<svg class="picture"') == 1
    assert page.count("<style>") == 1
