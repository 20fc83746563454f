"""Facets: means by hand over the cases that have something in common, each with what it rests on."""

from statistics import fmean
from typing import Any

import pytest

from edison.domain import Board, Facet, FacetKind, FacetResult, Snapshot
from edison.stages.rank import CaseFacts, FacetTally
from edison.stats.means import mean_interval
from tests.factories import a_case, a_prompt_version

from .scores import ERROR, a_failure, a_plan, a_score, boards, told


def a_fact(**changes: Any) -> CaseFacts:
    return CaseFacts(**{"tags": (), "difficulty": 3, "chars": 10, "language": None, **changes})


def the_facet(facets: tuple[Facet, ...], name: str) -> Facet:
    return next(facet for facet in facets if facet.name == name)


def the_row(facet: Facet, name: str) -> FacetResult:
    return next(row for row in facet.rows if row.name == name)


def all_scores(plan: Snapshot) -> list[Any]:
    return [
        a_score(plan, case, arm=arm, qualities=((0, (case + arm) / 40),), passed=case % 2 == arm)
        for case in range(plan.cases)
        for arm in range(2)
    ]


def test_means_are_those_of_the_cases_with_the_tag() -> None:
    plan = a_plan()
    facts = [a_fact(tags=("even",) if case % 2 == 0 else ()) for case in range(20)]

    facets = told(FacetTally(plan, facts=facts), all_scores(plan))

    (even,) = facets
    assert (even.kind, even.name, even.cases) == (FacetKind.TAG, "even", 10)
    assert [row.name for row in even.rows] == ["all", "model 0", "model 1"]
    first = the_row(even, "model 0")
    values = [case / 40 for case in range(0, 20, 2)]
    expected = mean_interval(values, scale=(0, 1), seed=None)
    assert first.quality is not None
    assert first.quality.interval is not None
    assert (first.quality.value, first.quality.observations, first.quality.cases) == (
        pytest.approx(fmean(values)),
        10,
        10,
    )
    assert (first.quality.interval.low, first.quality.interval.high) == pytest.approx(
        (expected.low, expected.high)
    )
    assert first.passing is not None
    assert (first.passing.value, first.passing.observations) == (1.0, 10)


def test_all_together_are_averaged_case_by_case() -> None:
    plan = a_plan(cases=4)
    facts = [a_fact(difficulty=1 + case // 2) for case in range(4)]

    facets = told(FacetTally(plan, facts=facts), all_scores(plan))

    assert [(facet.kind, facet.name) for facet in facets] == [
        (FacetKind.DIFFICULTY, "1"),
        (FacetKind.DIFFICULTY, "2"),
    ]
    together = the_row(the_facet(facets, "2"), "all")
    assert together.item_id is None
    assert together.quality is not None
    assert together.quality.value == pytest.approx(fmean([2 / 40, 3 / 40, 3 / 40, 4 / 40]))
    assert (together.quality.observations, together.quality.cases) == (4, 2)
    assert together.passing is not None
    assert together.passing.value == 0.5


@pytest.mark.parametrize(
    ("chars", "names"),
    [
        ([1, 2, 3, 4, 5, 6], ["short", "medium", "long"]),
        ([5, 5, 5, 9], ["short", "long"]),
        ([5, 9], ["short", "long"]),
        ([7, 7, 7], []),
        ([], []),
    ],
)
def test_lengths_are_thirds_as_far_as_equal_ones_allow(chars: list[int], names: list[str]) -> None:
    plan = a_plan(cases=len(chars))
    facts = [a_fact(chars=length) for length in chars]

    facets = told(FacetTally(plan, facts=facts), all_scores(plan))

    assert [facet.name for facet in facets] == names
    assert sum(facet.cases for facet in facets) == (len(chars) if names else 0)


def test_what_all_cases_have_in_common_is_left_out_and_the_most_frequent_come_first() -> None:
    plan = a_plan(cases=4)
    facts = [
        a_fact(tags=("every", "rare") if case == 0 else ("every", "usual"), language="fr" if case else "de")
        for case in range(4)
    ]

    facets = told(FacetTally(plan, facts=facts), all_scores(plan))

    assert [(facet.name, facet.cases) for facet in facets] == [
        ("usual", 3),
        ("rare", 1),
        ("fr", 3),
        ("de", 1),
    ]


def test_what_was_neither_judged_nor_checked_has_no_mean() -> None:
    plan = a_plan(cases=2)
    scores = [a_failure(plan, case=0, arm=arm, status=ERROR) for arm in range(2)]

    facets = told(FacetTally(plan, facts=[a_fact(tags=("a",)), a_fact(tags=("b",))]), scores)

    # Nothing at all is known of the cases with the other tag.
    assert [facet.name for facet in facets] == ["a"]
    assert {(row.quality, row.passing) for row in facets[0].rows} == {(None, None)}


def test_judges_are_weighed_as_on_the_board() -> None:
    plan = a_plan(arms=1, judges=3, cases=6)
    scores = [a_score(plan, case, qualities=((0, 0.9), (1, 0.3), (2, 0.3 + case / 100))) for case in range(6)]
    board = boards(scores, plan)[Board.QUALITY]
    assert board.panel is not None
    leaning = board.model_copy(
        update={
            "panel": board.panel.model_copy(
                update={
                    "judges": tuple(
                        judge.model_copy(update={"weight": weight})
                        for judge, weight in zip(board.panel.judges, (1.0, 0.0, 0.0), strict=True)
                    )
                }
            )
        }
    )
    facts = [a_fact(tags=("a",) if case < 3 else ()) for case in range(6)]

    alike, weighed = (
        the_row(told(FacetTally(plan, facts=facts, quality=given), scores)[0], "all").quality
        for given in (None, leaning)
    )

    assert alike is not None
    assert weighed is not None
    assert (alike.value, weighed.value) == (pytest.approx((0.9 + 0.3 + 0.31) / 3), pytest.approx(0.9))


def test_a_case_is_as_long_as_the_question_that_is_sent() -> None:
    case = a_case(variables={"question": "How?", "n": 7}, tags=("a",), difficulty=2)

    fact = CaseFacts.of(case, version=a_prompt_version(system="Be brief.", user="Answer {{question}}."))

    assert (fact.tags, fact.difficulty) == (("a",), 2)
    assert fact.chars == len("Be brief.") + len("Answer How?.")
    assert CaseFacts.of(a_case(variables={"text": "Five."}), version=None).chars == 5


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"question": "How?", "language": " French "}, "French"),
        ({"question": "How?", "lang": "de"}, "de"),
        ({"question": "Как дела?", "language": 3}, "Cyrillic script"),
        ({"question": "How?", "language": "x" * 41}, "Latin script"),
        ({"number": 3}, None),
    ],
)
def test_a_language_is_what_the_case_says_or_else_its_script(
    variables: dict[str, Any], language: str | None
) -> None:
    assert CaseFacts.of(a_case(variables=variables), version=None).language == language
