"""Checks of how an answer came, checks that count together, and values that neither can use."""

import pytest
from pydantic import JsonValue

from edison.domain import AnswerFacts, Check, Cost, EmbeddedTexts, Finding, Timing, TokenLogprob
from edison.errors import CheckBroken
from edison.stages.check import check_output, goes_by_meaning, prepare_checks, texts_to_embed
from tests.factories import a_case, an_answer, an_output

PASSED, FAILED, NOT_CHECKED = Finding.PASSED, Finding.FAILED, Finding.NOT_CHECKED

HEARD = AnswerFacts.of(
    an_answer(
        timing=Timing(latency_s=0.5),
        cost=Cost(microusd=2_000),
        logprobs=(TokenLogprob(token="a", logprob=-1.0), TokenLogprob(token="b", logprob=-3.0)),
    )
)


@pytest.mark.parametrize(
    ("name", "value", "finding", "reason"),
    [
        ("latency", {"at_most_ms": 500}, PASSED, ""),
        ("latency", {"at_most_ms": 499}, FAILED, "It took 500 ms; the limit is 499."),
        ("not_latency", {"at_most_ms": 499}, PASSED, ""),
        ("cost", {"at_most_usd": 0.001}, FAILED, "It cost 0.002000 USD; the limit is 0.001."),
        ("perplexity", {"at_most": 7}, FAILED, "Its perplexity is 7.389; the limit is 7."),
        ("perplexity_score", {"at_least": 0.1}, PASSED, ""),
        ("finish_reason", "STOP", PASSED, ""),
        ("finish_reason", "length", FAILED, "It ended with 'stop'; the given end is 'length'."),
        (
            "weighted",
            {"of": [{"latency": {"at_most_ms": 1}}, {"contains": "F"}]},
            FAILED,
            "latency: It took 500",
        ),
    ],
)
def test_how_an_answer_came_is_checked_where_it_is_known(
    name: str, value: JsonValue, finding: Finding, reason: str
) -> None:
    check = Check(kind=name.removeprefix("not_"), negated=name.startswith("not_"), value=value)

    (result,) = check_output(an_output(), a_case(), [check], facts=HEARD)

    assert (result.finding, reason in (result.reason or "")) == (finding, True)


def test_nothing_is_known_of_an_answer_that_is_not_at_hand_and_no_time_of_a_kept_one() -> None:
    assert AnswerFacts.of(None) == AnswerFacts()
    assert AnswerFacts.of(an_answer(from_cache=True)) == AnswerFacts(outcome="stop")


def test_an_answer_that_was_held_back_is_found_filtered() -> None:
    held = an_output(status="semantic_failure", reason="content_filter", text="")

    (result,) = check_output(held, a_case(), [Check(kind="filtered")])

    assert result.finding is PASSED


def test_checks_by_meaning_may_count_among_others() -> None:
    check = Check(
        kind="weighted",
        value={"at_least": 0.7, "of": [{"similar": {"to": "cat", "at_least": 0.9}}, {"contains": "kit"}]},
    )
    output = an_output(text="kitten")
    vectors = {"kitten": (1.0, 0.0), "cat": (0.8, 0.6)}

    texts = texts_to_embed(output, a_case(), [check])
    (near,) = check_output(output, a_case(), [check], embedded=EmbeddedTexts(embedder="e", vectors=vectors))

    assert texts == ("kitten", "cat")
    assert (near.finding, near.measured, near.embedder) == (PASSED, pytest.approx(0.9), "e")


@pytest.mark.parametrize(
    ("check", "meant"),
    [
        (Check(kind="contains", value="a"), False),
        (Check(kind="weighted", value={"of": [{"contains": "a"}]}), False),
        (Check(kind="similar", value={"to": "{{ x }}", "at_least": 0.5}), True),
        (Check(kind="unheard_of"), False),
    ],
)
def test_it_is_known_beforehand_whether_a_check_goes_by_meaning(check: Check, meant: bool) -> None:
    assert goes_by_meaning(check) is meant
    assert texts_to_embed(an_output(), a_case(), [check]) == ()


@pytest.mark.parametrize(
    ("kind", "value", "problem"),
    [
        ("contains_any", "Paris", "must be a list of texts"),
        ("contains_any", [""], "value[0] is blank"),
        ("contains_json", 4, "must be a JSON schema"),
        ("is_xml", [4], "must be names of elements"),
        ("levenshtein", {"to": "a", "at_most": -1}, "must be a number from 0 on"),
        ("bleu", {"to": [], "at_least": 1}, "is an empty list"),
        ("bleu", {"to": "a", "at_least": "much"}, "must be a number"),
        ("latency", {"at_most_ms": True}, "must be a number from 0 on"),
        ("tool_count", {"name": "a"}, "must give min, max or both"),
        ("tool_count", {"min": -1}, "must be a whole number"),
        ("tool_sequence", {"steps": []}, "must be a list of the names of tools"),
        ("tool_f1", {"names": [], "at_least": 1}, "must be a list of the names of tools"),
        ("tool_f1", {"names": ["a"], "at_least": 2}, "must be a number from 0 to 1"),
        ("tool_schema", [], "must be a mapping of the names of tools"),
        ("weighted", {"of": []}, "must be a list of checks"),
        ("weighted", {"of": [{"contains": "a"}], "at_least": "x"}, "must be a number"),
        ("weighted", {"of": ["contains"]}, "must be a check such as"),
        ("weighted", {"of": [{"contains": "a", "weight": -1}]}, "must be a number from 0 on"),
        ("weighted", {"of": [{"weight": 1}]}, "must name one kind of check"),
        ("weighted", {"of": [{"sparkles": 1}]}, "is not known: sparkles"),
        ("weighted", {"of": [{"contains": ""}]}, "value.of[0].contains is blank"),
        (
            "weighted",
            {"of": [{"latency": {"at_most_ms": 1}}, {"similar": {"to": "a", "at_least": 1}}]},
            "must not mix checks by meaning",
        ),
    ],
)
def test_a_value_that_cannot_be_used_is_refused(kind: str, value: JsonValue, problem: str) -> None:
    with pytest.raises(CheckBroken, match=r".*") as refused:
        prepare_checks([Check(kind=kind, value=value)])

    assert problem in refused.value.sentence


def test_texts_that_are_too_long_for_counting_edits_are_left_alone() -> None:
    check = Check(kind="levenshtein", value={"to": "a" * 5_000, "at_most": 1})

    (result,) = check_output(an_output(text="b" * 5_000), a_case(), [check])

    assert result.finding is NOT_CHECKED


def test_a_call_whose_arguments_cannot_be_read_fits_no_schema() -> None:
    broken = an_output(text="", tool_calls=({"id": "1", "name": "add", "unparsed": "a: 1"},))
    check = Check(kind="tool_schema", value={"add": {"type": "object"}})

    (result,) = check_output(broken, a_case(), [check])

    assert result.finding is FAILED
