"""A suite that a stranger wrote: what it may not do to the budget, the keys and the files of whoever runs it."""

from typing import Any

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import a_suite

pytestmark = pytest.mark.timeout(120)


def an_arm(**extra: Any) -> dict[str, Any]:
    return {"arms": [{"model": "local/edison-sim-large", "max_tokens": 20, "extra": extra}]}


@pytest.mark.parametrize(
    ("extra", "name"),
    [({"model": "edison-sim-dear"}, "model"), ({"max_tokens": 500}, "max_tokens"), ({"n": 10}, "n")],
)
def test_extra_sets_nothing_that_a_budget_counts_on(
    terminal: Terminal, sim: SimProcess, extra: dict[str, Any], name: str
) -> None:
    terminal.write("suite.yaml", a_suite(sim, **an_arm(**extra)))

    said = terminal.edison("run", "suite.yaml", "--budget", "2")

    assert said.code == 2
    assert f"extra of local/edison-sim-large may not set {name}; nothing was sent" in said.err
    assert sim.admin.arrivals() == []


def test_a_dearer_tier_is_refused_under_a_budget(terminal: Terminal, sim: SimProcess) -> None:
    terminal.write("suite.yaml", a_suite(sim, **an_arm(service_tier="priority")))

    said = terminal.edison("run", "suite.yaml", "--budget", "2")

    assert said.code == 2
    assert "With service_tier in extra" in said.err
    assert sim.admin.arrivals() == []


def a_form(sim: SimProcess, **changes: Any) -> dict[str, Any]:
    return {"local": {"kind": "openai", "base_url": sim.base_url("openai"), "price": 0, **changes}}


@pytest.mark.parametrize(
    ("changes", "variable"),
    [
        ({}, "OPENAI_API_KEY"),
        ({"api_key_env": "EDISON_MASTER_KEY"}, "EDISON_MASTER_KEY"),
        ({"api_key_env": "HOME"}, "HOME"),
    ],
    ids=["a well-known key", "the master key", "any variable"],
)
def test_a_suite_takes_no_secret(
    terminal: Terminal, sim: SimProcess, changes: dict[str, Any], variable: str
) -> None:
    terminal.set("OPENAI_API_KEY", "sk-canary-5b1d0c77e2f94a38")
    terminal.set("EDISON_MASTER_KEY", "c2VjcmV0")
    terminal.write("suite.yaml", a_suite(sim, providers=a_form(sim, **changes)))

    said = terminal.edison("run", "suite.yaml")

    assert said.code == 2
    assert f"What {variable} holds is not sent to" in said.err
    assert "canary" not in said.err
    assert sim.admin.arrivals() == []


@pytest.mark.parametrize("way", ["setting", "file", "stored"])
def test_whoever_runs_it_may_pair_keys_and_addresses(terminal: Terminal, sim: SimProcess, way: str) -> None:
    terminal.set("OPENAI_API_KEY", "sk-canary-5b1d0c77e2f94a38")
    more: list[str] = []
    providers: dict[str, Any] = a_form(sim)
    if way == "setting":
        terminal.set("EDISON_KEY_HOSTS", "OPENAI_API_KEY@127.0.0.1")
    elif way == "file":
        more = ["--providers", terminal.write("providers.yaml", a_form(sim))]
    else:
        providers = {}
        address = sim.base_url("openai")
        terminal.edison("providers", "add", "local", "--kind", "openai", "--base-url", address)
    terminal.write("suite.yaml", a_suite(sim, providers=providers))

    assert terminal.edison("run", "suite.yaml", "--quiet", *more).code == 0


@pytest.mark.parametrize("header", ["Host", "content-length", "Transfer-Encoding", "CONNECTION"])
def test_headers_that_frame_a_request_are_refused(terminal: Terminal, sim: SimProcess, header: str) -> None:
    form = {"kind": "openai-compatible", "base_url": sim.base_url("openai"), "headers": {header: "x"}}
    terminal.write("suite.yaml", a_suite(sim, providers={"local": form}))

    said = terminal.edison("run", "suite.yaml")

    assert said.code == 2
    assert f"its header {header} is ours to write" in said.err
    assert sim.admin.arrivals() == []


@pytest.mark.parametrize("name", ["../outside/secret.txt", "link.txt", "folder/secret.txt", "/absolute"])
def test_a_suite_reads_nothing_outside_of_its_folder(terminal: Terminal, sim: SimProcess, name: str) -> None:
    outside, inside = terminal.folder / "outside", terminal.folder / "suites"
    outside.mkdir()
    inside.mkdir()
    (outside / "secret.txt").write_text("What is the capital of {{ country }}?")
    (inside / "link.txt").symlink_to(outside / "secret.txt")
    (inside / "folder").symlink_to(outside)
    name = str(outside / "secret.txt") if name == "/absolute" else name
    terminal.write("suites/suite.yaml", a_suite(sim, prompt={"file": name}))

    refused = terminal.edison("run", "suites/suite.yaml")
    allowed = terminal.edison("run", "suites/suite.yaml", "--allow-files", "outside", "--quiet")

    assert refused.code == 2
    assert "lies outside of suites, links followed, and was not read" in refused.err
    assert allowed.code == 0


def test_cases_lie_in_the_folder_too(terminal: Terminal, sim: SimProcess) -> None:
    (terminal.folder / "suites").mkdir()
    terminal.write("cases.jsonl", '{"country": "France"}\n')
    terminal.write("suites/suite.yaml", a_suite(sim, cases="../cases.jsonl", checks=[]))

    said = terminal.edison("run", "suites/suite.yaml")

    assert said.code == 2
    assert "../cases.jsonl lies outside of suites" in said.err
