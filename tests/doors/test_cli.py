import subprocess
import sys

import pytest

from .commands import Terminal

HEAVY = (
    *("aiohttp", "asyncio", "dbos", "genai_prices", "msgspec", "numpy", "openai"),
    *("pydantic", "sqlalchemy", "structlog"),
)


def edison(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "edison", *arguments], capture_output=True, text=True, timeout=60
    )


def test_help_lists_the_commands() -> None:
    shown = edison("--help")

    assert shown.returncode == 0
    assert "sim" in shown.stdout
    assert "version" in shown.stdout


def test_version_is_one_line() -> None:
    shown = edison("version")

    assert shown.returncode == 0
    assert shown.stdout.startswith("edison 0.")


def test_a_wrong_option_is_bad_input() -> None:
    shown = edison("sim", "--latency", "warp")

    assert shown.returncode == 2
    assert "Traceback" not in shown.stderr


def test_the_door_opens_without_loading_anything_heavy() -> None:
    code = "import sys, edison.cli; import json; print(json.dumps(sorted(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert [name for name in HEAVY if f'"{name}"' in loaded] == []


def test_pages_are_served_before_those_who_work_on_runs_are_loaded() -> None:
    code = "import sys, edison.api, edison.wiring.workbench; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert {"uvicorn", "edison.api.app"} <= set(loaded.split())
    assert {"dbos", "psycopg", "alembic", "polars", "edison.sim"}.isdisjoint(loaded.split())


def test_what_nobody_foresaw_is_a_sentence_and_no_traceback(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explode(_: object) -> None:
        raise ZeroDivisionError("\x1b[2Jsk-canary-0123456789abcdef")

    monkeypatch.setattr("edison.cli.app.choose_log_level", explode)
    said = terminal.edison("version")
    terminal.set("EDISON_LOG_LEVEL", "debug")
    with pytest.raises(ZeroDivisionError):
        terminal.edison("version")

    assert said.code == 3
    assert "Something broke that should not have (ZeroDivisionError: [redacted])" in said.err
    assert "What was committed is kept" in said.err


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("EDISON_DATABASE_URL", "/dev/null/edison.db", "is no database of ours"),
        ("EDISON_FAULT_POINT", "nowhere", "is not allowed; use one of commit.before"),
        ("EDISON_WORKER_STALE_S", "soon", "a number of seconds above 0"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    terminal: Terminal, variable: str, value: str, told: str
) -> None:
    terminal.set(variable, value)

    said = terminal.edison("runs")

    assert said.code == 2
    assert told in said.err
