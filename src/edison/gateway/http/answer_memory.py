"""How much of all the answers that are being read is held at once."""

import asyncio
from collections import deque
from typing import NamedTuple
from weakref import WeakKeyDictionary

HELD_AT_ONCE = 64 * 1024 * 1024
_MEMORIES: "WeakKeyDictionary[asyncio.AbstractEventLoop, AnswerMemory]" = WeakKeyDictionary()


class AnswerMemory:
    """Bytes for all large answers together. Who finds too few waits; one of those who wait may always go on.

    Without that one, answers that are all half read could wait for one another.
    """

    def __init__(self, size: int = HELD_AT_ONCE) -> None:
        self._left = size
        self._ahead: Claim | None = None
        """It may take more than is left, so that it comes to its end."""
        self._waiting: deque[_Waiting] = deque()

    @property
    def left(self) -> int:
        """What nobody holds; below zero while one goes ahead of the others."""
        return self._left

    def give(self, claim: "Claim", size: int) -> bool:
        """Let it have so much more, if that can be."""
        if claim is not self._ahead and (self._waiting or size > self._left):
            if self._ahead is not None:
                return False
            self._ahead = claim
        self._left -= size
        return True

    async def wait(self, claim: "Claim", size: int) -> None:
        """Stand in line for so much more; it is given on return."""
        waiting = _Waiting(claim, size, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            await waiting.granted
        except asyncio.CancelledError:
            if not waiting.granted.cancelled():
                self.take_back(claim, size)
            raise

    def take_back(self, claim: "Claim", size: int) -> None:
        """So much is free again."""
        self._left += size
        if self._ahead is claim:
            self._ahead = None
        while self._waiting and (self._waiting[0].size <= self._left or self._ahead is None):
            waiting = self._waiting.popleft()
            if waiting.granted.cancelled():
                continue
            if waiting.size > self._left:
                self._ahead = waiting.claim
            self._left -= waiting.size
            waiting.granted.set_result(None)


class Claim:
    """What one answer holds."""

    def __init__(self, memory: AnswerMemory) -> None:
        self._memory = memory
        self._held = 0

    async def grow(self, size: int) -> None:
        """Wait until so much more may be held."""
        if not self._memory.give(self, size):
            await self._memory.wait(self, size)
        self._held += size

    def give_back(self) -> None:
        """Nothing of it is held any more."""
        if self._held:
            self._memory.take_back(self, self._held)
            self._held = 0


class _Waiting(NamedTuple):
    claim: Claim
    size: int
    granted: asyncio.Future[None]


def shared_memory() -> AnswerMemory:
    """That of this event loop, whoever asks in it."""
    loop = asyncio.get_running_loop()
    return _MEMORIES.setdefault(loop, AnswerMemory())
