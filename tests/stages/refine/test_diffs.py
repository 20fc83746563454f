"""Diffs as models write them: sixty of them, and what must never be guessed."""

import json
from pathlib import Path

import pytest

from edison.stages.refine import DiffRefused, apply_diff

CORPUS = json.loads(Path(__file__).with_name("diffs.json").read_text(encoding="utf-8"))


def test_nearly_all_diffs_of_models_are_applied_and_unclear_ones_refused() -> None:
    wrong = [one["kind"] for one in CORPUS if not _is_right(one)]

    assert len(CORPUS) == 60
    assert len(wrong) <= 3, "95 in 100"


def _is_right(one: dict[str, str]) -> bool:
    applied = apply_diff(one["text"], one["diff"])
    return isinstance(applied, DiffRefused) if one["expected"] is None else applied == one["expected"]


@pytest.mark.parametrize(
    ("text", "diff"),
    [
        ("one\ntwo\none\ntwo", "@@\n-two\n+three"),
        ("one\ntwo", "Nothing to change here."),
        ("one\ntwo", "@@ -9,0 +10 @@\n+three"),
        ("Say the date in full.\nSay the date in full!", "@@\n-Say the  date in full\n+Say it."),
        (
            "Say the date in full now.\nSay the date in full then.",
            "@@\n-Say the date in full soon.\n+Say it.",
        ),
        ("one", "@@\n one\n two\n three\n-four\n+five"),
        ("one\none", "@@\n one\n+two"),
        ("one", "@@\n zero\n+two"),
    ],
)
def test_what_could_go_to_two_places_or_to_none_is_refused(text: str, diff: str) -> None:
    assert isinstance(apply_diff(text, diff), DiffRefused)


def test_of_two_places_the_header_may_name_one() -> None:
    assert apply_diff("one\ntwo\none\ntwo", "@@ -4 +4 @@\n-two\n+three") == "one\ntwo\none\nthree"
    assert apply_diff("one\ntwo", "@@ -1,0 +2 @@\n+and a half") == "one\nand a half\ntwo"


def test_context_that_is_remembered_wrongly_stays_as_the_text_has_it() -> None:
    text = "Answer  “briefly”.\nBe kind.\nSay when."

    applied = apply_diff(text, '@@\n Answer "briefly".\n-Be kind.\n+Be very kind.')

    assert applied == "Answer  “briefly”.\nBe very kind.\nSay when."


def test_an_unclosed_fence_and_an_unclosed_tag_are_read_to_their_end() -> None:
    assert apply_diff("one", "```diff\n-one\n+two") == "two"
    assert apply_diff("one", "<diff>\n-one\n+two") == "two"
