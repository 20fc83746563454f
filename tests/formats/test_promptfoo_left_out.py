"""What a configuration says and Edison does not do stands there by name; nothing goes elsewhere in silence."""

from .promptfoo import a_config, read, texts_of


def test_whatever_a_file_says_and_nothing_comes_of_is_named() -> None:
    battery = read(
        a_config(
            evaluateOptions={"repeat": 3},
            env={"A": "b"},
            colour="red",
            shelf={"a": {"type": "contains", "value": "x"}},
            tests=[
                {
                    "vars": {"x": "hi"},
                    "provider": "openai:o1",
                    "providers": ["openai:o1"],
                    "options": {
                        "prefix": "Now ",
                        "rubricPrompt": "?",
                        "storeOutputAs": "y",
                        "provider": "openai:o1",
                    },
                    "assert": [{"$ref": "#/shelf/a"}],
                }
            ],
        )
    )

    assert battery.unhonoured == (
        "evaluateOptions is not used: say it to edison run (--repeats, --no-cache).",
        "env is not used: variables are set where Edison is started.",
        "colour is not known and not used.",
        "promptfoo_1: options.rubricPrompt is not used.",
        "promptfoo_1: options.storeOutputAs is not used.",
        "promptfoo_1: its own provider is not asked; all models are.",
        "promptfoo_1: the provider that would judge it is not asked; whoever --judge-model names is.",
        "promptfoo_1: it is for some providers only; here it is asked of all models.",
    )
    assert texts_of(battery.cases[0]) == ["Now Say hi"]


def test_a_table_may_say_more_than_values() -> None:
    table = (
        "x,__prefix,__suffix,__expected1,__config:__expected1:threshold,__metric,__threshold\n"
        "hi,Please: ,!,similar: ho,0.99,warmth,\n"
        "hi,,,latency: fast,,,\n"
        "hi,,,similar(1.2.3): ho,,,\n"
        "hi,,,,,,much\n"
    )
    battery = read(a_config(tests="file://t.csv"), files={"t.csv": table.encode()})

    (case,) = battery.cases
    assert texts_of(case) == ["Please: Say hi!"]
    assert [(check.kind, check.value) for check in case.checks] == [
        ("similar", {"to": "ho", "at_least": 0.99})
    ]
    assert battery.unhonoured == (
        "A test is left out: its __expected1 is 'fast' and no number.",
        "A test is left out: its __expected1 is '1.2.3' and no number.",
        "A test is left out: its __threshold is 'much' and no number.",
        "promptfoo_1: __metric is not used.",
    )


def test_a_provider_with_an_address_of_its_own_is_asked_nowhere_else() -> None:
    battery = read(
        a_config(
            providers=[
                {"id": "openai:chat:mine", "config": {"apiBaseUrl": "http://127.0.0.1:9/v1"}},
                "vertex:gemini-pro",
            ]
        )
    )

    assert [arm.endpoint.name for arm in battery.arms] == ["vertex/gemini-pro"]
    assert "openai:chat:mine has an address of its own (apiBaseUrl) and is left out" in battery.unhonoured[0]
