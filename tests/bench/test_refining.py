"""A slice of the worlds that the refining loop is proven on."""

import pytest

from bench.refining import BEST, PLAIN, refine_worlds, worth_of
from edison.sim.world import default_world


@pytest.mark.timeout(240)
def test_a_judge_that_rewards_a_keyword_gets_nothing_worse_adopted() -> None:
    [refined] = refine_worlds("a judge rewards a keyword", [31_000])

    assert not refined.is_false
    assert refined.cells > 0


def test_the_best_prompt_is_truly_better_than_the_plain_one() -> None:
    truth = default_world(3)

    assert worth_of(BEST, truth) > worth_of(PLAIN, truth) + 0.1
