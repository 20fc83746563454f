"""The pages for beginners, done as they say: every command in its order, every block of Python and YAML."""

import re
import shlex
from typing import Any

import pytest
import yaml

from tools.cards import ROOT

from .commands import Terminal

pytestmark = pytest.mark.timeout(120)


def blocks(page: str, kind: str) -> list[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def test_every_command_of_the_tutorial_does_what_the_page_says(terminal: Terminal) -> None:
    commands = [
        line.removeprefix("$ edison ")
        for block in blocks("start/tutorial.md", "console")
        for line in block.splitlines()
    ]

    said = {command: terminal.edison(*shlex.split(command)) for command in commands}

    assert {command: one.err for command, one in said.items() if one.code} == {}
    rehearsed = said["run edison.yaml --dry-run"].out
    assert "[system] You answer questions of geography" in rehearsed, "a question of every prompt is shown"
    assert "brazil" in said["show latest --failed --case brazil"].out
    assert "Not worse than before." in said["compare latest before.json"].out
    written = {"edison.yaml", "report.html", "before.json", "junit.xml", "summary.md"}
    assert written <= {path.name for path in terminal.folder.iterdir()}


def test_the_example_for_python_runs(terminal: Terminal) -> None:
    [example] = blocks("guide/python.md", "python")
    known: dict[str, Any] = {}

    exec(compile(example, "python.md", "exec"), known)

    assert known["result"].passed
    assert (terminal.folder / "report.html").is_file()


def test_a_run_is_left_to_workers(terminal: Terminal) -> None:
    terminal.edison("init")

    run_id = terminal.edison("run", "edison.yaml", "--detach").out.strip()
    worked = terminal.edison("worker", "--until-idle")
    watched = terminal.edison("watch", run_id, "--quiet")

    assert run_id.startswith("run_")
    assert (worked.code, watched.code) == (0, 0)
    assert "13 of 16 passed" in watched.out


def test_files_for_others_are_well_formed_and_gate_with_options_that_exist(terminal: Terminal) -> None:
    pages = [*blocks("guide/ci.md", "yaml"), *blocks("operations/deploy.md", "yaml")]
    called = re.findall(r"edison run edison.yaml (.*)$", "\n".join(pages), re.MULTILINE)
    known = terminal.edison("run", "--help").out

    assert all(isinstance(yaml.safe_load(page), dict) for page in pages)
    assert len(called) == 3, "GitHub, GitLab, pre-commit"
    assert [
        option for line in called for option in re.findall(r"--[a-z-]+", line) if option not in known
    ] == []
