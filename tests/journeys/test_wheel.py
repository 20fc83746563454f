"""The built wheel in an environment of its own: it serves its pages and the demonstration, without a network."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Any

import pytest

from tests.database import new_file
from tools.cards import ROOT

from .opening import Served


@pytest.mark.usefixtures("wholly")
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_wheel_alone_opens_the_demonstration(tmp_path: Path, browser: Any) -> None:
    python = install(build(tmp_path), tmp_path / "alone")
    told = subprocess.check_output([python, "-c", "import edison; print(edison.__file__)"], text=True, env={})
    served = Served(tmp_path, new_file(tmp_path / "edison.db", with_engine=True), python=python)
    workbench = served.start()
    page = browser.new_page()
    left: list[str] = []
    page.on("request", lambda asked: None if workbench.base in asked.url else left.append(asked.url))

    page.goto(workbench.address)
    page.get_by_role("button", name="Open the demonstration").click()
    page.get_by_text("Ended", exact=True).first.wait_for(timeout=120_000)
    page.get_by_role("link", name="Results").click()
    page.get_by_role("heading", name="Quality").wait_for()
    page.close()

    assert Path(told.strip()).is_relative_to(tmp_path / "alone")
    assert [url for url in left if not url.startswith(("data:", "blob:"))] == []
    assert served.end() == 0


def build(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.check_call([*command, "--quiet", "--wheel-dir", str(folder), str(ROOT)])
    [wheel] = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> str:
    """Into an environment that has nothing but what it depends on, which is taken from ours."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.check_call(install, env={"PATH": os.defpath})
    site = subprocess.check_output(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    )
    (Path(site.strip()) / "needed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return str(python)
