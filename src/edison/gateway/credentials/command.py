"""A program on this machine that prints a key, such as `az account get-access-token`."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from edison.errors import AuthRefused

from ..programs.processes import ProgramProcess
from ..secret import Secret
from .amazon import read_pair
from .renewing import Lease, Post
from .replies import Fields, read_object, word

_LASTS = timedelta(minutes=5)
"""How long a key is used whose end nobody tells."""
_MOST_BYTES = 65_536


def read_azure_token(told: Fields, *, where: str) -> Lease:
    """What the Azure CLI prints."""
    until = told.get("expires_on")
    ends_at = datetime.fromtimestamp(until, UTC) if isinstance(until, int) else None
    return Lease(Secret(word(told, "accessToken", where=where)), ends_at)


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """Runs a command of the user's; what it prints is never shown."""

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(repr=False)
    read: Callable[..., Lease] = read_pair
    """For what is an object of JSON; another text is the key itself."""
    secrets: tuple[str, ...] = ()

    @property
    def owner(self) -> str:
        return f"the command {self.command[0]}"

    async def make(self, post: Post, now: datetime) -> Lease:
        printed = await self._run()
        if printed.startswith(b"{"):
            lease = self.read(read_object(printed, where=self.command[0]), where=self.command[0])
            return Lease(lease.key, lease.ends_at or now + _LASTS)
        text = printed.decode("utf-8", "replace")
        if not text or len(text.split()) != 1:
            raise AuthRefused(f"The command {self.command[0]} prints no key; run it by hand.")
        return Lease(Secret(text), now + _LASTS)

    async def _run(self) -> bytes:
        try:
            process = await ProgramProcess.start(self.command, folder=".", environment=self.environment)
        except OSError as error:
            raise AuthRefused(
                f"The command {self.command[0]} cannot be run ({error.strerror}); check its path."
            ) from error
        try:
            process.stdin.close()
            printed = await _read_all(process.stdout)
            code = await process.end()
        except asyncio.CancelledError:
            await process.kill()
            raise
        if code != 0:
            ended = f"it ended with {code}: {process.complaint}"
            raise AuthRefused(f"The command {self.command[0]} gave no key ({ended}); run it by hand.")
        return printed.strip()


async def _read_all(stream: asyncio.StreamReader) -> bytes:
    """Everything that is said; of a flood the beginning."""
    said = b""
    while piece := await stream.read(_MOST_BYTES):
        said = (said + piece)[:_MOST_BYTES]
    return said
