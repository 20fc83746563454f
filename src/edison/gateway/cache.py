"""Answers that need not be asked for again: who may be cached, under which key, and where."""

import json
from hashlib import blake2b
from typing import Protocol

from edison.domain import Answer, Ask, Purpose


def is_cacheable(ask: Ask, *, wanted: bool | None = None) -> bool:
    """Whether an answer may be reused: by default that of a single, deterministic question, no judgment.

    Decide it on what is really sent: a temperature that was left out makes nothing deterministic.
    """
    if wanted is not None:
        return wanted
    if ask.purpose is Purpose.JUDGE or ask.repeat > 0:
        return False
    return ask.sampling.temperature == 0 or ask.sampling.seed is not None


def cache_key(ask: Ask, *, project: str, credential: str, address: str) -> str:
    """A digest of everything that could change the answer, the index of the repeat included."""
    # Python's own writer tells NaN from null and takes lone surrogates. Keys are not sorted: the order of the
    # properties in a schema is the order in which a model fills them.
    request = json.dumps(ask.model_dump(mode="json"), separators=(",", ":"))
    digest = blake2b(digest_size=16)
    for part in (project, credential, address, request):
        encoded = part.encode("utf-8", "surrogatepass")
        # The length keeps ("a", "bc") apart from ("ab", "c").
        digest.update(len(encoded).to_bytes(8, "big"))
        digest.update(encoded)
    return digest.hexdigest()


class Cache(Protocol):
    """Keeps complete answers. What comes back is marked, cost nothing and took no time."""

    async def get(self, key: str) -> Answer | None: ...

    async def put(self, key: str, answer: Answer) -> None:
        """Keep an answer if it is complete; a cut, filtered, refused or empty one is asked for again."""
        ...
