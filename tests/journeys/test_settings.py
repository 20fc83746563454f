"""What is set in the browser: providers, and what the runs of a project may spend and ask."""

from typing import Any

import pytest

from edison.sim import SimProcess
from tests.doors.suites import a_provider

from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


def test_a_change_of_a_provider_keeps_its_key_prices_and_limits(
    workbench: Opened, browser: Any, simulator: SimProcess
) -> None:
    address = a_provider(simulator)["base_url"]
    wish = {"name": "office", "kind": "openai-compatible", "base_url": address, "key": "sk-of-the-office"}
    limits = {"price_in": 5.0, "price_out": 20.0, "requests_per_minute": 600.0, "concurrency": 4}
    workbench.ask("POST", "/api/providers", {**wish, **limits})
    page = browser.new_page(viewport={"width": 1280, "height": 900})

    page.goto(workbench.address)
    page.goto(f"{workbench.base}/settings")
    page.get_by_role("button", name="Change office").click()
    dialog = page.get_by_role("dialog")
    shown = {name: dialog.get_by_label(name).input_value() for name in ("Price sent", "Price received")}
    dialog.get_by_label("Price received").fill("30")
    dialog.get_by_role("button", name="Store it").click()
    dialog.wait_for(state="detached")
    page.get_by_role("button", name="Test office").click()
    page.get_by_text("It answers and lists").wait_for()
    page.close()

    [kept] = workbench.ask("GET", "/api/settings")["providers"]
    assert shown == {"Price sent": "5", "Price received": "20"}
    assert {name: kept[name] for name in limits} == {**limits, "price_out": 30.0}
    assert (kept["key"], kept["base_url"]) == ("stored", address)


def test_a_project_caps_what_its_runs_spend_and_narrows_whom_they_ask(
    workbench: Opened, browser: Any
) -> None:
    workbench.ask("POST", "/api/projects", {"slug": "shop"})
    page = browser.new_page(viewport={"width": 1280, "height": 900})

    page.goto(workbench.address)
    page.goto(f"{workbench.base}/projects/shop")
    page.get_by_label("All runs together, in dollars").fill("12.5")
    allowed = page.get_by_role("combobox", name="Who may be asked")
    allowed.fill("openai/gpt-4o-mini")
    allowed.press("Enter")
    project = workbench.ask("GET", "/api/projects")[0]
    theirs = {"seen": project["revision"], "description": "Answers of the shop."}
    workbench.ask("POST", "/api/projects/shop/change", theirs)
    page.get_by_role("button", name="Store the limits").click()
    page.get_by_role("button", name="Store yours all the same").click()
    page.get_by_role("meter", name="Budget spent").wait_for()
    page.goto(f"{workbench.base}/settings")
    page.get_by_role("row", name="shop").get_by_text("$12.50").wait_for()
    page.close()

    [kept] = workbench.ask("GET", "/api/projects")
    assert (kept["cap_usd"], kept["allow_list"]) == (12.5, ["openai/gpt-4o-mini"])
    assert kept["description"] == "Answers of the shop."
