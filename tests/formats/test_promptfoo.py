"""promptfoo's configurations: what they are read as, what is named, and what is refused."""

import json
from collections.abc import Mapping

import pytest
from pydantic import JsonValue

from edison.domain import Check, FormKind, ToolMode
from edison.errors import SuiteBroken
from edison.formats import read_battery
from edison.formats.battery.promptfoo.templates import NotHonoured, fill, settle_values

from .promptfoo import ADD, a_config, read, texts_of


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{ a }} and {{b.c[0]}}{{b['d']}}{{b[\"d\"]}}", "1 and 2yy"),
        ("{{ nobody }}{{ b.nothing }}{{ l.9 }}.", "."),
        ("{{ nobody | default('so') }} {{ a | default(5) }} {{ nobody | d(\"x\") }}", "so 1 x"),
        ("{{ b | dump }} {{ nobody | tojson }} {{ a | safe }}", '{"c":[2],"d":"y"} null 1'),
        ("{% raw %}{{ a }}{% endraw %}{# gone #}{{ f }}{{ t }}{{ n }}", "{{ a }}1.5true"),
        ("plain {text}", "plain {text}"),
        ("{{ big | dump }}", '{"a":1,"b":[1e+21,1e-7,0.000001,12345678901234567000],"c":null,"d":"é"}'),
        ("{{ big.b[0] }} {{ big.b[3] }} {{ zero }}", "1e+21 12345678901234567000 0"),
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
        "big": {"a": 1.0, "b": [1e21, 1e-7, 1e-6, 12345678901234567890], "c": None, "d": "é"},
        "zero": -0.0,
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


def test_what_a_scenario_asserts_counts_in_each_of_its_tests() -> None:
    scenario = {
        "config": [{"vars": {"x": "a"}, "assert": [{"type": "contains", "value": "b"}]}],
        "tests": [{"assert": [{"type": "contains", "value": "c"}]}],
    }

    (case,) = read(a_config(tests=None, scenarios=[scenario])).cases

    assert [check.value for check in case.checks] == ["b", "c"]


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
    assert "tracing is not used: no spans are collected." in told
    assert "The provider openai:gpt-4o: web, apiKey is not sent." in told
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


def test_every_check_can_be_made_where_nobody_says_otherwise() -> None:
    config = a_config(tests=[{"assert": [{"type": "regex", "value": "(?=x)"}]}])

    battery = read_battery(json.dumps(config).encode(), name="config.json", read_file=lambda _: None)

    assert (battery.assertions, battery.evaluated) == (1, 1)
