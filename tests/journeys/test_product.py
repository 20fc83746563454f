"""What people come for, in a browser from the first click to the stored result: refine, benchmark, rank, qualify."""

import json
from typing import Any

import pytest

from edison.sim import SimProcess
from tests.doors.suites import JUDGED, a_provider, a_shop_to_refine, a_suite

from .opening import Opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

PATIENCE_MS = 120_000
TEXTS = (
    "School should start later.",
    "No.",
    "Pupils who sleep learn more, as every study of them shows.",
    "Later is better because it is.",
)
BOARDS = {"quality", "checks", "speed", "cost"}


@pytest.fixture(scope="module")
def page(workbench: Opened, browser: Any, simulator: SimProcess) -> Any:
    """A browser that has been let in, at a workbench that knows a provider."""
    form = {"name": "local", "kind": "openai-compatible", "base_url": simulator.base_url("openai-compatible")}
    workbench.ask("POST", "/api/providers", {**form, "price_in": 5, "price_out": 20})
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(workbench.address)
    opened.get_by_role("heading", level=1).first.wait_for()
    return opened


def start(workbench: Opened, page: Any, suite: dict[str, Any], *, path: str, button: str) -> str:
    """Paste a suite, look at what it may cost, start it; gives the run."""
    page.goto(workbench.base + path)
    page.get_by_label("Suite").fill(json.dumps(suite))
    if "refine" in path:
        page.get_by_role("combobox", name="Who decides").click()
        page.get_by_role("option", name="Approve each").click()
    page.get_by_role("button", name="Look at it first").click()
    page.get_by_role("button", name=button).click()
    return run_of(page)


def run_of(page: Any) -> str:
    """The run whose page is opened."""
    page.wait_for_url("**/runs/run_**")
    return str(page.url.partition("/runs/")[2].partition("/")[0].partition("?")[0])


def test_a_prompt_is_refined_by_a_person_who_approves(
    workbench: Opened, page: Any, simulator: SimProcess
) -> None:
    suite = a_shop_to_refine(simulator)
    suite["refine"] = {**suite["refine"], "rounds": 1}
    run = start(workbench, page, suite, path="/runs/new?do=refine", button="Start refining")
    page.get_by_role("link", name="Decide").click(timeout=PATIENCE_MS)
    page.get_by_role("heading", name="A change of “shop”").wait_for()
    page.get_by_label("Evidence for hunk 1").get_by_text("edison-judge-fair").first.wait_for()
    hunks = page.get_by_role("button", name="Approve", exact=True).count()
    for _ in range(hunks):
        with page.expect_response(lambda reply: reply.request.method != "GET" and "/reviews" in reply.url):
            page.keyboard.press("a")
    page.get_by_role("button", name="Make the version").click()
    page.get_by_role("status").get_by_role("link", name="version 2 of shop").wait_for()
    page.goto(f"{workbench.base}/runs/{run}/refinement")
    page.get_by_role("link", name="Open the prompt").click(timeout=PATIENCE_MS)
    page.get_by_role("heading", name="From version 1 to 2").wait_for()
    page.get_by_role("button", name="Mark as in use").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why").fill("Proven on held-out cases.")
    dialog.get_by_role("button", name="Mark as in use").click()
    dialog.wait_for(state="detached")

    ended = workbench.ask("GET", f"/api/runs/{run}/refinement")
    versions = workbench.ask("GET", "/api/prompts/shop/versions")
    assert hunks > 0
    assert (ended["state"], ended["rounds"][0]["adopted"], ended["waiting"]) == ("ended", 2, [])
    assert ended["rounds"][0]["candidates"][0]["verdict"] == "better"
    assert [(one["number"], one["is_production"]) for one in versions] == [(2, True), (1, False)]


def test_models_of_two_providers_are_benchmarked_blind(
    workbench: Opened, page: Any, simulator: SimProcess
) -> None:
    providers = {"local": a_provider(simulator), "other": a_provider(simulator)}
    arms = [{"model": "local/edison-sim-large"}, {"model": "other/edison-sim-small"}]
    suite = a_suite(simulator, name="benchmark", providers=providers, arms=arms, **JUDGED)
    run = start(workbench, page, suite, path="/runs/new", button="Start the run")
    page.get_by_text("Ended", exact=True).first.wait_for(timeout=PATIENCE_MS)
    page.get_by_role("link", name="Results").click()
    results = workbench.ask("GET", f"/api/runs/{run}/results")
    for board in results["boards"]:
        page.get_by_role("heading", name=board["title"], exact=True).wait_for()
    page.goto(f"{workbench.base}/runs/{run}/side-by-side?case=0")
    page.get_by_role("heading", level=1).first.wait_for()
    page.get_by_label("Note").wait_for()
    hidden = page.locator("main").inner_text()
    page.get_by_role("button", name="Left", exact=False).first.click()
    page.get_by_role("button", name="Reveal").first.click()
    page.locator("main").get_by_text("edison-sim-small").first.wait_for()

    pairs = workbench.ask("GET", f"/api/runs/{run}/pairs")
    assert "edison-sim-" not in hidden
    assert {board["board"] for board in results["boards"]} >= BOARDS
    assert {item["name"] for item in results["boards"][0]["items"]} == {arm["model"] for arm in arms}
    assert (pairs["judged"], pairs["hidden"]) == (1, 0)


def test_texts_are_ranked_with_grades(workbench: Opened, page: Any) -> None:
    scale = workbench.ask("GET", "/api/scales")[0]
    page.goto(f"{workbench.base}/rankings/new")
    page.get_by_label("Name", exact=True).fill("Later start")
    page.get_by_label("Question").fill("Argue for a later start of school.")
    page.get_by_label("Or paste texts").fill("\n---\n".join(TEXTS))
    judges = page.get_by_role("combobox", name="Judges")
    judges.fill("local/edison-judge-fair")
    judges.press("Enter")
    page.get_by_role("combobox", name="Scale").click()
    page.get_by_role("option", name=scale["name"]).first.click()
    for text, grade in (("text-2", scale["grades"][0]), ("text-3", scale["grades"][-1])):
        page.get_by_label(f"Grade of {text}").select_option(grade)
    page.get_by_label("Comparisons, at most").fill("24")
    page.get_by_role("button", name="Look at it first").click()
    page.get_by_role("button", name="Start the ranking").click()
    run = run_of(page)
    page.get_by_text("Ended", exact=True).first.wait_for(timeout=PATIENCE_MS)
    page.get_by_role("region", name="What it is worth").wait_for()
    page.get_by_role("heading", name="Grades").wait_for()

    [kept] = [
        one for one in workbench.ask("GET", "/api/runs?preset=rank-entries")["items"] if one["id"] == run
    ]
    ranking = workbench.ask("GET", f"/api/runs/{run}/ranking")
    assert (kept["name"], kept["state"]) == ("Later start", "ended")
    assert len(ranking["items"]) + len(ranking["unplaced"]) == len(TEXTS)
    assert 0 < ranking["comparisons"] <= 24
    assert ranking["worth"]["sentence"]
    assert ranking["waves"][0]["judged"] > 0
    graded = [one for one in ranking["items"] if one["probabilities"]]
    assert ranking["grades"]["available"]
    assert [one["id"] for one in graded if one["anchor_grade"] is None] != []


def test_a_judge_is_examined_and_has_a_card(workbench: Opened, page: Any) -> None:
    page.goto(f"{workbench.base}/judges")
    page.get_by_role("button", name="Examine").first.click()
    dialog = page.get_by_role("dialog")
    judges = dialog.get_by_role("combobox", name="Judges")
    judges.fill("local/edison-judge-fair")
    judges.press("Enter")
    dialog.get_by_label("Judgments of each, at most").fill("24")
    dialog.get_by_role("button", name="Look at it first").click()
    dialog.get_by_role("button", name="Start the examination").click()
    run = run_of(page)
    page.get_by_text("Ended", exact=True).first.wait_for(timeout=PATIENCE_MS)
    page.goto(f"{workbench.base}/judges")
    page.get_by_text("local/edison-judge-fair").first.wait_for()

    cards = workbench.ask("GET", "/api/judges")
    assert workbench.ask("GET", f"/api/runs/{run}")["state"] == "ended"
    assert [card["judge"]["name"] for card in cards] == ["local/edison-judge-fair"]
