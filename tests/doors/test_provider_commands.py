"""Providers and their keys: kept encrypted, used where they belong, shown nowhere."""

import stat
from pathlib import Path

import pytest

from edison.sim import FaultPlan, Match, Rule, SimProcess
from edison.sim.faults import Fail

from .commands import Terminal
from .suites import JUDGED, a_suite

pytestmark = pytest.mark.timeout(240)

CANARY = "sk-canary-7f3a9c51d2e84b60"
FORMATS = ("json", "jsonl", "csv", "junit", "html", "md")


@pytest.fixture
def stored(terminal: Terminal, sim: SimProcess) -> Terminal:
    """A terminal whose database has a provider with a stored key."""
    added = terminal.process(
        *("providers", "add", "shop", "--kind", "openai", "--base-url", sim.base_url("openai")),
        *("--key", "--price-in", "5", "--price-out", "20"),
        text=f"{CANARY}\n",
    )
    assert added.code == 0, added.err
    assert "key: stored" in added.out
    return terminal


def a_shop_suite(sim: SimProcess, **changes: object) -> dict[str, object]:
    judges = {**JUDGED, "judges": ["shop/edison-judge-fair"]}
    return a_suite(sim, **{"providers": {}, "arms": ["shop/edison-sim-large"], **judges, **changes})


def test_a_stored_provider_is_listed_tested_used_and_forgotten(stored: Terminal, sim: SimProcess) -> None:
    suite = stored.write("suite.yaml", a_shop_suite(sim))

    [listed] = stored.edison("providers", "list", "--json").json
    tested = stored.edison("providers", "test", "shop")
    models = stored.edison("models", "shop")
    ran = stored.edison("run", suite, "--json")
    removed = stored.edison("providers", "remove", "shop")
    again = stored.edison("providers", "remove", "shop")

    assert (listed["name"], listed["kind"], listed["key"]) == ("shop", "openai", "stored")
    assert "shop answers:" in tested.out
    assert "shop/edison-sim-large" in models.out
    assert (ran.code, ran.json["counts"]) == (0, {"ok": 6})
    assert (removed.code, again.code) == (0, 2)
    assert "No providers are stored" in stored.edison("providers", "list").out


def test_a_key_appears_nowhere_but_sealed(stored: Terminal, sim: SimProcess) -> None:
    stored.set("EDISON_LOG_LEVEL", "debug")
    suite = stored.write("suite.yaml", a_shop_suite(sim))
    echo = Fail(status=400, sentence=f"Your key {CANARY} is fine, the request is not.")
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=echo, match=Match(operation="chat", every=2)),)))
    read = [("export", "latest", "--format", name) for name in FORMATS]

    said = [
        stored.edison(*command)
        for command in (
            ("run", suite),
            *read,
            ("rerun", "latest", "--failed", "--json"),
            *read,
            ("runs", "--json"),
            ("show", "latest", "--json"),
            ("providers", "list", "--json"),
            ("providers", "test", "shop"),
            ("models", "--json"),
            ("doctor",),
            ("backup", "backup.db"),
        )
    ]

    assert all(one.code in (0, 3) for one in said)
    shown = "".join(one.out + one.err for one in said)
    assert "[redacted]" in shown
    assert CANARY not in shown
    assert _files_with(CANARY, stored.folder) == []


def test_a_stored_key_never_follows_a_changed_address(stored: Terminal, sim: SimProcess) -> None:
    elsewhere = {"kind": "openai", "base_url": sim.base_url("openrouter"), "price": 0}
    moved = {**elsewhere, "base_url": sim.base_url("openai").replace("127.0.0.1", "localhost")}

    for form in (elsewhere, moved):
        suite = stored.write("suite.yaml", a_shop_suite(sim, providers={"shop": form}))
        providers = stored.write("providers.yaml", {"shop": form})

        assert stored.edison("run", suite).code == 2
        assert (
            stored.edison("run", stored.write("plain.yaml", a_shop_suite(sim)), "--providers", providers).code
            == 2
        )
        assert stored.edison("providers", "test", "shop", "--providers", providers).code == 2
    stored.edison("providers", "add", "shop", "--kind", "openai", "--base-url", str(elsewhere["base_url"]))

    tested = stored.edison("providers", "test", "shop")

    assert tested.code == 2
    assert "key_missing" in tested.err
    assert sim.totals().requests == 0


def test_a_key_does_not_open_with_another_master_key(stored: Terminal, sim: SimProcess) -> None:
    stored.set("EDISON_MASTER_KEY", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")

    said = stored.edison("providers", "test", "shop")

    assert said.code == 2
    assert "key_not_readable" in said.err


def test_the_master_key_is_made_for_its_owner_alone(stored: Terminal) -> None:
    place = stored.folder / "master.key"

    assert stat.S_IMODE(place.stat().st_mode) == 0o600


def test_a_key_may_be_in_a_variable(terminal: Terminal, sim: SimProcess) -> None:
    base = sim.base_url("anthropic")
    terminal.edison("providers", "add", "a", "--kind", "anthropic", "--base-url", base, "--key-env", "MY_KEY")

    [without] = terminal.edison("providers", "list", "--json").json
    refused = terminal.edison("providers", "test", "a")
    terminal.set("MY_KEY", CANARY)
    [with_key] = terminal.edison("providers", "list", "--json").json
    tested = terminal.edison("providers", "test", "a", "--json")

    assert (without["key"], with_key["key"]) == ("missing", "variable")
    assert (refused.code, tested.code) == (2, 0)
    assert "set MY_KEY" in refused.err
    assert tested.json["models"] > 5


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("x", "--kind", "telepathy"), "its kind 'telepathy' is none of"),
        (("x", "--kind", "openai-compatible"), "needs a base_url"),
        (("a/b", "--kind", "openai"), "stands before a slash"),
        (("x", "--kind", "openai", "--base-url", "http://me:pass@host/v1"), "its address holds a key"),
        (("x", "--kind", "openai", "--base-url", "nowhere"), "no http or https address"),
    ],
)
def test_a_provider_that_cannot_work_is_not_kept(
    terminal: Terminal, arguments: tuple[str, ...], told: str
) -> None:
    said = terminal.edison("providers", "add", *arguments)

    assert said.code == 2
    assert told in said.err
    assert terminal.edison("providers", "list", "--json").json == []


@pytest.mark.parametrize(
    ("arguments", "text", "told"),
    [
        (("--key",), "\n", "Provider 'x' needs a key"),
        (("--key", "--key-env", "MY_KEY"), CANARY, "both a key and a variable"),
    ],
)
def test_a_key_is_given_once_and_not_empty(
    terminal: Terminal, arguments: tuple[str, ...], text: str, told: str
) -> None:
    said = terminal.process("providers", "add", "x", "--kind", "openai", *arguments, text=text)

    assert said.code == 2
    assert told in said.err
    assert CANARY not in said.err


def test_a_provider_without_a_list_of_models_can_be_tested_all_the_same(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.set("AWS_BEARER_TOKEN_BEDROCK", CANARY)
    terminal.edison("providers", "add", "aws", "--kind", "bedrock", "--base-url", sim.base_url("bedrock"))

    tested = terminal.edison("providers", "test", "aws")
    listed = terminal.edison("models", "aws")

    assert "aws answers: it offers no list of models." in tested.out
    assert (tested.code, listed.code) == (0, 3)
    assert "aws: Provider 'bedrock-converse' offers no model list" in listed.out
    assert "aws  bedrock" in terminal.edison("providers", "list").out


def test_models_of_everyone_who_can_be_asked_are_listed(terminal: Terminal, sim: SimProcess) -> None:
    providers = terminal.write(
        "providers.yaml",
        {
            "one": {"kind": "openai-compatible", "base_url": sim.base_url("openai-compatible")},
            "two": {"kind": "openai-compatible", "base_url": "http://127.0.0.1:9/v1"},
        },
    )

    said = terminal.edison("models", "--providers", providers, "--json")
    nobody = terminal.edison("models")

    assert said.code == 0
    assert [one["provider"] for one in said.json] == ["one", "two"]
    assert "one/edison-sim-large" in [model["model"] for model in said.json[0]["models"]]
    assert "could not be reached" in said.json[1]["problem"]
    assert "No provider can be asked" in nobody.out


def _files_with(secret: str, folder: Path) -> list[str]:
    found = [path for path in folder.rglob("*") if path.is_file()]
    assert found
    return [path.name for path in found if secret.encode() in path.read_bytes()]


def test_a_provider_without_a_key_is_asked_with_tokens_that_a_command_prints(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.set("EDISON_AZURE_TOKEN_COMMAND", f"echo {CANARY}")
    added = terminal.edison(
        *("providers", "add", "shop", "--kind", "azure", "--base-url", sim.base_url("openai")),
        *("--price-in", "5", "--price-out", "20"),
    )
    suite = terminal.write("suite.yaml", a_shop_suite(sim))

    ran = terminal.edison("run", suite, "--json")

    assert added.code == 0, added.err
    assert terminal.edison("providers", "list", "--json").json[0]["key"] == "machine"
    assert (ran.code, ran.json["counts"]) == (0, {"ok": 6})
    assert CANARY not in ran.out + ran.err
