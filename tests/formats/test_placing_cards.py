"""What is known about the judges of a placing, and of what its split-half reliability is."""

import pytest

from edison.domain import HalvesOf, Reliability
from edison.formats.pages.ranking.page import entry_ranking_html
from edison.formats.pages.ranking.words import tell_halves

from .boards import a_bad_card
from .entry_rankings import a_placed_judge, a_placing, a_placing_run

JUDGES = (
    a_placed_judge(name="known", card=a_bad_card()),
    a_placed_judge(name="unknown"),
    a_placed_judge(name="Ms Berg", is_person=True),
)


def test_the_page_shows_the_card_of_every_judge_that_is_no_person() -> None:
    page = b"".join(entry_ranking_html(a_placing(judges=JUDGES), about=a_placing_run())).decode()

    assert "<td class='dim'>unqualified (2026-01-01, by another rubric): right in 52 %" in page
    assert page.count("<td class='dim'>no card</td>") == 1
    assert page.count("<td class='dim'></td>") == 1


@pytest.mark.parametrize(
    ("reliability", "told"),
    [
        (Reliability(split_half=0.8, halves_of=HalvesOf.JUDGES), "the judges dealt into two heaps"),
        (Reliability(split_half=0.8, halves_of=HalvesOf.COMPARISONS), "how well it agrees with itself"),
        (Reliability(no_split_half="No <halves>: too few."), "No <halves>: too few."),
    ],
)
def test_what_was_halved_or_why_nothing_was_is_said(reliability: Reliability, told: str) -> None:
    page = b"".join(entry_ranking_html(a_placing(reliability=reliability), about=a_placing_run())).decode()

    assert told in tell_halves(reliability)
    assert told.replace("<", "&lt;").replace(">", "&gt;") in page
