"""What is left of a limit, as it stands in the headers of an answer."""

from __future__ import annotations

import msgspec


class LimitState(msgspec.Struct, frozen=True, kw_only=True):
    """What a key may still do within this minute."""

    requests: int | None = None
    requests_left: int = 0
    requests_reset_s: float = 0.0
    tokens: int | None = None
    tokens_left: int = 0
    tokens_reset_s: float = 0.0
