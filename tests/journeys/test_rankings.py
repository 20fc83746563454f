"""Rankings in a browser: what is given, and what is told of the order."""

from typing import Any

import pytest

from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture
def page(workbench: Opened, browser: Any) -> Any:
    """A tab of somebody who was let in."""
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(workbench.address)
    opened.get_by_role("heading", level=1).first.wait_for()
    yield opened
    opened.close()


def test_a_grade_stays_with_its_text(workbench: Opened, page: Any) -> None:
    scale = workbench.ask("GET", "/api/scales")[0]
    worst, best = scale["grades"][0], scale["grades"][-1]

    page.goto(f"{workbench.base}/rankings/new")
    pasted = page.get_by_label("Or paste texts")
    pasted.fill("No.\n---\nSleep helps, as every study shows.")
    page.get_by_role("combobox", name="Scale").click()
    page.get_by_role("option", name=scale["name"]).first.click()
    page.get_by_label("Grade of text-1").select_option(worst)
    page.get_by_label("Grade of text-2").select_option(best)
    pasted.fill("A text above.\n---\nNo.\n---\nSleep helps, as every study shows.")
    grades = [page.get_by_label(f"Grade of text-{number}").input_value() for number in (1, 2, 3)]
    pasted.fill("A text above.\n---\nNo.\n---\nSleep harms.")
    page.get_by_text("The grade of 1 text does not count").wait_for()
    changed = page.get_by_label("Grade of text-3").input_value()
    page.get_by_role("button", name="Forget it").click()
    page.get_by_text("The grade of 1 text does not count").wait_for(state="detached")

    assert (grades, changed) == (["", worst, best], "")
