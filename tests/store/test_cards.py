"""Cards of judges: kept for ever, the newest is shown."""

from datetime import timedelta

from edison.domain import CardMeasure, CardStanding, JudgeCard, JudgeId, RunId
from edison.store import Store
from tests.factories import SOME_TIME


def a_card(run: str, *, judge: str = "jdg_1", days: int = 0) -> JudgeCard:
    return JudgeCard(
        judge_id=JudgeId(judge),
        judge_name="sim/fair",
        run_id=RunId(run),
        suite_digest="0" * 32,
        measures={"accuracy": CardMeasure(value=0.9, n=40)},
        standing=CardStanding.QUALIFIED,
        made_at=SOME_TIME + timedelta(days=days),
    )


def test_the_newest_card_of_a_judge_is_found(store: Store) -> None:
    with store.work() as work:
        work.cards.add(a_card("run_2", days=2))
        work.cards.add(a_card("run_1", days=1))
        work.cards.add(a_card("run_3", judge="jdg_2"))

        assert work.cards.newest(JudgeId("jdg_1")) == a_card("run_2", days=2)
        assert work.cards.newest(JudgeId("jdg_0")) is None
        assert [card.run_id for card in work.cards.all()] == ["run_2", "run_1", "run_3"]


def test_an_examination_gives_a_judge_one_card(store: Store) -> None:
    with store.work() as work:
        work.cards.add(a_card("run_1"))
        work.cards.add(a_card("run_1", days=1))

        assert work.cards.all() == [a_card("run_1")]
