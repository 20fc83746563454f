"""What a project lets its runs ask and spend holds for every kind of run."""

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import JUDGED, a_suite

pytestmark = pytest.mark.timeout(240)


def test_a_cap_holds_over_all_runs_of_a_project(either_terminal: Terminal, sim: SimProcess) -> None:
    terminal = either_terminal
    terminal.write("edison.yaml", a_suite(sim))
    terminal.edison("project", "add", "shop")
    terminal.edison("experiment", "import", "edison.yaml", "--project", "shop")
    [experiment] = terminal.edison("experiment", "list", "--project", "shop", "--json").json

    set_ = terminal.edison("project", "change", "shop", "--cap-usd", "0.5")
    first = terminal.edison("experiment", "run", experiment["id"], "--quiet", "--json")
    spent = first.json["spent_usd"]
    terminal.edison("project", "change", "shop", "--cap-usd", str(spent))
    none_left = terminal.edison("experiment", "run", experiment["id"], "--quiet")
    terminal.edison("project", "change", "shop", "--cap-usd", str(spent * 1.1))
    short = terminal.edison("experiment", "run", experiment["id"], "--quiet", "--json")
    again = terminal.edison("resume", "latest", "--budget", "1")
    listed = terminal.edison("project", "list", "--json").json
    lifted = terminal.edison("project", "change", "shop", "--no-cap")

    assert "$0.0000 of $0.5000 taken" in set_.out
    assert "The cap of its project leaves $0.5000, which is the budget of this run." in first.err
    assert "[project_cap_reached]" in none_left.err
    assert (again.code != 0, "[project_cap_reached]" in again.err) == (True, True)
    assert short.json["settlement"] == "budget_spent"
    assert listed[0]["taken_usd"] <= listed[0]["cap_usd"] == pytest.approx(spent * 1.1, abs=1e-6)
    assert "taken" not in lifted.out
    assert sim.totals().microusd == round(listed[0]["taken_usd"] * 1e6)


def test_what_a_project_does_not_let_be_asked_is_refused_before_and_on_the_way(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.write("edison.yaml", a_suite(sim, **JUDGED))
    terminal.write("text.txt", "You answer customers.")
    terminal.write("providers.yaml", {"local": a_suite(sim)["providers"]["local"]})
    terminal.edison("project", "add", "shop")
    terminal.edison("prompt", "add", "answer", "text.txt", "--project", "shop")
    terminal.edison("experiment", "import", "edison.yaml", "--project", "shop")
    [experiment] = terminal.edison("experiment", "list", "--project", "shop", "--json").json

    terminal.edison("project", "change", "shop", "--allow", "local/edison-sim-*")
    refused = terminal.edison("experiment", "run", experiment["id"])
    improved = terminal.edison(
        *("improve", "prompt", "--prompt", "answer", "--project", "shop", "--goal", "Help."),
        *("--model", "local/edison-writer-good", "--providers", "providers.yaml"),
    )
    terminal.edison("project", "change", "shop", "--allow-any")
    ran = terminal.edison("experiment", "run", experiment["id"], "--quiet")

    said = "local/edison-judge-fair at"
    assert said in refused.err
    assert "the project shop lets be asked: local/edison-sim-*. [endpoint_not_allowed]" in refused.err
    assert "[endpoint_not_allowed]" in improved.err
    assert (ran.code, sim.totals().microusd > 0) == (0, True)
