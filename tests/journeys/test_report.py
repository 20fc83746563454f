"""The report of a run in a browser: filters with our script, everything readable without it."""

from pathlib import Path
from typing import Any

import pytest

from edison.formats import write_html
from tests.factories import an_output
from tests.formats.reports import (
    HOSTILE,
    a_cell_report,
    a_failed_check,
    a_hostile_cell,
    a_passed_check,
    a_report,
    some_boards,
)

from .conftest import violations


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    cells = [
        a_cell_report(
            number=1 + 2 * case + at,
            case=f"case {case}",
            arm=arm,
            tags=("even" if case % 2 == 0 else "odd",),
            inputs={"question": f"What costs number {case}?"},
            output=an_output(text=f"{arm} says {case}"),
            checks=(a_failed_check() if case < 25 and at else a_passed_check(),),
        )
        for case in range(30)
        for at, arm in enumerate(("steady", "arm_2"))
    ]
    hostile = a_hostile_cell()
    path.write_bytes(b"".join(write_html(a_report(boards=some_boards()), [*cells, hostile])))
    return path


def test_a_reader_finds_cells_by_outcome_arm_tag_and_word(report: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    seen: list[str] = []
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.on("dialog", lambda dialog: seen.append(dialog.message))
    page.on("request", lambda asked: seen.append(asked.url) if not asked.url.startswith("file:") else None)
    page.goto(report.as_uri())
    told, cells = page.locator("#told"), page.locator(".cell:visible")
    assert told.text_content() == "61 cells"
    assert violations(page) == []

    page.get_by_label("Outcome").select_option("failed")
    assert (told.text_content(), cells.count()) == ("26 of 61 cells", 26)
    page.get_by_label("Tag").select_option("odd")
    page.get_by_label("Arm").select_option("quick")
    assert told.text_content() == "12 of 61 cells"
    assert page.locator("#matrix tbody tr:visible").count() == 12
    assert page.locator("#matrix thead th:visible").all_text_contents() == ["Case", "quick"]
    page.get_by_label("Word").fill("SAYS 11")
    assert told.text_content() == "1 of 61 cells"
    page.get_by_label("Word").fill("nobody wrote this")
    assert told.text_content() == "Nothing on this page is like that."
    page.get_by_role("button", name="Show all").click()
    page.locator("#told:text-is('61 cells')").wait_for()
    page.locator("#matrix").get_by_role("link", name="failed").first.click()
    page.locator(".cell[open]").get_by_text("What costs number 0?").wait_for()

    assert seen == []
    page.close()


def test_everything_is_readable_without_scripts_on_a_phone(report: Path, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(report.as_uri())

    assert page.locator("#filters").is_hidden()
    page.get_by_text("6 more", exact=True).click()
    assert page.locator(".cell:visible").count() == 61
    page.locator("#wrong summary").filter(has_text="<script>").click()
    page.locator(".cell[open] pre").get_by_text(HOSTILE[:27]).first.wait_for()
    page.locator("#matrix").get_by_role("link", name="passed").first.click()
    page.locator(".cell[open]").get_by_text("steady says 0").wait_for()
    assert page.locator("body").bounding_box()["width"] <= 360
    context.close()
