"""Which card speaks for a judge: its own first, then one that was asked alike, then one of the same model."""

from datetime import timedelta

import pytest

from edison.domain import CardMatch, JudgeProfile, SeenCard
from edison.stages.rank import find_card
from tests.factories import SOME_TIME, a_judge, a_judge_card, an_endpoint

EXAMINED = an_endpoint(model="judge")


def seen(card: SeenCard | None) -> SeenCard:
    assert card is not None
    return card


@pytest.mark.parametrize(
    ("changes", "match", "differs"),
    [
        ({"mode": "verdict", "rubric_id": "rub_examined"}, CardMatch.SAME, ()),
        ({"mode": "pairwise"}, CardMatch.OTHER_RUBRIC, ()),
        ({"mode": "pointwise"}, CardMatch.OTHER_MODE, ()),
        ({"mode": "pointwise", "family": "us"}, CardMatch.OTHER_MODE, ()),
        ({"mode": "pointwise", "instructions": "Be kind."}, CardMatch.OTHER_PROFILE, ("instructions",)),
        ({"mode": "pairwise", "may_tie": True}, CardMatch.OTHER_PROFILE, ("may_tie",)),
        (
            {"mode": "verdict", "thinking": "panel", "answer_form": "tool"},
            CardMatch.OTHER_PROFILE,
            ("answer_form", "thinking", "samples"),
        ),
    ],
)
def test_a_card_says_how_near_it_comes(
    changes: dict[str, object], match: CardMatch, differs: tuple[str, ...]
) -> None:
    found = seen(find_card(a_judge(**changes), [a_judge_card()]))

    assert (found.match, found.differs) == (match, differs)


def test_what_was_found_about_another_profile_is_no_evidence_about_this_one() -> None:
    assert [match for match in CardMatch if not match.is_evidence] == [CardMatch.OTHER_PROFILE]


def test_another_model_has_no_card_here() -> None:
    assert find_card(a_judge(endpoint=an_endpoint(model="other")), [a_judge_card()]) is None
    assert find_card(a_judge(), []) is None


def test_the_nearest_card_is_taken_before_the_newest() -> None:
    older = SOME_TIME - timedelta(days=9)
    other = JudgeProfile.model_validate({"endpoint": EXAMINED, "mode": "verdict", "thinking": "direct"})
    cards = [
        a_judge_card(run_id="run_old", made_at=older),
        a_judge_card(run_id="run_other", profiles=(other,)),
        a_judge_card(run_id="run_older", made_at=older - timedelta(days=1)),
    ]

    assert seen(find_card(a_judge(mode="verdict"), cards)).run_id == "run_old"
    assert seen(find_card(a_judge(mode="verdict", thinking="direct"), cards)).run_id == "run_other"


def test_the_main_figures_are_shown_and_the_rest_is_left_to_the_card() -> None:
    measures = {
        name: {"value": 0.5, "n": 10} for name in ("cost_usd", "accuracy", "kappa_with_people", "obedience")
    }

    found = seen(find_card(a_judge(), [a_judge_card(measures=measures, biases=("length",))]))

    assert list(found.measures) == ["accuracy", "kappa_with_people"]
    assert found.biases == ("length",)
    assert (found.made_at, found.suite_digest) == (SOME_TIME, "0" * 32)
