"""Beginning: a suite that is written and runs at once."""

import pytest

from edison.actions.templates import FIRST, list_templates
from edison.sim import SimProcess

from .commands import Terminal
from .suites import a_provider


def test_what_init_writes_runs_at_once_on_the_simulator(terminal: Terminal) -> None:
    begun = terminal.edison("init", "work")
    ended = terminal.edison("run", "work/edison.yaml", "--json", "--quiet")

    assert (begun.code, ended.code) == (0, 0)
    assert "edison run work/edison.yaml" in begun.out
    assert ended.json["verdict"] == "passed"
    assert ended.json["spent_usd"] == 0


TASKS = [template.name for template in list_templates() if template.name != FIRST]


@pytest.mark.parametrize("name", TASKS)
def test_a_template_runs_as_it_is(terminal: Terminal, sim: SimProcess, name: str) -> None:
    terminal.write("providers.yaml", {"sim": a_provider(sim)})
    terminal.edison("init", "--template", name)

    ran = terminal.edison(
        "run", "edison.yaml", "--providers", "providers.yaml", "--limit", "2", "--json", "--quiet"
    )

    assert (ran.code in (0, 1), ran.json["done"]) == (True, 2), ran.err


def test_there_are_eight_tasks_to_begin_with() -> None:
    assert len(TASKS) == 8


def test_nothing_is_overwritten(terminal: Terminal) -> None:
    (terminal.folder / "edison.yaml").write_text("mine")

    said = terminal.edison("init")

    assert (said.code, "files_in_the_way" in said.err) == (2, True)
    assert (terminal.folder / "edison.yaml").read_text() == "mine"


def test_a_model_that_is_named_answers_and_judges_and_comments_stay(terminal: Terminal) -> None:
    terminal.edison("init", "--model", "openai/gpt-4o-mini", "--judge", "anthropic/claude-haiku-4-5")

    lines = (terminal.folder / "edison.yaml").read_text().splitlines()

    assert "  - openai/gpt-4o-mini" in lines
    assert "judges: [anthropic/claude-haiku-4-5]" in lines
    assert not [line for line in lines if "sim/edison" in line and not line.startswith("#")]


def test_a_model_without_a_provider_is_told_before_anything_is_written(terminal: Terminal) -> None:
    said = terminal.edison("init", "--model", "gpt")

    assert (said.code, (terminal.folder / "edison.yaml").exists()) == (2, False)
    assert "suite_broken" in said.err
