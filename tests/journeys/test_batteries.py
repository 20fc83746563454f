"""Batteries in a browser: who makes vectors, and a cell of one opened in Compare with all that is sent along."""

import json
from typing import Any

import pytest

from tests.doors.watching import until

from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

TOOL = {"name": "look_up", "description": "Look up.", "parameters": {"type": "object", "properties": {}}}
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
TEST = {
    "id": "one",
    "user": "What is it?",
    "messages": [{"role": "user", "content": [{"type": "text", "text": "What is it?"}, PICTURE]}],
    "tools": [TOOL],
    "tool_choice": "required",
    "expected_response": "A picture.",
}


@pytest.mark.usefixtures("workbench")
def test_a_battery_names_who_makes_vectors(workbench: Opened, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/batteries")
    page.get_by_label("Or paste it").fill(json.dumps({"prompts": [TEST]}))
    page.get_by_text("assertions evaluated").wait_for()
    page.get_by_role("combobox", name="Models").fill("sim/edison-sim-large")
    page.keyboard.press("Enter")
    page.get_by_text("How it is asked").click()
    page.get_by_label("Who makes vectors").fill("sim/edison-embed-small")

    with page.expect_request("**/api/batteries/estimate") as asked:
        page.get_by_role("button", name="Look at it first").click()

    assert asked.value.post_data_json["embedder"] == "sim/edison-embed-small"
    page.close()


def test_a_cell_is_opened_in_compare_with_all_that_is_sent_along(workbench: Opened, browser: Any) -> None:
    workbench.ask("POST", "/api/demo", {"live": False})
    wish = {"name": "t.json", "text": json.dumps({"prompts": [TEST]}), "models": ["sim/edison-sim-large"]}
    run = workbench.ask("POST", "/api/batteries", {**wish, "embedder": None}, key="for-compare-1")["id"]
    until(lambda: workbench.ask("GET", f"/api/runs/{run}")["ended_at"] is not None)
    chat = workbench.ask("POST", "/api/chats/from-cell", {"run": run, "cell": 0}, key="a-chat-of-it")["id"]
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/compare/{chat}")

    page.get_by_text(
        "Sent along: 1 tool (look_up); tool choice required; 1 picture with the first"
    ).wait_for()
    page.get_by_role("button", name="Send").click()
    page.get_by_role("heading", name="What is it? with 1 pictures").wait_for()

    page.close()
