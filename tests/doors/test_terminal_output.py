"""What a terminal is sent: nothing that it would obey."""

import os
import sys

import pytest

from edison.cli.door import fold, note, pour, say
from edison.cli.refining import tell_refinement
from edison.domain import CandidateReport, Findings, Refinement, RoundReport
from tests.factories import a_prompt_version

HOSTILE = "text,\x1b]0;owned\x07\x1b[2Jgone,\x9b31mred,\u202eback,caf\u00e9\r\nnext line\n".encode()


def test_an_export_to_a_terminal_holds_no_commands_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w") as terminal, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", terminal)
        pour(bytes([byte]) for byte in HOSTILE)
        pour([HOSTILE])
        said = _everything(ours)
    os.close(ours)

    assert not any(sign in said for sign in "\x1b\x07\x9b\u202e")
    assert said.count("gone") == 2
    assert said.count("caf\u00e9") == 2


def _everything(terminal: int) -> str:
    """All that was written; it may come in several pieces."""
    said = b""
    while said.count(b"next line") < 2:
        said += os.read(terminal, 10_000)
    return said.decode()


def test_a_pipe_is_sent_what_there_is(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    pour([HOSTILE])

    assert capfdbinary.readouterr().out == HOSTILE


def test_a_line_breaks_no_word_on_a_terminal_and_is_one_line_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "Note: " + "every sentence is as long as it has to be, " * 3 + "and ends."
    monkeypatch.setenv("COLUMNS", "40")
    say(line)
    piped = capsys.readouterr().out
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w") as terminal, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", terminal)
        say(line)
        shown = os.read(ours, 10_000).decode().splitlines()
        say("first   " + "a template that says what it is for " * 2, below=8)
        listed = os.read(ours, 10_000).decode().splitlines()
        patch.setattr(sys, "stderr", terminal)
        note(f"edison: s.yaml cannot be used:\n  {line}")
        complained = os.read(ours, 10_000).decode().splitlines()
    os.close(ours)

    assert piped == f"{line}\n"
    assert max(map(len, shown)) <= 40
    assert " ".join(one.strip() for one in shown) == line
    assert all(one.startswith(" " * 8) and one[8] != " " for one in listed[1:])
    assert len(listed) > 1
    assert complained[0] == "edison: s.yaml cannot be used:"
    assert max(map(len, complained)) <= 40
    assert " ".join(one.strip() for one in complained[1:]) == line


def test_a_number_and_its_per_cent_stay_in_one_line() -> None:
    lines = fold("a model that passed in 92 % of all cases", width=26)

    assert lines == ["a model that passed in", "  92 % of all cases"]


def test_a_diff_breaks_no_word_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    diff = f"-Be kind.\n+Be kind. {'Name the policy you rely on. ' * 4}\n\\ No newline at end of file"
    tried = RoundReport(
        round=1,
        parent=1,
        findings=Findings(quality=0.5, cases=20),
        candidates=(CandidateReport(number=2, diff=diff),),
    )
    monkeypatch.setenv("COLUMNS", "80")
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w") as terminal, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", terminal)
        tell_refinement(Refinement(versions=(a_prompt_version(),), rounds=(tried,), champion=1))
        said = b""
        while not said.endswith(b"on.\r\n"):
            said += os.read(ours, 10_000)
        shown = said.decode().splitlines()
    os.close(ours)

    assert max(map(len, shown)) <= 80
    assert [line[:5] for line in shown[2:4]] == ["    -", "    +"]
    assert all(line.startswith("      ") for line in shown[4:])
    assert "No newline" not in "".join(shown)
