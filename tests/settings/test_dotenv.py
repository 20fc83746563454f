"""Keys from a file `.env`; nothing that decides where they go."""

from pathlib import Path

import pytest

from edison.settings import load_settings
from edison.settings.dotenv import read_dotenv


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A_KEY=one", "one"),
        ("export A_KEY = 'o n#e' # a remark", "o n#e"),
        ('A_KEY="one"', "one"),
        ("A_KEY=one # a remark", "one"),
        ("A_KEY=it's", "it's"),
        ("A_KEY='open", "'open"),
        ("A_KEY=", ""),
        ("# A_KEY=one", None),
        ("no variable", None),
    ],
)
def test_a_line_is_a_variable_with_its_value(tmp_path: Path, line: str, value: str | None) -> None:
    (tmp_path / ".env").write_text(f"\n{line}\n", encoding="utf-8")

    assert read_dotenv(tmp_path / ".env").get("A_KEY") == value


@pytest.mark.parametrize(
    "name", ["EDISON_KEY_HOSTS", "EDISON_ALLOWED", "https_proxy", "SSL_CERT_FILE", "AZURE_AUTHORITY_HOST"]
)
def test_what_decides_where_keys_go_is_not_taken_from_it(tmp_path: Path, name: str) -> None:
    (tmp_path / ".env").write_text(f"{name}=x\nEDISON_DATABASE_URL=a.db\n", encoding="utf-8")

    assert read_dotenv(tmp_path / ".env") == {"EDISON_DATABASE_URL": "a.db"}


def test_a_file_that_is_none_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    assert read_dotenv(tmp_path / "missing") == read_dotenv(tmp_path / "folder") == {}


def test_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("A_KEY=file\nB_KEY=file\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("A_KEY", "environment")

    environment = load_settings().environment

    assert (environment["A_KEY"], environment["B_KEY"]) == ("environment", "file")
