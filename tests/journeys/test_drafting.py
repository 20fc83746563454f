"""What a model writes is paid for once and never lost: the answer may be, the page may go, and it is found again."""

import re
from typing import Any

import pytest

from edison.sim import SimProcess
from tests.doors.suites import a_shop_to_refine

from .conftest import violations
from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

STEPS = ("Rubric", "Objective")


def lose_an_answer(page: Any, path: str) -> None:
    """The next request of this path is heard by the server, and its answer by nobody."""

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    page.route(path, lose, times=1)


def test_a_lost_answer_and_a_closed_page_cost_nothing(
    workbench: Opened, browser: Any, simulator: SimProcess
) -> None:
    definition = {**a_shop_to_refine(simulator, cases=2), "budget_usd": 2}
    made = workbench.ask("POST", "/api/experiments", {"name": "Shop", "definition": definition})["id"]
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/experiments/{made}/edit?step=objective")

    page.get_by_text("How it is written").click()
    page.get_by_label("Suggestions").fill("3")
    page.get_by_role("button", name="Draft", exact=True).click()
    page.get_by_label("Estimate").get_by_text("3 calls").wait_for()
    page.get_by_role("button", name="Improve", exact=True).click()
    page.get_by_label("Estimate").get_by_text("1 call ").wait_for()
    estimate = page.get_by_label("Estimate").inner_text()
    lose_an_answer(page, "**/api/drafts")
    page.get_by_role("button", name="Have it written").click()
    page.get_by_text("Whether it began is not known").wait_for()
    found = violations(page)
    page.reload()
    page.get_by_role("button", name="Ask again").click()
    page.get_by_role("button", name="Take it").wait_for()
    for step in STEPS:
        page.get_by_label("Steps").get_by_role("button", name=step).click()
    [run] = workbench.ask("GET", "/api/runs?preset=draft")["items"]
    page.goto(f"{workbench.base}/runs/{run['id']}")
    page.get_by_label("Draft 1 of 1").get_by_role("button", name="Copy").wait_for()
    found += violations(page)
    page.go_back()
    page.get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Take it").wait_for(state="detached")
    page.get_by_text(re.compile("Saved [0-9]")).wait_for()
    page.close()

    assert re.search(r"1 call of .*Cost: \$[\d.]+ – \$[\d.]+\. Hard cap: \$2\.00", estimate)
    assert [one["id"] for one in workbench.ask("GET", "/api/runs?preset=draft")["items"]] == [run["id"]]
    assert workbench.ask("GET", f"/api/experiments/{made}")["goal"] != definition["goal"]
    assert found == []
