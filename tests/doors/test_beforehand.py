"""What is told and refused before anything is paid for, by `run --dry-run`, `check` and `refine`."""

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import JUDGED, a_provider, a_shop_to_refine, a_suite

pytestmark = pytest.mark.timeout(240)

ITS_OWN = {"model": "local/edison-judge-fair", "name": "fair", "family": "edison-sim-large"}
KINSHIP = "fair is of one family with local/edison-sim-large, whose answers it may prefer because they are like its own"


def test_a_judge_of_the_family_of_what_it_judges_is_told_before_anything_is_asked_and_in_the_end(
    terminal: Terminal, sim: SimProcess
) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, **JUDGED | {"judges": [ITS_OWN]}))

    before = terminal.edison("run", suite, "--dry-run")
    after = terminal.edison("run", suite, "--full")

    assert KINSHIP in before.err
    assert KINSHIP in " ".join(after.out.split())


UNREACHED = {
    "kind": "openai-compatible",
    "base_url": "http://127.0.0.1:9/v1",
    "price": {"input": 5, "output": 20},
}
REFUSED = {
    "a variable": ("cases_do_not_fit", {"prompt": "What is the capital of {{ land }}?"}),
    "a key": ("key_missing", {"arms": ["openai/gpt-4o"]}),
    "a price": ("price_unknown", {"providers": {"local": {"kind": "openai-compatible"}}, "budget_usd": 1}),
    "nobody there": ("provider_unreachable", {"providers": {"local": UNREACHED}}),
    "too few held out": ("not_refinable", {**JUDGED, "refine": {"rounds": 4}}),
}


@pytest.mark.parametrize("what", REFUSED)
def test_check_refuses_what_a_run_would_refuse(terminal: Terminal, sim: SimProcess, what: str) -> None:
    code, changes = REFUSED[what]
    suite = a_suite(sim, **changes)
    if what == "a price":
        # Where it listens is known only here.
        suite["providers"]["local"]["base_url"] = a_provider(sim)["base_url"]
    file = terminal.write("suite.yaml", suite)

    checked = terminal.edison("check", file)
    begun = terminal.edison("refine" if "refine" in changes else "run", file)
    alone = terminal.edison("check", file, "--file-only")

    assert f"[{code}]" in checked.err
    assert (checked.code, checked.err) == (begun.code, begun.err)
    assert checked.out.startswith("6 tests")
    assert (alone.code, alone.err) == (0, "")


def test_a_budget_that_will_not_reach_is_told_before_and_named_after(
    terminal: Terminal, sim: SimProcess
) -> None:
    file = terminal.write("shop.yaml", a_shop_to_refine(sim, cases=32) | {"budget_usd": 0.1})

    checked = terminal.edison("check", file)
    looked = terminal.edison("refine", file, "--dry-run")
    refined = terminal.edison("refine", file, "--json")
    short = terminal.edison("resume", "latest", "--quiet")
    enough = terminal.edison("refine", file, "--dry-run", "--budget", "50")

    for told in (checked.err, looked.err, refined.err):
        assert "A budget of $0.1000 is likely to be spent in round 1 of 2, with nothing proven: " in told
    assert "is likely to be spent" not in enough.err
    assert (looked.code, looked.out.endswith("Nothing was asked.\n")) == (0, True)
    assert (refined.code, refined.json["settlement"], refined.json["gain"]) == (3, "budget_spent", None)
    assert "It ended in round 1 of 2 because the budget is spent." in short.out
    assert all(one["is_broken_off"] for one in refined.json["rounds"])
