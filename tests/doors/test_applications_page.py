"""The page on applications, scripts and functions: its files are written down and its commands given."""

import re

import pytest

from tools.cards import ROOT

from .applications import TOKEN, serving
from .commands import Terminal

PAGE = (ROOT / "docs" / "guide" / "applications.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"```\w+\n# (\S+)\n(.*?)```", PAGE, re.DOTALL))


def test_the_files_of_the_page_run(terminal: Terminal) -> None:
    for name, text in FILES.items():
        terminal.write(name, text)
    commands = re.findall(r"^\$ edison (.*)$", PAGE, re.MULTILINE)

    said = [terminal.edison(*command.split()) for command in commands]

    assert commands
    assert [one.code for one in said] == [0] * len(commands), "\n".join(one.err + one.out for one in said)


def test_the_service_of_the_page_runs(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    with serving() as service:
        terminal.write(
            "service.yaml", FILES["service.yaml"].replace("http://127.0.0.1:8000/chat", service.url)
        )

        said = terminal.edison("run", "service.yaml")

    assert said.code == 0, said.err
    assert service.asked[0]["history"][0]["content"] == "Is Paris the capital of France?"
