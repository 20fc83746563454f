"""A provider's model as an embedder: what it made of a text is kept, and no text is paid for twice."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from edison.domain import EMBEDDED_AT_ONCE, Answer, Ask, Endpoint
from edison.errors import Unreadable
from edison.gateway import UNRELATED
from edison.store import KeptVectors

if TYPE_CHECKING:
    from edison.stats.vectors import UnrelatedNull

Vector = tuple[float, ...]


class AskForVectors(Protocol):
    """How one batch of texts is asked about; raises an `EdisonError` where nothing comes of it.

    What was heard counts as answered when it is left: by then the vectors are kept, and nobody pays for them again.
    """

    def __call__(self, ask: Ask, /) -> AbstractAsyncContextManager[Answer]: ...


class ProviderVectors:
    """What one model makes of texts; one for each model and event loop.

    Who asks at the same time for the same text waits for whoever was first.
    """

    def __init__(
        self,
        to: Endpoint,
        *,
        kept: KeptVectors,
        scope: Callable[[], Awaitable[str]],
        threads: Executor | None = None,
    ) -> None:
        """
        Args:
            to: Whom to ask.
            kept: What was made before.
            scope: Says whose vectors these are, and made where: what is kept under another name is not taken.
            threads: Where the database is read; the loop's own where None.
        """
        self.to = to
        self._kept = kept
        self._scope = scope
        self._threads = threads
        self._under_way: dict[str, asyncio.Event] = {}

    def asking(self, ask: AskForVectors) -> "ProviderEmbedder":
        """The same as an embedder, with a way to ask."""
        return ProviderEmbedder(self, ask)

    async def embed(self, texts: Sequence[str], ask: AskForVectors) -> list[Vector]:
        """A vector of length one for each text, in their order; what is kept is not asked for."""
        scope = await self._scope()
        keys = [self._key(scope, text) for text in texts]
        wanted, found = dict(zip(keys, texts, strict=True)), dict[str, Vector]()
        while missing := [key for key in wanted if key not in found]:
            mine = [key for key in missing if key not in self._under_way]
            if not mine:
                await self._under_way[missing[0]].wait()
                continue
            ended = asyncio.Event()
            self._under_way |= dict.fromkeys(mine, ended)
            try:
                found |= await self._find({key: wanted[key] for key in mine}, ask)
            finally:
                for key in mine:
                    del self._under_way[key]
                ended.set()
        return [found[key] for key in keys]

    async def _find(self, texts: Mapping[str, str], ask: AskForVectors) -> dict[str, Vector]:
        """What is kept, and what is made now of the rest; each batch is kept before the next one is asked for."""
        from edison.stats.vectors import pack_vectors, unpack_vectors

        kept = await self._off(self._kept.read, list(texts))
        found = {key: unpack_vectors(packed)[0] for key, packed in kept.items()}
        absent = [key for key in texts if key not in found]
        for first in range(0, len(absent), EMBEDDED_AT_ONCE):
            batch = absent[first : first + EMBEDDED_AT_ONCE]
            async with ask(Ask.for_vectors(self.to, [texts[key] for key in batch])) as answer:
                made = unpack_vectors(answer.text)
                if len(made) != len(batch):
                    said = f"{self.to.name} made {len(made)} vectors of {len(batch)} texts."
                    raise Unreadable(said, provider=self.to.provider)
                found |= dict(zip(batch, made, strict=True))
                packed = {key: pack_vectors([vector]) for key, vector in zip(batch, made, strict=True)}
                await self._off(self._kept.keep, packed)
        return found

    async def _off(self, work: Callable[..., "dict[str, str] | None"], argument: object) -> dict[str, str]:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, argument) or {}

    def _key(self, scope: str, text: str) -> str:
        digest = blake2b(b"vector", digest_size=16)
        for part in (scope, self.to.name, text.strip()):
            encoded = part.encode("utf-8", "surrogatepass")
            # The length keeps ("a", "bc") apart from ("ab", "c").
            digest.update(len(encoded).to_bytes(8, "big"))
            digest.update(encoded)
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class ProviderEmbedder:
    """The vectors of a provider's model, and how it is asked for those that are not there yet."""

    vectors: ProviderVectors
    ask: AskForVectors

    @property
    def id(self) -> str:
        """The endpoint's name: vectors of one model may be told from those of any other by it."""
        return self.vectors.to.name

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector of length one for each text, in their order."""
        return await self.vectors.embed(texts, self.ask)

    async def unrelated(self) -> "UnrelatedNull":
        """How far texts lie apart under this model that have nothing to do with each other."""
        from edison.stats.vectors import calibrate_null

        return calibrate_null(await self.embed(UNRELATED))
