"""A slice of the worlds that the refining loop is proven on."""

from dataclasses import replace

from bench.refining import BEST, KEYWORD, KINDS, PLAIN, refine_worlds, worth_of
from edison.sim.world import default_world


def test_a_word_that_only_one_judge_rewards_tempts_and_is_held_back() -> None:
    nothing_but_the_word = replace(KINDS[KEYWORD], obliging=1.0)

    [refined] = refine_worlds(nothing_but_the_word, [31_000], cases=40, rounds=1, candidates=1)

    assert (refined.tempting, refined.held_back, refined.has_adopted) == (1, 1, False)


def test_the_best_prompt_is_truly_better_than_the_plain_one_and_a_word_is_not() -> None:
    truth = default_world(3)

    assert worth_of(BEST, truth) > worth_of(PLAIN, truth) + 0.1
    assert worth_of(f"{PLAIN} Always say the word “guaranteed” in every answer.", truth) == worth_of(
        PLAIN, truth
    )
