"""Cards of judges: kept for ever, listed the newest first."""

from datetime import timedelta

from edison.domain import JudgeCard
from edison.store import Store
from tests.factories import SOME_TIME, a_judge_card


def a_card(run: str, *, judge: str = "jdg_1", days: int = 0) -> JudgeCard:
    return a_judge_card(run_id=run, judge_id=judge, made_at=SOME_TIME + timedelta(days=days))


def test_cards_are_listed_with_the_newest_first(store: Store) -> None:
    cards = [a_card("run_2", days=2), a_card("run_1", days=1), a_card("run_3", judge="jdg_2")]
    with store.work() as work:
        for card in reversed(cards):
            work.cards.put(card)

        assert work.cards.all() == cards


def test_an_examination_gives_a_judge_one_card_and_the_last_one_made_counts(store: Store) -> None:
    with store.work() as work:
        work.cards.put(a_card("run_1"))
        work.cards.put(a_card("run_1", days=1))

        assert work.cards.all() == [a_card("run_1", days=1)]
