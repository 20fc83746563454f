"""Checks of a run and of a case: which are made, from what, and on which outputs."""

import pytest
from pydantic import JsonValue

from edison.domain import Check, Finding, Outcome
from edison.errors import CheckBroken
from edison.stages.check.kinds import KINDS
from edison.stages.check.units import check_output, prepare_checks
from tests.factories import a_case, an_output

CAPITAL = a_case(
    variables={"country": "France", "facts": [{"n": 4}], "blank": ""}, expectation={"answer": "Paris"}
)
VALUES: dict[str, JsonValue] = {
    "python": "checks:polite",
    "snippet": {"language": "python", "source": "True"},
    "heller": {"at_most": 0.6},
    "refusal_cluster": {"within": 0.25},
    "cluster_classification": {"clusters": {"a": ["x"], "b": ["y"]}, "expected_cluster": "a"},
    "accepted_calls": [{"look_up": {}}],
    "accepted_turns": [[{"look_up": {}}]],
    **{kind: ["Paris"] for kind in ("contains_any", "contains_all", "icontains_any", "icontains_all")},
    **dict.fromkeys(("contains_html", "contains_json", "contains_xml", "is_html", "is_xml"), None),
    **{kind: {"to": "Paris", "at_least": 0.1} for kind in ("bleu", "gleu", "meteor", "rouge_n")},
    **dict.fromkeys(("is_sql", "contains_sql"), None),
    "transformed": {"by": "output", "then": {"contains": "Paris"}},
    "transformed_by_code": {"by": "x(output)", "then": {"contains": "Paris"}},
    "levenshtein": {"to": "Paris", "at_most": 5},
    "perplexity": {"at_most": 5},
    "perplexity_score": {"at_least": 0.1},
    "tool_count": {"min": 0},
    "tool_f1": {"names": ["look_up"], "at_least": 0},
    "tool_schema": {"look_up": {}},
    "judged": None,
    "unknown_truth": None,
    "select_best": {"among": "test-1", "by": "is short"},
    "max_score": {"among": "test-1"},
    "tool_sequence": {"steps": ["look_up"]},
    "weighted": {"of": [{"contains": "Paris"}]},
    "drift": {"from": "Paris"},
    "expected": {"response_contains": "Paris"},
    "json_schema": {},
    "json_valid": None,
    "numeric": 4,
    "similar": {"to": "Paris", "at_least": 0.1},
    "similarity": {"to": "Paris", "at_least": 0.1},
    "tool_arguments": {"subset": {}},
    "tool_choice": "auto",
    "trajectory": {"max_steps": 1},
}
NO_ANSWERS = {
    Outcome.REFUSAL: "The model refused, so there is no answer to look at.",
    Outcome.LENGTH: "The answer was cut off before its end, so it was not looked at.",
    Outcome.CONTENT_FILTER: "The provider's filter held the answer back, so there is none to look at.",
    Outcome.EMPTY: "The answer is empty.",
}


def test_the_checks_of_the_run_come_first_and_those_of_the_case_follow() -> None:
    case = a_case(checks=({"kind": "contains", "value": "Five"},))

    results = check_output(an_output(text="Four."), case, [Check(kind="contains", value="Four")])

    assert [result.finding for result in results] == [Finding.PASSED, Finding.FAILED]
    assert {result.output_id for result in results} == {"out_1"}


def test_what_matters_most_is_told_first_and_the_rest_is_made_all_the_same() -> None:
    written = [
        Check(kind="similarity", value={"to": "Paris", "at_least": 0.5}),
        Check(kind="contains", value="Paris"),
        Check(kind="sparkles"),
        Check(kind="verdict", value="PASS"),
        Check(kind="tool_called"),
        Check(kind="refusal", negated=True),
    ]
    case = a_case(checks=({"kind": "empty"}, {"kind": "contains", "value": "France"}))

    results = check_output(an_output(text="I cannot help with that."), case, written)

    assert [result.check for result in results] == [
        *("empty", "not_refusal", "tool_called", "verdict", "contains", "sparkles", "contains", "similarity")
    ]
    assert [result.reason for result in results if result.check == "contains"] == [
        "It does not contain 'Paris'.",
        "It does not contain 'France'.",
    ]
    assert {result.finding for result in results} == {Finding.FAILED, Finding.NOT_CHECKED}


@pytest.mark.parametrize(
    ("value", "text", "finding", "told"),
    [
        ("{{ expect }}", "It is Paris.", Finding.PASSED, "Paris"),
        ("{{ expect }}", "It is Lyon.", Finding.FAILED, "Paris"),
        ("{{ expect }}, {{ country }}", "In Paris, France.", Finding.PASSED, "Paris, France"),
        ("{{ facts.0.n }}", "4", Finding.PASSED, "4"),
        ("{% raw %}{{ x }}{% endraw %}", "Write {{ x }}.", Finding.PASSED, "{{ x }}"),
        ("{{ expect }} {", "Paris {", Finding.PASSED, "Paris {"),
        ("{{ nobody }}", "Paris", Finding.NOT_CHECKED, "{{ nobody }}"),
    ],
)
def test_placeholders_are_filled_from_the_case_and_told_so(
    value: str, text: str, finding: Finding, told: str
) -> None:
    check = Check(kind="contains", value=value)

    (result,) = check_output(an_output(text=text), CAPITAL, [check])

    assert (result.finding, result.value) == (finding, told)


@pytest.mark.parametrize(("answer", "finding"), [(4, Finding.PASSED), ("4", Finding.FAILED)])
def test_a_placeholder_that_stands_alone_keeps_its_type(answer: JsonValue, finding: Finding) -> None:
    schema: JsonValue = {"type": "object", "properties": {"n": {"enum": [0, "{{ expect }}"]}}}
    case = a_case(expectation={"answer": answer})

    (result,) = check_output(an_output(text='{"n": 4}'), case, [Check(kind="json_schema", value=schema)])

    assert result.finding is finding


@pytest.mark.parametrize("value", ["{{ expect }}", "{{ nothing }}"])
def test_a_check_whose_value_the_case_does_not_give_is_not_made(value: str) -> None:
    (result,) = check_output(an_output(), a_case(), [Check(kind="contains", value=value)])

    assert result.finding is Finding.NOT_CHECKED
    assert "needs a value for each of its variables" in (result.reason or "")


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        (Check(kind="contains", value="{{ blank }}"), "its value is blank"),
        (Check(kind="regex", value="{{ country }}("), "its value 'France(' is no pattern"),
        (Check(kind="sparkles"), "its kind 'sparkles' is not known"),
    ],
)
def test_a_check_that_cannot_be_made_fails_nobody(check: Check, reason: str) -> None:
    (result,) = check_output(an_output(), CAPITAL, [check])

    assert result.finding is Finding.NOT_CHECKED
    assert reason in (result.reason or "")


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_error_brought_no_answer_and_nothing_is_checked(kind: str, negated: bool) -> None:
    output = an_output(status="error", text="", reason="timed_out")

    (result,) = check_output(output, a_case(), [Check(kind=kind, negated=negated, value=4)])

    assert result.finding is Finding.NOT_CHECKED
    assert result.reason == "There is no answer (timed_out)."


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("reason", NO_ANSWERS)
def test_what_is_no_answer_passes_neither_a_check_nor_its_opposite(reason: Outcome, negated: bool) -> None:
    output = an_output(status="semantic_failure", reason=reason.value, text="Paris and")

    results = check_output(
        output,
        a_case(),
        [
            Check(kind=kind, negated=negated, value=VALUES.get(kind, "Paris"))
            for kind, known in KINDS.items()
            if not known.takes_any
        ],
    )

    assert {(result.finding, result.reason) for result in results} == {(Finding.FAILED, NO_ANSWERS[reason])}


@pytest.mark.parametrize(
    ("kind", "value", "reason", "text", "holds"),
    [
        ("refusal", None, Outcome.REFUSAL, "No.", True),
        ("refusal", None, Outcome.LENGTH, "The river", False),
        ("expect_refusal", None, Outcome.REFUSAL, "No.", True),
        ("expect_refusal", None, Outcome.CONTENT_FILTER, "The river", False),
        ("empty", None, Outcome.EMPTY, "", True),
        ("empty", None, Outcome.LENGTH, "The river", False),
        ("length", {"max_words": 1}, Outcome.LENGTH, "The river", False),
        ("length", {"max_words": 2}, Outcome.LENGTH, "The river", True),
    ],
)
def test_kinds_about_such_answers_look_at_them(
    kind: str, value: JsonValue, reason: Outcome, text: str, holds: bool
) -> None:
    output = an_output(status="semantic_failure", reason=reason.value, text=text)
    both = [Check(kind=kind, value=value), Check(kind=kind, value=value, negated=True)]

    findings = [result.finding for result in check_output(output, a_case(), both)]

    assert findings == ([Finding.PASSED, Finding.FAILED] if holds else [Finding.FAILED, Finding.PASSED])


def test_where_a_refusal_is_expected_it_is_an_answer_that_other_checks_look_at() -> None:
    output = an_output(status="semantic_failure", reason=Outcome.REFUSAL.value, text="I will not say that.")
    case = a_case(checks=({"kind": "expect_refusal"},))

    results = check_output(
        output, case, [Check(kind="contains", negated=True, value="CheckStep 1"), Check(kind="json_valid")]
    )

    assert [(result.check, result.finding) for result in results] == [
        ("expect_refusal", Finding.PASSED),
        ("not_contains", Finding.PASSED),
        ("json_valid", Finding.FAILED),
    ]


@pytest.mark.parametrize("reason", [Outcome.LENGTH, Outcome.CONTENT_FILTER, Outcome.EMPTY])
def test_where_a_refusal_is_expected_nothing_else_that_is_no_answer_becomes_one(reason: Outcome) -> None:
    output = an_output(status="semantic_failure", reason=reason.value, text="")

    results = check_output(
        output,
        a_case(),
        [Check(kind="expect_refusal"), Check(kind="contains", negated=True, value="CheckStep 1")],
    )

    assert [result.finding for result in results] == [Finding.FAILED, Finding.FAILED]


def test_where_no_refusal_is_wanted_a_refusal_is_no_answer() -> None:
    output = an_output(status="semantic_failure", reason=Outcome.REFUSAL.value, text="No.")

    results = check_output(
        output, a_case(), [Check(kind="expect_refusal", negated=True), Check(kind="contains", value="No")]
    )

    assert [result.reason for result in results] == [
        "The provider reported a refusal.",
        "The model refused, so there is no answer to look at.",
    ]


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [
        (
            "sparkles",
            None,
            "its kind 'sparkles' is not known; there are accepted_calls, accepted_turns, bleu, cluster_classification, "
            "command, contains",
        ),
        ("empty", "x", "its value must be left out"),
        ("empty", False, "its value must be left out"),
        ("contains", None, "its value must be a text"),
        ("contains", True, "its value must be a text"),
        ("contains", ["a"], "its value must be a text"),
        ("contains", " ", "its value is blank"),
        ("contains", "{{ a", "its value cannot be filled. Line 1, column 1: '{{' is never closed"),
        ("equals", None, "its value is missing"),
        ("regex", "", "its value must be a pattern"),
        ("regex", 4, "its value must be a pattern"),
        ("regex", "(?=x)", "its value '\\(\\?=x\\)' is no pattern that can be used \\(invalid perl operator"),
        ("regex", "(a)\\1", "without look-around and back-references"),
        ("length", None, "its value must give at least one limit of min_chars"),
        ("length", {}, "its value must give at least one limit"),
        ("length", {"words": 1}, "its value.words is no limit"),
        ("length", {"max_words": "many"}, "its value.max_words must be a whole number"),
        ("length", {"max_words": True}, "its value.max_words must be a whole number"),
        ("length", {"max_words": -1}, "its value.max_words must be a whole number"),
        ("length", {"min_words": 3, "max_words": 2}, "its value.min_words is above max_words"),
        ("json_schema", "object", "its value must be a JSON schema"),
        ("json_schema", {"type": "thing"}, "its value is no JSON schema: 'thing' is not valid"),
        ("istarts_with", " ", "its value is blank"),
        ("expect_refusal", "always", "its value must be left out"),
        ("verdict", None, "its value must be a text"),
        ("numeric", None, "its value must be a number"),
        ("numeric", True, "its value must be a number"),
        ("numeric", "many", "its value must be a number"),
        ("numeric", {"absolute": 1}, "its value.value is missing"),
        ("numeric", {"value": [4]}, "its value.value must be a number"),
        ("numeric", {"value": 4, "within": 1}, "its value.within is not known; there are value, absolute"),
        ("numeric", {"value": 4, "absolute": -1}, "its value.absolute must be a number from 0 on"),
        ("numeric", {"value": 4, "relative": True}, "its value.relative must be a number from 0 on"),
        ("similarity", "Paris", "its value must be a mapping of to, at_least"),
        ("similarity", {"to": "Paris"}, "its value.at_least is missing"),
        ("similarity", {"at_least": 1}, "its value.to is missing"),
        ("similarity", {"to": "", "at_least": 1}, "its value.to is blank"),
        ("similarity", {"to": "Paris", "at_least": 0}, "its value.at_least must be a number above 0"),
        ("similarity", {"to": "Paris", "at_least": 80}, "its value.at_least must be a number above 0"),
        ("similarity", {"to": "Paris", "at_least": True}, "its value.at_least must be a number above 0"),
        ("tool_called", [], "its value is an empty list"),
        ("tool_called", 4, "its value must be the name of a tool"),
        ("tool_not_called", ["look_up", " "], "its value must be the name of a tool"),
        ("tool_arguments", None, "its value must be a mapping of tool, exact, subset, schema"),
        ("tool_arguments", {"tool": "look_up"}, "its value must give one of exact, subset, schema"),
        ("tool_arguments", {"exact": {}, "subset": {}}, "its value must give one of exact, subset, schema"),
        ("tool_arguments", {"exact": "Peru"}, "its value.exact must be a mapping"),
        ("tool_arguments", {"tool": 4, "exact": {}}, "its value.tool must be the name of a tool"),
        ("tool_arguments", {"args": {}, "exact": {}}, "its value.args is not known"),
        ("tool_arguments", {"schema": {"type": "thing"}}, "its value.schema is no JSON schema"),
        ("tool_arguments", {"schema": {"$schema": 7}}, "its value.schema.\\$schema is of a draft"),
    ],
)
@pytest.mark.parametrize("case", [None, CAPITAL])
def test_a_check_that_could_never_be_made_is_refused_beforehand(
    kind: str, value: JsonValue, sentence: str, case: object
) -> None:
    checks = [Check(kind="empty", negated=True), Check(kind=kind, value=value)]

    with pytest.raises(CheckBroken, match=sentence) as raised:
        prepare_checks(checks, case=CAPITAL if case else None)

    assert raised.value.fields["check"] == kind


def test_a_placeholder_waits_for_its_case() -> None:
    checks = [
        Check(kind="regex", value="^{{ expect }}$"),
        Check(kind="length", value={"max_words": "{{ n }}"}),
    ]

    prepare_checks(checks)
    prepare_checks(checks, case=a_case(variables={"n": 3}, expectation={"answer": "Paris"}))


def test_with_a_case_a_missing_variable_is_refused() -> None:
    with pytest.raises(CheckBroken, match="The check 'not_contains' cannot be made.*not given: expect"):
        prepare_checks([Check(kind="contains", negated=True, value="{{ expect }}")], case=a_case())


@pytest.mark.parametrize(
    ("value", "told"),
    [(None, None), ("£4", "£4"), ({"at_most": 3}, '{"at_most": 3}'), ("x" * 300, "x" * 200 + "…")],
    ids=["nothing", "text", "limits", "long"],
)
def test_a_finding_says_what_was_looked_for(value: JsonValue, told: str | None) -> None:
    kind = "length" if isinstance(value, dict) else "empty" if value is None else "contains"

    (result,) = check_output(an_output(text="Four."), a_case(), [Check(kind=kind, value=value)])

    assert result.value == told
