"""A browser for the tests is found, else installed once, else a sentence says what is skipped."""

from pathlib import Path

import pytest

from tools.browser import get_browser

BROKEN = "#!/bin/sh\necho $* >> {log}\nexit 1\n"
WORKING = """#!/bin/sh
echo $* >> {log}
case "$*" in *install*) printf '#!/bin/sh\\n' > {folder}/chromium; /bin/chmod +x {folder}/chromium;; esac
"""


@pytest.mark.parametrize(
    ("packages", "told", "asked"),
    [
        (WORKING, ["installed just now", "use "], 2),
        (BROKEN, ["are skipped", "are skipped"], 1),
    ],
)
def test_packages_are_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packages: str, told: list[str], asked: int
) -> None:
    log, program = tmp_path / "log", tmp_path / "apt-get"
    program.write_text(packages.format(log=log, folder=tmp_path), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    sentences = [get_browser(may_install=True, tried=tmp_path / "tried") for _ in range(2)]

    assert all(part in sentence for part, sentence in zip(told, sentences, strict=True)), sentences
    assert len(log.read_text(encoding="utf-8").splitlines()) == asked


def test_nothing_is_installed_where_that_is_not_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert "skipped" in get_browser(may_install=False, tried=tmp_path / "tried")
    assert not (tmp_path / "tried").exists()
