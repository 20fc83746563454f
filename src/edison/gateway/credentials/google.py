"""Tokens of Google: from a service account's file, a person who has logged in, or the machine itself.

Sources: "Using OAuth 2.0 for Server to Server Applications", "Application Default Credentials", "VM metadata".
"""

from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode, urlsplit

import msgspec

from ..secret import Secret
from .renewing import KeyMaker, KeyRequest, Lease, Post
from .replies import Fields, ask_json, read_moment, read_token, word
from .rs256 import SigningKey

SCOPE = "https://www.googleapis.com/auth/cloud-platform"
TOKEN_ADDRESS = "https://oauth2.googleapis.com/token"
_LASTS_S = 3600
_LOG_IN = "log in again with gcloud auth application-default login"


@dataclass(frozen=True, slots=True)
class ServiceAccount:
    """Signs a statement of its own, and gets a token for it."""

    email: str
    key: SigningKey
    key_id: str | None = None
    token_uri: str = TOKEN_ADDRESS
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @property
    def owner(self) -> str:
        return f"the service account {self.email}"

    async def make(self, post: Post, now: datetime) -> Lease:
        since = int(now.timestamp())
        claims = {
            "iss": self.email,
            "scope": SCOPE,
            "aud": self.token_uri,
            "iat": since,
            "exp": since + _LASTS_S,
        }
        fields = {
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "assertion": self.key.statement(claims, key_id=self.key_id),
        }
        advice = (
            "check that the key of GOOGLE_APPLICATION_CREDENTIALS is still there, and this machine's clock"
        )
        return await _token(post, KeyRequest.form(self.token_uri, fields), advice=advice, now=now)


@dataclass(frozen=True, slots=True)
class AuthorizedUser:
    """A person who has logged in with gcloud."""

    client_id: str
    client_secret: Secret
    refresh_token: Secret
    token_uri: str = TOKEN_ADDRESS

    @property
    def owner(self) -> str:
        return f"the person who has logged in with gcloud ({self.refresh_token.fingerprint})"

    @property
    def secrets(self) -> tuple[str, ...]:
        return self.client_secret.reveal(), self.refresh_token.reveal()

    async def make(self, post: Post, now: datetime) -> Lease:
        fields = {
            "grant_type": "refresh_token",
            "client_id": self.client_id,
            "client_secret": self.client_secret.reveal(),
            "refresh_token": self.refresh_token.reveal(),
        }
        return await _token(post, KeyRequest.form(self.token_uri, fields), advice=_LOG_IN, now=now)


@dataclass(frozen=True, slots=True)
class ImpersonatedAccount:
    """A service account that somebody else may speak for."""

    url: str
    source: KeyMaker
    delegates: tuple[str, ...] = ()

    @property
    def owner(self) -> str:
        return f"{urlsplit(self.url).path.rpartition('/')[2]}, by {self.source.owner}"

    @property
    def secrets(self) -> tuple[str, ...]:
        return self.source.secrets

    async def make(self, post: Post, now: datetime) -> Lease:
        source = await self.source.make(post, now)
        wished = {"delegates": self.delegates, "scope": [SCOPE], "lifetime": f"{_LASTS_S}s"}
        headers = {
            "Authorization": f"Bearer {source.key.reveal()}",
            "Content-Type": "application/json",
        }
        request = KeyRequest(self.url, "POST", headers, msgspec.json.encode(wished))
        advice = "it takes the role Service Account Token Creator"
        told = await ask_json(post, request, advice=advice)
        where = urlsplit(self.url).netloc
        return Lease(Secret(word(told, "accessToken", where=where)), read_moment(told.get("expireTime")))


@dataclass(frozen=True, slots=True)
class GoogleMachine:
    """The service account that a machine of Google's runs as."""

    host: str = "metadata.google.internal"
    secrets: tuple[str, ...] = ()

    @property
    def owner(self) -> str:
        return "the service account of this machine"

    async def make(self, post: Post, now: datetime) -> Lease:
        path = "/computeMetadata/v1/instance/service-accounts/default/token"
        url = f"http://{self.host}{path}?{urlencode({'scopes': SCOPE})}"
        request = KeyRequest(url, headers={"Metadata-Flavor": "Google"}, is_near=True)
        advice = "give this machine a service account, or set GOOGLE_APPLICATION_CREDENTIALS"
        return await _token(post, request, advice=advice, now=now)


async def _token(post: Post, request: KeyRequest, *, advice: str, now: datetime) -> Lease:
    told: Fields = await ask_json(post, request, advice=advice)
    return read_token(told, where=urlsplit(request.url).netloc, now=now)
