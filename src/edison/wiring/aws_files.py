"""The files that Amazon's tools keep: profiles with keys and regions; read anew each time, for keys are renewed."""

from collections.abc import Mapping
from configparser import ConfigParser, Error
from pathlib import Path

_IN_PROFILE = {
    "AWS_ACCESS_KEY_ID": "aws_access_key_id",
    "AWS_SECRET_ACCESS_KEY": "aws_secret_access_key",
    "AWS_SESSION_TOKEN": "aws_session_token",
    "AWS_REGION": "region",
}


def find_in_profile(variable: str, environment: Mapping[str, str]) -> str | None:
    """What the chosen profile holds in place of a variable; None where there is no such profile or nothing in it."""
    field = _IN_PROFILE.get(variable)
    if field is None:
        return None
    profile = environment.get("AWS_PROFILE") or "default"
    for file, section in _places(environment, profile=profile):
        found = _read(file, section=section, field=field)
        if found is not None:
            return found
    return None


def _places(environment: Mapping[str, str], *, profile: str) -> list[tuple[Path, str]]:
    folder = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home()) / ".aws"
    keys = Path(environment.get("AWS_SHARED_CREDENTIALS_FILE") or folder / "credentials")
    config = Path(environment.get("AWS_CONFIG_FILE") or folder / "config")
    return [(keys, profile), (config, profile if profile == "default" else f"profile {profile}")]


def _read(file: Path, *, section: str, field: str) -> str | None:
    parser = ConfigParser(interpolation=None)
    try:
        parser.read_string(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, Error):
        return None
    return parser.get(section, field, fallback="").strip() or None
