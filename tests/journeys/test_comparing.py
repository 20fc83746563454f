"""Models side by side in the browser: two answers held against each other, older chats, and a chat that is deleted."""

from typing import Any

import pytest

from edison.sim import SimProcess
from tests.doors.suites import a_provider

from .conftest import violations
from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

MODELS = ("local/edison-sim-large", "local/edison-sim-small")
ON_A_PAGE = 50


def test_two_answers_are_held_against_each_other_and_a_chat_goes(
    workbench: Opened, browser: Any, simulator: SimProcess
) -> None:
    reached = {name: value for name, value in a_provider(simulator).items() if name != "price"}
    workbench.ask("POST", "/api/providers", {"name": "local", **reached})
    asked = {"models": [{"model": model} for model in MODELS]}
    chat = workbench.ask("POST", "/api/chats", asked)["id"]
    workbench.say(chat, "How do I return a parcel?", seen=0)
    for at in range(ON_A_PAGE):
        workbench.ask("POST", "/api/chats", {"models": [{"model": MODELS[0]}]}, key=f"another chat {at}")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(workbench.address)

    page.goto(f"{workbench.base}/compare")
    page.get_by_role("button", name="Show older chats").click()
    page.get_by_role("link", name="How do I return a parcel?").click()
    page.get_by_role("combobox", name="Difference from").click()
    page.get_by_role("option", name=MODELS[0]).click()
    page.get_by_role("region", name=f"From {MODELS[0]} to {MODELS[1]}").wait_for()
    page.reload()
    page.get_by_role("region", name=f"From {MODELS[0]} to {MODELS[1]}").wait_for()
    found = violations(page)

    why = {"code": "token_missing", "detail": "Open the address that edison up printed."}
    page.route("**/ask", lambda route: route.fulfill(status=401, json=why))
    page.get_by_label("Question").fill("And when?")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("alert").get_by_text("Open the address that edison up printed.").wait_for()

    page.get_by_role("button", name="Delete…").click()
    page.get_by_role("dialog").get_by_text("1 turn of 2 models go for ever").wait_for()
    page.get_by_role("button", name="Delete the chat").click()
    page.get_by_role("heading", level=1, name="Compare").wait_for()
    page.close()

    left = workbench.ask("GET", "/api/chats?limit=200")["items"]
    assert (chat in [one["id"] for one in left], len(left)) == (False, ON_A_PAGE)
    assert found == []
