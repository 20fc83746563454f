"""First light, in a browser: a workbench where nothing was done yet, a finished demonstration, its cells and boards."""

from typing import Any

import pytest

from .conftest import violations
from .opening import Opened


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_the_demonstration_is_met(workbench: Opened, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="dark")
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))

    page.goto(workbench.address)
    page.get_by_role("button", name="Open the demonstration").click()
    page.get_by_text("Ended", exact=True).first.wait_for(timeout=60_000)
    run_id = page.url.rpartition("/runs/")[2].partition("?")[0]
    assert "token" not in page.url
    assert workbench.ask("GET", f"/api/runs/{run_id}")["done"] == 240

    page.get_by_role("switch", name="Failed a check").click()
    page.get_by_role("gridcell").get_by_label("failed a check").first.wait_for()
    page.get_by_role("grid").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    panel = page.get_by_label("Cell", exact=True)
    panel.get_by_role("heading", name="Judgments").wait_for()
    panel.get_by_role("tab", name="Exact input").click()
    panel.get_by_text("You answer customers of a small online shop.").wait_for()
    found = violations(page)
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")

    page.get_by_role("link", name="Results").click()
    page.get_by_role("heading", name="Quality").wait_for()
    page.get_by_text("not told apart.").first.wait_for()
    found += violations(page)
    for path in (
        "/",
        "/runs/new?do=refine",
        "/rankings/new",
        "/projects",
        "/judges",
        "/settings",
        "/servers",
    ):
        page.goto(workbench.base + path)
        page.get_by_role("heading", level=1).wait_for()
        found += violations(page)

    assert sorted(set(found)) == []
    assert broken == []
    page.close()
