"""First light: an empty workbench, a finished demonstration, and a second, live one."""

import re
from typing import Any

import pytest

from .conftest import violations
from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

FURTHER = ("/", "/runs/new?do=refine", "/rankings/new", "/projects", "/judges", "/settings", "/servers")
ANSWERED = re.compile("^(answered|failed a check)$")


@pytest.fixture(scope="module")
def demonstration(workbench: Opened, browser: Any) -> str:
    """What the one click of an empty workbench leads to; no second test meets an empty one."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(workbench.address)
    page.get_by_role("button", name="Open the demonstration").click()
    page.get_by_text("Ended", exact=True).first.wait_for(timeout=60_000)
    assert "token" not in page.url
    run_id = page.url.rpartition("/runs/")[2].partition("?")[0]
    page.close()
    return str(run_id)


def test_the_demonstration_is_met(
    workbench: Opened, browser: Any, demonstration: str, is_whole: bool
) -> None:
    """It is finished; a cell of it and its results are looked at."""
    assert workbench.ask("GET", f"/api/runs/{demonstration}")["done"] == 240
    page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="dark")
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))

    page.goto(workbench.address)
    page.goto(f"{workbench.base}/runs/{demonstration}")
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
    for path in FURTHER if is_whole else ():
        page.goto(workbench.base + path)
        page.get_by_role("heading", level=1).wait_for()
        found += violations(page)

    assert sorted(set(found)) == []
    assert broken == []
    page.close()


def test_the_demonstration_is_run_live(workbench: Opened, browser: Any, demonstration: str) -> None:
    """A second click runs it anew, before one's eyes; it is cancelled half-way."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})

    page.goto(workbench.address)
    page.get_by_role("button", name="Run the demonstration, live").click()
    page.get_by_role("button", name="Pause").wait_for(timeout=60_000)
    page.get_by_role("gridcell").get_by_label(ANSWERED).first.wait_for(timeout=60_000)
    run_id = page.url.rpartition("/runs/")[2].partition("?")[0]
    page.get_by_role("button", name="Cancel…").click()
    page.get_by_role("button", name="Cancel the run").click()
    page.get_by_text("Cancelled", exact=True).first.wait_for()
    page.close()

    stored = workbench.ask("GET", f"/api/runs/{run_id}")
    assert run_id != demonstration
    assert stored["state"] == "cancelled"
    assert workbench.ask("GET", f"/api/runs/{run_id}/calls?limit=1")["items"] != []
