"""A person at a browser, with a tab for every place to write in."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from edison.sim import SimProcess

from .cutting import Cable, laid_cable
from .opening import Opened, Served


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


@contextmanager
def seated(desk: Desk, names: list[str]) -> Iterator[Desk]:
    with laid_cable(desk.workbench.port) as desk.cable:
        desk.sit_down(names)
        yield desk
        for page in desk.tabs.values():
            page.close()
