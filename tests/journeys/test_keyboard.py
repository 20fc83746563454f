"""Without a mouse: a demonstration is run, an answer read and labelled, an experiment begun, by the keyboard alone."""

from typing import Any

import pytest

from .opening import Opened

FOCUSED = """() => {
  const at = document.activeElement, told = at.cloneNode(true)
  for (const sign of told.querySelectorAll('[aria-hidden=true]')) sign.remove()
  return [(at.ariaLabel || told.textContent || '').trim(), at.labels?.[0]?.innerText ?? '']
}"""
SEEN = """() => {
  const at = document.activeElement
  return at.matches('input, textarea') || getComputedStyle(at).outlineStyle != 'none'
}"""
MOST_STEPS = 120


def tab_to(page: Any, name: str) -> None:
    """Go on with Tab until something of this name has the focus; whatever has it can be seen to have it."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if name in page.evaluate(FOCUSED):
            assert page.evaluate(SEEN), f"the focus on {name} cannot be seen"
            return
    raise AssertionError(f"{name} cannot be reached by Tab")


@pytest.mark.usefixtures("wholly")
@pytest.mark.slow
@pytest.mark.timeout(240)
def test_everything_is_reached_by_the_keyboard(workbench: Opened, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(workbench.address)
    page.get_by_role("button", name="Open the demonstration").wait_for()

    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)[0] == "Skip to content"
    page.keyboard.press("Enter")
    tab_to(page, "Open the demonstration")
    page.keyboard.press("Enter")
    page.get_by_text("Ended", exact=True).first.wait_for(timeout=60_000)
    run = page.url.rpartition("/runs/")[2].partition("?")[0]
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

    said = workbench.ask("GET", f"/api/runs/{run}/labels")["labels"]
    written = workbench.ask("GET", "/api/experiments")
    assert [one["label"] for one in said] == ["pass"]
    assert [one["goal"] for one in written] == ["Answer without a mouse."]
