"""Settings that cannot be used."""

from collections.abc import Iterable
from typing import ClassVar

from .base import EdisonError, ErrorKind


class SettingBroken(EdisonError):
    """An environment variable with a value that is not allowed."""

    code: ClassVar[str] = "setting"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, variable: str, value: str, allowed: Iterable[str]) -> None:
        super().__init__(
            f"{variable}={value!r} is not allowed; use one of {', '.join(allowed)}.",
            variable=variable,
            value=value,
        )


class SimulatorNotStarted(EdisonError):
    """The simulator could not listen where it was told to."""

    code: ClassVar[str] = "simulator_not_started"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, address: str, cause: str) -> None:
        super().__init__(
            f"The simulator cannot listen on {address} ({cause}); choose another --port, or 0 for a free one.",
            address=address,
            cause=cause,
        )


class ServerNotStarted(EdisonError):
    """The workbench cannot listen where it was told to."""

    code: ClassVar[str] = "server_not_started"
    kind: ClassVar[ErrorKind] = ErrorKind.CONFLICT

    def __init__(self, address: str, cause: str) -> None:
        super().__init__(
            f"The workbench cannot listen on {address} ({cause}); choose another --port, or 0 for a free one.",
            address=address,
            cause=cause,
        )


class MasterKeyMissing(EdisonError):
    """A key of a provider is to be stored on a server, and nothing is there to seal it with."""

    code: ClassVar[str] = "master_key_missing"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, provider: str) -> None:
        super().__init__(
            f"There is no master key to seal the key of {provider} with, and for a database server none is made in "
            "silence; make one with `edison keys new`, and set EDISON_MASTER_KEY to it on every machine.",
            provider=provider,
        )


class MasterKeyBroken(EdisonError):
    """The key that opens the stored keys of providers cannot be used."""

    code: ClassVar[str] = "master_key"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, source: str, cause: str) -> None:
        super().__init__(
            f"The master key in {source} cannot be used: {cause}; give 32 bytes in base64, "
            "or name another file in EDISON_MASTER_KEY_FILE.",
            source=source,
            cause=cause,
        )
