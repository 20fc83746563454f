"""Rankings, cards of judges, providers and workers."""

from datetime import timedelta

import pytest

from edison.domain import Board, JudgeCard, RunId
from edison.errors import RunMissing
from edison.store import ProviderRecord, Store
from tests.factories import SOME_TIME, a_judge_card, a_ranking, a_run
from tests.store.filling import RUN, add_run

LATER = SOME_TIME + timedelta(hours=1)


def test_the_latest_ranking_of_every_board_is_given(store: Store) -> None:
    first = a_ranking(id="rnk_1")
    second = a_ranking(id="rnk_2", wave=2, moved=0.1)
    speed = a_ranking(id="rnk_3", board="speed", lower_is_better=True)
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
        for ranking in (second, first, speed):
            work.rankings.put(ranking)

        assert work.rankings.of_run(RUN) == [second, speed]


def test_a_ranking_made_anew_takes_the_place_of_the_old_one(store: Store) -> None:
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
        work.rankings.put(a_ranking(id="rnk_1"))
        work.rankings.put(a_ranking(id="rnk_2"))

        assert [ranking.id for ranking in work.rankings.of_run(RUN)] == ["rnk_2"]
        assert work.rankings.of_run(RUN)[0].board is Board.QUALITY


def test_a_board_is_dropped_with_all_its_waves_and_no_other_is(store: Store) -> None:
    speed = a_ranking(id="rnk_3", board="speed", lower_is_better=True)
    with store.work() as work:
        work.runs.add(a_run(), budget_microusd=None)
        for ranking in (a_ranking(id="rnk_1"), a_ranking(id="rnk_2", wave=2), speed):
            work.rankings.put(ranking)
        work.rankings.drop(RUN, Board.QUALITY)

        assert work.rankings.of_run(RUN) == [speed]


def test_there_are_no_rankings_of_a_run_that_is_not_there(store: Store) -> None:
    with store.work() as work, pytest.raises(RunMissing):
        work.rankings.put(a_ranking(run_id=RunId("run_0")))


def test_providers_are_put_changed_and_removed(store: Store) -> None:
    with store.work() as work:
        work.providers.put("local", {"kind": "openai-compatible", "price": 0}, None, at=SOME_TIME)
        work.providers.put("anthropic", {"kind": "anthropic"}, b"\x00\xffsealed", at=SOME_TIME)
        work.providers.put("local", {"kind": "ollama"}, b"key", at=LATER)

        local = ProviderRecord(name="local", form={"kind": "ollama"}, sealed_key=b"key", changed_at=LATER)
        assert work.providers.get("local") == local
        assert [provider.name for provider in work.providers.all()] == ["anthropic", "local"]
        assert work.providers.all()[0].sealed_key == b"\x00\xffsealed"
        assert work.providers.remove("local")
        assert not work.providers.remove("local")
        assert work.providers.get("local") is None


def test_providers_are_in_the_same_order_everywhere(store: Store) -> None:
    names = ["a", "B", "ä", "_", "b\x00", "Z", "\ud800"]
    with store.work() as work:
        for name in names:
            work.providers.put(name, {}, None, at=SOME_TIME)

        assert [provider.name for provider in work.providers.all()] == sorted(names)
        assert work.providers.names() == sorted(names)
        assert [one.name for one in work.providers.named([*names[1:], "nobody"])] == sorted(names[1:])


def test_workers_beat_until_they_are_dismissed_and_begin_anew_when_they_are_forgotten(store: Store) -> None:
    add_run(store)
    with store.work() as work:

        def register(name: str) -> bool:
            return work.workers.register(name, host="a", pid=1, started_at=SOME_TIME)

        assert register("w1")
        assert register("w2")
        assert work.workers.beat("w1", 2)
        assert work.workers.all() == {"w1": 2, "w2": 0}

        work.workers.dismiss(["w1"])
        assert not work.workers.beat("w1", 3)
        assert not register("w1")
        assert (work.workers.alive(), work.workers.dismissed()) == ({"w2"}, {"w1"})

        assert work.workers.forget(["w1", "w2", "w3"]) == {"w1", "w3"}
        assert work.workers.all() == {"w2": 0}
        assert not work.workers.beat("w1", 4)
        assert work.slots.share(RUN, "sim/steady", "w1", limit=8, live={"w1", "w2"}) == 8
        assert register("w1")
        assert work.slots.share(RUN, "sim/steady", "w2", limit=8, live={"w1", "w2"}) == 8


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
