from pathlib import Path

import pytest

from edison.errors import SettingBroken
from edison.settings import load_settings


def test_without_variables_the_defaults_hold() -> None:
    settings = load_settings({})

    assert (settings.log_level, settings.log_format) == ("warning", "text")


def test_variables_are_read_whatever_their_case() -> None:
    settings = load_settings({"EDISON_LOG_LEVEL": " Debug ", "EDISON_LOG_FORMAT": "json"})

    assert (settings.log_level, settings.log_format) == ("debug", "json")


def test_a_value_that_is_not_allowed_is_refused_by_name() -> None:
    with pytest.raises(SettingBroken, match="EDISON_LOG_LEVEL='loud'.*debug, info, warning, error"):
        load_settings({"EDISON_LOG_LEVEL": "loud"})


def test_keys_are_found_by_the_name_of_their_variable_and_never_printed() -> None:
    settings = load_settings({"OPENAI_API_KEY": " sk-canary ", "EMPTY": " "})

    assert settings.key_in("OPENAI_API_KEY") == "sk-canary"
    assert settings.key_in("EMPTY") is None
    assert settings.key_in("ABSENT") is None
    assert "canary" not in repr(settings)


def test_the_real_environment_is_read_when_none_is_handed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDISON_LOG_LEVEL", "error")

    assert load_settings().log_level == "error"


def test_programs_of_a_suite_see_nothing_that_is_meant_for_edison_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("APP_KEY=from-the-file\nLD_PRELOAD=evil.so\n", encoding="utf-8")
    monkeypatch.setenv("EDISON_MASTER_KEY", "canary")
    monkeypatch.setenv("EDISON_DATABASE_URL", "postgresql://me:canary@db/edison")
    monkeypatch.setenv("BOT_TOKEN", "for-the-bot")

    settings = load_settings()

    assert settings.program_environment["BOT_TOKEN"] == "for-the-bot"
    assert not [name for name in settings.program_environment if name.startswith("EDISON_")]
    assert not {"APP_KEY", "LD_PRELOAD"} & set(settings.program_environment)
    assert "canary" not in repr(settings)
