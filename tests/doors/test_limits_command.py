"""Who is made to wait, and an end to it."""

import pytest

from edison.domain import Chance, FrozenClock
from edison.store import open_store

from .commands import Terminal

pytestmark = pytest.mark.timeout(120)

ROW = "requests local:none http://127.0.0.1:8080/v1 small model"


def pause(terminal: Terminal, seconds: float) -> None:
    store = open_store(terminal.database, clock=FrozenClock(), chance=Chance(1))
    with store.work() as work:
        work.rates.pause(ROW, seconds)
    store.close()


def test_a_pause_is_shown_and_cleared(either_terminal: Terminal) -> None:
    terminal = either_terminal
    pause(terminal, 1e9)

    shown = terminal.edison("limits")
    as_json = terminal.edison("limits", "--json").json
    sick = terminal.edison("doctor")
    other = terminal.edison("limits", "clear", "local/other")
    cleared = terminal.edison("limits", "clear", "local/small model")

    assert "local/small model at http://127.0.0.1:8080/v1: requests paused for 3," in shown.out
    assert [(one["endpoint"], one["unit"]) for one in as_json] == [("local/small model", "requests")]
    assert as_json[0]["paused_s"] <= 3600
    assert "edison limits clear local/small model" in sick.out
    assert other.out == "Cleared: 0 limits.\n"
    assert cleared.out == "Cleared: 1 limit.\n"
    assert terminal.edison("limits").out == "Nobody has to wait.\n"
    assert "No provider makes anybody wait." in terminal.edison("doctor").out
