"""The grid of a run under the mouse and the keyboard together."""

from typing import Any

import pytest

from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


def test_arrows_go_on_from_where_somebody_clicked_or_followed_a_link(workbench: Opened, browser: Any) -> None:
    run = workbench.ask("POST", "/api/demo", {"live": False})["id"]
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/runs/{run}")
    grid = page.get_by_role("grid")

    page.locator("#c3-2").click()
    panel = page.get_by_label("Cell", exact=True)
    panel.get_by_role("heading", level=2).first.wait_for()
    clicked = page.url
    page.keyboard.press("ArrowDown")
    page.wait_for_url(lambda address: address != clicked)
    below = grid.get_attribute("aria-activedescendant")
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")
    page.keyboard.press("ArrowLeft")
    left = grid.get_attribute("aria-activedescendant")

    page.goto(clicked)
    panel.get_by_role("heading", level=2).first.wait_for()
    grid.press("ArrowDown")
    page.wait_for_url(lambda address: address != clicked)
    linked = grid.get_attribute("aria-activedescendant")
    page.close()

    assert (below, left, linked) == ("c4-2", "c4-1", "c4-2")
