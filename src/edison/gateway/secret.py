"""A key lives in one object that never prints."""

from hashlib import blake2b
from typing import NoReturn


class Secret:
    """A credential. Only the code that writes request headers reveals it; nothing else can show it by accident."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The key itself: for a header about to be sent, and for the redactor."""
        return self._value

    @property
    def fingerprint(self) -> str:
        """Tells keys apart without telling them: for limits and cache keys."""
        return blake2b(self._value.encode(), digest_size=8, person=b"edison-key").hexdigest()

    def __repr__(self) -> str:
        return "Secret(…)"

    __str__ = __repr__

    def __format__(self, format_spec: str) -> str:
        return repr(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret is never pickled or copied")
