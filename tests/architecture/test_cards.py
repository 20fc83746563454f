"""Every room has a card, the map is made of them, and stages have four drawers (decisions 0001 and 0004)."""

from pathlib import Path

import pytest

from edison.stages import STAGES
from tools.cards import CardBroken, read_card
from tools.house import PAGES, Page, main

from .house import ROOMS, SOURCE, name_of

DRAWERS = {"__init__.py", "units.py", "prompts.py", "reply.py", "dialogue.py", "kinds"}
SILENT_DRAWERS = DRAWERS - {"prompts.py", "reply.py", "dialogue.py"}
STAGES_THAT_ASK_NOTHING = {"plan", "rank"}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_begins_with_its_card(room: str) -> None:
    card = read_card(room)

    assert card.sentence.endswith((".", "?"))
    assert len(card.sentence) > len(room)


@pytest.mark.parametrize("room", [room for room in ROOMS if len(list((SOURCE / room).glob("*.py"))) > 1])
def test_a_furnished_room_lists_its_public_names(room: str) -> None:
    assert read_card(room).names


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


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_generated_page_is_fresh(page: Page) -> None:
    assert page.is_fresh, "run `make map`"


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

    assert "no page is called poem; there are map, errors, settings" in capsys.readouterr().err


def test_the_stages_are_the_folders_and_the_folders_are_the_stages() -> None:
    folders = {path.name for path in (SOURCE / "stages").iterdir() if (path / "__init__.py").is_file()}

    assert folders == set(STAGES)


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_has_a_card_and_no_other_drawers_than_the_four(stage: str) -> None:
    folder = SOURCE / "stages" / stage
    allowed = SILENT_DRAWERS if stage in STAGES_THAT_ASK_NOTHING else DRAWERS

    found = {path.name for path in folder.iterdir() if path.name != "__pycache__"}

    assert found <= allowed, f"{name_of(folder)} holds {', '.join(sorted(found - allowed))}"
    assert read_card(f"stages.{stage}", required=("In", "Out")).sentence
