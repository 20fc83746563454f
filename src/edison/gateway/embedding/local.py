"""Embedders on this machine: one thread of their own, a few texts at a time, loaded when they are first needed."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from edison.errors import EmbedderMissing

from .unrelated import UNRELATED

if TYPE_CHECKING:
    from edison.stats.vectors import UnrelatedNull


class Embedder(Protocol):
    """Makes vectors of texts. Vectors of different embedders have nothing to do with each other."""

    @property
    def id(self) -> str:
        """Stored with whatever is concluded from its vectors."""
        ...

    async def embed(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """A vector of length one for each text, in their order; raises an `EdisonError` where that fails."""
        ...

    async def unrelated(self) -> "UnrelatedNull":
        """How far texts lie apart that have nothing to do with each other; measured once."""
        ...


class LocalEmbedder(ABC):
    """Vectors without a call. Nothing is loaded, nor a thread begun, before the first text."""

    id: str

    @property
    @abstractmethod
    def packages(self) -> tuple[str, ...]:
        """What has to be installed."""

    @abstractmethod
    def embed_now(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """A vector for each text, in the thread of whoever calls."""

    @property
    def is_installed(self) -> bool:
        """Whether everything is there that it needs."""
        return all(find_spec(package) is not None for package in self.packages)

    def refuse_absence(self) -> None:
        """Raise `EmbedderMissing` unless everything it needs is installed."""
        for package in self.packages:
            if find_spec(package) is None:
                raise EmbedderMissing(package)

    async def embed(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.embed_now, texts)

    async def unrelated(self) -> "UnrelatedNull":
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: self.unrelated_now)

    @cached_property
    def unrelated_now(self) -> "UnrelatedNull":
        """The same, in the thread of whoever calls."""
        from edison.stats.vectors import calibrate_null

        return calibrate_null(self.embed_now(UNRELATED))

    @cached_property
    def _thread(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1, thread_name_prefix="edison-embedder")
