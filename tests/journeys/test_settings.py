"""What is set in the browser: a provider is changed in one thing, and all else of it stays."""

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
