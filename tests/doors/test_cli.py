import subprocess
import sys

HEAVY = ("aiohttp", "pydantic", "msgspec", "genai_prices", "structlog", "numpy", "openai")


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
