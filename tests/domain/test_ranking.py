import pytest
from pydantic import ValidationError

from edison.domain import Interval
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
