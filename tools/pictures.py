"""The pictures of the docs, taken anew from a workbench that runs on the simulator: `make pictures`."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import expect, sync_playwright

from .cards import ROOT
from .picture_world import Workbench, World, fill

IMAGES = ROOT / "docs" / "images"
MOST_BYTES = 150_000
_WIDTH = 1180
_PATIENCE_MS = 60_000
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb")


class Picture(NamedTuple):
    """A page as it is shown in the docs."""

    name: str
    path: str
    theme: str = "light"
    opens: str = ""
    """What is pressed first, by its words."""
    height: int = 720


def pictures(world: World) -> list[Picture]:
    """Every picture, in the order of the tour."""
    run, experiment = f"/runs/{world.comparison}", f"/experiments/{world.experiment}"
    return [
        Picture("home", "/"),
        Picture("wizard", f"{experiment}/edit?step=prompt", opens="Examples"),
        Picture("cell", f"{run}?cell=5", "dark", height=600),
        Picture("results", f"{run}/results"),
        Picture("side-by-side", f"{run}/side-by-side?case=0"),
        Picture("overview", f"/runs/{world.refined}/refinement"),
        Picture("review", f"/reviews/{world.review}"),
        Picture("prompt", "/prompts/order%20status"),
        Picture("data", "/data/customers", opens="Coverage"),
        Picture("ranking", f"/runs/{world.ranking}/ranking"),
        Picture("judges", "/judges"),
        Picture("battery", f"/runs/{world.battery}?cell=1", "dark"),
        Picture("compare", f"/compare/{world.chat}"),
        Picture("costs", "/costs"),
    ]


@contextmanager
def _opened(home: Path) -> Iterator[dict[str, Any]]:
    """A workbench of its own, which is gone afterwards."""
    environment = {
        "HOME": str(home),
        "XDG_DATA_HOME": f"{home}/data",
        "TMPDIR": str(home),
        "EDISON_DATABASE_URL": f"sqlite:///{home}/edison.db",
        "PYTHONPATH": ":".join(sys.path),
    }
    command = [sys.executable, "-m", "edison", "up", "--no-browser", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())
        finally:
            process.terminate()


def _take(page: Any, base: str, picture: Picture) -> bytes:
    page.emulate_media(color_scheme=picture.theme)
    page.set_viewport_size({"width": _WIDTH, "height": picture.height})
    page.goto(base + picture.path)
    page.get_by_role("heading", level=1).first.wait_for()
    if picture.opens:
        page.locator("summary", has_text=picture.opens).first.click()
    page.wait_for_timeout(700)
    expect(page.locator("[aria-label=Loading]")).to_have_count(0, timeout=_PATIENCE_MS)
    return bytes(page.screenshot())


def main() -> None:
    """Take every picture; refused where one has become too large."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    wanted = set(sys.argv[1:])
    with TemporaryDirectory() as home, _opened(Path(home)) as told, sync_playwright() as playwright:
        world = fill(Workbench(told["port"], told["token"]))
        browser = playwright.chromium.launch(executable_path=chromium, args=list(_FLAGS))
        page = browser.new_page()
        page.goto(told["address"])
        for picture in pictures(world):
            if wanted and picture.name not in wanted:
                continue
            shot = _take(page, f"http://127.0.0.1:{told['port']}", picture)
            if len(shot) > MOST_BYTES:
                raise SystemExit(f"{picture.name} has {len(shot):,} bytes, more than {MOST_BYTES:,}")
            (IMAGES / f"workbench-{picture.name}.png").write_bytes(shot)
        browser.close()


if __name__ == "__main__":
    main()
