"""Where cases fail more often than elsewhere, and which of them tell contenders apart."""

import pytest

from edison.domain import (
    CellPosition,
    CellScore,
    FacetKind,
    OutputStatus,
    SuiteCase,
)
from edison.stages.rank import (
    CaseFacts,
    CaseWorths,
    find_coverage,
    find_failing,
    find_separating,
    name_clusters,
    results_of_cases,
)
from tests.factories import a_prompt_version, a_snapshot, an_arm

GOOD, BAD = CaseWorths({0: 1.0}), CaseWorths({0: 0.0})


def facts(text: str, *tags: str) -> CaseFacts:
    return CaseFacts.of_inputs(SuiteCase(name="a", variables={"q": text, "n": 3}, tags=tags))


def a_score(case: int, version: int = 0, **changes: object) -> CellScore:
    place = CellPosition(case, version, 0, 0)
    return CellScore(cell=case, place=place, status=OutputStatus.OK).changed(**changes)


def test_kinds_that_fail_more_often_come_first_with_their_chance() -> None:
    cases = [facts("Where is my parcel from Berlin", "post")] * 4 + [facts("A short one", "shop")] * 8
    results = {place: BAD if place < 3 else GOOD for place in range(12)}

    spots = find_failing(
        results, facts=cases, names=[f"c{place}" for place in range(12)], clusters={"parcel": (0, 1, 2, 3)}
    )

    found = {spot.handle: spot for spot in spots}
    assert {"tag:post", "entity:Berlin", "cluster:parcel", "length:long"} <= found.keys() | {"length:long"}
    assert any(
        spot.kind is FacetKind.CROSSED and spot.name.startswith("post, difficulty 3") for spot in spots
    )
    post = found["tag:post"]
    assert (post.failing, post.cases, post.share, post.others) == (3, 4, 0.75, 0.0)
    # 4 of 220 ways to draw three failures from twelve cases lie in these four.
    assert post.p == pytest.approx(4 / 220)
    assert post.exemplars == ("c0", "c1", "c2")
    assert "tag:shop" not in found


def test_nothing_is_said_of_what_fails_once_or_no_more_than_the_rest_or_everywhere() -> None:
    cases = [facts("one", "a"), facts("two", "a"), facts("three", "b"), facts("four")]

    once = find_failing({0: BAD, 1: GOOD, 2: GOOD, 3: GOOD}, facts=cases, names="wxyz")
    alike = find_failing({0: BAD, 1: BAD, 2: BAD, 3: BAD}, facts=cases, names="wxyz")
    unknown = find_failing({0: BAD, 1: BAD}, facts=cases, names="wxyz")

    assert once == alike == unknown == ()


def test_a_failed_check_is_worth_nothing_and_trouble_says_nothing() -> None:
    snapshot = a_snapshot(
        versions=(a_prompt_version(), a_prompt_version(id="ver_2", number=2)), arms=(an_arm(),)
    )
    scores = [
        a_score(0, qualities=((0, 0.4), (1, 0.8))),
        a_score(0, version=1, passed=False, qualities=((0, 1.0),)),
        a_score(1, passed=True),
        a_score(1, version=1, status=OutputStatus.SEMANTIC_FAILURE, reason="refusal"),
        a_score(2, status=OutputStatus.ERROR, reason="timed_out"),
        a_score(3),
        # It was to refuse, and did: that passes here as it does in every report.
        a_score(4, passed=True, status=OutputStatus.SEMANTIC_FAILURE, reason="refusal"),
        a_score(4, version=1, passed=False),
    ]

    results = results_of_cases(scores, snapshot=snapshot)

    assert {case: dict(result.worths) for case, result in results.items()} == {
        0: {0: pytest.approx(0.6), 1: 0.0},
        1: {0: 1.0, 1: 0.0},
        4: {0: 1.0, 1: 0.0},
    }
    assert results[0].fails
    assert not results[1].fails
    assert list(find_separating(results, least=0.5)) == [1, 4, 0]
    assert find_separating(results, least=0.9) == {1: 1.0, 4: 1.0}
    by_arm = results_of_cases([a_score(0, passed=True)], snapshot=a_snapshot())
    assert by_arm[0].apart == 0


def test_groups_are_called_by_the_words_that_set_them_apart() -> None:
    texts = ["my parcel is late", "the parcel never came", "refund me", "a refund, please", "12", "34"]

    named = name_clusters([(0, 1), (2, 3), (4,), (5,)], texts)

    assert [name.split(", ")[0] for name in named] == ["parcel", "refund", "group 3", "group 4"]
    again = name_clusters([(0,), (1,)], ["same words", "same words"])
    assert list(again) == ["same, words", "same, words (2)"]


def test_coverage_counts_names_that_stand_in_several_cases_and_clusters() -> None:
    cases = [facts("a parcel from Berlin"), facts("to Berlin, from Rome"), facts("nothing")]

    found = find_coverage(cases, clusters={"parcel": (0, 1)})

    sizes = {(one.kind, one.name): one.cases for one in found.sizes}
    assert sizes[FacetKind.ENTITY, "Berlin"] == 2
    assert (FacetKind.ENTITY, "Rome") not in sizes
    assert sizes[FacetKind.CLUSTER, "parcel"] == 2
    assert "cluster parcel: 2 of 3 cases" in found.thin
    assert not any(spot.startswith("entity") for spot in found.thin)


def test_lengths_and_languages_that_are_not_known_are_no_kinds() -> None:
    bare = CaseFacts(tags=("a",), difficulty=3, chars=5, language=None)
    cases = [bare, bare, CaseFacts(tags=(), difficulty=3, chars=5, language=None)]

    spots = find_failing({0: BAD, 1: BAD, 2: GOOD}, facts=cases, names="xyz")

    assert sorted(spot.handle for spot in spots) == ["crossed:a, difficulty 3", "tag:a"]
