import pytest
from pydantic import ValidationError

from edison.domain import Interval, JudgeCount, JudgeId, PanelJudge, RankSpan
from tests.factories import a_ranked_item, a_ranking


def test_a_ranking_begins_with_the_strongest() -> None:
    weak, strong = a_ranked_item(item_id="arm_1", strength=0.1), a_ranked_item(item_id="arm_2", strength=0.9)

    assert a_ranking(items=(strong, weak)).items == (strong, weak)
    with pytest.raises(ValidationError, match="begins with the strongest"):
        a_ranking(items=(weak, strong))


def test_an_item_stands_in_a_ranking_once() -> None:
    with pytest.raises(ValidationError, match="once"):
        a_ranking(items=(a_ranked_item(), a_ranked_item()))


def test_an_interval_is_not_turned_around() -> None:
    assert Interval(low=0.1, high=0.1).level == 0.95
    with pytest.raises(ValidationError, match="low end"):
        Interval(low=0.2, high=0.1)


def test_who_has_no_place_stands_at_the_end_whatever_its_strength() -> None:
    quick = a_ranked_item(item_id="arm_1", strength=0.1, flags=("many_failures",))
    slow = a_ranked_item(item_id="arm_2", strength=0.9)
    silent = a_ranked_item(item_id="arm_3", strength=0.0, observations=0)

    ranking = a_ranking(items=(slow, quick, silent), lower_is_better=True)

    assert [item.is_placed for item in ranking.items] == [True, False, False]
    with pytest.raises(ValidationError, match="stands at its end"):
        a_ranking(items=(quick, slow), lower_is_better=True)


@pytest.mark.parametrize(("rank", "low", "high"), [(1, 2, 3), (4, 2, 3)])
def test_a_place_is_one_of_those_that_remain_possible(rank: int, low: int, high: int) -> None:
    assert RankSpan(rank=2, low=1, high=3).rank == 2
    with pytest.raises(ValidationError, match="remain possible"):
        RankSpan(rank=rank, low=low, high=high)


def test_a_judge_of_a_panel_leaves_out_at_most_what_it_was_asked() -> None:
    def seated(asked: int, not_judged: int) -> PanelJudge:
        return PanelJudge(
            judge_id=JudgeId("jdg_1"),
            name="strict",
            family="maker",
            weight=1.0,
            asked=asked,
            not_judged=not_judged,
        )

    assert (seated(4, 1).unreadable, seated(0, 0).unreadable) == (0.25, 0.0)
    with pytest.raises(ValidationError, match="at most what it was asked"):
        seated(1, 2)


def test_a_judge_that_was_asked_nothing_left_nothing_out() -> None:
    asked = JudgeCount(judge_id=JudgeId("jdg_1"), name="strict", asked=10, not_judged=4)

    assert asked.unreadable == 0.4
    assert asked.model_copy(update={"asked": 0, "not_judged": 0}).unreadable == 0.0
