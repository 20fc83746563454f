"""What the page on CI says for GitHub, GitLab and pre-commit, executed step by step; what fails ends it."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from .commands import Terminal

pytestmark = pytest.mark.timeout(120)

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guide" / "ci.md").read_text(encoding="utf-8")
SUITE = {
    "arms": [{"model": "sim/edison-sim-large", "temperature": 0}],
    "prompt": "What is the capital of {{ country }}?",
    "cases": [{"country": "France"}, {"country": "Peru"}],
    "checks": ["not_empty"],
}


def _block(file: str) -> Mapping[str, Any]:
    (block,) = re.findall(rf"```yaml\n# {re.escape(file)}\n(.*?)```", PAGE, re.DOTALL)
    return yaml.safe_load(block)


class Runner:
    """What a CI machine does with the steps of a job."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.summary = folder / "step-summary.md"
        self.codes: dict[str, int] = {}

    def work(self, steps: list[Mapping[str, Any]]) -> bool:
        """Whether every step went well."""
        is_well = True
        for step in steps:
            if "run" in step and (is_well or step.get("if") == "always()"):
                is_well &= self._run(step) == 0
        return is_well

    def _run(self, step: Mapping[str, Any]) -> int:
        command = str(step["run"])
        if command.startswith("pip install"):
            # It is installed already; the name has to be ours.
            project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
            return int(f'name = "{command.split()[-1]}"' not in project)
        env = {name: re.sub(r"\$\{\{.*?\}\}", "", str(value)) for name, value in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "-e", "-c", command],
            cwd=self.folder,
            env={
                "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.defpath)),
                "PYTHONPATH": str(ROOT / "src"),
                "HOME": str(self.folder),
                "GITHUB_STEP_SUMMARY": str(self.summary),
                **env,
            },
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        self.codes[command.split()[0]] = done.returncode
        return done.returncode


def test_the_workflow_of_the_page_gates_a_change(terminal: Terminal) -> None:
    steps = _block(".github/workflows/evals.yml")["jobs"]["evals"]["steps"]
    folder = terminal.folder
    (folder / "evals").mkdir()
    terminal.write("edison.yaml", SUITE)
    terminal.edison("run", "edison.yaml", "--out", "evals/before.json", "--quiet")
    good, bad, forked = Runner(folder), Runner(folder), Runner(folder)

    passed = good.work(steps)
    junit = ElementTree.parse(folder / "junit.xml").getroot()
    summary = good.summary.read_text(encoding="utf-8")
    terminal.write("edison.yaml", {**SUITE, "checks": ["not_empty", {"contains": "Atlantis"}]})
    regressed = bad.work(steps)
    terminal.write("edison.yaml", {**SUITE, "arms": ["openai/gpt-4o-mini"]})
    fork = forked.work(steps)

    assert (passed, good.codes) == (True, {"edison": 0, "cat": 0})
    assert junit.get("tests", junit[0].get("tests")) == "2"
    assert "2" in summary
    assert (folder / "report.html").stat().st_size > 1000
    assert (regressed, bad.codes["edison"] in (1, 4), bad.codes["cat"]) == (False, True, 0)
    assert len(bad.summary.read_text(encoding="utf-8")) > len(summary)
    assert (fork, forked.codes["edison"]) == (False, 2)


def test_the_job_for_gitlab_writes_what_it_hands_over(terminal: Terminal) -> None:
    job = _block(".gitlab-ci.yml")["evals"]
    folder = terminal.folder
    (folder / "evals").mkdir()
    terminal.write("edison.yaml", SUITE)
    terminal.edison("run", "edison.yaml", "--out", "evals/before.json", "--quiet")
    runner = Runner(folder)

    passed = runner.work([{"run": line, "env": job["variables"]} for line in job["script"]])

    assert (passed, runner.codes) == (True, {"edison": 0})
    assert ElementTree.parse(folder / job["artifacts"]["reports"]["junit"]).getroot() is not None
    assert all((folder / path).stat().st_size > 1000 for path in job["artifacts"]["paths"])
    assert all((folder / path).is_dir() for path in job["cache"]["paths"])


def test_the_hook_lets_through_what_can_be_run_and_asks_nothing(terminal: Terminal) -> None:
    (hook,) = _block(".pre-commit-config.yaml")["repos"][0]["hooks"]
    terminal.write("edison.yaml", SUITE)
    good, bad = Runner(terminal.folder), Runner(terminal.folder)

    passed = good.work([{"run": hook["entry"]}])
    terminal.write("edison.yaml", {**SUITE, "checks": ["sparkles"]})
    refused = bad.work([{"run": hook["entry"]}])

    assert (passed, refused, bad.codes["edison"]) == (True, False, 2)
    assert re.match(hook["files"], "edison.yaml")
    assert hook["additional_dependencies"] == ["edison-workbench"]
