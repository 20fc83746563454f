"""Requests that came with a key: what was wanted under it, and what came of it."""

from .record import Record


class RequestKey(Record, frozen=True, kw_only=True):
    """What somebody chose for a request, and a digest of what was wanted with it."""

    key: str
    asked: str


class RequestMade(Record, frozen=True, kw_only=True):
    """What came of a request, and a digest of what was wanted."""

    made: str
    """Its id; empty where it has none."""
    asked: str
    """Empty where it was not kept."""

    def fits(self, key: RequestKey) -> bool:
        """Whether the same was wanted, as far as that is known."""
        return self.asked in ("", key.asked)
