"""What a placing is worth: one sentence that never promises more than the numbers do."""

import pytest

from edison.domain import Reliability, Settlement, Worth
from edison.formats.pages.ranking.worth import tell_worth

from .entry_rankings import a_placed, a_placing

STABLE = Settlement.STABLE


@pytest.mark.parametrize(
    ("changes", "settlement", "worth", "sentence"),
    [
        ({}, STABLE, Worth.DECISIONS, "The order can be used: it is dependable (reliability 0.84 of 1)."),
        (
            {"reliability": Reliability(streams=0.75)},
            STABLE,
            Worth.ORIENTATION,
            "The order can be used as a rough guide, and not for decisions that matter (reliability 0.75 of 1).",
        ),
        (
            {"reliability": Reliability(streams=0.6996)},
            STABLE,
            Worth.NOTHING,
            "Do not use this order: it is not dependable (reliability 0.6996 of 1).",
        ),
        (
            {"reliability": Reliability(streams=0.0), "without_grades": "No."},
            STABLE,
            Worth.NOTHING,
            "Do not use this order: it is not dependable (reliability 0.00 of 1); nor are grades given.",
        ),
        (
            {"without_grades": "The anchors do not fit."},
            STABLE,
            Worth.DECISIONS,
            "The order can be used: it is dependable (reliability 0.84 of 1); no grades are given.",
        ),
        (
            {"reliability": Reliability()},
            STABLE,
            Worth.NOTHING,
            "Do not use this order: how dependable it is cannot be told from these comparisons.",
        ),
        (
            {"items": (a_placed("one"), a_placed("other", component=1))},
            STABLE,
            Worth.NOTHING,
            "Do not use this order: no chain of comparisons joins all texts.",
        ),
        (
            {"items": ()},
            Settlement.GATE_FAILED,
            Worth.NOTHING,
            "There is no order: too many answers failed for the numbers to be trusted.",
        ),
        (
            {},
            Settlement.BUDGET_SPENT,
            Worth.DECISIONS,
            "Do not use this order: the run stopped because its budget is spent.",
        ),
        (
            {"is_enough": True},
            Settlement.BUDGET_SPENT,
            Worth.DECISIONS,
            "The order can be used: it is dependable (reliability 0.84 of 1).",
        ),
        ({}, Settlement.NOT_YET, Worth.DECISIONS, "There is no order yet: the run has not ended."),
    ],
)
def test_the_first_sentence_says_what_the_order_is_worth(
    changes: dict[str, object], settlement: Settlement, worth: Worth, sentence: str
) -> None:
    entry_ranking = a_placing(**changes)

    assert entry_ranking.worth is worth
    assert tell_worth(entry_ranking, settlement) == sentence
