"""What a reader may take from a placing and what not: sentences with their numbers."""

import pytest

from edison.domain import EntryRanking
from edison.formats.pages.ranking.trust import weigh_trust
from edison.formats.pages.ranking.words import FLAG_WORDS, MISS_WORDS, WEAKNESS_WORDS
from edison.stats.grades import Miss, Weakness
from edison.stats.strengths import StrengthFlag

from .boards import a_bad_card
from .entry_rankings import a_placed, a_placed_judge, a_placing, a_placing_run


def careful(entry_ranking: EntryRanking) -> str:
    return "\n".join(weigh_trust(entry_ranking, about=a_placing_run()).careful)


def rely(entry_ranking: EntryRanking) -> str:
    return "\n".join(weigh_trust(entry_ranking, about=a_placing_run()).rely)


@pytest.mark.parametrize(
    ("judge", "told"),
    [
        (
            {"first_chosen": 0.61},
            "Jo chose the text shown first in 61 % of its comparisons, so it leans to the first",
        ),
        ({"first_chosen": 0.39}, "so it leans to the second one"),
        ({"flips": 0.3}, "Jo changed its mind in 30 % of the pairs it saw both ways round."),
        ({"misfits": True}, "Jo often judged against the order"),
        ({"not_judged": 1}, "Jo gave no usable verdict in 1 comparison."),
        (
            {"card": a_bad_card()},
            "Jo is unqualified by its card: unqualified (2026-01-01, by another rubric): right in 52 %.",
        ),
        ({"card": a_bad_card().model_copy(update={"standing": "qualified"})}, None),
        ({"first_chosen": 0.56}, None),
        ({"first_chosen": 0.9, "comparisons": 10}, None),
        ({"flips": 0.1, "first_chosen": None}, None),
    ],
)
def test_what_is_wrong_with_a_judge_is_told_and_chance_is_not(
    judge: dict[str, object], told: str | None
) -> None:
    sentences = careful(a_placing(judges=(a_placed_judge(**judge),)))

    assert ("Jo" in sentences) == (told is not None)
    assert told is None or told in sentences


def test_sentences_say_which_texts_they_mean() -> None:
    told = careful(a_placing())

    assert "Neighbours in the list: 11 of 11 are not told apart" in told
    assert "Texts that were compared fewer than 10 times (1): Deniz." in told
    assert "Texts the judges disagreed about more than usual (1): Chiara" in told
    assert "The grades called unsure (1): Deniz." in told
    assert "All grades: they rest on too few graded texts" in told


def test_what_can_be_relied_on_is_counted() -> None:
    told = rely(a_placing())

    assert "The order as a whole, from the strongest to the weakest text (reliability 0.84 of 1)." in told
    # Of 12 texts with ranges of 1.6, these are the pairs more than 1.6 apart.
    assert "that is so for 41 of 66 pairs of texts (62 %)" in told
    assert "The grades called sure: 2 of 8 texts." in told
    assert "what that is worth was measured and taken out" in told


def test_names_in_sentences_are_bounded() -> None:
    items = tuple(a_placed(f"t{number}", rank=number, misfits=True) for number in range(1, 21))

    assert "(20): t1, t2, t3, t4, t5, t6, t7, t8 and 12 more." in careful(a_placing(items=items))


@pytest.mark.parametrize(
    "words", [(StrengthFlag, FLAG_WORDS), (Weakness, WEAKNESS_WORDS), (Miss, MISS_WORDS)]
)
def test_whatever_statistics_say_has_words(words: tuple[type[StrengthFlag], dict[str, str]]) -> None:
    codes, told = words

    assert {code.value for code in codes} <= told.keys()
