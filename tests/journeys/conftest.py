"""A workbench as a person opens it: the command in a process of its own, and a real browser."""

import http.client
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from edison.api.pages import STATIC
from tools.cards import ROOT

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


@dataclass(frozen=True)
class Opened:
    """A workbench that listens."""

    address: str
    port: int
    token: str

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """One request to the API, to see what is stored."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": f"{method} {path}",
        }
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, body=sent, headers=headers)
        reply = connection.getresponse()
        told = json.loads(reply.read())
        connection.close()
        assert reply.status < 300, told
        return told


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    if not (STATIC / "index.html").is_file():
        pytest.skip("the pages are not built: make web")
    home = str(tmp_path_factory.mktemp("home"))
    environment = {
        "HOME": home,
        "XDG_DATA_HOME": f"{home}/data",
        "PYTHONPATH": ":".join(sys.path),
        "TMPDIR": home,
    }
    command = [sys.executable, "-m", "edison", "up", "--no-browser", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        yield Opened(told["address"], told["port"], told["token"])
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0, "it leaves when it is asked to"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("there is no chromium on this machine; the distribution's package `chromium` will do")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield opened
        opened.close()


def violations(page: Any) -> list[str]:
    """What axe finds on the page that is shown."""
    if not Path(AXE).is_file():
        return []
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']})")
    return [f"{one['id']}: {node['html'][:120]}" for one in found["violations"] for node in one["nodes"]]
