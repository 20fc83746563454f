"""promptfoo's configurations: what they are read as, what is named, and what is refused."""

import json
from collections.abc import Mapping

import pytest
from pydantic import JsonValue

from edison.domain import Battery, Check, FormKind, SuiteCase, ToolMode
from edison.errors import SuiteBroken
from edison.formats import read_battery
from edison.formats.battery.promptfoo.assertion_kinds import sort_of
from edison.formats.battery.promptfoo.templates import NotHonoured, fill, settle_values

ADD = {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}


def read(config: Mapping[str, object], *, files: Mapping[str, str | bytes] | None = None) -> Battery:
    kept = files or {}

    def read_file(name: str) -> bytes | None:
        content = kept.get(name)
        return content.encode() if isinstance(content, str) else content

    def misfit(check: Check) -> str | None:
        return "looks around" if "(?=" in str(check.value) else None

    return read_battery(json.dumps(config).encode(), name="config.json", read_file=read_file, misfit=misfit)


def a_config(**changes: object) -> dict[str, object]:
    return {
        "prompts": ["Say {{x}}"],
        "providers": ["openai:gpt-4o"],
        "tests": [{"vars": {"x": "hi"}}],
        **changes,
    }


def asserting(*asserts: object, **test: object) -> tuple[Battery, SuiteCase]:
    battery = read(a_config(tests=[{"vars": {"x": "hi"}, "assert": list(asserts), **test}]))
    return battery, battery.cases[0]


def check_of(written: object, **test: object) -> Check:
    _, case = asserting(written, **test)
    (check,) = case.checks
    return check


def texts_of(case: SuiteCase) -> list[str]:
    assert case.task is not None
    return [message.text for message in case.task.messages]


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{ a }} and {{b.c[0]}}{{b['d']}}{{b[\"d\"]}}", "1 and 2yy"),
        ("{{ nobody }}{{ b.nothing }}{{ l.9 }}.", "."),
        ("{{ nobody | default('so') }} {{ a | default(5) }} {{ nobody | d(\"x\") }}", "so 1 x"),
        ("{{ b | dump }} {{ nobody | tojson }} {{ a | safe }}", '{"c":[2],"d":"y"} null 1'),
        ("{% raw %}{{ a }}{% endraw %}{# gone #}{{ f }}{{ t }}{{ n }}", "{{ a }}1.5true"),
        ("plain {text}", "plain {text}"),
    ],
)
def test_placeholders_are_filled_as_promptfoo_does(text: str, filled: str) -> None:
    values: dict[str, JsonValue] = {
        "a": 1.0,
        "b": {"c": [2], "d": "y"},
        "f": 1.5,
        "t": True,
        "n": None,
        "l": [1],
    }

    assert fill(text, values) == filled


@pytest.mark.parametrize(
    "text",
    [
        "{% if a %}x{% endif %}",
        "{{ a + 1 }}",
        "{{ a | upper }}",
        "{{ env.KEY }}",
        "{{ b }}",
        "{{ a | d(b) }}",
        "{{ 'x' }}",
    ],
)
def test_what_cannot_be_filled_exactly_is_not_filled(text: str) -> None:
    with pytest.raises(NotHonoured):
        fill(text, {"a": "1", "b": {"c": 1}})


def test_variables_may_stand_in_each_other_and_lose_their_last_line_end() -> None:
    assert settle_values({"a": "{{b}}!\n", "b": "{{c}}", "c": "x", "d": 4}) == {
        "a": "x!",
        "b": "x",
        "c": "x",
        "d": 4,
    }
    assert settle_values({"a": "{{a}}"}) == {"a": "{{a}}"}


def test_every_prompt_meets_every_test_and_lists_of_values_are_spread_out() -> None:
    battery = read(
        a_config(
            description="Greetings",
            prompts=["Say {{x}}", {"raw": "Shout {{x}}", "label": "loud"}],
            tests=[
                {"description": "In many Words, please!", "vars": {"x": ["hi", "ho"]}},
                {"vars": {"x": "a", "test_id": "mine", "category": "odd"}},
                {
                    "vars": {"x": "b"},
                    "metadata": {"test_id": "theirs", "category": " even "},
                    "prompts": ["loud"],
                },
                {"vars": {"x": "c"}},
            ],
        )
    )

    assert battery.name == "Greetings"
    assert [(case.name, texts_of(case)[0], case.tags) for case in battery.cases] == [
        ("in-many-words-please", "Say hi", ()),
        ("in-many-words-please-2", "Shout hi", ()),
        ("in-many-words-please-3", "Say ho", ()),
        ("in-many-words-please-4", "Shout ho", ()),
        ("mine", "Say a", ("odd",)),
        ("mine-2", "Shout a", ("odd",)),
        ("theirs", "Shout b", ("even",)),
        ("promptfoo_4", "Say c", ()),
        ("promptfoo_4-2", "Shout c", ()),
    ]
    assert battery.cases[0].variables["prompt_label"] == "Say {{x}}"
    assert battery.cases[0].family == battery.cases[3].family == "test-1"


def test_what_all_tests_share_comes_first_and_their_own_values_win() -> None:
    battery = read(
        a_config(
            defaultTest={
                "vars": {"x": "shared", "y": "also"},
                "assert": [{"type": "contains", "value": "{{y}}"}],
                "options": {"prefix": "Now: ", "suffix": "!"},
            },
            tests=[
                {"vars": {"x": "own"}, "assert": [{"type": "equals", "value": "ok"}]},
                {
                    "options": {"disableDefaultAsserts": True, "disableVarExpansion": True},
                    "vars": {"y": ["a"]},
                },
            ],
        )
    )

    first, second = battery.cases
    assert (texts_of(first), texts_of(second)) == (["Now: Say own!"], ["Now: Say shared!"])
    assert [(check.kind, check.value) for check in first.checks] == [("contains", "also"), ("equals", "ok")]
    assert second.checks == ()
    assert (battery.assertions, battery.evaluated) == (2, 2)


def test_scenarios_multiply_their_tests() -> None:
    scenario = {
        "config": [{"vars": {"lang": "French"}}, {"vars": {"lang": "German"}}],
        "tests": [{"vars": {"x": "hi"}}, {"vars": {"x": "ho"}}],
    }

    battery = read(
        {
            "prompts": ["{{lang}}: {{x}}"],
            "providers": [],
            "scenarios": [scenario, {"tests": "file://no.yaml"}, {"config": "file://c.yaml"}],
        }
    )

    assert [texts_of(case)[0] for case in battery.cases] == [
        "French: hi",
        "French: ho",
        "German: hi",
        "German: ho",
    ]
    assert battery.unhonoured == (
        "A test is left out: there is no file no.yaml beside the configuration.",
        "A test is left out: there is no file c.yaml beside the configuration.",
    )


def test_files_beside_it_are_read_and_nothing_else() -> None:
    files = {
        "one.txt": "First {{x}}\n---\nSecond {{x}}",
        "chat.json": '[{"role": "system", "content": "Be {{x}}"},'
        ' {"role": "user", "content": [{"text": "{{q}}", "n": 1}]}]',
        "chat.yaml": "- role: user\n  content: Third {{x}}\n",
        "many.jsonl": '[{"role": "user", "content": "Fourth"}]\n\n',
        "prompts.csv": "prompt,note\nFifth {{x}},a\n",
        "tests.csv": "x,q,__expected,__expected2,__description,__metadata:category,__threshold\n"
        'hi,"a ""b""",contains: h,similar(0.8): there,Greets,odd,0.5\nho,,is-json,,,,\n',
        "more.yaml": "- vars: {x: file://x.txt, q: file://q.yaml}\n  assert: [{type: is-json, value: file://s.json}]\n",
        "x.txt": " brief \n",
        "q.yaml": "a: 1\n",
        "s.json": '{"type": "object"}',
        "lines.jsonl": '{"vars": {"x": "z", "q": "file://dot.png"}}\n',
        "dot.png": "png",
    }
    prompts = ["file://one.txt", "chat.json", "file://chat.yaml", "many.jsonl", "prompts.csv"]

    battery = read(
        a_config(prompts=prompts, tests=["file://tests.csv", {"path": "more.yaml"}, "file://lines.jsonl"]),
        files=files,
    )

    texts = [texts_of(case) for case in battery.cases]
    assert texts[:6] == [
        ["First hi"],
        ["Second hi"],
        ["Be hi", 'a "b"'],
        ["Third hi"],
        ["Fourth"],
        ["Fifth hi"],
    ]
    assert ["Be brief", '{"a":1}'] in texts
    assert ["Be z", "data:image/png;base64,cG5n"] in texts
    assert (battery.cases[0].name, battery.cases[0].tags) == ("greets", ("odd",))
    assert battery.cases[0].checks[0].kind == "weighted"
    assert [check.kind for check in battery.cases[6].checks] == ["json_valid"]
    assert any(check.kind == "json_schema" for case in battery.cases for check in case.checks)


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("fn: output == 1", "javascript"),
        ("grade: It is kind", None),
        ("contains-any: a, b", Check(kind="contains_any", value=["a", "b"])),
        ("latency: 500", Check(kind="latency", value={"at_most_ms": 500.0})),
        ("not-contains: a: b", Check(kind="contains", negated=True, value="a: b")),
        ("contains", Check(kind="equals", value="contains")),
        ("It is so: yes", Check(kind="equals", value="It is so: yes")),
    ],
)
def test_a_cell_of_a_table_holds_an_assertion(cell: str, written: Check | str | None) -> None:
    battery = read(a_config(tests="file://t.csv"), files={"t.csv": f'x,__expected,__odd\nhi,"{cell}",1\n'})

    (case,) = battery.cases
    if isinstance(written, Check):
        assert case.checks == (written,)
    else:
        assert case.checks == ()
        assert bool(case.criteria) is (written is None)


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
        ({"type": "contains", "value": "a", "transform": "output.a"}, "a program changes the answer first"),
        ({"type": "is-json", "value": "{a"}, "its schema cannot be read"),
        ({"type": "is-json", "value": 4}, "its value is 4 and no schema"),
        ({"type": "similar", "value": 4}, "its value is 4 and no text"),
        ({"type": "similar", "value": "a", "threshold": "x"}, "its threshold is 'x'"),
        ({"type": "latency"}, "it has no threshold"),
        ({"type": "word-count", "value": {"least": 1}}, "no number of words"),
        ({"type": "tool-call-f1", "value": 4}, "no list of tools"),
        ({"type": "is-valid-openai-tools-call"}, "no tools are offered"),
        ({"type": "trajectory:tool-used", "value": 4}, "no name of a tool"),
        ({"type": "trajectory:tool-args-match", "value": "add"}, "it needs the name of one tool"),
        (
            {"type": "trajectory:tool-args-match", "value": {"name": "a", "args": {}, "ignore": "b"}},
            "are not known here",
        ),
        ({"type": "trajectory:tool-sequence", "value": {"steps": [4]}}, "it names no steps"),
        ({"type": "trajectory:step-count", "value": {"type": "command", "min": 1}}, "spans other than calls"),
        ({"type": "javascript", "value": "true"}, "it is code, which is not run"),
        ({"type": "webhook", "value": "https://x"}, "somebody else's service"),
        ({"type": "select-best", "value": "the best"}, "somebody else's service"),
        ({"type": "meteor", "value": "a"}, "this type is not known here"),
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
        ("drift", {"from": "Hello."}),
    ]
    assert battery.evaluated == battery.assertions == 9


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
    assert [check.value for check in below.checks] == [
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


def test_tools_and_forms_are_sent_from_wherever_they_are_given() -> None:
    provider = {
        "id": "openai:gpt-4o",
        "config": {"tools": [ADD, {"type": "web_search"}], "tool_choice": "required"},
    }
    google = {"functionDeclarations": [{"name": "sub", "parameters": {"type": "object"}}]}

    battery = read(
        a_config(
            prompts=["Say {{x}}", {"raw": "As JSON", "config": {"response_format": {"type": "json_object"}}}],
            providers=[provider],
            tests=[
                {"assert": [{"type": "is-valid-openai-tools-call"}]},
                {"options": {"provider": {"config": {"tools": google, "tool_choice": "none"}}}},
                {"provider": {"config": {"response_format": {"type": "odd"}, "tools": "file://t.json"}}},
            ],
        ),
        files={"t.json": json.dumps([ADD])},
    )

    tasks = [case.task for case in battery.cases if case.task]
    assert [[tool.name for tool in task.tools] for task in tasks] == [
        ["add"],
        ["add"],
        ["sub"],
        ["sub"],
        ["add"],
        ["add"],
    ]
    assert tasks[0].tool_choice is not None
    assert tasks[0].tool_choice.mode is ToolMode.REQUIRED
    assert tasks[1].form.kind is FormKind.JSON
    assert battery.cases[0].checks == (Check(kind="tool_schema", value={"add": {"type": "object"}}),)
    assert battery.unhonoured == (
        "Tools that are a provider's own are not sent: web_search.",
        "promptfoo_3: its response_format is not known and is not sent.",
    )


def test_providers_that_are_models_are_arms_and_others_are_named() -> None:
    battery = read(
        a_config(
            providers=[
                "openai:chat:gpt-4o",
                {
                    "id": "anthropic:messages:claude",
                    "label": "Claude",
                    "config": {"temperature": 0, "max_tokens": 9, "stop": ["x"]},
                },
                {
                    "openai:gpt-4o": {
                        "config": {"logprobs": True, "reasoning_effort": "low", "web": 1, "apiKey": "k"}
                    }
                },
                {"id": "openai:gpt-4o", "config": {"temperature": -1, "tools": [ADD]}},
                "file://own.py",
                "openai:embedding:small",
                "openai:chat:",
                7,
            ],
            tracing={"enabled": True},
        )
    )

    assert [(arm.name, arm.endpoint.name) for arm in battery.arms] == [
        (None, "openai/gpt-4o"),
        ("Claude", "anthropic/claude"),
        ("openai/gpt-4o-2", "openai/gpt-4o"),
        ("openai/gpt-4o-3", "openai/gpt-4o"),
    ]
    assert battery.arms[1].sampling.model_dump(exclude_defaults=True) == {
        "temperature": 0,
        "max_tokens": 9,
        "stop": ("x",),
    }
    assert battery.arms[2].sampling.top_logprobs == 0
    told = "\n".join(battery.unhonoured)
    assert "tracing are not used: no spans are collected." in told
    assert "The provider openai:gpt-4o: web is not sent." in told
    assert "The provider openai:gpt-4o: temperature is not sent." in told
    assert "The provider file://own.py is not one that can be asked here" in told
    assert "tools is not the same for all providers and is not sent." in told


def test_parts_that_cannot_be_had_are_left_out_by_name() -> None:
    battery = read(
        a_config(
            prompts=[
                "Say {{x}}",
                "file://p.py",
                4,
                {"label": "x"},
                "{% for a in b %}",
                "exec:p",
                {"id": "no.txt"},
            ],
            tests=[
                {"vars": {"x": "a"}, "providers": ["p"], "odd": 1},
                "https://x",
                4,
                {"vars": {"x": "file://x.pdf"}},
            ],
        )
    )

    assert [texts_of(case) for case in battery.cases] == [["Say a"]]
    assert list(battery.unhonoured) == [
        "A prompt is left out: p.py is code, which is not run.",
        "A prompt is left out: a prompt is neither a text nor a mapping.",
        "A prompt is left out: a prompt has neither raw nor id.",
        "A prompt is left out: exec:p is made elsewhere, or by code, which is not run.",
        "A prompt is left out: there is no file no.txt beside the configuration.",
        "A test is left out: its tests are at https://x, which is not fetched.",
        "A test is left out: a test is no mapping.",
        "A test is left out: x.pdf is no text.",
        "promptfoo_1: odd is not used.",
        "promptfoo_1: it is for some providers only; here it is asked of all models.",
        "promptfoo_1 is left out: {% for a in b %} cannot be filled as promptfoo would.",
    ]


def test_prompts_may_be_a_mapping_of_files_or_one_text_or_missing() -> None:
    assert texts_of(read(a_config(prompts={"p.txt": "label"}), files={"p.txt": "So {{x}}"}).cases[0]) == [
        "So hi"
    ]
    assert texts_of(read(a_config(prompts="Only {{x}}")).cases[0]) == ["Only hi"]
    assert texts_of(read(a_config(prompts=None, tests=[{"vars": {"prompt": "Mine"}}])).cases[0]) == ["Mine"]
    assert texts_of(read(a_config(prompts=["[1] is no chat", "{broken"], tests=None)).cases[1]) == ["{broken"]
    assert texts_of(read(a_config(prompts=["- role: [x"], tests=[])).cases[0]) == ["- role: [x"]


@pytest.mark.parametrize(
    ("changes", "files", "told"),
    [
        ({"redteam": {}, "tests": None}, {}, None),
        ({"prompts": ["file://no.txt"]}, {}, "there is no file no.txt"),
        ({"prompts": ["file://a*.txt"]}, {}, "does not name one file"),
        ({"prompts": ["file://big.txt"]}, {"big.txt": b"x" * (16 << 20 | 1)}, "has more than 16 MiB"),
        ({"prompts": ["file://p.txt"]}, {"p.txt": b"\xff\xfe\xfa"}, "p.txt cannot be read"),
        ({"tests": "file://t.json"}, {"t.json": "{"}, "t.json cannot be read"),
        ({"tests": [{"prompts": ["unknown"]}]}, {}, "nothing of it can be run: it holds no test"),
        ({"tests": [{"vars": {"x": list(range(200)), "y": list(range(200))}}]}, {}, "make 40,000 tests"),
        ({"tests": [{"vars": "file://v.yaml"}]}, {}, "there is no file v.yaml"),
        ({"defaultTest": "file://d.yaml"}, {}, "there is no file d.yaml"),
        ({"tests": [{"vars": {"x": {"$ref": "#/nothing"}}}]}, {}, "#/nothing points at nothing"),
        ({"a": {"$ref": "#/a"}}, {}, "lead in a circle"),
        ({"prompts": ["{{ x | upper }}"]}, {}, "promptfoo_1 is left out: {{ x | upper }} cannot be filled"),
        ({"prompts": [""]}, {}, "it sends nothing"),
        ({"prompts": ['[{"role": "nobody"}]']}, {}, "is no message"),
        ({"tests": [{"options": {"tools": "file://no.json"}}]}, {}, "there is no file no.json"),
    ],
)
def test_a_configuration_of_which_nothing_can_be_run_is_refused_by_name(
    changes: Mapping[str, object], files: Mapping[str, str | bytes], told: str | None
) -> None:
    config = {key: value for key, value in a_config(**changes).items() if value is not None}

    with pytest.raises(SuiteBroken) as refused:
        read(config, files=files)

    assert (told or "it is a red-team configuration") in refused.value.sentence


def test_variables_may_come_from_files_together() -> None:
    battery = read(
        a_config(tests=[{"vars": ["file://a.yaml", "file://b.yaml"]}]),
        files={"a.yaml": "x: one", "b.yaml": "y: two"},
    )

    assert texts_of(battery.cases[0]) == ["Say one"]


def test_a_type_is_of_a_sort() -> None:
    assert sort_of("promptfoo:redteam:bias") == sort_of("select-best") == "elsewhere"
    assert (sort_of("not-similar"), sort_of("is-sql"), sort_of("sparkles")) == (
        "meaning",
        "answer",
        "unknown",
    )
