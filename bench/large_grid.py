"""The workbench with a large run: 50,000 cases for six arms in a real browser, and how much script it loads."""

import gzip
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from bench.bars import Bar
from edison.domain import Finding, Settlement
from edison.store import output_id
from edison.store.database.noun_text import findings_text, noun_text
from edison.store.database.packing import pack
from edison.store.tables import CHECKED, JUDGMENT, OUTPUT
from edison.wiring import SystemClock
from tests.database import new_file, open_quickly
from tests.factories import SOME_TIME, a_check_result, a_judgment
from tests.journeys.opening import FLAGS, Opened, Served
from tests.store.filling import RUN, add_run
from tools.browser import find_browser

CASES, ARMS = 50_000, 6
LONG_CELL, LONG = 2 * ARMS, 20_000_000
"""The first cell of the third case has an answer of twenty megabytes."""
ROWS = 5_000
LOADS = 3
FRAMES = 150
FIRST_CELL = """
new MutationObserver((_, watching) => {
  if (!document.querySelector('[role=gridcell]')) return
  watching.disconnect()
  requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now() }))
}).observe(document, { childList: true, subtree: true })
"""
PAINTED = """new Promise((ok) => {
  const look = () => window.painted ? ok(window.painted) : setTimeout(look, 5)
  look()
})"""
LEAP = """([pixels, frames]) => new Promise((done) => {
  const grid = document.querySelector('[role=grid]')
  const scroller = [grid, ...grid.querySelectorAll('*')].find((one) => one.scrollHeight > one.clientHeight + 1000)
  let left = frames
  const step = () => {
    scroller.scrollTop += pixels
    if (left-- > 0) requestAnimationFrame(step)
    else done(scroller.scrollTop)
  }
  requestAnimationFrame(step)
})"""


def large_grid(scale: float = 1.0) -> list[Bar]:
    """First paint, longest frames, a long answer, and the scripts of the first load."""
    browser = find_browser()
    if browser is None:
        print("\nLarge grid: there is no chromium, so nothing is measured")
        return []
    cases = max(1_000, int(CASES * scale))
    print(f"\nLarge grid: {cases:,} cases for {ARMS} arms, SQLite, {browser}")
    with tempfile.TemporaryDirectory() as folder, _filled(Path(folder), cases) as workbench:
        return _measured(workbench, browser)


@contextmanager
def _filled(folder: Path, cases: int) -> Iterator[Opened]:
    url = new_file(folder / "edison.db", with_engine=True)
    began = time.perf_counter()
    fill(url, cases=cases)
    print(f"    filled in {time.perf_counter() - began:.0f} s")
    served = Served(folder, url)
    try:
        yield served.start()
    finally:
        served.end()


def fill(url: str, *, cases: int) -> None:
    """A finished run in which every cell is answered, checked and judged."""
    store = open_quickly(url, clock=SystemClock())
    add_run(store, cases=cases, arms=ARMS, judges=1)
    with store.work() as work:
        no = work.runs.standing(RUN).no
        for first in range(0, cases * ARMS, ROWS):
            cells = range(first, min(first + ROWS, cases * ARMS))
            work.connection.execute(insert(OUTPUT), [_output(no, cell) for cell in cells])
            work.connection.execute(insert(CHECKED), [_checked(no, cell) for cell in cells])
            work.connection.execute(insert(JUDGMENT), [_judged(no, cell) for cell in cells])
        work.runs.settle(RUN, epoch=1, settlement=Settlement.ALL_CELLS_DONE, at=SOME_TIME)
    store.close()


def _output(no: int, cell: int) -> dict[str, Any]:
    text = (
        "long " * (LONG // 5) if cell == LONG_CELL else f"Answer {cell}: it is on its way, and here is why."
    )
    place = {"run_no": no, "cell": cell, "generation": 1}
    told = {"status": "ok", "reason": None, "text": pack(text), "handed_in": 0, "model": "steady-1"}
    return {**place, **told, "latency_us": 20_000 + cell % 999, "input_tokens": 11, "output_tokens": 3}


def _checked(no: int, cell: int) -> dict[str, Any]:
    finding = Finding.FAILED if cell % 17 == 0 else Finding.PASSED
    why = "It says nothing of a refund." if finding is Finding.FAILED else None
    result = a_check_result(output_id=output_id(RUN, cell, 1), finding=finding, reason=why)
    counts = {"passed": int(cell % 17 != 0), "failed": int(cell % 17 == 0), "not_checked": 0}
    return {"run_no": no, "cell": cell, "generation": 1, **counts, "findings": findings_text((result,))}


def _judged(no: int, cell: int) -> dict[str, Any]:
    said = a_judgment(id=f"jmt_{cell}", output_id=output_id(RUN, cell, 1), judge_id="jdg_0")
    place = {"run_no": no, "cell": cell, "generation": 1, "part": 0, "judging": 1}
    return {**place, "judged": 1, "quality": (cell % 101) / 100, "body": noun_text(said)}


def _measured(workbench: Opened, program: str) -> list[Bar]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.add_init_script(FIRST_CELL)
        page = context.new_page()
        page.goto(workbench.address)
        scripts = _scripts(page, workbench)
        address = f"{workbench.base}/runs/{RUN}"
        paints = [_first_paint(page, address) for _ in range(LOADS)]
        print(f"    first grid paint: {', '.join(f'{one:.2f}' for one in paints)} s")
        wheel = _longest_frame(browser, page, lambda: _turn_the_wheel(page))
        leaps = _longest_frame(browser, page, lambda: page.evaluate(LEAP, [300, FRAMES]))
        _first_paint(page, address)
        long = _longest_frame(browser, page, lambda: _open_the_long_answer(page))
        browser.close()
    first, editor = scripts
    return [
        Bar("seconds to the first grid paint, 50,000 × 6", min(paints), 1.5, at_most=True),
        Bar("longest frame at the wheel, ms of processor", wheel, 100, at_most=True),
        Bar("longest frame at 300 px a frame, ms of processor", leaps, 100, at_most=True),
        Bar("longest frame while 20 MB are opened, ms of processor", long, 100, at_most=True),
        Bar("kB of compressed scripts of the first load", first, 250, at_most=True),
        Bar("kB of compressed scripts that an editor's page adds", editor, 110, at_most=True),
    ]


def _scripts(page: Any, workbench: Opened) -> tuple[float, float]:
    """What the page of a run loads, and what a page with an editor loads in addition."""
    loaded: dict[str, int] = {}

    def weigh(reply: Any) -> None:
        if reply.url.endswith(".js"):
            loaded[reply.url] = len(gzip.compress(reply.body(), 9))

    page.on("response", weigh)
    page.goto(f"{workbench.base}/runs/{RUN}")
    page.get_by_role("gridcell").first.wait_for()
    first = sum(loaded.values())
    page.goto(f"{workbench.base}/prompts?new")
    page.get_by_role("button", name="New prompt").click()
    page.get_by_label("Text", exact=True).first.wait_for()
    page.remove_listener("response", weigh)
    print(f"    {len(loaded)} scripts, {sum(loaded.values()) / 1000:.0f} kB compressed, with an editor")
    return first / 1000, (sum(loaded.values()) - first) / 1000


def _first_paint(page: Any, address: str) -> float:
    page.goto(address)
    page.get_by_role("gridcell").first.wait_for()
    return float(page.evaluate(PAINTED)) / 1000


def _turn_the_wheel(page: Any) -> None:
    box = page.get_by_role("grid").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(FRAMES):
        page.mouse.wheel(0, 120)


def _open_the_long_answer(page: Any) -> None:
    page.get_by_role("grid").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    page.get_by_label("Cell", exact=True).get_by_role("link", name="Take the whole as a file").wait_for()


def _longest_frame(browser: Any, page: Any, act: Callable[[], object]) -> float:
    """Milliseconds of processor time of the longest frame of the page's own thread while something is done."""
    browser.start_tracing(page=page, categories=["cc", "blink", "devtools.timeline", "toplevel"])
    act()
    traced = json.loads(browser.stop_tracing())["traceEvents"]
    begun = [one for one in traced if one.get("name") == "ProxyMain::BeginMainFrame"]
    frames = [one["tdur"] / 1000 for one in begun if "tdur" in one]
    print(f"    {len(frames)} frames, the longest {max(frames):.0f} ms of processor")
    return max(frames)
