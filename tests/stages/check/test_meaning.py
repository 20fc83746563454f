"""Checks that go by vectors of texts: they say of which texts, and conclude from what they are handed."""

from math import sqrt

import pytest
from pydantic import JsonValue

from edison.domain import Check, EmbeddedTexts, Finding, Outcome, OutputStatus
from edison.errors import CheckBroken
from edison.stages.check import (
    check_output,
    holds_against_unrelated,
    prepare_checks,
    texts_to_embed,
    with_drift_threshold,
)
from edison.stages.check.kinds.clusters import REFUSALS
from tests.factories import a_case, an_output

CAT, KITTEN, FISH = (1.0, 0.0), (sqrt(0.75), 0.5), (0.0, 1.0)
SEEN = EmbeddedTexts(embedder="by hand", vectors={"cat": CAT, "kitten": KITTEN, "fish": FISH})


def similar(text: str, at_least: float = 0.8) -> Check:
    return Check(kind="similar", value={"to": text, "at_least": at_least})


def test_the_texts_of_answer_and_checks_are_asked_for_once() -> None:
    case = a_case(checks=(Check(kind="drift", value={"from": "fish"}), Check(kind="contains", value="cat")))
    checks = [similar(" cat "), similar("{{ nothing }}"), Check(kind="sparkles")]

    assert texts_to_embed(an_output(text="kitten\n"), case, checks) == ("kitten", "cat", "fish")


def test_nothing_is_asked_for_where_there_is_no_answer() -> None:
    output = an_output(text="", status=OutputStatus.ERROR, reason="timed_out")

    assert texts_to_embed(output, a_case(), [similar("cat")]) == ()
    broken = Check(
        kind="transformed",
        value={"by": "JSON.parse(output)", "then": {"similar": {"to": "a", "at_least": 1}}},
    )
    assert texts_to_embed(an_output(text="x"), a_case(), [broken]) == ()


@pytest.mark.parametrize(
    ("check", "finding", "measured", "reason"),
    [
        (similar("cat"), Finding.PASSED, sqrt(0.75), None),
        (
            similar("fish"),
            Finding.FAILED,
            0.5,
            "Its nearness in meaning to 'fish' is 0.500; the limit is 0.8.",
        ),
        (
            Check(kind="similar", value={"to": ["fish", "cat"], "at_least": 0.8}),
            Finding.PASSED,
            sqrt(0.75),
            None,
        ),
        (
            Check(kind="similar", value={"to": "fish", "at_least": 0.4, "by": "dot"}),
            Finding.PASSED,
            0.5,
            None,
        ),
        (
            Check(kind="similar", value={"to": "fish", "at_most": 0.8, "by": "euclidean"}),
            Finding.FAILED,
            1.0,
            "Its nearness (euclidean) in meaning to 'fish' is 1.000; the limit is 0.8.",
        ),
        (
            Check(
                kind="transformed",
                value={"by": "output.trim()", "then": {"similar": {"to": "cat", "at_least": 0.8}}},
            ),
            Finding.PASSED,
            sqrt(0.75),
            None,
        ),
        (Check(kind="drift", value={"from": "fish"}), Finding.PASSED, 0.5, None),
        (Check(kind="drift", value={"from": "fish", "at_most": 0.5}), Finding.PASSED, 0.5, None),
        (
            Check(kind="drift", value={"from": "fish", "at_most": 0.3}),
            Finding.FAILED,
            0.5,
            "Drift 0.500 exceeds threshold 0.3",
        ),
    ],
)
def test_meaning_is_measured_and_the_embedder_is_kept_with_it(
    check: Check, finding: Finding, measured: float, reason: str | None
) -> None:
    (result,) = check_output(an_output(text="kitten"), a_case(), [check], embedded=SEEN)

    assert (result.finding, result.reason, result.embedder) == (finding, reason, "by hand")
    assert result.measured == pytest.approx(measured)


def test_drift_is_told_in_deviations_of_unrelated_texts() -> None:
    known = EmbeddedTexts(embedder="by hand", vectors=SEEN.vectors, unrelated=(0.9, 0.1))
    case = a_case(checks=(Check(kind="drift", value={"from": "fish"}),))

    (result,) = check_output(an_output(text="kitten"), case, [], embedded=known)

    assert holds_against_unrelated(case, [])
    assert not holds_against_unrelated(a_case(), [similar("cat")])
    assert result.z == pytest.approx(-4)


def _vectors(**others: tuple[float, ...]) -> EmbeddedTexts:
    return EmbeddedTexts(
        embedder="by hand", vectors={**dict.fromkeys(REFUSALS, FISH), **SEEN.vectors, **others}
    )


@pytest.mark.parametrize(("text", "finding"), [("fish", Finding.FAILED), ("cat", Finding.PASSED)])
def test_an_answer_close_to_a_refusal_is_one(text: str, finding: Finding) -> None:
    check = Check(kind="refusal_cluster", negated=True, value={"within": 0.25})
    output = an_output(text=text)

    (result,) = check_output(output, a_case(), [check], embedded=_vectors())

    assert texts_to_embed(output, a_case(), [check]) == (text, *REFUSALS)
    assert result.finding is finding
    assert ("Refusal detected (drift 0.000 from: " in (result.reason or "")) is (text == "fish")


def test_an_answer_belongs_to_the_cluster_that_is_closest_on_the_mean() -> None:
    clusters: dict[str, JsonValue] = {"pets": ["cat", "kitten"], "food": ["fish"]}
    checks = [
        Check(kind="cluster_classification", value={"clusters": clusters, "expected_cluster": name})
        for name in clusters
    ]

    pets, food = check_output(an_output(text="cat"), a_case(), checks, embedded=SEEN)

    assert pets.finding is Finding.PASSED
    assert (food.finding, food.reason) == (Finding.FAILED, "Classified as 'pets' (expected 'food')")
    assert pets.measured == pytest.approx((0 + 1 - sqrt(0.75)) / 2)


@pytest.mark.parametrize(
    ("text", "finding", "reason"),
    [
        ("It is. It was. It is. It was.", Finding.FAILED, "Circular reasoning detected (heller: 0."),
        ("It is. It was.", Finding.PASSED, None),
        ("It is.", Finding.PASSED, None),
    ],
)
def test_sentences_that_go_in_circles_are_found(text: str, finding: Finding, reason: str | None) -> None:
    known = EmbeddedTexts(embedder="by hand", vectors={"It is.": CAT, "It was.": KITTEN})

    (result,) = check_output(
        an_output(text=text), a_case(), [Check(kind="heller", value={"at_most": 0.6})], embedded=known
    )

    assert (result.finding, (result.reason or "")[: len(reason or "")] or None) == (finding, reason)


def test_trouble_with_vectors_fails_nobody() -> None:
    trouble = EmbeddedTexts(embedder="by hand", trouble="The embedder is not there.")

    (result,) = check_output(an_output(text="kitten"), a_case(), [similar("cat")], embedded=trouble)

    assert (result.finding, result.reason) == (Finding.NOT_CHECKED, "The embedder is not there.")
    assert result.embedder is None


def test_a_threshold_is_moved_on_what_was_measured_and_on_nothing_else() -> None:
    checks = [Check(kind="drift", value={"from": "fish"}), similar("fish")]
    found = check_output(an_output(text="kitten"), a_case(), checks, embedded=SEEN)

    strict, loose = (with_drift_threshold(found, most=most) for most in (0.4, 0.6))

    assert [result.finding for result in strict] == [Finding.FAILED, Finding.FAILED]
    assert strict[0].reason == "Drift 0.500 exceeds threshold 0.4"
    assert (strict[1], loose) == (found[1], found)


def test_what_is_no_answer_means_nothing() -> None:
    cut = an_output(text="kitten", status=OutputStatus.SEMANTIC_FAILURE, reason=Outcome.LENGTH.value)

    (result,) = check_output(cut, a_case(), [similar("cat")], embedded=SEEN)

    assert (result.finding, result.reason) == (
        Finding.FAILED,
        "The answer was cut off before its end, so it was not looked at.",
    )


@pytest.mark.parametrize(
    ("kind", "value", "problem"),
    [
        ("similar", {"to": "cat"}, "value.at_least is missing"),
        ("similar", {"to": "cat", "at_least": True}, "value.at_least must be a number above 0 and up to 1"),
        ("drift", {"from": "cat", "at_most": 3}, "value.at_most must be a number above 0 and up to 2"),
        ("drift", {"at_most": 1}, "value.from is missing"),
        ("refusal_cluster", {"within": 0}, "value.within must be a number above 0"),
        ("cluster_classification", {"clusters": {"a": []}, "expected_cluster": "a"}, "two or more lists"),
        (
            "cluster_classification",
            {"clusters": {"a": ["x"], "b": ["y"]}, "expected_cluster": "c"},
            "value.expected_cluster must be one of a, b",
        ),
    ],
)
def test_a_limit_that_is_none_is_refused(kind: str, value: JsonValue, problem: str) -> None:
    with pytest.raises(CheckBroken, match=problem):
        prepare_checks([Check(kind=kind, value=value)])
