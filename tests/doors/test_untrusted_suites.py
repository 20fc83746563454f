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
