"""Amazon's Signature Version 4 for one request.

Source: AWS Identity and Access Management user guide, "Create a signed AWS API request". Every header handed
in is signed, and the path is encoded twice, as all services but S3 expect.
"""

import hmac
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from urllib.parse import quote, urlsplit

from .http import origin_of

_ALGORITHM = "AWS4-HMAC-SHA256"
_UNSIGNED = frozenset(
    {"authorization", "connection", "expect", "transfer-encoding", "user-agent", "x-amzn-trace-id"}
)
"""Headers that proxies and clients change on the way."""


def sign(
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    credentials: str,
    region: str,
    service: str,
    now: datetime,
) -> dict[str, str]:
    """The headers to send: those given, and the date, the token and the signature.

    Args:
        method: The HTTP method.
        url: The whole address as it will be sent, percent-encoded.
        headers: What will be sent besides; Host is taken from the address.
        body: Exactly the bytes that will be sent.
        credentials: `access_key_id:secret_access_key[:session_token]`.
        region: Such as `eu-central-1`.
        service: Such as `bedrock`.
        now: The moment of signing, with a time zone.
    """
    access_key, secret_key, token = _split(credentials)
    moment = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    sent = {**headers, "X-Amz-Date": moment}
    if token:
        sent["X-Amz-Security-Token"] = token
    signed = _canonical_headers(sent, host=str(origin_of(url)))
    names = ";".join(signed)
    scope = f"{moment[:8]}/{region}/{service}/aws4_request"
    request = _canonical_request(method, url, signed, body)
    to_sign = "\n".join((_ALGORITHM, moment, scope, sha256(request.encode()).hexdigest()))
    key = _signing_key(secret_key, scope)
    signature = hmac.new(key, to_sign.encode(), sha256).hexdigest()
    sent["Authorization"] = (
        f"{_ALGORITHM} Credential={access_key}/{scope}, SignedHeaders={names}, Signature={signature}"
    )
    return sent


def _split(credentials: str) -> tuple[str, str, str]:
    access_key, _, rest = credentials.partition(":")
    secret_key, _, token = rest.partition(":")
    if not access_key or not secret_key:
        raise ValueError("its key must be access_key_id:secret_access_key, or both and a session token")
    return access_key, secret_key, token


def _canonical_headers(headers: Mapping[str, str], *, host: str) -> dict[str, str]:
    lowered = {name.lower(): " ".join(value.split()) for name, value in headers.items()}
    lowered["host"] = host
    return {name: lowered[name] for name in sorted(lowered) if name not in _UNSIGNED}


def _canonical_request(method: str, url: str, headers: Mapping[str, str], body: bytes) -> str:
    parts = urlsplit(url)
    query = "&".join(sorted(parts.query.split("&"))) if parts.query else ""
    written = "".join(f"{name}:{value}\n" for name, value in headers.items())
    path = quote(parts.path or "/", safe="/~")
    return "\n".join((method.upper(), path, query, written, ";".join(headers), sha256(body).hexdigest()))


def _signing_key(secret_key: str, scope: str) -> bytes:
    key = f"AWS4{secret_key}".encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), sha256).digest()
    return key
