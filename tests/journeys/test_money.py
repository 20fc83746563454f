"""What is not known to have been spent is said to be unknown on every page, never to be nothing."""

import re
from typing import Any

import pytest

from edison.sim import SimProcess
from tests.doors.suites import JUDGED, a_provider, a_suite

from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

NOTHING = re.compile(r"\$0(?![.\d])")
DOUBT = re.compile(r"unknown|at least \$")


def test_an_unknown_price_is_never_told_as_nothing(
    workbench: Opened, browser: Any, simulator: SimProcess
) -> None:
    priced = a_provider(simulator)
    unpriced = {name: value for name, value in priced.items() if name != "price"}
    judged_unpriced = {**JUDGED, "judges": ["dark/edison-judge-fair"]}
    runs = {
        "nobody knows": a_suite(simulator, providers={"local": unpriced}, **JUDGED),
        "known in part": a_suite(simulator, providers={"local": priced, "dark": unpriced}, **judged_unpriced),
    }
    paths = ["/", "/runs", "/experiments", "/costs", "/calls"]
    of_run: dict[str, str] = {}
    for name, suite in runs.items():
        made = workbench.ask("POST", "/api/experiments", {"name": name, "definition": suite}, key=name)["id"]
        of_run[name] = workbench.ask("POST", f"/api/experiments/{made}/runs", {}, key=f"run {name}")["id"]
        workbench.wait_for_end(of_run[name])
        paths += [f"/experiments/{made}", f"/runs/{of_run[name]}/calls", f"/runs/{of_run[name]}?cell=0"]
    workbench.ask("POST", "/api/providers", {"name": "dark", **unpriced})
    chat = workbench.ask("POST", "/api/chats", {"models": [{"model": "dark/edison-sim-large"}]})["id"]
    workbench.say(chat, "What is the capital of France?", seen=0)
    paths += ["/compare", f"/compare/{chat}"]

    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(workbench.address)
    told: dict[str, str] = {}
    for path in paths:
        page.goto(workbench.base + path)
        page.locator("main").get_by_text(DOUBT).first.wait_for()
        if "cell=" in path:
            page.get_by_text("with its judgments").wait_for()
        told[path] = " ".join(page.locator("main").inner_text().split())
    page.close()

    assert {path: text for path, text in told.items() if NOTHING.search(text)} == {}
    nobody, part = (told[f"/runs/{run}?cell=0"] for run in of_run.values())
    assert "unknown spent, no budget set" in nobody
    assert re.search(r"at least \$[\d.]+ spent, no budget set", part)
    assert re.search(r"at least \$[\d.]+ with its judgments", part)
