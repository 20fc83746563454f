"""A version of a prompt leads to the review in which each of its hunks was suggested and decided."""

from typing import Any

import pytest

from edison.wiring import SystemClock
from tests.database import open_quickly
from tests.factories import a_stored_suggestion

from .opening import Opened, Served

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]


def test_a_version_leads_to_its_review(workbench: Opened, served: Served, browser: Any) -> None:
    text = '{"system": "You answer customers. Be brief.", "user": "{{ question }}"}'
    workbench.ask("POST", "/api/prompts", {"name": "shop", "text": text, "is_mapping": True})
    store = open_quickly(served.database, clock=SystemClock())
    with store.work() as work:
        work.suggestions.add(a_stored_suggestion())
    store.close()
    for hunk in (1, 2):
        wish = {"decision": "approve", "hunk": hunk, "seen": hunk - 1}
        workbench.ask("POST", "/api/reviews/sug_1/decide", wish)
    closed = workbench.ask("POST", "/api/reviews/sug_1/close", {"seen": 2})
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(workbench.address)

    page.goto(f"{workbench.base}/prompts/shop?version=1")
    page.get_by_role("heading", name="Version 1").wait_for()
    assert page.get_by_role("link", name="where each comes from").count() == 0
    page.goto(f"{workbench.base}/prompts/shop?version={closed['version']}")
    page.get_by_text("2 hunks suggested by local/writer").wait_for()
    page.get_by_role("link", name="where each comes from").click()
    page.get_by_role("heading", name="A change of “shop”").wait_for()
    page.get_by_label("Evidence for hunk 2").get_by_text("Ask for the next step.").wait_for()
    page.get_by_label("Evidence for hunk 1").get_by_text("By none").wait_for()
    page.close()
