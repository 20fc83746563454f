"""Settings that cannot be used."""

from collections.abc import Iterable
from typing import ClassVar

from .base import EdisonError, Kind


class SettingBroken(EdisonError):
    """An environment variable with a value that is not allowed."""

    code: ClassVar[str] = "setting"
    kind: ClassVar[Kind] = Kind.INVALID

    def __init__(self, variable: str, value: str, allowed: Iterable[str]) -> None:
        super().__init__(
            f"{variable}={value!r} is not allowed; use one of {', '.join(allowed)}.",
            variable=variable,
            value=value,
        )


class SimulatorNotStarted(EdisonError):
    """The simulator could not listen where it was told to."""

    code: ClassVar[str] = "simulator_not_started"
    kind: ClassVar[Kind] = Kind.CONFLICT

    def __init__(self, address: str, cause: str) -> None:
        super().__init__(
            f"The simulator cannot listen on {address} ({cause}); choose another --port, or 0 for a free one.",
            address=address,
            cause=cause,
        )
