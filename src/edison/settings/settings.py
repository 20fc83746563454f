"""The one place that reads the environment."""

import os
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, get_args

from edison.errors import SettingBroken

from .choices import LogFormat, LogLevel

PREFIX = "EDISON_"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a user may set by environment variables, `EDISON_` before the upper-cased name."""

    log_level: LogLevel = field(default="warning", metadata={"doc": "From which level on events are logged."})
    log_format: LogFormat = field(
        default="text", metadata={"doc": "`text` for people, `json` for machines; always to standard error."}
    )
    environment: Mapping[str, str] = field(
        default_factory=dict[str, str], repr=False, metadata={"hidden": True}
    )
    """Where keys of providers are looked up; never printed."""

    def key_in(self, variable: str) -> str | None:
        """The value of a variable that holds a key, None when it is unset or empty."""
        return self.environment.get(variable, "").strip() or None


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the environment; a value that is not allowed is refused by name."""
    source = os.environ if environment is None else environment  # noqa: TID251 (the one home of the environment)
    chosen = {
        setting.name: _read(setting.name, source[variable], allowed)
        for setting, allowed in _choices()
        if (variable := PREFIX + setting.name.upper()) in source
    }
    return Settings(**chosen, environment=dict(source))  # pyright: ignore[reportArgumentType] (checked by _read)


def documented_settings() -> list[tuple[str, str, str]]:
    """Variable, default and explanation of every setting, for the reference page and the example file."""
    return [
        (
            PREFIX + setting.name.upper(),
            str(setting.default),
            f"{setting.metadata['doc']} One of {', '.join(allowed)}.",
        )
        for setting, allowed in _choices()
    ]


def _choices() -> list[tuple["Field[Any]", tuple[str, ...]]]:
    types = {"log_level": LogLevel, "log_format": LogFormat}
    return [
        (setting, get_args(types[setting.name]))
        for setting in fields(Settings)
        if "hidden" not in setting.metadata
    ]


def _read(name: str, value: str, allowed: tuple[str, ...]) -> str:
    chosen = value.strip().lower()
    if chosen not in allowed:
        raise SettingBroken(PREFIX + name.upper(), value, allowed)
    return chosen
