"""Arms that are no models, as suites write them."""

import pytest

from edison.domain import EndpointKind
from edison.errors import SuiteBroken
from edison.formats import read_suite

from .suites import a_read_suite, a_suite_text


def test_each_is_an_endpoint_of_a_provider_of_its_own() -> None:
    suite = a_read_suite(
        arms='[local/stub, {http: "https://bot.example:8/ask?q={{ x }}", answer: a.b, price: 0.1, '
        'requests_per_minute: 9}, {command: [./bot, "-v"], concurrency: 2}, {command: ./bot, name: "./bot  -v"}, '
        '{python: "pkg.bot:Bot.answer", name: "!", memory_mb: 100, timeout_s: 9}]'
    )

    named = [(arm.name, arm.endpoint.name, arm.endpoint.kind) for arm in suite.arms[1:]]
    assert named == [
        ("bot.example:8/ask?q={{ x }}", "http:bot.example:8-ask-q-x/app", EndpointKind.APPLICATION),
        ("./bot -v", "command:.-bot--v/app", EndpointKind.APPLICATION),
        ("./bot  -v", "command:.-bot--v-2/app", EndpointKind.APPLICATION),
        ("!", "python:arm/app", EndpointKind.APPLICATION),
    ]
    assert suite.providers["http:bot.example:8-ask-q-x"] == {
        "kind": "http",
        "timeout_s": 300.0,
        "base_url": "https://bot.example:8",
        "headers": {},
        "requests_per_minute": 9,
        "application": {
            "price": 0.1,
            "path": "/ask?q={{ x }}",
            "method": "POST",
            "body": None,
            "answer": "a.b",
        },
    }
    assert suite.providers["command:.-bot--v"] == {
        "kind": "command",
        "timeout_s": 300.0,
        "concurrency": 2,
        "application": {"command": ["./bot", "-v"]},
    }
    assert suite.providers["python:arm"] == {
        "kind": "python",
        "timeout_s": 9,
        "application": {"function": "pkg.bot:Bot.answer", "memory_mb": 100},
    }


def test_an_address_without_a_path_has_none() -> None:
    suite = a_read_suite(arms="[{http: 'http://localhost:8'}]")

    assert suite.providers["http:localhost:8"]["application"]["path"] == ""  # pyright: ignore[reportIndexIssue, reportOptionalSubscript, reportArgumentType, reportCallIssue]


@pytest.mark.parametrize(
    ("arm", "said"),
    [
        ("{http: bot.example}", "is no http or https address"),
        ("{http: 'http://{{ host }}/'}", "is no http or https address"),
        ("{http: 'http://u:p@bot.example/'}", "carries a password"),
        ("{http: 'http://bot.example/{{ a b }}'}", "is not a plain name"),
        ("{http: 'http://bot.example/', body: {q: ['{{ a']}}", "never closed"),
        ("{http: 'http://bot.example/', answer: '$.a[*]'}", "no path into JSON"),
        ("{python: bot}", "names no function. Write module:function"),
        ("{python: 'bot:answer', temperature: 0}", "temperature"),
        ("{command: []}", "command"),
        ("3", "a model such as"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_place(arm: str, said: str) -> None:
    with pytest.raises(SuiteBroken, match="arms") as broken:
        read_suite(a_suite_text(arms=f"[{arm}]").encode(), name="suite.yaml", read_file=lambda _: None)

    assert said in broken.value.sentence


def test_samples_go_to_the_techniques_that_take_them() -> None:
    suite = a_read_suite(arms="[{model: local/stub, technique: [direct, panel], samples: 5}]")

    assert [(arm.name, arm.samples) for arm in suite.arms] == [
        ("local/stub (direct)", 1),
        ("local/stub (panel)", 5),
    ]
