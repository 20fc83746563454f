"""What the command line can be told stands in the browser as well: a forecast, cells that may break, vectors."""

import json
from typing import Any

import pytest

from edison.sim import SimProcess
from tests.doors.suites import a_provider, a_suite

from .conftest import violations
from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]
TEXTS = ("School should start later.", "No.", "Pupils who sleep learn more, as every study of them shows.")


@pytest.fixture(scope="module")
def page(workbench: Opened, browser: Any) -> Any:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(workbench.address)
    opened.get_by_role("heading", level=1).first.wait_for()
    return opened


def test_a_ranking_is_rehearsed_before_anybody_is_asked(workbench: Opened, page: Any, is_whole: bool) -> None:
    page.goto(f"{workbench.base}/rankings/new")
    page.get_by_label("Or paste texts").fill("\n---\n".join(TEXTS))
    page.get_by_role("button", name="Rehearse it").click()
    page.get_by_text("3 texts; for one judge,").wait_for()
    told = page.get_by_role("region", name="How many comparisons will it take?").inner_text()
    page.get_by_text("How pairs are dealt").click()
    page.get_by_label("Calls at once").wait_for()

    assert "a reliability of 0.7 takes about" in " ".join(told.split())
    assert "What is assumed" in told
    assert violations(page, is_wanted=is_whole) == []


def test_runs_are_compared_with_cells_that_may_break_and_checked_by_vectors(
    workbench: Opened, page: Any, simulator: SimProcess
) -> None:
    suite = a_suite(simulator, providers={"local": a_provider(simulator)})
    runs = [
        workbench.ask(
            "POST", "/api/runs", {"name": "s.json", "suite": json.dumps(suite)}, key=f"compared {at}"
        )["id"]
        for at in range(2)
    ]
    for run in runs:
        workbench.wait_for_end(run)
    before, after = runs

    page.goto(f"{workbench.base}/runs/{after}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Check the answers again…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Checks").fill('- similar: {to: "{{ country }}", at_least: 0.99}')
    dialog.get_by_label("Who makes vectors").fill("local/edison-embed-small")
    dialog.get_by_role("button", name="Check again").click()
    dialog.get_by_text("6 answers checked again").wait_for()
    page.goto(f"{workbench.base}/runs/{after}/compare?with={before}")
    page.get_by_label("Cells that may break").fill("0")
    page.get_by_role("heading", name="Worse than before").wait_for()
    page.get_by_label("Cells that may break").fill("6")
    page.get_by_role("heading", name="Not worse than before").wait_for()

    assert page.url.endswith("flips=6")
    assert "local/edison-embed-small" in {
        one["endpoint"] for one in workbench.ask("GET", "/api/calls")["items"]
    }
