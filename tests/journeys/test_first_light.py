"""First light: an empty workbench, a finished demonstration, the same without a mouse, and a second, live one.

One test, because each part begins where the one before it ended: whose workbench is empty is met by it once.
"""

import re
from typing import Any

import pytest

from .conftest import violations
from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

FURTHER = ("/", "/runs/new?do=refine", "/rankings/new", "/projects", "/judges", "/settings", "/servers")
FOCUSED = """() => {
  const at = document.activeElement
  return [(at.ariaLabel || at.innerText || '').trim(), at.labels?.[0]?.innerText ?? '']
}"""
SEEN = """() => {
  const at = document.activeElement
  return at.matches('input, textarea') || getComputedStyle(at).outlineStyle != 'none'
}"""
MOST_STEPS = 120
ANSWERED = re.compile("^(answered|failed a check)$")


def test_the_demonstration_is_met_then_read_by_the_keyboard_then_run_live(
    workbench: Opened, browser: Any, is_whole: bool
) -> None:
    demonstration = meet_the_demonstration(workbench, browser, is_whole=is_whole)
    reach_everything_by_the_keyboard(workbench, browser, demonstration)
    run_it_live(workbench, browser, demonstration)


def meet_the_demonstration(workbench: Opened, browser: Any, *, is_whole: bool) -> str:
    """Open the finished one, look at a cell and at its results; returns which run it is."""
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
    for path in FURTHER if is_whole else ():
        page.goto(workbench.base + path)
        page.get_by_role("heading", level=1).wait_for()
        found += violations(page)

    assert sorted(set(found)) == []
    assert broken == []
    page.close()
    return run_id


def tab_to(page: Any, name: str) -> None:
    """Go on with Tab until something of this name has the focus; whatever has it can be seen to have it."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if name in page.evaluate(FOCUSED):
            assert page.evaluate(SEEN), f"the focus on {name} cannot be seen"
            return
    raise AssertionError(f"{name} cannot be reached by Tab")


def reach_everything_by_the_keyboard(workbench: Opened, browser: Any, demonstration: str) -> None:
    """A run is opened, an answer read and labelled, an experiment begun, by the keyboard alone."""
    name = workbench.ask("GET", f"/api/runs/{demonstration}")["name"]
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/runs?show=ended")
    page.get_by_role("link", name=name).first.wait_for()

    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)[0] == "Skip to content"
    page.keyboard.press("Enter")
    tab_to(page, name)
    page.keyboard.press("Enter")
    page.get_by_text("Ended", exact=True).first.wait_for(timeout=60_000)
    assert page.url.rpartition("/runs/")[2].partition("?")[0] == demonstration
    page.get_by_role("gridcell").get_by_label(ANSWERED).first.wait_for()
    tab_to(page, "Cases by arms")
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.get_by_label("Cell", exact=True).get_by_role("heading", name="Judgments").wait_for()
    tab_to(page, "Pass")
    page.keyboard.press("Enter")
    page.get_by_text("You said so").wait_for()
    page.keyboard.press("Escape")
    page.get_by_label("Cell", exact=True).wait_for(state="detached")
    assert page.evaluate("document.activeElement.role") == "grid", "the focus goes back to where it was"

    page.keyboard.press("Control+k")
    page.keyboard.type("Experiments")
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name="Experiments").wait_for()
    tab_to(page, "New experiment")
    page.keyboard.press("Enter")
    tab_to(page, "Begin with an empty page")
    page.keyboard.press("Enter")
    page.get_by_label("Goal", exact=True).wait_for()
    tab_to(page, "Goal")
    page.keyboard.type("Answer without a mouse.")
    page.get_by_text("Saved").first.wait_for()
    page.keyboard.press("Tab")
    page.get_by_text("Saved").first.wait_for()
    page.close()

    said = workbench.ask("GET", f"/api/runs/{demonstration}/labels")["labels"]
    written = workbench.ask("GET", "/api/experiments")
    assert [one["label"] for one in said] == ["pass"]
    assert [one["goal"] for one in written] == ["Answer without a mouse."]


def run_it_live(workbench: Opened, browser: Any, demonstration: str) -> None:
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
