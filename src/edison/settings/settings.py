"""The one place that reads the environment."""

import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

from edison.errors import SettingBroken

from .dotenv import read_dotenv
from .places import data_directory

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["text", "json"]

PREFIX = "EDISON_"

_About = dict[str, Any]
"""How a setting is read and told: `read` takes the variable and what it holds, and refuses by name."""


def _choice(choices: object, *, doc: str) -> _About:
    allowed = get_args(choices)

    def read(variable: str, written: str) -> str:
        chosen = written.strip().lower()
        if chosen not in allowed:
            raise SettingBroken(variable, written, allowed)
        return chosen

    return {"read": read, "doc": f"{doc} One of {', '.join(allowed)}."}


def _seconds(*, doc: str, shown: str) -> _About:
    def read(variable: str, written: str) -> float:
        try:
            seconds = float(written)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds < math.inf:
            raise SettingBroken(variable, written, ("a number of seconds above 0",))
        return seconds

    return {"read": read, "doc": doc, "shown": shown}


def _dollars(*, doc: str, shown: str) -> _About:
    def read(variable: str, written: str) -> float | None:
        if not written.strip():
            return None
        try:
            dollars = float(written)
        except ValueError:
            dollars = math.nan
        if not 0 <= dollars < math.inf:
            raise SettingBroken(variable, written, ("an amount in dollars, 0 or more",))
        return dollars

    return {"read": read, "doc": doc, "shown": shown}


def _flag(*, doc: str, shown: str) -> _About:
    def read(variable: str, written: str) -> bool:
        chosen = written.strip().lower()
        if chosen not in ("", "0", "1", "false", "true"):
            raise SettingBroken(variable, written, ("0", "1"))
        return chosen in ("1", "true")

    return {"read": read, "doc": doc, "shown": shown}


def _text(*, doc: str, shown: str) -> _About:
    return {"read": _read_text, "doc": doc, "shown": shown}


def _custom(variable: str, *, doc: str) -> _About:
    """A variable that many programs read, in lower case first, as they do."""
    return {**_text(doc=doc, shown="unset"), "variables": (variable.lower(), variable)}


def _read_text(_variable: str, written: str) -> str | None:
    return written.strip() or None


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a user may set by environment variables, `EDISON_` before the upper-cased name.

    The proxies have the names that they have everywhere.
    """

    log_level: LogLevel = field(
        default="warning", metadata=_choice(LogLevel, doc="From which level on events are logged.")
    )
    log_format: LogFormat = field(
        default="text",
        metadata=_choice(LogFormat, doc="`text` for people, `json` for machines; always to standard error."),
    )
    database_url: str | None = field(
        default=None,
        repr=False,  # may hold a password
        metadata=_text(
            doc="Where runs are kept: a file, `sqlite:///FILE`, or `postgresql://…` for several machines.",
            shown="edison.db in the user's data directory",
        ),
    )
    allowed: str | None = field(
        default=None,
        metadata=_text(
            doc="Which endpoints may be asked, separated by commas: `PROVIDER/MODEL`, with `*` for anything, and "
            "`@HOST` or `@HOST:PORT` after it to fix the address as well. No suite and no file of providers widens it.",
            shown="everything",
        ),
    )
    text_hosts: str | None = field(
        default=None,
        metadata=_text(
            doc="From which servers texts may be fetched that a file of addresses (`.list`) names for `edison rank`, "
            "separated by commas: `HOST` or `HOST:PORT`, with `*` for anything. No redirect leads elsewhere.",
            shown="none",
        ),
    )
    key_hosts: str | None = field(
        default=None,
        metadata=_text(
            doc="Which keys a suite may have sent to hosts other than their well-known ones, separated by commas: "
            "`VARIABLE@HOST` or `VARIABLE@HOST:PORT`, with `*` for anything.",
            shown="none",
        ),
    )
    allow_code: bool = field(
        default=False,
        metadata=_flag(
            doc="`1` lets scripts and functions that a suite names be run by this process, as arms and as checks; "
            "the option `--allow-code` allows it for one command.",
            shown="0",
        ),
    )
    master_key: str | None = field(
        default=None,
        repr=False,
        metadata=_text(
            doc="Opens the stored keys of providers: 32 bytes in base64; taken from the file unless it is set.",
            shown="unset",
        ),
    )
    master_key_file: str | None = field(
        default=None,
        metadata=_text(
            doc="Where that key is kept; made at the first need, readable by its owner alone, except for a database "
            "server: there `edison keys new` makes one for all machines.",
            shown="master.key beside the database",
        ),
    )
    longest_pause_s: float = field(
        default=3600.0,
        metadata=_seconds(
            doc="How many seconds a provider may make everybody wait at most, however long it asks for.",
            shown="3600",
        ),
    )
    worker_stale_s: float = field(
        default=20.0,
        metadata=_seconds(
            doc="A worker that has not been heard of for so many seconds is taken for dead.", shown="20"
        ),
    )
    mcp_budget_usd: float | None = field(
        default=None,
        metadata=_dollars(
            doc="What one agent may spend at most, from its connecting with `edison mcp` to its leaving; a call that "
            "might exceed it, or whose price nobody knows, is refused before it is sent.",
            shown="no limit",
        ),
    )
    azure_token_command: str | None = field(
        default=None,
        metadata=_text(
            doc="A command that prints a token of Microsoft Entra for providers of kind `azure` that have no key, "
            "such as `az account get-access-token --resource https://cognitiveservices.azure.com --output json`; "
            "it is run again before the token ends.",
            shown="unset",
        ),
    )
    https_proxy: str | None = field(
        default=None,
        repr=False,  # may hold a password
        metadata=_custom(
            "HTTPS_PROXY",
            doc="The proxy for providers at `https://` addresses: `http://HOST:PORT` or `https://HOST:PORT`, with "
            "`USER:PASSWORD@` before the host where it wants one. Each of these four may be in lower case, which wins.",
        ),
    )
    http_proxy: str | None = field(
        default=None,
        repr=False,
        metadata=_custom("HTTP_PROXY", doc="The same for providers at `http://` addresses."),
    )
    all_proxy: str | None = field(
        default=None,
        repr=False,
        metadata=_custom("ALL_PROXY", doc="The proxy for whichever of the two is not set."),
    )
    no_proxy: str | None = field(
        default=None,
        metadata=_custom(
            "NO_PROXY",
            doc="Who is reached without a proxy, separated by commas: hosts (`example.com` covers `api.example.com` "
            "too), addresses, networks such as `10.0.0.0/8`, each with `:PORT` where only that is meant, or `*`. "
            "This machine is no exception: say `localhost,127.0.0.1` where a local model is asked.",
        ),
    )
    fault_point: str | None = field(default=None, metadata={"read": _read_text})
    """For tests of crashes: the point, and which visit of it, at which the process dies. Not documented."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Where keys of providers are looked up; never printed."""
    program_environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """What scripts and functions of a suite see: the surroundings without what is meant for Edison alone."""

    @property
    def database(self) -> str:
        """The database that is meant, whether it was set or not."""
        return self.database_url or str(data_directory(self.environment) / "edison.db")

    def key_in(self, variable: str) -> str | None:
        """The value of a variable that holds a key, None when it is unset or empty."""
        return self.environment.get(variable, "").strip() or None

    @property
    def may_make_key_file(self) -> bool:
        """Whether a master key may be made beside the database: one for a server would be on this machine alone."""
        return self.master_key_file is not None or "://" not in self.database.removeprefix("sqlite:///")

    @property
    def key_file(self) -> Path:
        """Where the master key is kept when it is not in the environment."""
        if self.master_key_file is not None:
            return Path(self.master_key_file).expanduser()
        file = self.database.removeprefix("sqlite:///")
        folder = data_directory(self.environment) if "://" in file else Path(file).expanduser().parent
        return folder / "master.key"


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the environment, and a file `.env` for what it does not say; what is not allowed is refused by name."""
    surroundings: Mapping[str, str] = os.environ if environment is None else environment  # noqa: TID251 (its one home)
    source = {**read_dotenv(Path(".env")), **surroundings} if environment is None else dict(surroundings)
    chosen = {
        setting.name: setting.metadata["read"](variable, source[variable])
        for setting in _readable()
        for variable in _variables(setting)[::-1]
        if variable in source
    }
    others = {name: value for name, value in surroundings.items() if not name.startswith(PREFIX)}
    return Settings(**chosen, environment=source, program_environment=others)


def documented_settings() -> list[tuple[str, str, str]]:
    """Variable, default and explanation of every setting, for the reference page and the example file."""
    return [
        (
            _variables(setting)[-1],
            str(setting.metadata.get("shown", setting.default)),
            setting.metadata["doc"],
        )
        for setting in _readable()
        if "doc" in setting.metadata
    ]


def _variables(setting: "Field[Any]") -> tuple[str, ...]:
    """Where a setting may stand; the first one wins."""
    return setting.metadata.get("variables", (PREFIX + setting.name.upper(),))


def _readable() -> Iterator["Field[Any]"]:
    return (setting for setting in fields(Settings) if "read" in setting.metadata)
