"""Every room has a card, and the map is made of them (decision 0001)."""

from pathlib import Path

import pytest

from tools.cards import CardBroken, read_card
from tools.house import PAGES, Page, main

from .house import ROOMS, SOURCE


def test_a_room_begins_with_its_card() -> None:
    cards = {room: read_card(room) for room in ROOMS}

    assert [room for room, card in cards.items() if not card.sentence.endswith((".", "?"))] == []
    assert [room for room, card in cards.items() if len(card.sentence) <= len(room)] == []


def test_a_furnished_room_lists_its_public_names() -> None:
    furnished = [room for room in ROOMS if len(list((SOURCE / room).glob("*.py"))) > 1]

    assert [room for room in furnished if not read_card(room).names] == []


@pytest.mark.parametrize(
    ("card", "complaint"),
    [
        ("", "has no card"),
        ('"""Attic: what is not needed."""', "it lacks In, Out, May use, Never"),
        ('"""Attic.\n\nIn: a\nOut: b\nMay use: c\nNever: d\n"""', "its first line"),
    ],
)
def test_a_card_without_the_form_is_not_taken(tmp_path: Path, card: str, complaint: str) -> None:
    (tmp_path / "attic").mkdir()
    (tmp_path / "attic" / "__init__.py").write_text(card)

    with pytest.raises(CardBroken, match=complaint):
        read_card("attic", source=tmp_path)


def test_a_room_that_is_not_there_has_no_card(tmp_path: Path) -> None:
    with pytest.raises(CardBroken, match="there is no"):
        read_card("attic", source=tmp_path)


def test_the_generated_pages_are_fresh() -> None:
    assert [name for name, page in PAGES.items() if not page.is_fresh] == [], "run `make map`"


def test_a_stale_page_is_named_and_then_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(PAGES, "map", Page(tmp_path / "docs" / "map.md", lambda: "# The house\n"))

    assert main(["map", "--check"]) == 1
    assert capsys.readouterr().err == "map.md is stale; run `make map`.\n"
    assert main(["map"]) == 0
    assert main(["map", "--check"]) == 0


def test_a_page_that_is_not_made_here_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["poem"])

    assert (
        "no page is called poem; there are commands, map, errors, exam, settings" in capsys.readouterr().err
    )
