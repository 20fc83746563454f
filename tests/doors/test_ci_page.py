"""The workflow of the page on CI, executed step by step: what fails ends it, unless a step always runs."""

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


def _workflow() -> Mapping[str, Any]:
    (block,) = re.findall(r"```yaml\n# \.github/workflows/evals\.yml\n(.*?)```", PAGE, re.DOTALL)
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
    steps = _workflow()["jobs"]["evals"]["steps"]
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
