"""Outputs are labelled by keys alone, one after another, and every word is stored when it is said."""

import json
from typing import Any

import pytest

from edison.sim import SimProcess
from tests.doors.suites import JUDGED, a_suite

from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]


def test_cells_are_labelled_by_the_keyboard(workbench: Opened, browser: Any, simulator: SimProcess) -> None:
    judges = ["local/edison-judge-lenient", "local/edison-judge-harsh", "local/edison-judge-noisy"]
    suite = json.dumps(a_suite(simulator, **{**JUDGED, "judges": judges}))
    run = workbench.ask("POST", "/api/runs", {"name": "suite.json", "suite": suite})["id"]
    workbench.wait_for_end(run)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/runs/{run}?cell=0")
    cell = page.get_by_label("Cell", exact=True)
    cell.get_by_role("button", name="Pass").wait_for()
    page.get_by_role("grid").focus()

    page.keyboard.press("1")
    cell.get_by_role("button", name="Pass", pressed=True).wait_for()
    page.keyboard.press("2")
    cell.get_by_role("button", name="Fail", pressed=True).wait_for()
    page.keyboard.press("u")
    cell.get_by_role("button", name="Pass", pressed=True).wait_for()
    page.keyboard.press("Control+Enter")
    cell.get_by_text("chile", exact=True).wait_for()
    cell.get_by_role("button", name="Fail", pressed=False).wait_for()
    cell.get_by_text("Say more").click()
    cell.get_by_label("Note").fill("1 is typed here, and is no label.")
    page.keyboard.press("Control+Enter")
    cell.get_by_text("japan", exact=True).wait_for()
    page.goto(f"{workbench.base}/reviews")
    to_label = page.get_by_role("region", name="Outputs to label").get_by_role("link")
    to_label.click()
    page.wait_for_url(f"**/runs/{run}?apart=*")
    page.close()

    said = workbench.ask("GET", f"/api/runs/{run}/labels")["labels"]
    assert {one["cell"]: (one["label"], one["note"]) for one in said} == {
        0: ("pass", ""),
        1: (None, "1 is typed here, and is no label."),
    }
