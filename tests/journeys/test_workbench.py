"""First light, in a browser: a finished demonstration, its cells and boards, and a run that is held and let go."""

import json
from typing import Any

import pytest

from edison.sim import SimProcess
from tests.doors.suites import a_suite

from .conftest import Opened, violations

PAYLOADS = (
    "<img src=x onerror=window.hacked=1>",
    "<script>window.hacked=1</script>",
    "<svg onload=window.hacked=1>",
    "javascript:window.hacked=1",
    "\"><iframe srcdoc='<script>parent.hacked=1</script>'>",
    "{{constructor.constructor('window.hacked=1')()}}",
    "<a href='http://192.0.2.1/'>x</a><img src=http://192.0.2.1/p.png>",
    "<style>*{background:url(http://192.0.2.1/)}</style>",
)


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_first_morning(workbench: Opened, browser: Any, simulator: SimProcess) -> None:
    """In one go, because each part finds what the one before left behind."""
    meet_the_demonstration(workbench, browser)
    hold_a_run_and_let_it_go(workbench, browser)
    keep_a_prompt_and_cases(workbench, browser)
    look_at_what_others_wrote(workbench, browser, simulator)


def meet_the_demonstration(workbench: Opened, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="dark")
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))

    page.goto(workbench.address)
    page.get_by_role("button", name="Open the demonstration").click()
    page.get_by_text("Ended", exact=True).first.wait_for(timeout=60_000)
    run_id = page.url.rpartition("/runs/")[2].partition("?")[0]
    assert "token" not in page.url
    assert workbench.ask("GET", f"/api/runs/{run_id}")["done"] == 240

    page.get_by_role("switch", name="Failed a check").click()
    page.get_by_role("gridcell").get_by_label("failed a check").first.wait_for()
    page.get_by_role("grid").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    panel = page.get_by_label("Cell", exact=True)
    panel.get_by_role("heading", name="Judgments").wait_for()
    panel.get_by_role("tab", name="Exact input").click()
    panel.get_by_text("You answer customers of a small online shop.").wait_for()
    found = violations(page)
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")

    page.get_by_role("link", name="Results").click()
    page.get_by_role("heading", name="Quality").wait_for()
    page.get_by_text("not told apart.").first.wait_for()
    found += violations(page)
    for path in ("/", "/runs/new", "/rankings/new", "/projects", "/judges", "/settings"):
        page.goto(workbench.base + path)
        page.get_by_role("heading", level=1).wait_for()
        found += violations(page)

    assert sorted(set(found)) == []
    assert broken == []
    page.close()


def hold_a_run_and_let_it_go(workbench: Opened, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})

    run_id = workbench.ask("POST", "/api/demo", {"live": True})["id"]
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/runs/{run_id}")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").wait_for()
    assert workbench.ask("GET", f"/api/runs/{run_id}")["state"] == "paused"
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Pause").wait_for()
    page.get_by_role("button", name="Cancel…").click()
    page.get_by_role("button", name="Cancel the run").click()
    page.get_by_text("Cancelled", exact=True).first.wait_for()

    assert workbench.ask("GET", f"/api/runs/{run_id}")["state"] == "cancelled"
    page.close()


def keep_a_prompt_and_cases(workbench: Opened, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})

    page.goto(workbench.address)
    page.goto(f"{workbench.base}/prompts")
    page.get_by_role("button", name="New prompt").click()
    page.get_by_label("Name").fill("shop / answers")
    page.get_by_label("Text").fill("Answer {{ question }}")
    page.reload()
    page.get_by_role("button", name="New prompt").click()
    page.get_by_role("button", name="Keep as a version").click()
    page.get_by_role("button", name="Write the next from it").click()
    page.get_by_label("System").fill(PAYLOADS[0])
    page.get_by_role("button", name="Keep as the next version").click()
    page.get_by_role("heading", name="From version 1 to 2").wait_for()
    found = violations(page)
    page.get_by_role("button", name="Mark as in use").click()
    page.get_by_role("dialog").get_by_role("button", name="Mark as in use").click()
    page.get_by_text("It does not pass the gate").wait_for()
    kept = workbench.ask("GET", "/api/prompts/shop%20%2F%20answers/versions")
    assert [(one["system"], one["is_production"]) for one in kept] == [(PAYLOADS[0], False), ("", False)]

    page.goto(f"{workbench.base}/data")
    page.get_by_role("button", name="Import cases").click()
    page.get_by_label("Or paste them").fill("who,question\nann,Where is it?\nbob,It broke!")
    page.get_by_label("Name", exact=True).fill("support")
    page.get_by_role("combobox", name="Name of the case").click()
    page.get_by_role("option", name="who").click()
    page.get_by_role("button", name="Keep as a version").click()
    page.get_by_role("button", name="ann").wait_for()
    found += violations(page)
    assert [one["cases"] for one in workbench.ask("GET", "/api/datasets")] == [2]
    assert sorted(set(found)) == []
    page.close()


def look_at_what_others_wrote(workbench: Opened, browser: Any, simulator: SimProcess) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    elsewhere: list[str] = []
    page.on("request", lambda asked: elsewhere.append(asked.url) if workbench.base not in asked.url else None)
    cases = [
        {"id": f"{at} {text}", "country": text, "expect": text, "tags": [text]}
        for at, text in enumerate(PAYLOADS)
    ]
    suite = a_suite(simulator, name=PAYLOADS[0], goal=PAYLOADS[1], cases=cases)
    run_id = workbench.ask("POST", "/api/runs", {"name": "suite.json", "suite": json.dumps(suite)})["id"]
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/runs/{run_id}?cell=0")
    page.get_by_label("Cell", exact=True).get_by_text(PAYLOADS[0]).first.wait_for()
    for path in ("/", "/runs", f"/runs/{run_id}/results", f"/runs/{run_id}/calls", "/costs"):
        page.goto(workbench.base + path)
        page.get_by_role("heading", level=1).wait_for()

    assert page.evaluate("window.hacked") is None
    assert [url for url in elsewhere if not url.startswith("data:")] == []
    with pytest.raises(Exception, match="markup from a string is refused"):
        page.evaluate("document.body.innerHTML = '<img src=x>'")
    page.close()
