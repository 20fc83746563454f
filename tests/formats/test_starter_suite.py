"""The suite that comes with Edison: large enough, balanced, and built so that no preference hides in it."""

from collections import Counter, defaultdict

import pytest

from edison.domain import ASSISTANT_STYLE, PairSide, SuitePair
from edison.formats.judge_suite.suite import starter_suite
from edison.stages.plan import plan_qualification

SUITE = starter_suite()
CATEGORIES = (
    "clear_discrimination",
    "equivalence",
    "constraint_violation",
    "partial_credit",
    "gaming",
    "edge_case",
)
TWINS = [pair for pair in SUITE.pairs if pair.family]


def own_side(pair: SuitePair) -> PairSide:
    return PairSide.A if pair.style_a == ASSISTANT_STYLE else PairSide.B


def test_it_is_large_enough() -> None:
    assert len(SUITE.pairs) >= 40
    assert len(SUITE.verdicts) >= 24


def test_no_text_stands_in_it_twice_on_the_same_side_of_an_argument() -> None:
    texts = Counter(text for pair in SUITE.pairs for text in (pair.a, pair.b))

    assert texts.most_common(1)[0][1] == 1
    assert len({verdict.answer for verdict in SUITE.verdicts}) == len(SUITE.verdicts)


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_category_is_covered_by_pairs_and_by_verdicts(category: str) -> None:
    assert sum(pair.category == category for pair in SUITE.pairs) >= 6
    assert sum(verdict.category == category for verdict in SUITE.verdicts) >= 3


def test_the_better_side_is_as_often_a_as_b() -> None:
    counts = Counter(pair.right for pair in SUITE.pairs)

    assert counts[PairSide.A] == counts[PairSide.B]
    assert counts[PairSide.TIE] == sum(pair.category == "equivalence" for pair in SUITE.pairs)


def test_every_verdict_is_right_about_a_quarter_of_the_answers_at_least() -> None:
    counts = Counter(verdict.right for verdict in SUITE.verdicts)

    assert set(counts) == set(SUITE.stages)
    assert min(counts.values()) >= len(SUITE.verdicts) // 4


def test_twins_exchange_the_clothes_of_the_same_two_answers() -> None:
    families: defaultdict[str | None, list[SuitePair]] = defaultdict(list)
    for pair in TWINS:
        families[pair.family].append(pair)

    for one, other in families.values():
        assert one.task == other.task
        assert one.longer is other.longer is not PairSide.TIE
        assert own_side(one) is own_side(other)
        assert {one.right, other.right} in ({PairSide.A, PairSide.B}, {PairSide.TIE})


@pytest.mark.parametrize("by_length", [True, False])
def test_the_longer_side_and_the_one_of_assistants_are_right_as_often_as_wrong(by_length: bool) -> None:
    decided = [pair for pair in TWINS if pair.right is not PairSide.TIE]

    right = sum((pair.longer if by_length else own_side(pair)) is pair.right for pair in decided)

    assert 2 * right == len(decided)


def test_length_and_voice_go_together_as_often_as_not() -> None:
    together = sum(pair.longer is own_side(pair) for pair in TWINS)

    assert 2 * together == len(TWINS)


def test_instructions_stand_on_the_worse_side_and_in_wrong_answers() -> None:
    instructed = [pair for pair in SUITE.pairs if pair.instructs is not PairSide.TIE]
    answers = [verdict for verdict in SUITE.verdicts if verdict.instructs]

    assert Counter(pair.instructs for pair in instructed) == {PairSide.A: 4, PairSide.B: 4}
    assert len(answers) == 6
    assert all(verdict.right == SUITE.stages[0] for verdict in answers)


def test_two_hundred_judgments_ask_all_of_it_and_some_of_it_again() -> None:
    plan = plan_qualification(SUITE, seed=1)

    assert plan.judgments == 200
    assert len({(pair.left, pair.right) for pair in plan.pairs}) == 2 * len(SUITE.pairs)
    assert sum(pair.repeat > 0 for pair in plan.pairs) >= 24
