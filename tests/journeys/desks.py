"""A person at a browser, with a tab for every place to write in."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from edison.sim import SimProcess

from .cutting import Cable, laid_cable
from .opening import Opened, Served

NUMBERS = ("examination", "budget", "limits of a project")
"""Places that take no words."""


@dataclass(frozen=True)
class Place:
    """Somewhere to write: how to get there, the field, and the source that keeps what is written in it."""

    path: str
    field: str
    source: str
    ways: tuple[tuple[str, str], ...] = ()
    """What is pressed on the way, by role and name."""


@dataclass(frozen=True)
class Written:
    """What is there to write about: each experiment is open at one place."""

    run: str
    paused: str
    experiments: tuple[str, ...]
    chat: str


def places(about: Written) -> dict[str, Place]:
    """Every place, by what it is called."""
    return {**_short_of(about), **_further(about)}


def _short_of(about: Written) -> dict[str, Place]:
    """Those that a person comes to most."""
    run, more = about.run, "Say more: another word, a score, the right answer, a note"
    return {
        "wizard": Place(_step(about, 0, "objective"), "Goal", "experiments/kept.ts"),
        "rubric": Place(_step(about, 1, "rubric"), "What a judge looks for", "experiments/kept.ts"),
        "label": Place(f"/runs/{run}?cell=0", "The right answer", "runs/Labels.tsx", (("text", more),)),
        "new prompt": _behind("/prompts", "Text", "prompts/PromptsPage.tsx", "New prompt"),
        "prompt version": _behind("/prompts/kept", "System", "prompts/Revise.tsx", "Write the next from it"),
        "review": _behind("/reviews/sug_1?hunk=1", "What is to stand there", "reviews/Hunk.tsx", "Edit"),
        "import of cases": _behind("/data", "Or paste them", "data/Import.tsx", "Import cases"),
        "suite": Place("/runs/new", "Suite", "runs/NewRunPage.tsx"),
        "ranking": Place("/rankings/new", "Question", "rankings/NewRankingPage.tsx"),
        "battery": Place("/batteries", "Or paste it", "batteries/BatteriesPage.tsx"),
        "blind pair": Place(f"/runs/{run}/side-by-side?case=0", "Note", "sidebyside/Blind.tsx"),
    }


def _further(about: Written) -> dict[str, Place]:
    """The others: dialogs, second fields, steps of the wizard."""
    again = (("button", "More"), ("menuitem", "Check the answers again…"))
    by_a_model = (("text", "Written by a model"),)
    return {
        "seed prompt": Place(_step(about, 2, "prompt"), "User", "experiments/kept.ts"),
        "cases in lines": Place(_step(about, 3, "data"), "Cases", "experiments/unread.ts"),
        "cases to be written": Place(
            _step(about, 4, "data"), "Hints", "experiments/Generate.tsx", by_a_model
        ),
        "some cases": Place(
            _step(about, 4, "limits"),
            "With one of these tags",
            "experiments/steps/Limits.tsx",
            (("text", "Only some of the cases"),),
        ),
        "who answers": Place("/experiments/new", "Who answers", "experiments/NewExperimentPage.tsx"),
        "who writes": Place(_step(about, 5, "objective"), "Who writes", "experiments/Assist.tsx"),
        "refining": Place("/runs/new?do=refine", "Who writes", "runs/NewRunPage.tsx"),
        "checks again": Place(f"/runs/{about.run}", "Checks", "runs/More.tsx", again),
        "why it is in use": _behind("/prompts/kept", "Why", "prompts/Promote.tsx", "Mark as in use"),
        "old runs": _behind("/runs", "Ended longer ago than", "runs/OldRuns.tsx", "Remove old runs…"),
        "part": _behind("/parts", "Note", "parts/KeepPart.tsx", "Keep a part"),
        "improvement": _behind("/prompts/kept", "What it is for", "prompts/Improve.tsx", "Have it improved…"),
        "a case": _behind("/data/kept", "Expected answer", "data/EditCase.tsx", "Edit late"),
        "cases beside others": _behind(
            "/data/kept", "What the cases are for", "data/WriteCases.tsx", "Write cases…"
        ),
        "assignment": Place(
            "/rankings/new",
            "Name of a new assignment",
            "rankings/KeepAssignment.tsx",
            (("text", "To be used again"),),
        ),
        "new project": _behind("/projects", "What it is for", "projects/ProjectsPage.tsx", "New project"),
        "project": Place("/projects/kept", "What it is for", "projects/ProjectPage.tsx"),
        "limits of a project": Place(
            "/projects/kept", "All runs together, in dollars", "projects/Limits.tsx"
        ),
        "new chat": Place("/compare", "System", "compare/ChatsPage.tsx"),
        "question": Place(f"/compare/{about.chat}", "Question", "compare/ChatPage.tsx"),
        "settings of a chat": _behind(f"/compare/{about.chat}", "System", "compare/Settings.tsx", "Settings"),
        "examination": _behind(
            "/judges", "Judgments of each, at most", "judges/Examine.tsx", "Examine judges"
        ),
        "budget": _behind(
            f"/runs/{about.paused}", "Budget for the whole run, in dollars", "runs/RunLayout.tsx", "Resume"
        ),
        "provider": _behind("/settings", "Address", "settings/EditProvider.tsx", "Add a provider"),
    }


def _step(about: Written, number: int, step: str) -> str:
    return f"/experiments/{about.experiments[number]}/edit?step={step}"


def _behind(path: str, field: str, source: str, button: str) -> Place:
    """A field that a button opens."""
    return Place(path, field, source, (("button", button),))


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
            self.go(name)

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

    def all_live(self, *others: Any) -> None:
        """Wait until every tab hears what happens."""
        for page in (*self.tabs.values(), *others):
            page.locator("[data-state=live]").wait_for()

    def go(self, name: str) -> None:
        """Open a place in its tab."""
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
        self.field(name).fill(_fitting(name, text))

    def lost(self, text: str, *, again: bool) -> list[str]:
        """The places that do not hold what was written; after a page was gone, they are opened again."""
        found: list[str] = []
        for name in self.tabs:
            if again:
                self.go(name)
            if self.read(name) != _fitting(name, text):
                found.append(name)
        return found

    def read(self, name: str) -> str:
        """What stands in a field; an editor is no control of the browser's, and shows its lines."""
        field = self.field(name)
        is_editor = field.get_attribute("contenteditable") is not None
        # What was taken away is shown in the text as well, where one text is written on another.
        lines = field.locator(".cm-line").all_inner_texts() if is_editor else [field.input_value()]
        return "\n".join(lines).removeprefix("$")


def _fitting(name: str, text: str) -> str:
    """The same in what takes numbers alone: one for each text."""
    return str(100 + sum(map(ord, text)) % 800) if name in NUMBERS else text


@contextmanager
def seated(desk: Desk, names: list[str]) -> Iterator[Desk]:
    with laid_cable(desk.workbench.port) as desk.cable:
        desk.sit_down(names)
        yield desk
        for page in desk.tabs.values():
            page.close()
