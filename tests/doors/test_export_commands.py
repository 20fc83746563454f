"""export and bundle export as runs of their own: left to workers, cancelled, gone on with; the same file in the end."""

import pytest

from .commands import Terminal

pytestmark = pytest.mark.timeout(180)

BOT = "def answer(messages):\n    return messages[-1]['content'].upper()\n"
CASES = 210
PAGES = 2


@pytest.fixture
def run(either_terminal: Terminal) -> str:
    """Many answers, by a function."""
    terminal = either_terminal
    (terminal.folder / "bot.py").write_text(BOT)
    suite = {
        "name": "letters",
        "arms": [{"name": "bot", "python": "bot:answer"}],
        "prompt": "{{ letter }}",
        "cases": [{"id": f"c{at}", "letter": f"Letter {at}"} for at in range(CASES)],
        "checks": [{"contains": "LETTER"}],
    }
    terminal.edison("run", terminal.write("suite.yaml", suite), "--allow-code", "--quiet")
    return terminal.edison("runs", "--json").json[0]["id"]


def test_results_are_written_by_a_run_of_its_own(either_terminal: Terminal, run: str) -> None:
    terminal = either_terminal
    names = ("all.json", "all.csv", "all.md")
    for name in names:
        terminal.edison("export", run, "-o", f"direct-{name}")

    begun = [terminal.edison("export", run, "-o", name, "--detach") for name in names]
    assert [one.code for one in begun] == [0] * len(names), begun[0].err
    started = [one.out.strip() for one in begun]
    assert not any((terminal.folder / name).exists() for name in names)
    early = terminal.edison("export", started[0])
    assert (early.code, "[not_exported]" in early.err) == (2, True)
    resumed = [terminal.edison("resume", one, "--json") for one in started]

    for name in names:
        written = (terminal.folder / name).read_bytes()
        assert written == (terminal.folder / f"direct-{name}").read_bytes(), name
    assert [one.json["pages"] for one in resumed] == [PAGES, PAGES, 1]
    assert {one.json["state"] for one in resumed} == {"ended"}
    after = terminal.edison("resume", started[0])
    assert (after.code, "its pages were let go" in after.err) == (0, True)


def test_an_export_of_which_nobody_said_where_to_waits_for_a_file(
    either_terminal: Terminal, run: str
) -> None:
    terminal = either_terminal
    waiting = terminal.edison("export", run, "-f", "csv", "--detach").out.strip()
    stopped = terminal.edison("export", run, "--detach").out.strip()
    terminal.edison("cancel", stopped)

    told = terminal.edison("resume", waiting)
    shown = terminal.edison("export", waiting)
    taken = terminal.edison("export", waiting, "-o", "late.csv")

    assert (told.code, f"edison export {waiting} --out FILE" in told.err) == (0, True)
    assert shown.out == terminal.edison("export", run, "-f", "csv").out
    assert (taken.code, (terminal.folder / "late.csv").read_text()) == (0, shown.out.replace("\r\n", "\n"))
    refused = terminal.edison("export", stopped, "-o", "never.jsonl")
    assert (refused.code, "There is no file; 0 of" in refused.err) == (3, True)
    assert not (terminal.folder / "never.jsonl").exists()
    again = terminal.edison("export", waiting, "-f", "json", "--detach")
    assert again.code == 0, "of an export, what that one wrote is exported"
    many = terminal.edison("runs", "--json").json
    assert {one["name"] for one in many} == {"letters", "export letters"}


def test_a_bundle_that_was_left_to_workers_is_had_later(either_terminal: Terminal, run: str) -> None:
    terminal = either_terminal
    begun = terminal.edison("bundle", "export", "all.edison", "--detach").out.strip()
    assert not (terminal.folder / "all.edison").exists()

    made = terminal.edison("resume", begun)

    assert made.code == 0, made.err
    assert f"Wrote {terminal.folder / 'all.edison'}: 1 run," in made.out
    shown = terminal.edison("bundle", "show", "all.edison", "--json").json
    assert (shown["runs"], shown["rows"]["output"]) == ([run], CASES)
    refused = terminal.edison("export", begun, "--detach")
    assert "[nothing_to_export]" in refused.err


def test_of_a_run_that_was_removed_no_file_is_made(either_terminal: Terminal, run: str) -> None:
    terminal = either_terminal
    begun = terminal.edison("export", run, "-o", "a.jsonl", "--detach").out.strip()
    terminal.edison("rm", run, "--yes")

    told = terminal.edison("resume", begun)

    assert (told.code, "There is no file; 0 of" in told.err) == (3, True)
    assert not (terminal.folder / "a.jsonl").exists()
