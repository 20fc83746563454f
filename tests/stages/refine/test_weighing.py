"""Suggestions count by who asks, how far they are relied on and how weak it is there; contradictions are named."""

import pytest

from edison.domain import Findings, Interval, JudgeTrust, Suggestion, WeakCriterion
from edison.stages.refine import find_conflicts, weigh_suggestions

FINDINGS = Findings(
    quality=0.5,
    cases=12,
    weak=tuple(
        WeakCriterion(name=name, mean=mean, interval=Interval(low=0.1, high=0.9), judgments=12)
        for name, mean in (("polite", 0.2), ("correct", 0.8))
    ),
)


def trust(name: str, weight: float) -> JudgeTrust:
    return JudgeTrust(judge=0, name=name, weight=weight, basis="cards")


def suggest(text: str, *criteria: str, judge: str = "") -> Suggestion:
    return Suggestion(text=text, criteria=criteria, judge=judge)


def test_what_several_trusted_judges_ask_for_where_it_is_weak_counts_most() -> None:
    said = [
        (trust("sharp", 0.6), [suggest("Check facts.", "correct"), suggest("Greet.", "polite")]),
        (trust("dull", 0.1), [suggest("Be kind.", "polite"), suggest("Be good.")]),
        (trust("silent", 0.3), []),
    ]

    weighed = weigh_suggestions(said, FINDINGS)

    assert [(one.text, one.judge, round(one.weight or 0, 2)) for one in weighed] == [
        ("Greet.", "sharp", 0.56),
        ("Be kind.", "dull", 0.56),
        ("Check facts.", "sharp", 0.12),
        ("Be good.", "dull", 0.05),
    ]


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Ask for short answers.", "Explain in more detail.", "shorter against longer"),
        ("Explain in detail.", "Be brief.", "longer against shorter"),
        (
            "Include the policy.",
            "Do not ask for the policy, drop it.",
            "one adds what the other takes out (policy)",
        ),
    ],
)
def test_suggestions_that_pull_in_opposite_directions_are_named(one: str, other: str, why: str) -> None:
    both = [suggest(one, "polite", judge="a"), suggest(other, "polite", judge="b")]

    assert find_conflicts(both) == (f"S1 and S2 may contradict each other: {why}.",)


@pytest.mark.parametrize(
    "other",
    [
        suggest("Explain in detail.", "correct", judge="b"),
        suggest("Explain in detail.", judge="a"),
        suggest("Greet the customer.", judge="b"),
        suggest("Be brief, then give detail.", judge="b"),
    ],
)
def test_other_criteria_the_same_judge_or_other_matters_are_no_contradiction(other: Suggestion) -> None:
    assert find_conflicts([suggest("Be brief.", "polite", judge="a"), other]) == ()
