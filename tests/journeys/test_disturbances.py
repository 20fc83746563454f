"""Nothing that somebody typed is ever lost: every place to write in, and all that may go wrong meanwhile."""

import json
import re
import signal
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from edison.sim import SimProcess
from edison.wiring import SystemClock
from tests.database import open_quickly
from tests.doors.suites import a_suite
from tests.factories import a_stored_suggestion
from tools.cards import ROOT

from .conftest import endless_run, opened_browser
from .cutting import laid_cable
from .desks import Desk, Written, places, seated
from .opening import Opened, Served

TYPED = "What I wrote – ✎ “kept”"
CASES = "id,question,expect\nlate,Where is it?,on its way\n"
FEATURES = ROOT / "web" / "src" / "features"


Mishap = Callable[[Desk], bool]
"""What goes wrong; gives whether the pages were gone."""


def _something_is_told(desk: Desk) -> bool:
    """Another person changes what all pages ask for anew."""
    for kind in ("prompts", "datasets", "projects"):
        for page in desk.tabs.values():
            page.evaluate(f"fetch('/api/{kind}')")
    desk.workbench.ask("POST", "/api/projects", {"slug": f"told-{desk.served.count()}"})
    desk.all_live()
    return False


def _tabs_are_left_and_come_back(desk: Desk) -> bool:
    for page in desk.tabs.values():
        page.bring_to_front()
        page.evaluate(
            "dispatchEvent(new Event('focus')); document.dispatchEvent(new Event('visibilitychange'))"
        )
    return False


def _pages_are_loaded_anew(desk: Desk) -> bool:
    for page in desk.tabs.values():
        page.reload()
    return True


def _a_link_is_followed_and_back(desk: Desk) -> bool:
    for page in desk.tabs.values():
        # Whatever is open above the page is closed first.
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.locator(".mantine-Modal-overlay").first.wait_for(state="detached")
        page.get_by_role("navigation", name="Main").get_by_role("link", name="Costs").click()
        page.get_by_role("heading", level=1, name="Costs").wait_for()
    return True


def _the_server_is_killed_and_comes_back(desk: Desk) -> bool:
    """Whoever opens the new address once is heard in the tabs that were left open."""
    desk.served.end(signal.SIGKILL)
    for name in desk.tabs:
        desk.write(name, TYPED)
    desk.workbench = desk.served.start()
    desk.let_in()
    desk.all_live()
    return False


def _the_token_is_another_one(desk: Desk) -> bool:
    """Another tab is open all the while, and waits until the feed was refused."""
    left = desk.context.new_page()
    left.goto(desk.base)
    assert desk.served.end() == 0
    desk.workbench = desk.served.start()
    left.get_by_text("Not connected.").wait_for()
    for page in desk.tabs.values():
        page.goto(f"{desk.base}/?token={desk.workbench.token}")
    desk.all_live(left)
    left.close()
    return True


def _every_connection_is_cut(desk: Desk) -> bool:
    """The feed's as well: it comes back by itself."""
    assert desk.cable is not None
    assert desk.cable.cut() > 0
    desk.workbench.ask("POST", "/api/projects", {"slug": f"cut-{desk.served.count()}"})
    desk.all_live()
    return False


def _what_is_asked_anew_is_refused(desk: Desk) -> bool:
    """A session that is over: whatever pages ask for anew is refused, and what is on them stays."""
    assert desk.cable is not None
    for page in desk.tabs.values():
        page.route("**/api/**", lambda route: route.fulfill(status=401, json={"code": "not_let_in"}))
    with ExitStack() as refusals:
        for name in ("wizard", "label", "review"):
            if name in desk.tabs:
                tab = desk.tabs[name]
                refusals.enter_context(tab.expect_response(lambda reply: reply.status == 401))
        desk.cable.cut()
    for page in desk.tabs.values():
        page.unroute("**/api/**")
    return False


def _the_network_is_gone_for_a_minute(desk: Desk) -> bool:
    """Clocks of the pages are put forward, so that whatever they do after a while is done."""
    desk.context.clock.install()
    desk.context.set_offline(True)
    for name in desk.tabs:
        desk.write(name, TYPED)
    desk.context.clock.fast_forward("01:00")
    desk.context.set_offline(False)
    return False


def _a_run_ends_underneath(desk: Desk) -> bool:
    live = endless_run(desk.workbench, desk.simulator, key=f"an endless run {desk.served.count()}")
    desk.workbench.ask("POST", f"/api/runs/{live}/cancel")
    page = desk.context.new_page()
    page.goto(f"{desk.base}/runs/{live}")
    page.get_by_text("Cancelled", exact=True).first.wait_for()
    page.close()
    return False


def _another_person_decides(desk: Desk) -> bool:
    """What is written about is decided, judged and written anew meanwhile."""
    work, at = desk.workbench, desk.served.count()
    review = work.ask("GET", "/api/reviews/sug_1")
    reject = {"decision": "reject", "hunk": 1, "seen": review["revision"]}
    work.ask("POST", "/api/reviews/sug_1/decide", reject, key=f"reject it {at}")
    texts = {"system": f"Another text {at}.", "user": "Answer {{ question }}", "changelog": ""}
    with desk.hearing("prompt version", "**/versions"):
        work.ask("POST", "/api/prompts/kept/versions/1/revise", texts, key=f"revise it {at}")
    run = desk.about.run
    pair = work.ask("GET", f"/api/runs/{run}/pairs/0")["preference"]
    found = {"preference": "tie", "note": "Another note.", "seen": 0 if pair is None else pair["revision"]}
    work.ask("POST", f"/api/runs/{run}/pairs/0", found, key=f"judge it {at}")
    said = work.ask("GET", f"/api/runs/{run}/labels")["labels"]
    label = {"label": "fail", "note": "Another note.", "seen": said[0]["revision"] if said else 0}
    work.ask("POST", f"/api/runs/{run}/cells/0/label", label, key=f"label it {at}")
    if "label" in desk.tabs:
        desk.tabs["label"].get_by_role("alert").get_by_text("At another screen you said: fail").wait_for()
    for experiment in desk.about.experiments:
        place = f"/api/experiments/{experiment}"
        stored = work.ask("GET", place)
        theirs = {**stored["definition"], "goal": f"Another goal {at}.", "rubric": [{"name": f"other {at}"}]}
        change = {"seen": stored["revision"], "definition": theirs}
        work.ask("PATCH", place, change, key=f"write {experiment} {at}")
    _the_rest_is_changed(work, desk.about, at)
    return False


def _another_tab_writes_there_too(desk: Desk) -> bool:
    """The same person in a second tab, which is closed again. What an experiment is made of is the server's by then."""
    for name, page in list(desk.tabs.items()):
        if places(desk.about)[name].source == "experiments/kept.ts":
            continue
        desk.tabs[name] = desk.context.new_page()
        desk.go(name)
        desk.write(name, "What I wrote elsewhere, later.")
        desk.tabs[name].close()
        desk.tabs[name] = page
    return True


def _the_rest_is_changed(work: Opened, about: Written, at: int) -> None:
    """A project, the models of a chat and a case, as they are found."""
    [project] = [one for one in work.ask("GET", "/api/projects") if one["slug"] == "kept"]
    name = {"seen": project["revision"], "description": f"Another purpose {at}."}
    work.ask("POST", "/api/projects/kept/change", name, key=f"rename it {at}")
    chat = work.ask("GET", f"/api/chats/{about.chat}")
    models = [{"model": "local/edison-sim-small", "system": f"Another word {at}."}]
    work.ask("PUT", f"/api/chats/{about.chat}/models", {"models": models, "seen": chat["revision"]})
    newest = max(one["version"] for one in work.ask("GET", "/api/datasets/kept/versions"))
    case = {"version": newest, "case": "late", "variables": {"question": f"Where {at}?"}}
    work.ask("POST", "/api/datasets/kept/edit", case, key=f"edit it {at}")


MISHAPS: dict[str, Mishap] = {
    "something is told": _something_is_told,
    "tabs are left": _tabs_are_left_and_come_back,
    "reload": _pages_are_loaded_anew,
    "another page and back": _a_link_is_followed_and_back,
    "server killed": _the_server_is_killed_and_comes_back,
    "token renewed": _the_token_is_another_one,
    "every connection cut": _every_connection_is_cut,
    "asked anew in vain": _what_is_asked_anew_is_refused,
    "a run ends": _a_run_ends_underneath,
    "another decides": _another_person_decides,
    "other tab": _another_tab_writes_there_too,
    "offline": _the_network_is_gone_for_a_minute,
}
OF_A_KIND = ("server killed", "asked anew in vain")


@pytest.fixture(scope="module")
def finished(workbench: Opened, served: Served, simulator: SimProcess) -> Written:
    """Runs, experiments, a chat, a prompt, cases, a project and a suggestion to write about."""
    suite = a_suite(simulator, arms=["local/edison-sim-large", "local/edison-sim-small"])
    run = workbench.ask("POST", "/api/runs", {"name": "suite.json", "suite": json.dumps(suite)})["id"]
    workbench.ask("POST", "/api/prompts", {"name": "kept", "text": "Answer {{ question }}"})
    workbench.ask("POST", "/api/projects", {"slug": "kept"})
    workbench.ask("POST", "/api/datasets", {"name": "kept", "file": "kept.csv", "content": CASES})
    chat = workbench.ask("POST", "/api/chats", {"models": [{"model": "local/edison-sim-small"}]})["id"]
    paused = endless_run(workbench, simulator, key="to be paused", budget_usd=1.0)
    workbench.ask("POST", f"/api/runs/{paused}/pause")
    store = open_quickly(served.database, clock=SystemClock())
    with store.work() as work:
        work.suggestions.add(a_stored_suggestion())
    store.close()
    rubric = [{"name": "correct", "weight": 1, "description": "What it says is true."}]
    whole = {**suite, "rubric": rubric}
    begun = [
        workbench.ask("POST", "/api/experiments", {"name": name, "definition": definition}, key=name)["id"]
        for name, definition in ((f"one to write {at}", whole if at < 5 else {}) for at in range(6))
    ]
    return Written(run, paused, tuple(begun), chat)


def test_every_place_to_write_in_has_a_desk() -> None:
    """Whatever keeps what is typed is tried; a field that nothing keeps is one of those that need not be kept."""
    keeping, fields = set[str](), set[str]()
    for file in FEATURES.rglob("*.ts*"):
        text = file.read_text(encoding="utf-8")
        name = file.relative_to(FEATURES).as_posix()
        if re.search(r"\buseDraft[<(]|\bkeepWords\(", text):
            keeping.add(name)
        elif re.search(r"<(Textarea|TextInput|JsonInput|NumberInput|TagsInput|PromptEditor|Editor)\b", text):
            fields.add(name)

    tried = {place.source for place in places(Written("", "", ("",) * 6, "")).values()}
    assert keeping - tried == {
        "data/DatasetPage.tsx",
        "judges/Anew.tsx",
        "experiments/drafting.ts",
    }, "ticks and a run, nothing that is typed; and what is there only after an examination"
    assert tried <= keeping
    assert {name for name in fields if not name.startswith("experiments/steps/")} == {
        "calls/LatestCallsPage.tsx",
        "data/CaseFields.tsx",
        "experiments/AssistFields.tsx",
        "rankings/Dealing.tsx",
        "rankings/Elsewhere.tsx",
        "rankings/OptionFields.tsx",
        "results/ComparePage.tsx",
        "runs/Refining.tsx",
    }, "steps write into the wizard, and these into the address or the page around them"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("mishap", MISHAPS)
def test_nothing_typed_is_lost(
    served: Served,
    workbench: Opened,
    browser: Any,
    finished: Written,
    simulator: SimProcess,
    mishap: str,
    is_whole: bool,
) -> None:
    if not is_whole and mishap not in OF_A_KIND:
        pytest.skip("one mishap of a kind here, all of them: make e2e")
    names = list(places(finished)) if is_whole else ["wizard", "review"]
    text = f"{TYPED} {mishap}"
    # Others may have killed and started it since; then its token is another.
    workbench = served.opened or workbench
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    with seated(Desk(served, workbench, context, about=finished, simulator=simulator), names) as desk:
        for place in names:
            desk.write(place, text)
        gone = MISHAPS[mishap](desk)
        lost = desk.lost(TYPED if mishap in ("server killed", "offline") else text, again=gone)
    context.close()

    assert lost == []


@pytest.mark.usefixtures("wholly")
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_closed_browser_opens_with_everything(
    served: Served,
    workbench: Opened,
    finished: Written,
    simulator: SimProcess,
    playwright: Any,
    tmp_path: Path,
) -> None:
    # Others may have killed and started it since; then its token is another.
    workbench = served.opened or workbench
    with laid_cable(workbench.port) as cable:
        with opened_browser(playwright, tmp_path) as context:
            desk = Desk(served, workbench, context, about=finished, simulator=simulator)
            desk.cable = cable
            desk.sit_down(list(places(finished)))
            for name in desk.tabs:
                desk.write(name, TYPED)
        with opened_browser(playwright, tmp_path) as context:
            again = Desk(served, workbench, context, about=finished, simulator=simulator)
            again.cable = cable
            again.sit_down(list(places(finished)))
            assert again.lost(TYPED, again=False) == []


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_what_another_tab_sends_takes_nothing_away(served: Served, workbench: Opened, browser: Any) -> None:
    workbench = served.opened or workbench
    context = browser.new_context()
    mine, other = context.new_page(), context.new_page()
    _begin_a_prompt(mine, workbench, "")
    mine.get_by_label("Text", exact=True).fill("What I wrote.")
    _begin_a_prompt(other, workbench, "What I wrote.")
    other.get_by_label("Text", exact=True).fill("What I sent.")
    name = f"sent {served.count()}"
    other.get_by_label("Name", exact=True).fill(name)
    other.get_by_role("button", name="Keep as a version").click()
    other.get_by_role("heading", level=1, name=name).wait_for()
    other.close()

    _begin_a_prompt(mine, workbench, "What I wrote.")
    mine.close()
    last = context.new_page()
    _begin_a_prompt(last, workbench, "What I wrote.")
    last.get_by_label("Text", exact=True).fill("What I went on with.")
    _begin_a_prompt(last, workbench, "What I went on with.")
    context.close()


def _begin_a_prompt(page: Any, workbench: Opened, found: str) -> None:
    """Open the form anew, in which the words are found that were kept."""
    page.goto(workbench.address)
    page.goto(f"{workbench.base}/prompts")
    page.get_by_role("button", name="New prompt").click()
    text = page.get_by_role("dialog").get_by_label("Text", exact=True)
    text.locator(".cm-line", has_text=re.compile(f"^{re.escape(found)}")).wait_for()


@pytest.mark.usefixtures("wholly")
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_two_tabs_that_die_leave_both_their_words(
    served: Served, workbench: Opened, browser: Any, finished: Written
) -> None:
    workbench = served.opened or workbench
    place = f"/experiments/{finished.experiments[0]}/edit?step=objective"
    context = browser.new_context()
    tabs = [context.new_page() for _ in range(2)]
    for tab in tabs:
        tab.goto(workbench.address)
        tab.goto(workbench.base + place)
        tab.get_by_label("Goal", exact=True).wait_for()
    served.end(signal.SIGKILL)
    for tab, words in zip(tabs, ("The first tab's.", "The second tab's."), strict=True):
        tab.get_by_label("Goal", exact=True).fill(words)
        tab.close()
    workbench = served.start()

    tab = context.new_page()
    tab.goto(workbench.address)
    tab.goto(workbench.base + place)
    told = tab.get_by_role("alert")
    told.get_by_text("The first tab's.").wait_for()
    assert tab.get_by_label("Goal", exact=True).input_value() == "The second tab's."
    told.get_by_role("button", name="Take the words on the left").click()
    tab.get_by_text("Saved").wait_for()
    told.wait_for(state="detached")
    tab.reload()
    tab.get_by_label("Goal", exact=True).wait_for()
    assert tab.get_by_label("Goal", exact=True).input_value() == "The first tab's."
    context.close()
