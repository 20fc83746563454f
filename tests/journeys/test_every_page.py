"""Every page, filled with texts that mean harm: nothing runs, nothing leaves, and everybody can read it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest

from edison.wiring import SystemClock
from tests.database import open_quickly
from tests.factories import a_stored_suggestion
from tools.cards import ROOT

from .conftest import violations
from .hostile import BROKEN, hostile_provider
from .opening import Opened, Served
from .payloads import ELSEWHERE, PAYLOADS

ONE_OF_A_KIND = (PAYLOADS[40], PAYLOADS[6], *PAYLOADS[20:23], PAYLOADS[-7])
WATCH = """
window.refusals = []
addEventListener('securitypolicyviolation', (e) => window.refusals.push(e.blockedURI + ' ' + e.violatedDirective))
"""
STEPS = ("objective", "rubric", "prompt", "data", "models", "judges", "limits")
SIZES = {"phone": (360, 740), "desk": (1440, 900), "wall": (2560, 1300), "zoomed": (640, 400)}
"""The last is a screen of 1280 by 800 on which everything is shown twice as large."""
ROUTER = ROOT / "web" / "src" / "app" / "router.tsx"
SIDEWAYS = """() => {
  const wide = [document.documentElement, document.querySelector('main')]
  return wide.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.tagName)
}"""


@dataclass(frozen=True)
class Harm:
    """A workbench with a run, an experiment, a prompt, cases, a project and a ranking whose texts all mean harm."""

    workbench: Opened
    run: str
    refined: str
    scan: str
    experiment: str
    ranking: str
    chat: str
    texts: tuple[str, ...]

    @property
    def pages(self) -> list[str]:
        run, name = f"/runs/{self.run}", quote(self.texts[0][:100], safe="")
        experiment = f"/experiments/{self.experiment}"
        return [
            *("/", "/runs", "/runs/new", "/batteries", "/reviews", "/prompts", "/data", "/rankings"),
            *("/rankings/new", "/judges", "/parts", "/projects", "/calls", "/costs", "/settings", "/servers"),
            *("/experiments", "/experiments/new", experiment, "/nowhere"),
            *(f"{experiment}/edit?step={step}" for step in STEPS),
            *(
                run,
                f"{run}?cell=0",
                f"{run}?cell=1",
                f"{run}/results",
                f"/runs/{self.scan}/scan",
                f"{run}/calls",
                f"{run}/compare",
            ),
            *(f"{run}/side-by-side?case=0", f"{run}/side-by-side?case=1&mode=named&against=other"),
            *("/reviews/sug_1", "/compare", f"/compare/{self.chat}", f"{run}/compare?with={self.run}"),
            *(f"/runs/{self.ranking}/ranking", f"/runs/{self.ranking}/side-by-side?case=0"),
            *(f"/runs/{self.refined}", f"/runs/{self.refined}/refinement"),
            *(f"{run}?tag={name}&outcome=ok", f"/prompts/{name}", "/data/harm", "/projects/harm"),
        ]

    @property
    def dialogs(self) -> list[tuple[str, str]]:
        """Pages, and what opens a dialog there."""
        prompt = f"/prompts/{quote(self.texts[0][:100], safe='')}"
        return [
            *(("/runs", "Remove old runs"), ("/projects", "Import a bundle")),
            *(("/prompts", "New prompt"), ("/data", "Import cases"), ("/judges", "Examine judges")),
            *(("/settings", "Add a provider"), ("/settings", "Change harm"), ("/settings", "Remove harm")),
            *(
                ("/projects", "New project"),
                ("/parts", "Keep a part"),
                ("/data/harm", "Write cases…"),
                ("/data/harm", "Edit"),
            ),
            *((prompt, "Write the next from it"), (prompt, "Mark as in use")),
            (f"/compare/{self.chat}", "Settings"),
        ]


@pytest.fixture(scope="module")
def harm(workbench: Opened, served: Served, is_whole: bool) -> Iterator[Harm]:
    texts = PAYLOADS if is_whole else ONE_OF_A_KIND
    with hostile_provider() as provider:
        cases = [
            {"id": f"{at} {text}"[:150], "said": text, "expect": text, "tags": [text[:100]]}
            for at, text in enumerate(texts)
        ]
        suite = {
            "name": texts[0][:100],
            "goal": texts[1],
            "providers": {"harm": provider},
            "arms": ["harm/echo", f"harm/{BROKEN}"],
            "prompt": "{{ said }}",
            "cases": cases,
            "checks": [{"contains": "{{ expect }}"}, {"icontains": "nobody says this"}],
        }
        run = workbench.ask("POST", "/api/runs", {"name": texts[0][:100], "suite": json.dumps(suite)})["id"]
        judged = {"rubric": [{"name": texts[0][:60], "description": texts[0]}], "judges": ["harm/echo"]}
        enough = [{**cases[at % len(cases)], "id": f"{at} {texts[0]}"[:150]} for at in range(24)]
        refining = {**suite, **judged, "name": "refined", "cases": enough, "refine": {"refiner": "harm/echo"}}
        rounds = {"suite": json.dumps(refining), "refine": {"rounds": 1, "autonomy": "autopilot"}}
        refined = workbench.ask("POST", "/api/runs", rounds, key="refine what means harm")["id"]
        prompt = {
            "name": texts[0][:100],
            "text": "\n".join(texts[:20]).replace("{{", "{ {"),
            "changelog": texts[1],
        }
        workbench.ask("POST", "/api/prompts", prompt)
        table = "\n".join(json.dumps(case) for case in cases[:40])
        kept = {"name": "harm", "file": "harm.jsonl", "content": table, "note": texts[0]}
        workbench.ask("POST", "/api/datasets", kept)
        workbench.ask("POST", "/api/projects", {"slug": "harm", "name": texts[0][:100]})
        criteria = [{"name": text[:60], "description": text, "weight": 1 / 4} for text in texts[:4]]
        written = {**suite, "rubric": criteria, "judges": [{"model": "harm/echo", "instructions": texts[0]}]}
        experiment = workbench.ask("POST", "/api/experiments", {"definition": written})["id"]
        part = {"value": criteria, "note": texts[0], "newest": 0}
        workbench.ask("PUT", "/api/parts/rubric/harm", part)
        kept = {name: provider[name] for name in ("kind", "base_url")}
        workbench.ask("POST", "/api/providers", {"name": "harm", **kept})
        ranked = {"name": texts[0][:100], "goal": texts[1], "texts": {text[:60]: text for text in texts[:4]}}
        ranking = workbench.ask("POST", "/api/rankings", {**ranked, "judges": ["harm/echo"]})["id"]
        chat = workbench.ask("POST", "/api/chats", {"models": [{"model": "harm/echo", "system": texts[0]}]})[
            "id"
        ]
        suggest(served, texts[0])
        for one in (run, refined):
            workbench.wait_for_end(one)
        scan = workbench.ask("POST", f"/api/runs/{run}/scan", {"kinds": ["pii", "secrets", "jailbreak"]})[
            "id"
        ]
        workbench.wait_for_end(scan)
        workbench.say(chat, texts[1], seen=0)
        yield Harm(workbench, run, refined, scan, experiment, ranking, chat, texts)


def suggest(served: Served, text: str) -> None:
    """A change that waits for a decision, and says what means harm."""
    store = open_quickly(served.database, clock=SystemClock())
    with store.work() as work:
        kept = a_stored_suggestion()
        work.suggestions.add(
            kept.model_copy(update={"change": kept.change.model_copy(update={"note": text})})
        )
    store.close()


def settled(page: Any) -> None:
    """Wait until the page shows what it has: a heading, and no shape of what is coming."""
    page.get_by_role("heading", level=1).first.wait_for()
    page.locator("[aria-label=Loading]").first.wait_for(state="detached", timeout=20_000)


def test_every_page_of_the_router_is_looked_at() -> None:
    routes = pages_of_the_router()
    looked_at = {path.partition("?")[0] for path in a_list_of_pages()}
    unseen = [
        route
        for route in routes
        if not any(
            re.fullmatch(re.sub(r"\$\w+", "[^/]+", route), path) and (path == route or path not in routes)
            for path in looked_at
        )
    ]

    assert len(routes) > 25
    assert unseen == []


def pages_of_the_router() -> set[str]:
    """The addresses that the application knows, as they are written there."""
    written = ROUTER.read_text(encoding="utf-8")
    inside = re.findall(r"getParentRoute: \(\) => run, path: '(/[^']*)'", written)
    alone = re.findall(r"getParentRoute: \(\) => root, path: '(/[^']*)'", written)
    paged = re.findall(r"\b(?:page|kept)\('(/[^']*)'", written)
    return {f"/runs/$run{path}".rstrip("/") for path in inside} | set(alone) | set(paged)


def a_list_of_pages() -> list[str]:
    nowhere = Opened("", 0, "")
    return Harm(nowhere, "run_1", "run_2", "run_4", "exp_1", "run_3", "cht_1", ("text",)).pages


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_text_of_others_does_anything_on_any_page(harm: Harm, browser: Any, is_whole: bool) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(WATCH)
    page = context.new_page()
    left: list[str] = []
    page.on("request", lambda asked: left.append(asked.url) if _leaves(harm, asked.url) else None)
    page.on("dialog", lambda dialog: left.append(dialog.message))
    page.goto(harm.workbench.address)

    for path in harm.pages if is_whole else harm.pages[-12::3]:
        page.goto(harm.workbench.base + path)
        settled(page)
        _touch_everything(page)
        assert _harmed(page) == [], path
    for path, button in harm.dialogs if is_whole else harm.dialogs[-1:]:
        open_dialog(page, harm, path, button)
        _touch_everything(page)
        assert _harmed(page) == [], (path, button)
    _walk_through_cells(page, harm)
    _type_everywhere(page, harm)

    assert left == []
    with pytest.raises(Exception, match="markup from a string is refused"):
        page.evaluate("document.body.innerHTML = '<img src=x>'")
    context.close()


def open_dialog(page: Any, harm: Harm, path: str, button: str) -> None:
    page.goto(harm.workbench.base + path)
    settled(page)
    page.get_by_role("button", name=button).first.click()
    page.get_by_role("dialog").wait_for()


def _leaves(harm: Harm, url: str) -> bool:
    return not url.startswith((harm.workbench.base, "data:", "blob:"))


def _harmed(page: Any) -> list[str]:
    """What ran, and what was only held back by the policy: neither should have been tried."""
    ran = ["hacked"] if page.evaluate("window.hacked") is not None else []
    return ran + [one for one in page.evaluate("window.refusals") if ELSEWHERE in one or "script" in one]


def _touch_everything(page: Any) -> None:
    """Handlers on focus and on the pointer get their chance."""
    page.evaluate(
        """() => { for (const el of document.querySelectorAll('main *, [role=dialog] *')) {
            for (const kind of ['focus', 'pointerenter', 'mouseover', 'animationstart', 'toggle', 'load', 'error'])
                el.dispatchEvent(new Event(kind)) } }"""
    )


def _walk_through_cells(page: Any, harm: Harm) -> None:
    """Open every answer and every error, one after another, and look at what was on the wire."""
    for column in (0, 1):
        page.goto(f"{harm.workbench.base}/runs/{harm.run}?cell={column}")
        panel = page.get_by_label("Cell", exact=True)
        panel.locator("header").get_by_text(re.compile("^0 ")).wait_for()
        page.get_by_role("grid").focus()
        for _ in range(column):
            page.keyboard.press("ArrowRight")
        for at in range(len(harm.texts)):
            panel.locator("header").get_by_text(re.compile(f"^{at} ")).wait_for()
            if at % 10 == 0:
                for tab in ("Exact input", "Request and reply", "Attempts", "Answer"):
                    panel.get_by_role("tab", name=tab).click()
                    _touch_everything(page)
                page.get_by_role("grid").focus()
            _touch_everything(page)
            page.keyboard.press("ArrowDown")
        assert _harmed(page) == []


def _type_everywhere(page: Any, harm: Harm) -> None:
    """What somebody pastes is shown back in places of its own."""
    page.goto(f"{harm.workbench.base}/batteries")
    page.get_by_label("Or paste it").fill(json.dumps({"prompts": [{"id": t, "user": t} for t in harm.texts]}))
    page.get_by_text("assertions evaluated").wait_for()
    page.keyboard.press("Control+k")
    search = page.get_by_role("combobox", name="Page, run")
    for text in harm.texts[:10]:
        search.fill(text)
    search.fill("run")
    page.keyboard.press("Escape")
    page.goto(f"{harm.workbench.base}/data")
    page.get_by_role("button", name="Import cases").click()
    page.locator("input[type=file]").set_input_files(
        {"name": harm.texts[0], "mimeType": "text/csv", "buffer": b"id,said\n1,hello\n"}
    )
    page.get_by_text("characters").first.wait_for()
    assert _harmed(page) == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_everybody_can_read_every_page(harm: Harm, browser: Any, is_whole: bool) -> None:
    """WCAG 2.2 AA by axe: light and dark, on a phone, at a desk, on a wall."""
    found: dict[str, list[str]] = {}
    looks = [(scheme, size) for scheme in ("light", "dark") for size in SIZES]
    for scheme, size in looks if is_whole else [("light", "phone")]:
        width, height = SIZES[size]
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
        page.goto(harm.workbench.address)
        for path in harm.pages if is_whole else harm.pages[3:4] + harm.pages[-6:-4]:
            page.goto(harm.workbench.base + path)
            settled(page)
            wrong = sorted({*violations(page), *page.evaluate(SIDEWAYS)})
            if wrong:
                found[f"{path} {scheme} {size}"] = wrong
        for path, button in harm.dialogs if is_whole else ():
            open_dialog(page, harm, path, button)
            if wrong := sorted(set(violations(page))):
                found[f"{button} {scheme} {size}"] = wrong
        page.close()

    assert found == {}
