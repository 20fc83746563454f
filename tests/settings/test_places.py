"""Where a user's own files lie."""

from pathlib import Path

import pytest

from edison.errors import SettingBroken
from edison.settings import load_settings
from edison.settings.places import data_directory
from edison.settings.settings import documented_settings


@pytest.mark.parametrize(
    ("platform", "environment", "place"),
    [
        ("linux", {"HOME": "/h"}, "/h/.local/share/edison"),
        ("linux", {"HOME": "/h", "XDG_DATA_HOME": "/x"}, "/x/edison"),
        ("linux", {"HOME": "/h", "XDG_DATA_HOME": "relative"}, "/h/.local/share/edison"),
        ("darwin", {"HOME": "/h", "XDG_DATA_HOME": "/x"}, "/h/Library/Application Support/edison"),
        ("win32", {"USERPROFILE": "/u", "LOCALAPPDATA": "/l"}, "/l/edison"),
        ("win32", {"USERPROFILE": "/u"}, "/u/AppData/Local/edison"),
    ],
)
def test_each_system_has_its_custom(platform: str, environment: dict[str, str], place: str) -> None:
    assert data_directory(environment, platform=platform) == Path(place)


def test_without_a_word_the_database_lies_in_the_data_directory_and_its_key_beside_it() -> None:
    settings = load_settings({"XDG_DATA_HOME": "/x"})

    assert settings.database == "/x/edison/edison.db"
    assert settings.key_file == Path("/x/edison/master.key")


@pytest.mark.parametrize(
    ("url", "key_file"),
    [
        ("sqlite:////db/edison.db", "/db/master.key"),
        ("/db/edison.db", "/db/master.key"),
        ("postgresql://host/edison", "/x/edison/master.key"),
    ],
)
def test_the_master_key_lies_beside_a_file_and_at_home_for_a_server(url: str, key_file: str) -> None:
    settings = load_settings({"XDG_DATA_HOME": "/x", "EDISON_DATABASE_URL": url})

    assert (settings.database, settings.key_file) == (url, Path(key_file))


def test_the_master_key_may_lie_anywhere() -> None:
    assert load_settings({"EDISON_MASTER_KEY_FILE": "/keys/edison"}).key_file == Path("/keys/edison")


def test_an_empty_variable_is_as_good_as_none() -> None:
    settings = load_settings({"XDG_DATA_HOME": "/x", "EDISON_DATABASE_URL": " "})

    assert settings.database == "/x/edison/edison.db"


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "inf"])
def test_a_time_that_is_none_is_refused(seconds: str) -> None:
    with pytest.raises(SettingBroken, match="a number of seconds above 0"):
        load_settings({"EDISON_WORKER_STALE_S": seconds})


def test_times_are_read() -> None:
    assert load_settings({"EDISON_WORKER_STALE_S": "2.5"}).worker_stale_s == 2.5


def test_passwords_and_keys_are_not_printed() -> None:
    told = repr(
        load_settings({"EDISON_DATABASE_URL": "postgresql://u:canary@h/d", "EDISON_MASTER_KEY": "canary"})
    )

    assert "canary" not in told


def test_a_switch_for_tests_is_read_and_not_documented() -> None:
    assert load_settings({"EDISON_FAULT_POINT": "commit.before:2"}).fault_point == "commit.before:2"
    assert all("FAULT" not in variable for variable, _, _ in documented_settings())
