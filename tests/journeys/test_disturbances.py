"""Nothing that somebody typed is ever lost: every place to write in, and all that may go wrong meanwhile."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from edison.sim import SimProcess
from edison.wiring import SystemClock
from tests.database import open_quickly
from tests.doors.suites import a_suite
from tests.factories import a_stored_suggestion

from .conftest import endless_run, opened_browser
from .cutting import Cable, laid_cable
from .opening import Opened, Served

TYPED = "What I wrote – ✎ “kept”"


@dataclass(frozen=True)
class Place:
    """Somewhere to write: how to get there, and the field."""

    path: str
    field: str
    ways: tuple[tuple[str, str], ...] = ()
    """What is pressed on the way, by role and name."""


@dataclass(frozen=True)
class Written:
    """What is there to write about."""

    run: str
    experiment: str
    other_experiment: str


def places(about: Written) -> dict[str, Place]:
    run, more = about.run, "Say more: another word, a score, the right answer, a note"
    return {
        "wizard": Place(f"/experiments/{about.experiment}/edit?step=objective", "Goal"),
        "rubric": Place(
            f"/experiments/{about.other_experiment}/edit?step=rubric",
            "What a judge looks for",
        ),
        "label": Place(f"/runs/{run}?cell=0", "The right answer", (("text", more),)),
        "new prompt": Place("/prompts", "Text", (("button", "New prompt"),)),
        "prompt version": Place("/prompts/kept", "System", (("button", "Write the next from it"),)),
        "review": Place("/reviews/sug_1?hunk=1", "What is to stand there", (("button", "Edit"),)),
        "import of cases": Place("/data", "Or paste them", (("button", "Import cases"),)),
        "suite": Place("/runs/new", "Suite"),
        "ranking": Place("/rankings/new", "Question"),
        "battery": Place("/batteries", "Or paste it"),
        "blind pair": Place(f"/runs/{run}/side-by-side?case=0", "Note"),
    }


class Desk:
    """A person at a browser, with a tab for each place."""

    def __init__(
        self, served: Served, workbench: Opened, context: Any, *, about: Written, simulator: SimProcess
    ) -> None:
        self.served = served
        self.workbench = workbench
        self.context = context
        self.about = about
        self.simulator = simulator
        self.cable: Cable | None = None
        self.tabs: dict[str, Any] = {}

    def sit_down(self, names: list[str]) -> None:
        """Open every place in a tab of its own."""
        self.let_in()
        for name in names:
            self.tabs[name] = self.context.new_page()
            self._go(name)

    @property
    def base(self) -> str:
        """Where the browser finds the workbench: through the cable."""
        assert self.cable is not None
        return f"http://127.0.0.1:{self.cable.port}"

    def let_in(self) -> None:
        """Open the address that was printed, token included."""
        door = self.context.new_page()
        door.goto(f"{self.base}/?token={self.workbench.token}")
        door.close()

    def _go(self, name: str) -> None:
        place = places(self.about)[name]
        page = self.tabs[name]
        page.goto(self.base + place.path)
        page.get_by_role("heading", level=1).first.wait_for()
        field = self.field(name)
        for role, pressed in place.ways:
            # Words that were begun open their field by themselves.
            way = (
                page.get_by_text(pressed)
                if role == "text"
                else page.get_by_role(role, name=pressed, exact=True)
            ).first
            page.locator("main").locator("visible=true").first.wait_for()
            way.wait_for()
            if not field.is_visible():
                way.click()
        field.wait_for()

    def field(self, name: str) -> Any:
        return self.tabs[name].get_by_label(places(self.about)[name].field, exact=True).first

    @contextmanager
    def hearing(self, name: str, path: str) -> Iterator[None]:
        """Wait until a page, if it is open, has asked anew for what is changed meanwhile."""
        if name not in self.tabs:
            yield
            return
        with self.tabs[name].expect_response(path):
            yield

    def write(self, name: str, text: str) -> None:
        self.field(name).fill(text)

    def lost(self, text: str, *, again: bool) -> list[str]:
        """The places that do not hold what was written; after a page was gone, they are opened again."""
        found: list[str] = []
        for name in self.tabs:
            if again:
                self._go(name)
            if self.read(name) != text:
                found.append(name)
        return found

    def read(self, name: str) -> str:
        """What stands in a field; an editor is no control of the browser's, and shows its lines."""
        field = self.field(name)
        is_editor = field.get_attribute("contenteditable") is not None
        # What was taken away is shown in the text as well, where one text is written on another.
        lines = field.locator(".cm-line").all_inner_texts() if is_editor else [field.input_value()]
        return "\n".join(lines)


Mishap = Callable[[Desk], bool]
"""What goes wrong; gives whether the pages were gone."""


def _something_is_told(desk: Desk) -> bool:
    """Another person changes what all pages ask for anew."""
    for kind in ("prompts", "datasets", "projects"):
        for page in desk.tabs.values():
            page.evaluate(f"fetch('/api/{kind}')")
    desk.workbench.ask("POST", "/api/projects", {"slug": f"told-{desk.served.count()}"})
    next(iter(desk.tabs.values())).get_by_text("Live").first.wait_for()
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
    desk.served.end(signal.SIGKILL)
    for name in desk.tabs:
        desk.write(name, TYPED)
    desk.workbench = desk.served.start()
    desk.let_in()
    return False


def _the_token_is_another_one(desk: Desk) -> bool:
    assert desk.served.end() == 0
    desk.workbench = desk.served.start()
    for page in desk.tabs.values():
        page.goto(f"{desk.base}/?token={desk.workbench.token}")
    return True


def _every_connection_is_cut(desk: Desk) -> bool:
    """The feed's as well: it comes back by itself."""
    assert desk.cable is not None
    assert desk.cable.cut() > 0
    desk.workbench.ask("POST", "/api/projects", {"slug": f"cut-{desk.served.count()}"})
    next(iter(desk.tabs.values())).get_by_text("Live").first.wait_for()
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


def _the_network_is_gone_for_a_while(desk: Desk) -> bool:
    desk.context.set_offline(True)
    for name in desk.tabs:
        desk.write(name, TYPED)
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
    label = {"label": "fail", "note": "Another note."}
    work.ask("POST", f"/api/runs/{run}/cells/0/label", label, key=f"label it {at}")
    for experiment in (desk.about.experiment, desk.about.other_experiment):
        place = f"/api/experiments/{experiment}"
        stored = work.ask("GET", place)
        theirs = {**stored["definition"], "goal": f"Another goal {at}.", "rubric": [{"name": f"other {at}"}]}
        change = {"seen": stored["revision"], "definition": theirs}
        work.ask("PATCH", place, change, key=f"write {experiment} {at}")
    return False


MISHAPS: dict[str, Mishap] = {
    "something is told": _something_is_told,
    "tabs are left": _tabs_are_left_and_come_back,
    "reload": _pages_are_loaded_anew,
    "another page and back": _a_link_is_followed_and_back,
    "server killed": _the_server_is_killed_and_comes_back,
    "token renewed": _the_token_is_another_one,
    "offline": _the_network_is_gone_for_a_while,
    "every connection cut": _every_connection_is_cut,
    "asked anew in vain": _what_is_asked_anew_is_refused,
    "a run ends": _a_run_ends_underneath,
    "another decides": _another_person_decides,
}


@pytest.fixture(scope="module")
def finished(workbench: Opened, served: Served, simulator: SimProcess) -> Written:
    """A run of two arms, an experiment, a prompt and a suggestion to write about."""
    suite = a_suite(simulator, arms=["local/edison-sim-large", "local/edison-sim-small"])
    run = workbench.ask("POST", "/api/runs", {"name": "suite.json", "suite": json.dumps(suite)})["id"]
    workbench.ask("POST", "/api/prompts", {"name": "kept", "text": "Answer {{ question }}"})
    store = open_quickly(served.database, clock=SystemClock())
    with store.work() as work:
        work.suggestions.add(a_stored_suggestion())
    store.close()
    rubric = [{"name": "correct", "weight": 1, "description": "What it says is true."}]
    begun = [
        workbench.ask(
            "POST", "/api/experiments", {"name": name, "definition": {**suite, "rubric": rubric}}, key=name
        )
        for name in ("one to write", "another to write")
    ]
    return Written(run, begun[0]["id"], begun[1]["id"])


@contextmanager
def seated(desk: Desk, names: list[str]) -> Iterator[Desk]:
    with laid_cable(desk.workbench.port) as desk.cable:
        desk.sit_down(names)
        yield desk
        for page in desk.tabs.values():
            page.close()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_nothing_typed_is_lost(
    served: Served,
    workbench: Opened,
    browser: Any,
    finished: Written,
    simulator: SimProcess,
    is_whole: bool,
) -> None:
    names = list(places(finished)) if is_whole else ["wizard", "label", "review"]
    mishaps = (
        MISHAPS if is_whole else {name: MISHAPS[name] for name in ("server killed", "asked anew in vain")}
    )
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    lost: dict[str, list[str]] = {}
    for number, (name, mishap) in enumerate(mishaps.items()):
        with seated(Desk(served, workbench, context, about=finished, simulator=simulator), names) as desk:
            text = f"{TYPED} {number}"
            for place in names:
                desk.write(place, text)
            gone = mishap(desk)
            wanted = TYPED if name in ("server killed", "offline") else text
            lost[name] = desk.lost(wanted, again=gone)
            workbench = desk.workbench
    context.close()

    assert {name: found for name, found in lost.items() if found} == {}


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_closed_browser_opens_with_everything(
    served: Served,
    workbench: Opened,
    finished: Written,
    simulator: SimProcess,
    playwright: Any,
    tmp_path: Path,
    is_whole: bool,
) -> None:
    if not is_whole:
        pytest.skip("a browser with a memory of its own: make e2e")
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
def test_two_tabs_that_die_leave_both_their_words(
    served: Served, workbench: Opened, browser: Any, finished: Written, is_whole: bool
) -> None:
    if not is_whole:
        pytest.skip("a server that is killed and started again: make e2e")
    workbench = served.opened or workbench
    place = f"/experiments/{finished.experiment}/edit?step=objective"
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
