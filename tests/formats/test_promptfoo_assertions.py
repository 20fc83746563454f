"""What promptfoo asserts of answers: the checks and criteria it becomes, and what is named instead."""

from collections.abc import Mapping

import pytest
from pydantic import JsonValue

from edison.domain import Check
from edison.formats.battery.promptfoo.assertion_kinds import sort_of

from .promptfoo import a_config, asserting, check_of, read, texts_of


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("fn: output == 1", "javascript"),
        ("grade: It is kind", "judged"),
        ("contains-any: a, b", Check(kind="contains_any", value=["a", "b"])),
        ("latency: 500", Check(kind="latency", value={"at_most_ms": 500.0})),
        ("not-contains: a: b", Check(kind="contains", negated=True, value="a: b")),
        ("contains", Check(kind="equals", value="contains")),
        ("It is so: yes", Check(kind="equals", value="It is so: yes")),
    ],
)
def test_a_cell_of_a_table_holds_an_assertion(cell: str, written: Check | str) -> None:
    battery = read(a_config(tests="file://t.csv"), files={"t.csv": f'x,__expected,__odd\nhi,"{cell}",1\n'})

    (case,) = battery.cases
    if isinstance(written, Check):
        assert case.checks == (written,)
    else:
        kinds = {"javascript": "snippet"}
        assert [check.kind for check in case.checks] == [kinds.get(written, written)]
        assert bool(case.criteria) is (written == "judged")


@pytest.mark.parametrize(
    ("written", "kind", "value"),
    [
        ({"type": "contains", "value": "{{x}}!"}, "contains", "hi!"),
        ({"type": "contains", "value": True}, "contains", "true"),
        ({"type": "icontains", "value": 4}, "icontains", "4"),
        ({"type": "contains-all", "value": 'a, "b, c", "d""e\\"", '}, "contains_all", ["a", "b, c", 'd"e"']),
        ({"type": "contains-any", "value": "a,b"}, "contains_any", ["a", "b"]),
        ({"type": "icontains-any", "value": ["{{x}}", 2]}, "icontains_any", ["hi", "2"]),
        ({"type": "equals", "value": {"a": 1}}, "equals", {"a": 1}),
        ({"type": "equals", "value": False}, "equals", "false"),
        ({"type": "is-json", "value": "type: object"}, "json_schema", {"type": "object"}),
        ({"type": "contains-json"}, "contains_json", None),
        ({"type": "is-xml", "value": {"requiredElements": ["a.b"]}}, "is_xml", ["a.b"]),
        ({"type": "contains-xml"}, "contains_xml", None),
        ({"type": "is-html"}, "is_html", None),
        ({"type": "is-refusal"}, "refusal", None),
        ({"type": "levenshtein", "value": "a"}, "levenshtein", {"to": "a", "at_most": 5}),
        (
            {"type": "bleu", "value": ["a", "b"], "threshold": 0.3},
            "bleu",
            {"to": ["a", "b"], "at_least": 0.3},
        ),
        (
            {"type": "is-sql", "value": {"databaseType": "MySQL", "allowedTables": ["a"]}},
            "is_sql",
            {"tables": ["a"]},
        ),
        ({"type": "contains-sql"}, "contains_sql", None),
        (
            {"type": "meteor", "value": "a", "alpha": 0.8},
            "meteor",
            {"to": "a", "at_least": 0.5, "alpha": 0.8},
        ),
        ({"type": "similar:dot", "value": "a"}, "similar", {"to": "a", "at_least": 0.75, "by": "dot"}),
        (
            {"type": "similar:euclidean", "value": "a"},
            "similar",
            {"to": "a", "at_most": 0.75, "by": "euclidean"},
        ),
        (
            {"type": "not-contains", "value": "a", "transform": "JSON.parse(output).x"},
            "transformed",
            {"by": ["JSON.parse(output).x"], "then": {"not_contains": "a"}},
        ),
        (
            {"type": "contains", "value": "a", "transform": "output.split('x')[0]"},
            "transformed_by_code",
            {"by": ["output.split('x')[0]"], "then": {"contains": "a"}},
        ),
        (
            {"type": "javascript", "value": "output.x > 1", "transform": "JSON.parse(output)"},
            "transformed_by_code",
            {
                "by": ["JSON.parse(output)"],
                "then": {"snippet": {"language": "javascript", "source": "output.x > 1"}},
            },
        ),
        ({"type": "word-count", "value": {"min": 2, "max": 3}}, "length", {"min_words": 2, "max_words": 3}),
        ({"type": "word-count", "value": "4"}, "length", {"min_words": 4, "max_words": 4}),
        ({"type": "similar", "value": "a"}, "similar", {"to": "a", "at_least": 0.75}),
        ({"type": "cost", "threshold": 0.1}, "cost", {"at_most_usd": 0.1}),
        ({"type": "finish-reason", "value": "stop"}, "finish_reason", "stop"),
        ({"type": "tool-call-f1", "value": "a, b"}, "tool_f1", {"names": ["a", "b"], "at_least": 1}),
        ({"type": "trajectory:tool-used", "value": "add"}, "tool_count", {"name": "add", "min": 1}),
        (
            {"type": "trajectory:tool-used", "value": {"pattern": "a*", "max": 2}},
            "tool_count",
            {"name": "a*", "min": 1, "max": 2},
        ),
        (
            {
                "type": "trajectory:tool-args-match",
                "value": {"name": "add", "args": {"a": 1}, "mode": "exact"},
            },
            "tool_arguments",
            {"tool": "add", "exact": {"a": 1}},
        ),
        (
            {"type": "trajectory:tool-sequence", "value": ["a", {"name": "b"}]},
            "tool_sequence",
            {"steps": ["a", "b"], "exact": False},
        ),
        (
            {"type": "trajectory:step-count", "value": {"type": "tool", "max": 2}},
            "tool_count",
            {"name": "*", "max": 2},
        ),
        ({"type": "is-valid-openai-tools-call"}, "tool_schema", {}),
    ],
)
def test_an_assertion_becomes_a_check(written: object, kind: str, value: JsonValue) -> None:
    check = check_of(written)

    assert (check.kind, check.negated, check.value) == (kind, False, value)


def test_opposites_are_kept_and_guardrails_are_the_opposite_of_being_filtered() -> None:
    assert check_of({"type": "not-contains", "value": "a"}).name == "not_contains"
    assert check_of({"type": "guardrails"}).name == "not_filtered"
    assert check_of({"type": "not-guardrails"}).name == "filtered"
    several = check_of({"type": "not-trajectory:tool-used", "value": ["a", "b"]})
    assert (several.name, several.value) == (
        "not_weighted",
        {
            "at_least": 1e-9,
            "of": [{"tool_count": {"name": "a", "min": 1}}, {"tool_count": {"name": "b", "min": 1}}],
        },
    )


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ({"type": "contains", "value": ""}, "its value is '' and no text"),
        ({"type": "contains-any", "value": 4}, "its value is 4 and no list of texts"),
        ({"type": "contains-any", "value": '"open'}, "a quote in its value is never closed"),
        ({"type": "contains", "value": "{{ x | upper }}"}, "cannot be filled as promptfoo would"),
        ({"type": "contains", "value": "file://no.txt"}, "there is no file no.txt"),
        ({"type": "contains", "value": "a", "transform": 4}, "its transform is 4 and no code"),
        (
            {"type": "llm-rubric", "value": "a", "transform": "output.a"},
            "judges are shown answers as they are",
        ),
        (
            {"type": "contains", "value": "a", "transform": "f(output)", "weight": 0},
            "code changes the answer, which",
        ),
        ({"type": "is-sql", "value": "MySQL"}, "its value is 'MySQL' and no mapping"),
        ({"type": "is-sql", "value": {"allowedColumns": ["a"]}}, "which columns a statement is about"),
        ({"type": "is-json", "value": "{a"}, "its schema cannot be read"),
        ({"type": "is-json", "value": 4}, "its value is 4 and no schema"),
        ({"type": "similar", "value": 4}, "its value is 4 and no text"),
        ({"type": "bleu", "value": 4}, "its value is 4 and no text"),
        ({"type": "similar", "value": "a", "threshold": "x"}, "its threshold is 'x'"),
        ({"type": "latency"}, "it has no threshold"),
        ({"type": "word-count", "value": {"least": 1}}, "no number of words"),
        ({"type": "tool-call-f1", "value": 4}, "no list of tools"),
        ({"type": "trajectory:tool-used", "value": 4}, "no name of a tool"),
        ({"type": "trajectory:tool-args-match", "value": "add"}, "it needs the name of one tool"),
        (
            {"type": "trajectory:tool-args-match", "value": {"name": "a", "args": {}, "ignore": "b"}},
            "are not known here",
        ),
        ({"type": "trajectory:tool-sequence", "value": {"steps": [4]}}, "it names no steps"),
        ({"type": "trajectory:step-count", "value": {"type": "command", "min": 1}}, "spans other than calls"),
        ({"type": "ruby", "value": "true"}, "this type is not known here"),
        ({"type": "python", "value": " "}, "and no code"),
        ({"type": "python", "value": "file://gone.py"}, "there is no file gone.py beside the configuration"),
        ({"type": "javascript", "value": "true", "weight": 0}, "it is code, which is not weighed"),
        ({"type": "webhook", "value": "https://x"}, "somebody else's service"),
        ({"type": "trace-span-count", "value": {}}, "this type is not known here"),
        ({"type": "min-length", "value": 4}, "promptfoo knows no such type"),
        ({"type": "llm-rubric"}, "it has no value"),
        ({"type": "regex", "value": "(?=x)"}, "looks around"),
    ],
)
def test_an_assertion_that_is_not_made_is_named_and_counted(written: Mapping[str, object], why: str) -> None:
    battery, case = asserting(written)

    assert case.checks == ()
    (note,) = battery.unhonoured
    assert note.startswith(f"promptfoo_1: {written['type']} is not evaluated: ")
    assert why in note
    assert [(one.type, one.found, one.evaluated) for one in battery.tallies] == [(written["type"], 1, 0)]


def test_what_is_graded_goes_to_a_judge() -> None:
    battery, case = asserting(
        {"type": "llm-rubric", "value": "Is kind to {{x}}"},
        {"type": "not-llm-rubric", "value": {"rude": True}},
        {"type": "factuality", "value": "It rains"},
        {"type": "answer-relevance"},
        {"type": "context-recall", "value": "Rain"},
        {"type": "context-relevance"},
        {"type": "context-faithfulness"},
        {"type": "g-eval", "value": ["Short", "Clear"]},
        {"type": "trajectory:goal-success", "value": "Booked"},
        vars={"x": "hi", "context": "Wet.", "expected_verdict": "PASS", "expected_response": "Hello."},
    )

    assert case.expectation is not None
    assert case.expectation.must is not None
    assert case.expectation.must.splitlines() == [
        "Is kind to hi",
        "Its facts agree with this: It rains",
        "It is relevant to what was asked.",
        "The context holds what this says: Rain",
        "Context: Wet.",
        "The context is what is needed to answer.",
        "Context: Wet.",
        "Everything it claims follows from this context: Wet.",
        "Short",
        "Clear",
        "This goal is reached: Booked",
        "The verdict must be 'PASS'",
    ]
    assert (case.expectation.must_not, case.expectation.answer) == ('{"rude": true}', "Hello.")
    assert [(check.kind, check.value) for check in case.checks] == [
        ("verdict", "PASS"),
        ("judged", None),
        ("drift", {"from": "Hello."}),
    ]
    assert battery.evaluated == battery.assertions == 9


def test_what_promptfoos_own_judges_go_by_is_named() -> None:
    battery, case = asserting(
        {"type": "llm-rubric", "value": "Kind", "threshold": 0.9, "provider": "openai:gpt-4o", "weight": 2},
        {"type": "llm-rubric", "value": "Funny", "weight": 0},
        {
            "type": "assert-set",
            "threshold": 0.5,
            "assert": [{"type": "llm-rubric", "value": "Short"}, {"type": "contains", "value": "a"}],
        },
        {"type": "assert-set", "assert": [{"type": "llm-rubric", "value": "Clear"}]},
    )

    assert case.expectation is not None
    assert case.expectation.must == "Kind\nClear"
    assert battery.unhonoured == (
        "promptfoo_1: llm-rubric: its threshold, weight, provider is not used; the judge says yes or no.",
        "promptfoo_1: llm-rubric is not evaluated: it counts for nothing, and no judge is asked in vain.",
        "promptfoo_1: llm-rubric is not evaluated: it is judged, which is not weighed against others here.",
    )
    assert (battery.evaluated, battery.assertions) == (3, 5)


def test_weights_thresholds_and_sets_count_together() -> None:
    inner = [
        {"type": "contains", "value": "a"},
        {"type": "contains", "value": "b", "weight": 3},
        {"type": "python"},
    ]
    whole = {"type": "assert-set", "threshold": 0.5, "assert": inner, "weight": 2}
    weighed: JsonValue = {
        "of": [{"contains": "a", "weight": 1}, {"contains": "b", "weight": 3}],
        "at_least": 0.5,
    }

    _, alone = asserting(whole, {"type": "assert-set", "assert": [{"type": "ruby"}]})
    battery, below = asserting(
        whole, {"type": "llm-rubric", "value": "kind"}, {"type": "equals", "value": "c"}, threshold=0.7
    )
    _, weightless = asserting(
        {"type": "contains", "value": "a", "weight": 0}, {"type": "contains", "value": "b"}
    )
    _, bare = asserting({"type": "assert-set", "assert": [{"type": "contains", "value": "a", "weight": "x"}]})

    assert [check.value for check in alone.checks] == [weighed]
    assert [check.value for check in below.checks if check.kind != "judged"] == [
        {"of": [{"weighted": weighed, "weight": 2}, {"equals": "c", "weight": 1}], "at_least": 0.7}
    ]
    assert any("does not count into its threshold" in note for note in battery.unhonoured)
    assert [(check.kind, check.value) for check in weightless.checks] == [
        ("contains", "b"),
        ("weighted", {"of": [{"contains": "a", "weight": 0}], "at_least": 0.0}),
    ]
    assert [check.value for check in bare.checks] == [{"of": [{"contains": "a", "weight": 1}]}]


def test_templates_of_assertions_are_followed() -> None:
    battery = read(
        a_config(
            assertionTemplates={"a": {"type": "contains", "value": "x"}, "l": ["u", {"v": 1}]},
            tests=[
                {
                    "vars": {"x": {"$ref": "#/assertionTemplates/l/0"}},
                    "assert": ["none", {"$ref": "#/assertionTemplates/a", "value": "y"}],
                }
            ],
        )
    )

    (case,) = battery.cases
    assert texts_of(case) == ["Say u"]
    assert case.checks == (Check(kind="contains", value="y"),)


def test_a_type_is_of_a_sort() -> None:
    assert sort_of("promptfoo:redteam:bias") == sort_of("webhook") == "elsewhere"
    assert (sort_of("select-best"), sort_of("max-score")) == ("graded", "answer")
    assert (sort_of("not-similar"), sort_of("is-sql"), sort_of("sparkles")) == (
        "meaning",
        "answer",
        "unknown",
    )


def test_code_is_a_check_and_is_named_where_nobody_allows_it() -> None:
    long = {"type": "not-python", "value": "file://a/b.py:fair", "threshold": 0.5, "config": {"x": 1}}
    tests = [{"vars": {"x": "hi"}, "assert": [{"type": "javascript", "value": "output == '{{x}}'"}, long]}]
    files = {"a/b.py": "", "a/b.mjs": "", "a/b.go": ""}

    closed = read(a_config(tests=tests), files=files)
    allowed = read(a_config(tests=tests), files=files, allows_code=True)

    line, file = closed.cases[0].checks
    assert line == Check(kind="snippet", value={"language": "javascript", "source": "output == 'hi'"})
    value = {"language": "python", "file": "a/b.py:fair", "at_least": 0.5, "config": {"x": 1}}
    assert file == Check(kind="snippet", negated=True, value=value)
    assert "javascript is not checked: it is code, which is run only with --allow-code." in str(
        closed.unhonoured
    )
    assert (closed.evaluated, allowed.evaluated, allowed.unhonoured) == (0, 2, ())
    assert allowed.cases == closed.cases


def test_the_language_of_a_file_is_that_of_its_name() -> None:
    asserts = [{"type": "python", "value": f"file://b.{end}"} for end in ("mjs", "go")]

    battery = read(
        a_config(tests=[{"vars": {"x": "hi"}, "assert": asserts}]), files={"b.mjs": "", "b.go": ""}
    )

    (check,) = battery.cases[0].checks
    assert check.value == {"language": "javascript", "file": "b.mjs"}
    assert "b.go is neither Python nor JavaScript" in str(battery.unhonoured)


def test_what_all_providers_and_the_test_make_of_an_answer_comes_before_what_an_assertion_does() -> None:
    provider = {"id": "openai:gpt-4o", "transform": "JSON.parse(output)"}
    asserted = {"type": "contains", "value": "a", "transform": "output.b"}
    test = {"vars": {"x": "hi"}, "options": {"transform": "output.a"}, "assert": [asserted]}

    (case,) = read(a_config(providers=[provider], tests=[test])).cases

    (check,) = case.checks
    assert check.value == {"by": ["JSON.parse(output)", "output.a", "output.b"], "then": {"contains": "a"}}
