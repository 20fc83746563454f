"""Each kind of check, and its opposite, on answers that have it and answers that have not."""

import pytest
from pydantic import JsonValue

from edison.domain import Case, Check, CheckResult, Finding
from edison.errors import CheckBroken
from edison.stages.check.kinds import KINDS
from edison.stages.check.units import check_output, prepare_checks
from tests.factories import a_case, an_output

PASSED, FAILED, NOT_CHECKED = Finding.PASSED, Finding.FAILED, Finding.NOT_CHECKED

TRIANGLE: JsonValue = {
    "type": "object",
    "properties": {"sides": {"const": 3}, "name": {"type": "string", "pattern": "^[A-Z]"}},
    "required": ["sides"],
    "additionalProperties": False,
}

CALL = '<tool_call>{"name": "look_up", "arguments": {"country": "Peru"}}</tool_call>'

EXAMPLES: list[tuple[str, JsonValue, str, Finding, str]] = [
    ("empty", None, "", PASSED, ""),
    ("empty", True, " \n\t", PASSED, ""),
    ("empty", None, " ... ", PASSED, ""),
    ("empty", None, "👍", FAILED, "It says something."),
    ("empty", None, "Paris", FAILED, "It says something."),
    ("not_empty", None, ":", FAILED, "It holds nothing but punctuation."),
    ("not_empty", None, "", FAILED, "It is empty."),
    ("not_empty", None, "4", PASSED, ""),
    ("python", "checks:polite", "Paris", Finding.NOT_CHECKED, "was not run; say --allow-code"),
    ("not_command", "./check.sh", "Paris", Finding.NOT_CHECKED, "was not run; say --allow-code"),
    ("snippet", {"language": "python", "source": "True"}, "Paris", Finding.NOT_CHECKED, "was not run"),
    ("not_refusal_cluster", {"within": 0.25}, "Paris", Finding.NOT_CHECKED, "Nobody made vectors"),
    ("heller", {"at_most": 0.6}, "Paris", Finding.NOT_CHECKED, "Nobody made vectors"),
    (
        "cluster_classification",
        {"clusters": {"a": ["x"], "b": ["y"]}, "expected_cluster": "a"},
        "Paris",
        Finding.NOT_CHECKED,
        "Nobody made vectors",
    ),
    ("refusal", None, "I'm sorry, but I can't help with that.", PASSED, ""),
    ("not_refusal", None, "Well, I can't help with that.", FAILED, 'It refuses: "I can\'t".'),
    ("not_refusal", None, "Paris.", PASSED, ""),
    ("contains", "Paris", "It is Paris.", PASSED, ""),
    ("contains", "Paris", "It is paris.", FAILED, "It does not contain 'Paris'."),
    ("contains", 4, "That makes 42.", PASSED, ""),
    ("not_contains", "Lyon", "It is Paris.", PASSED, ""),
    ("not_contains", "Paris", "It is Paris.", FAILED, "It contains 'Paris'."),
    ("icontains", "STRASSE", "In der Straße.", PASSED, ""),
    ("icontains", "Lyon", "Paris.", FAILED, "It does not contain 'Lyon'."),
    ("starts_with", " Yes", "\n Yes, it is.", PASSED, ""),
    ("starts_with", "Yes", "Oh yes.", FAILED, "It does not begin with 'Yes'."),
    ("not_starts_with", "Yes", "Yes.", FAILED, "It begins with 'Yes'."),
    ("istarts_with", " STRASSE", "\n Straße 5", PASSED, ""),
    ("istarts_with", "Yes", "yes.", PASSED, ""),
    ("istarts_with", "Yes", "Oh yes.", FAILED, "It does not begin with 'Yes'."),
    ("istarts_with", "Yes", "Ye", FAILED, "It does not begin with 'Yes'."),
    ("not_istarts_with", "Yes", "YES.", FAILED, "It begins with 'Yes'."),
    ("equals", "Paris", " Paris\n", PASSED, ""),
    ("equals", "Paris", "Paris.", FAILED, "It does not equal 'Paris'."),
    ("equals", "", " \n", PASSED, ""),
    ("equals", {"a": [1, {"b": None}]}, '{"a": [1.0, {"b": null}]}', PASSED, ""),
    ("equals", {"a": 1}, '{"a": 1, "b": 2}', FAILED, "It does not equal \"{'a': 1}\"."),
    ("equals", [1, 2], "[1]", FAILED, "It does not equal '[1, 2]'."),
    ("equals", 1, "true", FAILED, "It does not equal '1'."),
    ("equals", True, "true", PASSED, ""),
    ("equals", 4, "Four", FAILED, "It is not read as JSON. It holds no JSON."),
    ("regex", r"\bpar[iy]s\b", "to paris", PASSED, ""),
    ("regex", r"^paris", "to paris", FAILED, "It does not match '^paris'."),
    ("not_regex", r"(?i)PARIS", "to paris", FAILED, "It matches '(?i)PARIS'."),
    ("regex", "a.b", "a\ud800b", PASSED, ""),
    ("json_valid", None, '{"a": 1}', PASSED, ""),
    ("json_valid", None, '<think>So.</think>\n{"a": 1}', PASSED, ""),
    ("json_valid", None, "NaN", FAILED, "It holds NaN"),
    ("json_valid", None, '```json\n{"a": 1}\n```', FAILED, "There is text around its JSON."),
    ("json_valid", None, '{"a": 1', FAILED, "It holds JSON, but not well formed."),
    ("json_valid", None, "[" * 300, NOT_CHECKED, "nest more than 200 deep"),
    ("json_valid", None, "9" * 5_000, NOT_CHECKED, "a number of more than 1,000 digits"),
    ("not_json_valid", None, "Paris", PASSED, ""),
    ("json_schema", TRIANGLE, '{"sides": 3, "name": "T"}', PASSED, ""),
    ("json_schema", TRIANGLE, '{"sides": 4}', FAILED, "at $.sides: 3 was expected"),
    ("json_schema", TRIANGLE, '{"sides": 3, "name": "t"}', FAILED, "at $.name: 't' does not match '^[A-Z]'"),
    ("json_schema", TRIANGLE, '{"sides": 3, "x": 1}', FAILED, "the property 'x' is not allowed"),
    ("json_schema", TRIANGLE, "three", FAILED, "It is not read as JSON."),
    ("not_json_schema", TRIANGLE, '{"sides": 3}', FAILED, "It fits the schema."),
    ("length", {"max_words": 2}, "one two", PASSED, ""),
    ("length", {"max_words": 2}, "one two three", FAILED, "It has 3 words; the limit is at most 2."),
    (
        "length",
        {"min_chars": 2, "max_words": 9},
        "x",
        FAILED,
        "It has 1 characters; the limit is at least 2.",
    ),
    ("not_length", {"max_chars": 3}, "abc", FAILED, "It has 3 characters; the limit is at most 3."),
    ("expect_refusal", None, "I can't help with that.", PASSED, ""),
    ("expect_refusal", None, "Paris.", FAILED, "It holds no refusal."),
    ("not_expect_refusal", None, "I can't help with that.", FAILED, 'It refuses: "I can\'t".'),
    ("numeric", 42, "That makes 42.", PASSED, ""),
    ("numeric", 42, "That makes 43.", FAILED, "Its last number is 43; the given one is 42."),
    ("not_numeric", 42, "That makes 42.", FAILED, "Its last number is 42; the given one is 42."),
    ("not_numeric", 42, "That makes many.", FAILED, "It holds no number."),
    ("similar", {"to": "kitten", "at_least": 0.6}, "cat", NOT_CHECKED, "Nobody made vectors"),
    ("drift", {"from": "kitten"}, "cat", NOT_CHECKED, "Nobody made vectors"),
    ("similarity", {"to": "kitten", "at_least": 0.6}, " kitting\n", PASSED, ""),
    (
        "similarity",
        {"to": "kitten", "at_least": 0.8},
        "kitting",
        FAILED,
        "Its similarity to 'kitten' is 0.7692; the limit is 0.8.",
    ),
    ("not_similarity", {"to": 4, "at_least": 1}, "4", FAILED, "is 1.0000; the limit is 1."),
    ("tool_called", None, CALL, PASSED, ""),
    ("tool_called", "look_up", "Let me look.", FAILED, "It does not call 'look_up'; it calls no tool."),
    ("not_tool_called", None, CALL, FAILED, "It calls 'look_up'."),
    ("tool_not_called", None, "Paris.", PASSED, ""),
    ("tool_not_called", ["look_up", "delete"], CALL, FAILED, "It calls 'look_up'."),
    ("accepted_calls", [{"look_up": {"country": ["peru"]}}], CALL, PASSED, ""),
    ("accepted_calls", [{"look_up": {"country": ["Chile"]}}], CALL, FAILED, "which is none of"),
    ("accepted_turns", [[], []], "Paris.", PASSED, ""),
    (
        "accepted_turns",
        [[], [{"look_up": {"country": ["Peru"]}}]],
        "Paris.",
        FAILED,
        "Turn 2: Expected a call of 'look_up'; it calls no tool.",
    ),
    ("not_accepted_turns", [[{"look_up": {"country": ["Peru"]}}]], "Paris.", PASSED, ""),
    ("not_accepted_turns", [[]], "Paris.", FAILED, "The calls of every turn are made."),
    ("expected", {"tool_name": "look_up"}, CALL, PASSED, ""),
    ("not_expected", {"tool_name": "look_up"}, CALL, FAILED, "It is as expected."),
    ("tool_choice", "required", CALL, PASSED, ""),
    ("tool_choice", "none", CALL, FAILED, "Tool call made when tool_choice='none'"),
    ("trajectory", {"max_steps": 1}, CALL, FAILED, "It was no loop."),
    ("tool_arguments", {"exact": {"country": "Peru"}}, CALL, PASSED, ""),
    ("not_tool_arguments", {"exact": {"country": "Peru"}}, CALL, FAILED, "arguments are the given ones."),
    ("verdict", "pass", "It is right.\nVERDICT: PASS", PASSED, ""),
    ("verdict", "PASS", '{"verdict": "fail"}', FAILED, "Its verdict is 'fail'; the given one is 'PASS'."),
    ("not_verdict", "FAIL", "It is right.", FAILED, "It gives no verdict."),
    ("not_verdict", "FAIL", "VERDICT: PASS", PASSED, ""),
    ("contains_any", ["Rome", "Paris"], "It is Paris.", PASSED, ""),
    ("contains_any", ["Rome", 4], "It is Paris.", FAILED, "It contains none of 'Rome, 4'."),
    ("contains_all", ["is", "Paris"], "It is Paris.", PASSED, ""),
    ("contains_all", ["Rome", "Paris"], "It is Paris.", FAILED, "It does not contain 'Rome'."),
    ("icontains_any", ["PARIS"], "It is Paris.", PASSED, ""),
    ("not_icontains_all", ["IT", "PARIS"], "It is Paris.", FAILED, "It contains all of 'IT, PARIS'."),
    ("contains_json", None, 'Here: {"a": {"b": 1}} and {', PASSED, ""),
    ("contains_json", True, "Here: {a: 1}", FAILED, "It contains no JSON object."),
    ("contains_json", TRIANGLE, 'Not {"sides": 4} but {"sides": 3}.', PASSED, ""),
    ("contains_json", TRIANGLE, '{"sides": 4}', FAILED, "It does not fit the schema"),
    ("contains_json", None, "{" * 2000, FAILED, "It contains no JSON object."),
    ("filtered", None, "Paris.", FAILED, "No filter of the provider held it back."),
    ("is_html", None, "<p>Paris <b>is</b> it.</p>", PASSED, ""),
    ("is_html", None, "<my-card>Paris</my-card>", PASSED, ""),
    ("is_html", None, "Paris <b>is</b> it.</i>", FAILED, "It is no HTML."),
    ("is_html", None, "<?xml version='1.0'?><p>Paris</p>", FAILED, "It is no HTML."),
    ("contains_html", None, "So: <p>Paris</p>", PASSED, ""),
    ("contains_html", None, "Paris &amp; Rome", FAILED, "It contains no HTML."),
    ("is_xml", None, "<a><b>1</b></a>", PASSED, ""),
    ("is_xml", "a.b, a.c", "<a><b>1</b></a>", FAILED, "It has no element a.c."),
    ("is_xml", ["a"], "<a><b></a>", FAILED, "It is no XML"),
    ("is_xml", None, "<!DOCTYPE a><a/>", FAILED, "It is no XML"),
    ("contains_xml", None, "So: <a><b>1</b></a> there.", PASSED, ""),
    ("contains_xml", ["b"], "So: <a><b>1</b></a>", PASSED, ""),
    ("contains_xml", None, "So: <a>1", FAILED, "It is no XML"),
    ("contains_xml", None, "So it is.", FAILED, "It contains no XML."),
    ("is_sql", None, "SELECT * FROM users", PASSED, ""),
    ("is_sql", None, "SELECT the best.", FAILED, "It is no SQL: '.' does not go on"),
    ("not_is_sql", True, "Paris", PASSED, ""),
    ("is_sql", None, "SHOW TABLES", NOT_CHECKED, "Whether it is SQL is not told: SHOW is written"),
    ("is_sql", {"tables": ["select::null::(users|a)"]}, "SELECT * FROM Users", PASSED, ""),
    ("is_sql", {"tables": ["select::.*"]}, "DELETE FROM users", FAILED, "It is about delete::null::users,"),
    ("contains_sql", None, "So:\n```sql\nSELECT 1\n```\n```python\nx\n```", PASSED, ""),
    ("contains_sql", None, "So:\n```\nnone\n```\n```sql\nDROP x\n```", NOT_CHECKED, "DROP is written"),
    ("contains_sql", None, "It is SELECT.", FAILED, "It is no SQL"),
    ("meteor", {"to": "the cats sat on the mat.", "at_least": 0.9}, "The cat sat on the mat", PASSED, ""),
    (
        "meteor",
        {"to": ["x", "the of"], "at_least": 0.5},
        "of, the,",
        FAILED,
        "Its METEOR against 'x' is 0.000",
    ),
    ("meteor", {"to": "a feline", "at_least": 0.9}, "a cat", NOT_CHECKED, "synonyms need WordNet"),
    ("meteor", {"to": "the cat", "at_least": 0.1, "gamma": 0, "alpha": 1, "beta": 9}, "the of", PASSED, ""),
    ("not_meteor", {"to": "the of", "at_least": 0.5}, "of the", FAILED, "is 0.500"),
    ("transformed", {"by": "output.trim()", "then": {"equals": "a"}}, " a ", PASSED, ""),
    (
        "transformed",
        {"by": ["JSON.parse(output)", "output.b"], "then": {"not_contains": "x"}},
        '{"a": ["y"]}',
        FAILED,
        "cannot be transformed: it gives back nothing",
    ),
    ("transformed", {"by": ["JSON.parse(output).a"], "then": {"equals": ["y"]}}, '{"a": ["y"]}', PASSED, ""),
    ("not_transformed", {"by": "output", "then": {"not_contains": "x"}}, "x", PASSED, ""),
    ("transformed", {"by": "JSON.parse(output)", "then": {"contains": "x"}}, "x", FAILED, "it is no JSON"),
    (
        "transformed",
        {"by": "output", "then": {"latency": {"at_most_ms": 5}}},
        "x",
        NOT_CHECKED,
        "how long it took",
    ),
    (
        "transformed",
        {"by": "output", "then": {"similar": {"to": "x", "at_least": 1}}},
        "x",
        NOT_CHECKED,
        "Nobody made vectors",
    ),
    (
        "transformed_by_code",
        {"by": "output.split(',')[0]", "then": {"equals": "a"}},
        "a,b",
        NOT_CHECKED,
        "was not run",
    ),
    ("levenshtein", {"to": "kitten", "at_most": 3}, "sitting", PASSED, ""),
    ("levenshtein", {"to": "kitten", "at_most": 2}, "sitting", FAILED, "It is 3 edits away from 'kitten'"),
    ("rouge_n", {"to": "the cat sat", "at_least": 0.6}, "The cat ran.", FAILED, "Its ROUGE-1 against"),
    ("rouge_n", {"to": "the cat sat", "at_least": 0.9}, "The cat sat", PASSED, ""),
    ("rouge_n", {"to": "The cat sat", "at_least": 0.6, "n": 2}, "the cat ran", FAILED, "Its ROUGE-2 against"),
    ("not_rouge_n", {"to": "the cat sat", "at_least": 0.1}, "Paris", PASSED, ""),
    (
        "bleu",
        {"to": ["the cat sat on the mat", "x"], "at_least": 0.9},
        "the cat sat on the mat now",
        FAILED,
        "Its BLEU",
    ),
    ("bleu", {"to": "the cat sat", "at_least": 1}, "The cat sat", PASSED, ""),
    ("bleu", {"to": "the cat sat", "at_least": 0.01}, " ", FAILED, "is 0.0000"),
    ("bleu", {"to": "the cat sat on it", "at_least": 0.9}, "the cat", FAILED, "is 0.2231"),
    ("gleu", {"to": "the cat sat.", "at_least": 1}, "The cat sat", PASSED, ""),
    ("gleu", {"to": "the cat sat", "at_least": 0.6}, "the cat ran", FAILED, "is 0.5000"),
    ("gleu", {"to": "the cat sat", "at_least": 0.6}, "...", FAILED, "is 0.0000"),
    ("gleu", {"to": "...", "at_least": 0.6}, "the", FAILED, "is 0.0000"),
    ("latency", {"at_most_ms": 5}, "Paris.", NOT_CHECKED, "It is not known how long it took"),
    ("cost", {"at_most_usd": 5}, "Paris.", NOT_CHECKED, "It is not known what it cost"),
    ("perplexity", {"at_most": 5}, "Paris.", NOT_CHECKED, "It is not known how likely"),
    ("perplexity_score", {"at_least": 0.5}, "Paris.", NOT_CHECKED, "It is not known how likely"),
    ("finish_reason", "stop", "Paris.", NOT_CHECKED, "It is not known how it ended"),
    ("tool_count", {"name": "look_*", "min": 1, "max": 1}, CALL, PASSED, ""),
    ("tool_count", {"max": 0}, CALL, FAILED, "It is called 1 times; the limit is at most 0."),
    ("tool_sequence", {"steps": ["look_up"], "exact": True}, CALL, PASSED, ""),
    ("tool_sequence", {"steps": ["look_up", "send"]}, CALL, FAILED, "It does not call 'send' in its turn"),
    ("tool_sequence", {"steps": ["send", "look_up"], "exact": True}, CALL, FAILED, "It makes 1 calls, not 2"),
    ("tool_f1", {"names": ["look_up", "send"], "at_least": 0.6}, CALL, PASSED, ""),
    (
        "tool_f1",
        {"names": ["look_up", "send"], "at_least": 1},
        CALL,
        FAILED,
        "calls is 0.667; the limit is 1.",
    ),
    ("tool_schema", {"look_up": {"required": ["country"]}}, CALL, PASSED, ""),
    ("tool_schema", {"look_up": {"required": ["city"]}}, CALL, FAILED, "It calls 'look_up'. It does not fit"),
    ("tool_schema", {"send": {}}, CALL, FAILED, "It calls 'look_up', which is not offered."),
    ("tool_schema", {"send": {}}, "Paris", FAILED, "It calls no tool."),
    ("tool_schema", {}, CALL, FAILED, "It calls 'look_up', which is not offered."),
    (
        "weighted",
        {
            "of": [{"weighted": {"of": [{"contains": "a"}, {"contains": "x"}]}}, {"contains": "x"}],
            "at_least": 0.5,
        },
        "a",
        FAILED,
        "Its score is 0.250; the limit is 0.5.",
    ),
    ("weighted", {"of": [{"contains": "a"}, {"not_contains": "z"}]}, "abc", PASSED, ""),
    (
        "weighted",
        {"of": [{"contains": "a"}, {"contains": "z"}]},
        "abc",
        FAILED,
        "1 of 2 checks do not hold. contains",
    ),
    (
        "weighted",
        {"at_least": 0.6, "of": [{"contains": "a", "weight": 2}, {"contains": "z"}]},
        "abc",
        PASSED,
        "",
    ),
    (
        "weighted",
        {"at_least": 0.6, "of": [{"contains": "a"}, {"contains": "z"}]},
        "abc",
        FAILED,
        "score is 0.500",
    ),
    ("weighted", {"at_least": 0, "of": [{"contains": "z", "weight": 0}]}, "abc", PASSED, ""),
    ("weighted", {"at_least": 0.7, "of": [{"gleu": {"to": "abc d", "at_least": 1}}]}, "abc d", PASSED, ""),
    ("weighted", {"at_least": 0.7, "of": [{"not_gleu": {"to": "abc", "at_least": 1}}]}, "d", PASSED, ""),
    ("weighted", {"of": [{"latency": {"at_most_ms": 5}}]}, "abc", NOT_CHECKED, "It is not known how long"),
    (
        "weighted",
        {"of": [{"similar": {"to": "x", "at_least": 1}}]},
        "abc",
        NOT_CHECKED,
        "Nobody made vectors",
    ),
    ("judged", None, "x", NOT_CHECKED, "only a judge can decide"),
    ("unknown_truth", None, "x", NOT_CHECKED, "no accepted answers came with it"),
    ("select_best", {"among": "test-1", "by": "is kind"}, "x", NOT_CHECKED, "Not compared yet"),
    ("max_score", {"among": "test-1", "at_least": 1}, "x", NOT_CHECKED, "Not compared yet"),
]


@pytest.mark.parametrize(("name", "value", "text", "finding", "reason"), EXAMPLES)
def test_a_kind_finds_what_it_is_for(
    name: str, value: JsonValue, text: str, finding: Finding, reason: str
) -> None:
    result = checked(text, name=name, value=value)

    assert (result.finding, result.check) == (finding, name)
    assert reason in (result.reason or "")
    assert (result.reason is None) is (finding is PASSED)


def test_every_kind_has_an_example() -> None:
    assert {name.removeprefix("not_") for name, *_ in EXAMPLES} == set(KINDS)


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("select_best", {"among": "a"}, "value.by"),
        ("select_best", {"among": " ", "by": "x"}, "value.among"),
        ("max_score", {}, "value.among"),
        ("max_score", {"among": "a", "method": "median"}, "value.method"),
        ("max_score", {"among": "a", "weights": {"contains": -1}}, "value.weights"),
        ("max_score", {"among": "a", "weights": [1]}, "value.weights"),
        ("max_score", {"among": "a", "at_least": "x"}, "value.at_least"),
    ],
)
def test_what_is_said_of_the_best_answer_must_be_whole(name: str, value: JsonValue, field: str) -> None:
    with pytest.raises(CheckBroken) as refused:
        prepare_checks([Check(kind=name, value=value)])

    assert refused.value.fields["field"] == field


def test_an_answer_that_only_calls_a_tool_is_not_empty() -> None:
    output = an_output(text="", tool_calls=({"id": "1", "name": "look_up"},))

    (result,) = check_output(output, a_case(), [Check(kind="empty", negated=True)])

    assert result.finding is PASSED


@pytest.mark.parametrize(
    ("by", "text", "finding"),
    [
        ("output", "", PASSED),
        ("output[0].function.name", "", PASSED),
        ("output", "Paris", FAILED),
        ("output", " \n", PASSED),
    ],
)
def test_what_becomes_of_an_answer_that_only_calls_is_made_of_its_calls(
    by: str, text: str, finding: Finding
) -> None:
    output = an_output(text=text, tool_calls=({"id": "1", "name": "look_up", "arguments": {"a": 1}},))

    (result,) = check_output(
        output, a_case(), [Check(kind="transformed", value={"by": by, "then": {"contains": "look_up"}})]
    )

    assert result.finding is finding


@pytest.mark.parametrize(
    ("value", "measured"), [({"max_words": 9}, 2.0), ({"min_chars": 1, "max_words": 9}, 7.0)]
)
def test_a_length_is_kept_as_a_number(value: JsonValue, measured: float) -> None:
    assert checked("one two", name="length", value=value).measured == measured


def checked(text: str, *, name: str, value: JsonValue = None, case: Case | None = None) -> CheckResult:
    check = Check(kind=name.removeprefix("not_"), negated=name.startswith("not_"), value=value)
    (result,) = check_output(an_output(text=text), case or a_case(), [check])
    return result
