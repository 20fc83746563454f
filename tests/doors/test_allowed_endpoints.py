"""What may be asked is set outside of any suite: everything else is refused before a single call."""

import pytest

from edison.sim import SimProcess
from tests.engine.essays import as_lines, some_essays

from .commands import Said, Terminal
from .suites import JUDGED, a_provider, a_suite

pytestmark = pytest.mark.timeout(120)

KEY = "sk-canary-5b1d0c77e2f94a38"


def _run(terminal: Terminal, sim: SimProcess, *more: str) -> Said:
    providers = {"local": a_provider(sim, api_key_env="MY_KEY")}
    terminal.set("MY_KEY", KEY)
    terminal.write("suite.yaml", a_suite(sim, providers=providers, **JUDGED))
    return terminal.edison("run", "suite.yaml", *more)


@pytest.mark.parametrize(
    "allowed",
    ["other", "local/edison-sim-*", "local/edison-judge-fair", "local/*@api.example.com"],
    ids=["another provider", "only the model", "only the judge", "another address"],
)
def test_an_endpoint_outside_the_list_is_refused_before_any_call(
    either_terminal: Terminal, sim: SimProcess, allowed: str
) -> None:
    either_terminal.set("EDISON_ALLOWED", allowed)

    said = _run(either_terminal, sim, "--json")

    assert said.code == 2
    assert "may not be asked here, and nothing was sent" in said.err
    assert allowed in said.err
    assert sim.admin.arrivals() == []
    assert either_terminal.edison("runs", "--json").json == []


def test_what_is_on_the_list_is_asked_and_no_key_is_shown(either_terminal: Terminal, sim: SimProcess) -> None:
    either_terminal.set("EDISON_ALLOWED", "openai, local/edison-*@127.0.0.1")
    either_terminal.set("EDISON_LOG_LEVEL", "debug")

    said = _run(either_terminal, sim)

    told = [said, *(either_terminal.edison(*words) for words in (["runs"], ["show", "latest", "--json"]))]
    for format_ in ("json", "jsonl", "csv", "junit", "html", "md"):
        told.append(either_terminal.edison("export", "latest", "--format", format_))
    assert said.code == 0
    assert all(KEY not in one.out + one.err for one in told)


@pytest.mark.parametrize(
    "words",
    [
        ["rank", "essays.jsonl", "--judge", "local/edison-judge-fair"],
        ["judge", "qualify", "--judge", "local/edison-judge-fair"],
        ["providers", "test", "local"],
    ],
    ids=["rank", "qualify", "test"],
)
def test_every_command_that_calls_keeps_to_the_list(
    terminal: Terminal, sim: SimProcess, words: list[str]
) -> None:
    terminal.set("EDISON_ALLOWED", "other/*")
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    terminal.write("essays.jsonl", as_lines(some_essays(4)))

    said = terminal.edison(*words, "--providers", "providers.yaml")

    assert said.code == 2
    assert "may not be asked" in said.err
    assert sim.admin.arrivals() == []


def test_texts_that_were_handed_in_are_asked_of_nobody(terminal: Terminal, sim: SimProcess) -> None:
    terminal.set("EDISON_ALLOWED", "local/edison-judge-*")
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    terminal.write("essays.jsonl", as_lines(some_essays(4)))

    said = terminal.edison(
        *("rank", "essays.jsonl", "--judge", "local/edison-judge-fair", "--providers", "providers.yaml"),
        *("--budget-comparisons", "6", "--json"),
    )

    # So few comparisons make no order that anybody should use.
    assert said.code == 1
    assert len(said.json["items"]) == 4


def test_a_run_does_not_go_on_where_its_endpoint_may_not_be_asked(
    terminal: Terminal, sim: SimProcess
) -> None:
    _run(terminal, sim, "--quiet")
    terminal.set("EDISON_ALLOWED", "other")

    said = terminal.edison("resume", "latest")

    assert said.code == 2
    assert "may not be asked" in said.err
