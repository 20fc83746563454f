"""The workbench in a browser: runs, prompts, cases, experiments and models side by side, each by itself."""

from typing import Any

import pytest

from edison.sim import SimProcess

from .conftest import endless_run, violations
from .opening import Opened

HOSTILE = "<img src=x onerror=window.hacked=1>"


pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def demonstration(workbench: Opened) -> str:
    """A run of the demonstration; with it, the simulator of the workbench is there."""
    return str(workbench.ask("POST", "/api/demo", {"live": False})["id"])


LATE = """
const Real = SharedWorker
window.SharedWorker = function (address, options) {
  const said = [], port = { postMessage: (told) => said.push(told), close() {} }
  window.letIn = () => {
    const worker = new Real(address, options)
    worker.port.onmessage = (e) => port.onmessage(e)
    for (const told of said) worker.port.postMessage(told)
  }
  return { port }
}
"""
"""A browser in which the feed is opened only when it is let in."""


def test_a_run_is_held_and_let_go(workbench: Opened, browser: Any, sim: SimProcess) -> None:
    run = endless_run(workbench, sim, key="held and let go")
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    late = browser.new_page()
    late.add_init_script(LATE)

    page.goto(workbench.address)
    page.goto(f"{workbench.base}/runs/{run}")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").wait_for()
    assert workbench.ask("GET", f"/api/runs/{run}")["state"] == "paused"
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Pause").wait_for()
    late.goto(workbench.address)
    late.goto(f"{workbench.base}/runs/{run}")
    late.get_by_role("button", name="Pause").wait_for()
    page.get_by_role("button", name="Cancel…").click()
    page.get_by_role("button", name="Cancel the run").click()
    page.get_by_text("Cancelled", exact=True).first.wait_for()

    assert workbench.ask("GET", f"/api/runs/{run}")["state"] == "cancelled"
    late.evaluate("letIn()")
    late.get_by_text("Cancelled", exact=True).first.wait_for()
    late.close()
    page.close()


ALONE = """
delete window.SharedWorker
window.look = (hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
"""
"""A browser that shares no worker between its tabs, and whose tab is left and seen again when it is told so."""


def test_a_browser_without_shared_workers_hears_what_happens(workbench: Opened, browser: Any) -> None:
    page = browser.new_page()
    page.add_init_script(ALONE)

    page.goto(workbench.address)
    page.goto(f"{workbench.base}/projects")
    page.locator("[data-state=live]").wait_for()
    workbench.ask("POST", "/api/projects", {"slug": "heard-alone"}, key="heard alone")
    page.get_by_role("main").get_by_text("heard-alone").first.wait_for()
    page.evaluate("look(true)")
    workbench.ask("POST", "/api/projects", {"slug": "made-while-hidden"}, key="while hidden")
    page.evaluate("look(false)")
    page.get_by_role("main").get_by_text("made-while-hidden").first.wait_for()
    page.close()


def test_whatever_has_a_name_is_found_by_it(workbench: Opened, browser: Any) -> None:
    workbench.ask("POST", "/api/projects", {"slug": "palette"}, key="a palette")
    workbench.ask(
        "POST", "/api/prompts?project=palette", {"name": "sought / prompt", "text": "{{ question }}"}
    )
    workbench.ask(
        "POST", "/api/experiments", {"name": "sought experiment", "definition": {}}, key="a sought one"
    )
    page = browser.new_page(viewport={"width": 1280, "height": 800})

    page.goto(workbench.address)
    page.get_by_role("heading", level=1).wait_for()
    page.keyboard.press("Control+k")
    search = page.get_by_role("combobox", name="Page, run")
    search.fill("sought experiment")
    page.get_by_role("option", name="sought experiment").wait_for()
    with page.expect_response(lambda reply: "named=sought" in reply.url) as asked:
        search.fill("sought prompt run")
    assert asked.value.ok
    page.get_by_text("Nothing is called so.").wait_for()
    search.fill("sought prompt")
    page.get_by_role("option", name="sought / prompt Prompt of palette").click()
    page.get_by_role("heading", level=1, name="sought / prompt").wait_for()
    page.close()


def test_a_prompt_and_cases_are_kept(workbench: Opened, browser: Any, is_whole: bool) -> None:
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
    page.get_by_label("System").fill(HOSTILE)
    page.get_by_role("button", name="Keep as the next version").click()
    page.get_by_role("heading", name="From version 1 to 2").wait_for()
    found = violations(page, is_wanted=is_whole)
    page.get_by_role("button", name="Mark as in use").click()
    page.get_by_role("dialog").get_by_role("button", name="Mark as in use").click()
    page.get_by_text("It does not pass the gate").wait_for()
    kept = workbench.ask("GET", "/api/prompts/shop%20%2F%20answers/versions")
    assert [(one["system"], one["is_production"]) for one in kept] == [(HOSTILE, False), ("", False)]

    page.goto(f"{workbench.base}/data")
    page.get_by_role("button", name="Import cases").click()
    page.get_by_label("Or paste them").fill("who,question\nann,Where is it?\nbob,It broke!")
    page.get_by_label("Name", exact=True).fill("support")
    page.get_by_role("combobox", name="Name of the case").click()
    page.get_by_role("option", name="who").click()
    page.get_by_role("button", name="Keep as a version").click()
    page.get_by_role("button", name="ann", exact=True).wait_for()
    found += violations(page, is_wanted=is_whole)
    assert [one["cases"] for one in workbench.ask("GET", "/api/datasets")] == [2]
    assert sorted(set(found)) == []
    page.close()


@pytest.mark.usefixtures("demonstration")
def test_an_experiment_is_written(workbench: Opened, browser: Any, is_whole: bool) -> None:
    """Whatever comes between, nothing that was typed is lost."""
    page = browser.new_page(viewport={"width": 360, "height": 780}, color_scheme="dark")
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/experiments/new")
    page.get_by_role("button", name="classification").click()
    page.get_by_label("Goal").fill("Sort messages into five classes.")
    experiment = page.url.rpartition("/experiments/")[2].partition("/")[0]
    address = f"/api/experiments/{experiment}"
    page.get_by_text("Saved 2").or_(page.get_by_text("Saved 1")).or_(page.get_by_text("Saved 0")).wait_for()

    page.context.set_offline(True)
    page.get_by_label("Goal").fill("Sort messages, one word each.")
    page.get_by_text("Kept in this browser: The server does not answer").wait_for()
    stored = workbench.ask("GET", address)
    assert stored["goal"] == "Sort messages into five classes."
    theirs = {**stored["definition"], "budget_usd": 2}
    workbench.ask("PATCH", address, {"seen": stored["revision"], "definition": theirs})
    page.context.set_offline(False)
    page.get_by_role("heading", name="You changed it elsewhere meanwhile").wait_for()
    found = violations(page, is_wanted=is_whole)
    page.reload()
    page.get_by_role("button", name="Store mine all the same").click()
    page.get_by_role("button", name="Store mine all the same").wait_for(state="detached")
    page.close()

    assert workbench.ask("GET", address)["goal"] == "Sort messages, one word each."
    assert sorted(set(found)) == []


@pytest.mark.usefixtures("demonstration")
def test_an_experiment_is_completed_and_run(workbench: Opened, browser: Any, is_whole: bool) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 780}, color_scheme="dark")
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/experiments/new")
    page.get_by_role("button", name="classification").click()
    page.get_by_label("Steps").wait_for()
    experiment = page.url.rpartition("/experiments/")[2].partition("/")[0]
    address = f"/api/experiments/{experiment}"

    page.get_by_label("Steps").get_by_role("button", name="Rubric").click()
    page.get_by_label("Weight").first.fill("60")
    page.get_by_label("Steps").get_by_role("button", name="Seed prompt").click()
    page.get_by_label("User", exact=True).fill("Message: {{ message }} {{ tone }}")
    page.get_by_text("tone (in no case)").wait_for()
    found = violations(page, is_wanted=is_whole)
    page.get_by_label("User", exact=True).fill("Message: {{ message }}")
    page.get_by_label("Steps").get_by_role("button", name="Limits and start").click()
    page.get_by_role("button", name="Look at it first").click()
    page.get_by_role("button", name="Start the run").click()
    page.get_by_text("Ended", exact=True).first.wait_for(timeout=60_000)
    page.goto(f"{workbench.base}/experiments/{experiment}")
    page.get_by_text("The last run ended").wait_for()
    found += violations(page, is_wanted=is_whole)

    ended = workbench.ask("GET", address)
    assert (ended["status"], ended["runs"]) == ("completed", 1)
    assert [one["weight"] for one in ended["definition"]["rubric"]] == [0.6, 0.4]
    assert ended["definition"]["prompt"]["user"] == "Message: {{ message }}"
    assert sorted(set(found)) == []


@pytest.mark.usefixtures("demonstration")
def test_models_are_asked_side_by_side(workbench: Opened, browser: Any, is_whole: bool) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))

    page.goto(workbench.address)
    page.goto(f"{workbench.base}/compare")
    for model in ("sim/edison-sim-large", "sim/nobody"):
        page.get_by_role("combobox", name="Models").fill(model)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Begin").click()
    held: list[Any] = []
    page.route("**/ask", lambda route: held.append(route))
    page.get_by_label("Question").fill(f"What is the capital of France? {HOSTILE}")
    with page.expect_request("**/ask"):
        page.get_by_role("button", name="Send").click()
    page.get_by_label("Question").fill("What is the capital of Spain?")
    held[0].continue_()
    page.unroute("**/ask")
    large = page.get_by_role("article", name="sim/edison-sim-large")
    large.get_by_text("Paris").wait_for()
    page.get_by_role("article", name="sim/nobody").get_by_text("nobody").last.wait_for()
    page.get_by_role("button", name="Send").wait_for()
    assert page.get_by_label("Question").input_value() == "What is the capital of Spain?", "typed meanwhile"
    page.get_by_label("Question").press("Control+Enter")
    page.get_by_label("Turn 2").get_by_text("Madrid").wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("System").first.fill("Be brief.")
    found = violations(page, is_wanted=is_whole)
    page.get_by_role("button", name="Use from the next turn on").click()
    page.get_by_role("dialog").wait_for(state="detached")
    chat = workbench.ask("GET", f"/api/chats/{page.url.rpartition('/')[2]}")

    assert (chat["columns"][0]["system"], len(chat["questions"]), len(chat["answers"])) == ("Be brief.", 2, 4)
    assert ([*found, *violations(page, is_wanted=is_whole)], broken, page.evaluate("window.hacked")) == (
        [],
        [],
        None,
    )
    page.close()
