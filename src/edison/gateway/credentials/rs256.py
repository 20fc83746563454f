"""RSA signatures with SHA-256 (RS256, PKCS #1 v1.5), for the statements that Google's service accounts sign.

Sources: RFC 8017 (8.2.1, 9.2), RFC 5208 and RFC 7515. A statement is signed once an hour, so whole numbers of Python
are quick enough (decision 0039), and the number that is raised is blinded.
"""

import secrets
from base64 import b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Mapping
from hashlib import sha256

import msgspec

_SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")
_INTEGER, _OCTETS, _SEQUENCE = 0x02, 0x04, 0x30
_RSA = bytes.fromhex("2a864886f70d010101")
_LEAST_BITS = 1024


class SigningKey:
    """A private key that signs and never prints."""

    __slots__ = ("_d", "_e", "_n", "_size")

    def __init__(self, n: int, e: int, d: int) -> None:
        self._n, self._e, self._d = n, e, d
        self._size = (n.bit_length() + 7) // 8

    def __repr__(self) -> str:
        return "SigningKey(…)"

    @classmethod
    def read(cls, pem: str) -> "SigningKey":
        """The key of a PEM block, `PRIVATE KEY` or `RSA PRIVATE KEY`; raises ValueError for anything else."""
        lines = [line.strip() for line in pem.strip().splitlines()]
        if len(lines) < 3 or lines[0] not in (
            "-----BEGIN PRIVATE KEY-----",
            "-----BEGIN RSA PRIVATE KEY-----",
        ):
            raise ValueError("it is no PEM block of a private key")
        try:
            der = b64decode("".join(lines[1:-1]), validate=True)
            numbers = _numbers(der if "RSA" in lines[0] else _unwrap(der))
        except (Error, IndexError) as error:
            raise ValueError("its private key cannot be read") from error
        n, e, d = numbers[1:4]
        if n.bit_length() < _LEAST_BITS or pow(pow(2, e, n), d, n) != 2:
            raise ValueError("its private key is none of RSA")
        return cls(n, e, d)

    def sign(self, message: bytes) -> bytes:
        """The signature of a message."""
        info = _SHA256_INFO + sha256(message).digest()
        padded = b"\0\1" + b"\xff" * (self._size - len(info) - 3) + b"\0" + info
        blind = secrets.randbelow(self._n - 2) + 2
        raised = pow(int.from_bytes(padded) * pow(blind, self._e, self._n) % self._n, self._d, self._n)
        return (raised * pow(blind, -1, self._n) % self._n).to_bytes(self._size)

    def statement(self, claims: Mapping[str, object], *, key_id: str | None = None) -> str:
        """Claims as a signed token (JWT)."""
        head = {"alg": "RS256", "typ": "JWT"} | ({"kid": key_id} if key_id else {})
        text = b".".join(_encode(msgspec.json.encode(part)) for part in (head, dict(claims)))
        return (text + b"." + _encode(self.sign(text))).decode()


def _encode(part: bytes) -> bytes:
    return urlsafe_b64encode(part).rstrip(b"=")


def _next(der: bytes, at: int) -> tuple[int, bytes, int]:
    """What stands there: its kind, its content, and where the next one begins."""
    kind, size, start = der[at], der[at + 1], at + 2
    if size & 0x80:
        more = size & 0x7F
        size, start = int.from_bytes(der[start : start + more]), start + more
    content = der[start : start + size]
    if len(content) != size:
        raise ValueError("its private key is cut off")
    return kind, content, start + size


def _unwrap(der: bytes) -> bytes:
    """The RSA key inside a PKCS #8 envelope."""
    _, envelope, _ = _next(der, 0)
    _, _, at = _next(envelope, 0)
    _, algorithm, at = _next(envelope, at)
    kind, key, _ = _next(envelope, at)
    if kind != _OCTETS or _RSA not in algorithm:
        raise ValueError("its private key is none of RSA")
    return key


def _numbers(der: bytes) -> list[int]:
    kind, content, _ = _next(der, 0)
    if kind != _SEQUENCE:
        raise ValueError("its private key cannot be read")
    numbers: list[int] = []
    at = 0
    while at < len(content) and len(numbers) < 4:
        kind, value, at = _next(content, at)
        if kind != _INTEGER:
            raise ValueError("its private key cannot be read")
        numbers.append(int.from_bytes(value))
    if len(numbers) < 4:
        raise ValueError("its private key is cut off")
    return numbers
