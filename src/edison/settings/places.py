"""Where a user's own files lie, by the custom of each system."""

import sys
from collections.abc import Mapping
from pathlib import Path, PurePath


def data_directory(environment: Mapping[str, str], *, platform: str = sys.platform) -> Path:
    """The directory for what Edison keeps between two starts; it need not exist yet."""
    return _parent(environment, platform=platform) / "edison"


def _parent(environment: Mapping[str, str], *, platform: str) -> Path:
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    # A relative path there is to be ignored, says the XDG Base Directory Specification.
    chosen = environment.get("XDG_DATA_HOME", "")
    return Path(chosen) if PurePath(chosen).is_absolute() else home / ".local" / "share"
