"""Beginning: a suite that is written and runs at once."""

from .commands import Terminal


def test_what_init_writes_runs_at_once_on_the_simulator(terminal: Terminal) -> None:
    begun = terminal.edison("init", "work")
    ended = terminal.edison("run", "work/edison.yaml", "--json", "--quiet")

    assert (begun.code, ended.code) == (0, 0)
    assert "edison run work/edison.yaml" in begun.out
    assert ended.json["verdict"] == "passed"
    assert ended.json["spent_usd"] == 0


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
