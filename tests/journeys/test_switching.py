"""All lists are narrowed to one project above the navigation; what was typed stays where it is."""

from typing import Any

import pytest

from .conftest import violations
from .opening import Opened

LABEL = "Show lists of"


@pytest.fixture
def page(workbench: Opened, browser: Any) -> Any:
    for slug in ("garden", "kitchen"):
        workbench.ask("POST", "/api/projects", {"slug": slug})
        workbench.ask("POST", f"/api/experiments?project={slug}", {"name": f"About the {slug}"})
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(workbench.address)
    opened.get_by_role("heading", level=1).first.wait_for()
    yield opened
    opened.close()


def test_lists_are_narrowed_and_the_next_one_as_well(workbench: Opened, page: Any, is_whole: bool) -> None:
    page.goto(f"{workbench.base}/experiments")
    page.get_by_role("link", name="About the kitchen").wait_for()
    page.get_by_label(LABEL).select_option("garden")
    page.get_by_role("link", name="About the kitchen").wait_for(state="detached")
    page.get_by_role("link", name="About the garden").wait_for()
    narrowed = page.url
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Runs").click()
    page.get_by_text("No run of garden is here yet").wait_for()
    runs = page.url
    page.reload()
    page.get_by_text("No run of garden is here yet").wait_for()
    page.goto(f"{workbench.base}/costs")
    remembered = page.get_by_label(LABEL).input_value()
    page.goto(narrowed.replace("garden", "kitchen"))
    page.get_by_role("link", name="About the kitchen").wait_for()

    assert narrowed.endswith("/experiments?project=garden")
    assert runs.endswith("/runs?project=garden")
    assert remembered == "garden"
    assert page.get_by_label(LABEL).input_value() == "kitchen"
    assert violations(page, is_wanted=is_whole) == []


def test_it_is_chosen_by_keyboard_and_nothing_typed_is_lost(workbench: Opened, page: Any) -> None:
    page.goto(f"{workbench.base}/rankings/new")
    page.get_by_label("Question").fill("Which letter is the kindest?")
    chooser = page.get_by_label(LABEL)
    chooser.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    chosen = chooser.input_value()

    assert chosen == "kitchen"
    assert page.get_by_label("Question").input_value() == "Which letter is the kindest?"
    assert page.url.endswith("/rankings/new")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Prompts").click()
    page.wait_for_url("**/prompts?project=kitchen")
