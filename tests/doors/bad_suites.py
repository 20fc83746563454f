"""Suites that cannot be run, each with what a person must be told. Nothing of them may be stored or paid for."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from edison.sim import SimProcess
from tests.gateway.gateways import nobody

from .suites import JUDGED, a_provider, a_suite

Suite = dict[str, Any] | str


class Bad(NamedTuple):
    """How a suite is spoilt, and what is said about it."""

    told: str
    make: Callable[[SimProcess], Suite]
    files: dict[str, str] = {}


def changed(told: str, /, files: dict[str, str] | None = None, **changes: Any) -> Bad:
    """A good suite with some keys changed."""
    return Bad(told, lambda sim: a_suite(sim, **changes), files or {})


def without(told: str, key: str) -> Bad:
    return Bad(told, lambda sim: {name: value for name, value in a_suite(sim).items() if name != key})


def text(told: str, written: str) -> Bad:
    return Bad(told, lambda _: written)


def provider(told: str, /, *, suite: dict[str, Any] | None = None, **changes: Any) -> Bad:
    """A good suite whose provider is changed."""
    return Bad(
        told, lambda sim: a_suite(sim, providers={"local": {**a_provider(sim), **changes}}, **(suite or {}))
    )


def cases(told: str, written: str, *, name: str = "cases.jsonl", **changes: Any) -> Bad:
    """A good suite whose cases stand in a file."""
    return changed(told, {name: written}, cases=name, **changes)


def _lines(*values: object) -> str:
    return "".join(f"{json.dumps(value)}\n" for value in values)


_BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)
)
_GOOD_LINE = {"country": "France", "expect": "Paris"}

BAD_SUITES: dict[str, Bad] = {
    # The file as a whole
    "an empty file": text("suite.yaml cannot be used: the file is empty", ""),
    "a text": text("is no suite", "hello"),
    "a list": text("is no suite", "[1, 2]"),
    "broken YAML": text("line 2", "arms: [a/b\nprompt: x: y"),
    "a tab": text("Indent with spaces", "arms:\n\t- a/b"),
    "a bomb": text("holds more than [0-9,]+ values", _BOMB),
    "a deep list": text("nested more than 64 deep", "[" * 500),
    "an object": text("is not allowed", "arms: !!python/object/apply:os.system [id]"),
    "a key twice": text("stands here and in line 1", "name: a\nname: b"),
    "two documents": text("a second document", "name: a\n---\nname: b"),
    "an unknown key": changed("the key 'promt' is not known. Did you mean prompt", promt="x"),
    # What must be there
    "no arms": without("arms is missing", "arms"),
    "no prompt": without("prompt is missing", "prompt"),
    "no cases": without("cases is missing", "cases"),
    "an empty list of arms": changed("it holds too little", arms=[]),
    "an empty list of cases": changed("it holds too little", cases=[]),
    # Wrong types and values
    "a number as name": changed("name: 3 is no text", name=3),
    "a text as repeats": changed("repeats: 'many' is no whole number", repeats="many"),
    "no repeats": changed("repeats: 0 is too small", repeats=0),
    "a truth as repeats": changed("repeats", repeats=True),
    "a negative budget": changed("budget_usd: -1 is too small", budget_usd=-1),
    "a text as budget": changed("budget_usd: '5' is no number", budget_usd="5"),
    "a threshold above 1": changed("fail_under: 2 is too large", fail_under=2),
    "all but nothing readable": changed("most_unreadable: 1.5 is too large", most_unreadable=1.5),
    "no concurrency": changed("concurrency: 0 is too small", concurrency=0),
    "a hot temperature": changed("temperature", arms=[{"model": "local/m", "temperature": "hot"}]),
    "an unknown parameter": changed(
        "'temprature' is not known", arms=[{"model": "local/m", "temprature": 1}]
    ),
    "a model without a provider": changed("'gpt' names no model", arms=["gpt"]),
    "the same name twice": changed(
        "the name 'x' is given twice",
        arms=[{"model": "local/a", "name": "x"}, {"model": "local/b", "name": "x"}],
    ),
    "a blank prompt": changed("the text is blank", prompt=" "),
    "a broken template": changed("prompt", prompt="What is {{ country ?"),
    "a prompt file that is not there": changed("there is no file 'prompt.txt'", prompt="prompt.txt"),
    "a tool choice without tools": changed("there are no tools", prompt={"user": "x", "tool_choice": "auto"}),
    # Cases
    "the same id twice": changed(
        "the id 'a' stands in line", cases=[{"id": "a", "country": "x"}, {"id": "a", "country": "y"}]
    ),
    "a missing variable": changed("case-1: the prompt needs country", cases=[{"town": "x", "expect": "y"}]),
    "a variable that is null": changed("case-1: .*country", cases=[{"country": None, "expect": "x"}]),
    "many missing variables": changed(
        "… and 10 more", cases=[{"id": f"c{n}", "expect": "x"} for n in range(30)]
    ),
    "an expectation in the prompt": changed("needs expect", prompt="Say {{ expect }} of {{ country }}."),
    "a check without its value": changed(
        "case-1: The check 'icontains'.*expect", cases=[{"country": "France"}]
    ),
    "a file of cases that is not there": changed("cases.jsonl cannot be read", cases="cases.jsonl"),
    "a file of cases without a kind": changed("Name it .jsonl", {"cases.txt": "x"}, cases="cases.txt"),
    "an empty file of cases": cases("the file holds no cases", ""),
    "a line that is no JSON": cases("line 2", _lines({"id": "a", **_GOOD_LINE}) + "{oops\n"),
    "a line that is no mapping": cases("line 1", "[1, 2]\n"),
    "a line that is no UTF-8": cases("is not UTF-8", "\udcff{}\n"),
    "the same id in two lines": cases(
        "line 3.*'a' stands in line 1",
        _lines({"id": "a", **_GOOD_LINE}, _GOOD_LINE, {"id": "a", **_GOOD_LINE}),
    ),
    "a missing variable in a late line": cases(
        "case-500: the prompt needs country", _lines(*[_GOOD_LINE] * 499, {"expect": "x"})
    ),
    "a difficulty off the scale": cases(
        "difficulty: 9 is too large", _lines({**_GOOD_LINE, "difficulty": 9})
    ),
    "an unknown check in a case": cases(
        "there is no check 'contians'", _lines({**_GOOD_LINE, "checks": ["contians"]})
    ),
    "a ragged CSV": cases("line 3", "country,expect\nFrance,Paris\na,b,c,d\n", name="cases.csv"),
    "a column twice": cases("country", "country,country\na,b\n", name="cases.csv"),
    # Checks, rubric, judges
    "an unknown check": changed("there is no check 'contians'", checks=[{"contians": "x"}]),
    "a broken pattern": changed("The check 'regex' cannot be made", checks=[{"regex": "("}]),
    "a pattern that looks back": changed("The check 'regex'", checks=[{"regex": "(?<=a)b\\1"}]),
    "a broken schema": changed("The check 'json_schema'", checks=[{"json_schema": {"type": "wish"}}]),
    "a length without limits": changed("The check 'length'", checks=[{"length": {}}]),
    "judges without a rubric": changed("judges need a rubric", judges=["local/edison-judge-fair"]),
    "weights that do not sum": changed(
        "sum to", rubric=[{"name": "a", "weight": 0.5}, {"name": "b", "weight": 0.7}], judges=["local/j"]
    ),
    "a scale upside down": changed("scale", rubric=[{"name": "a", "scale": "5-1"}], judges=["local/j"]),
    # Providers, keys, parameters, prices
    "an unknown provider": changed("No provider is called 'nowhere'", arms=["nowhere/m"]),
    "an unknown provider of a judge": changed(
        "No provider is called 'nowhere'", **{**JUDGED, "judges": ["nowhere/m"]}
    ),
    "an unknown kind": provider("'local' cannot be used: its kind 'telepathy' is none of", kind="telepathy"),
    "a provider without an address": provider("needs a base_url", base_url=None),
    "an address that is none": provider("is no http or https address", base_url="ftp://example"),
    "an address with a password": provider(
        "its address holds a key", base_url="http://me:secret@127.0.0.1/v1"
    ),
    "a key in the file": provider("A key never stands in a file", api_key="sk-canary-0123456789abcdef"),
    "a key in a header": provider(
        "its header Authorization holds a key", headers={"Authorization": "Bearer sk-canary-0123456789"}
    ),
    "a variable that is not set": provider("needs a key; set ABSENT_KEY", api_key_env="ABSENT_KEY"),
    "a well-known kind without a key": changed(
        "needs a key; set OPENAI_API_KEY", arms=["openai/gpt-4o-mini"]
    ),
    "an unknown language": provider("wire: 'morse' is none of", wire="morse"),
    "an unknown price under a budget": provider(
        "price of local/edison-sim-large is unknown", price=None, suite={"budget_usd": 5}
    ),
    "nobody there": provider("'local' cannot be reached at", base_url=nobody()),
    "encryption where there is none": Bad(
        "'local' cannot be reached at https",
        lambda sim: a_suite(
            sim, providers={"local": a_provider(sim, base_url=f"https{sim.address.removeprefix('http')}/v1")}
        ),
    ),
    "a parameter the model does not take": provider(
        "does not take max_tokens", capabilities={"*": {"refuses": ["max_tokens"]}}
    ),
    "a capability nobody knows": provider("its capabilities", capabilities={"*": {"telepathy": True}}),
    "an unknown key of a provider": provider("'adress' is not known", adress="x"),
}
