"""What is installed holds its pages: the schema, and every page that a page links to."""

import re
import subprocess
import sys
from pathlib import PurePosixPath
from posixpath import normpath
from zipfile import ZipFile

import pytest

from edison.actions.files import find_pages
from tools.cards import ROOT

PAGES = PurePosixPath("edison/pages")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60)
    [built] = folder.iterdir()
    return ZipFile(built)


def test_the_schema_of_suites_is_installed(wheel: ZipFile) -> None:
    schema = (ROOT / "contracts" / "suite.schema.json").read_bytes()

    assert wheel.read("edison/pages/contracts/suite.schema.json") == schema
    assert (find_pages() / "docs" / "README.md").is_file()


def test_links_between_installed_pages_lead_somewhere(wheel: ZipFile) -> None:
    names = set(wheel.namelist())
    guides = [
        name
        for name in names
        if re.fullmatch(r"edison/pages/(README|docs/(?!architecture|contributing).*)\.md", name)
    ]

    lost = [
        f"{name}: {target}"
        for name in sorted(guides)
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", wheel.read(name).decode())
        if normpath(str(PurePosixPath(name).parent / target)) not in names
    ]

    assert lost == []
    assert len(guides) > 20
