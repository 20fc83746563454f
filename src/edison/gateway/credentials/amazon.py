"""Keys of Amazon that end: of a role, of a container or a machine, of single sign-on.

Sources: "AWS Security Token Service API", "Container credential provider", "Use IMDSv2", "IAM Identity Center portal".
"""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import cast
from urllib.parse import urlencode, urlsplit

import msgspec

from edison.errors import AuthRefused, Unreadable

from ..secret import Secret
from ..sigv4 import sign
from .entra import read_token_file
from .renewing import KeyMaker, KeyRequest, Lease, Post
from .replies import Fields, ask, ask_json, read_moment, read_object, word

SESSION_NAME = "edison"
_VERSION = "2011-06-15"
_FORM = {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8", "Accept": "application/xml"}
_LASTS_S = 3600
_IMDS_TOKEN_S = 21600
_SIGN_IN = "sign in again with aws sso login"


@dataclass(frozen=True, slots=True)
class PlainPair:
    """A pair that was given as it is, to begin a chain of roles with."""

    key: Secret

    @property
    def owner(self) -> str:
        return f"the access key {self.key.fingerprint}"

    @property
    def secrets(self) -> tuple[str, ...]:
        return tuple(self.key.reveal().split(":"))

    async def make(self, post: Post, now: datetime) -> Lease:
        return Lease(self.key)


@dataclass(frozen=True, slots=True)
class AssumedRole:
    """A role that somebody else may take on."""

    role: str
    source: KeyMaker
    address: str
    region: str
    session: str = SESSION_NAME
    external_id: str | None = None
    lasts_s: int = _LASTS_S

    @property
    def owner(self) -> str:
        return f"the role {self.role}"

    @property
    def secrets(self) -> tuple[str, ...]:
        return self.source.secrets

    async def make(self, post: Post, now: datetime) -> Lease:
        source = await self.source.make(post, now)
        fields = {
            "Action": "AssumeRole",
            "Version": _VERSION,
            "RoleArn": self.role,
            "RoleSessionName": self.session,
            "DurationSeconds": str(self.lasts_s),
        }
        if self.external_id:
            fields["ExternalId"] = self.external_id
        body = urlencode(fields).encode()
        headers = sign(
            "POST",
            self.address,
            _FORM,
            body,
            credentials=source.key.reveal(),
            region=self.region,
            service="sts",
            now=now,
        )
        request = KeyRequest(self.address, "POST", headers, body)
        return await _from_sts(post, request, advice=f"check who may assume {self.role}")


@dataclass(frozen=True, slots=True)
class WebIdentityRole:
    """A role for whoever holds a token of somebody that Amazon trusts; others renew it in its file."""

    role: str
    token_file: str
    address: str
    session: str = SESSION_NAME
    secrets: tuple[str, ...] = ()

    @property
    def owner(self) -> str:
        return f"the role {self.role}"

    async def make(self, post: Post, now: datetime) -> Lease:
        fields = {
            "Action": "AssumeRoleWithWebIdentity",
            "Version": _VERSION,
            "RoleArn": self.role,
            "RoleSessionName": self.session,
            "WebIdentityToken": read_token_file(self.token_file),
        }
        request = KeyRequest(self.address, "POST", _FORM, urlencode(fields).encode())
        return await _from_sts(post, request, advice="check the role and AWS_WEB_IDENTITY_TOKEN_FILE")


@dataclass(frozen=True, slots=True)
class ContainerRole:
    """The role that a container runs as."""

    address: str
    token: Secret | None = None
    token_file: str = ""
    """In place of the token; somebody renews it."""

    @property
    def owner(self) -> str:
        return "the role of this container"

    @property
    def secrets(self) -> tuple[str, ...]:
        return () if self.token is None else (self.token.reveal(),)

    async def make(self, post: Post, now: datetime) -> Lease:
        token = read_token_file(self.token_file) if self.token_file else self.token and self.token.reveal()
        headers = {"Authorization": token} if token else {}
        request = KeyRequest(self.address, headers=headers, is_near=True)
        told = await ask_json(post, request, advice="check the role of this container")
        return read_pair(told, where=urlsplit(self.address).netloc)


@dataclass(frozen=True, slots=True)
class InstanceRole:
    """The role that a machine of Amazon's runs as."""

    address: str = "http://169.254.169.254"
    secrets: tuple[str, ...] = ()

    @property
    def owner(self) -> str:
        return "the role of this machine"

    async def make(self, post: Post, now: datetime) -> Lease:
        advice = "give this machine a role, or set AWS_PROFILE"
        root = self.address.rstrip("/")
        lasting = {"X-aws-ec2-metadata-token-ttl-seconds": str(_IMDS_TOKEN_S)}
        asked = KeyRequest(f"{root}/latest/api/token", "PUT", lasting, b"", is_near=True)
        token = (await ask(post, asked, advice=advice)).decode("ascii", "replace").strip()
        headers = {"X-aws-ec2-metadata-token": token}
        roles = f"{root}/latest/meta-data/iam/security-credentials/"
        named = await ask(post, KeyRequest(roles, headers=headers, is_near=True), advice=advice)
        role = (named.decode("utf-8", "replace").split() or [""])[0]
        request = KeyRequest(f"{roles}{role}", headers=headers, is_near=True)
        return read_pair(await ask_json(post, request, advice=advice), where=urlsplit(root).netloc)


@dataclass(frozen=True, slots=True)
class SsoRole:
    """The role of a person who has signed in with `aws sso login`; what that keeps in its cache is read anew."""

    account: str
    role: str
    cache_file: str
    address: str
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @property
    def owner(self) -> str:
        return f"the role {self.role} of account {self.account}"

    async def make(self, post: Post, now: datetime) -> Lease:
        token = self._token(now)
        query = urlencode({"role_name": self.role, "account_id": self.account})
        request = KeyRequest(
            f"{self.address.rstrip('/')}/federation/credentials?{query}",
            headers={"x-amz-sso_bearer_token": token},
        )
        where = urlsplit(self.address).netloc
        told = (await ask_json(post, request, advice=_SIGN_IN)).get("roleCredentials")
        if not isinstance(told, dict):
            raise Unreadable(f"{where} was asked for a key, and its answer has no roleCredentials.")
        pair = cast("Fields", told)
        ends = pair.get("expiration")
        names = ("accessKeyId", "secretAccessKey", "sessionToken")
        key = Secret(":".join(word(pair, name, where=where) for name in names))
        return Lease(key, datetime.fromtimestamp(ends / 1000, UTC) if isinstance(ends, int) else None)

    def _token(self, now: datetime) -> str:
        try:
            kept = read_object(Path(self.cache_file).read_bytes(), where=self.cache_file)
        except OSError:
            raise AuthRefused(f"Nobody has signed in for {self.owner}; {_SIGN_IN}.") from None
        ends_at = read_moment(kept.get("expiresAt"))
        if ends_at is not None and ends_at <= now + timedelta(seconds=10):
            raise AuthRefused(f"The sign-in for {self.owner} has ended; {_SIGN_IN}.")
        return word(kept, "accessToken", where=self.cache_file)


def read_pair(told: Fields, *, where: str) -> Lease:
    """A pair with its token, as containers, machines and commands of Amazon's answer."""
    access, secret = word(told, "AccessKeyId", where=where), word(told, "SecretAccessKey", where=where)
    token = told.get("Token") or told.get("SessionToken")
    parts = (access, secret, token if isinstance(token, str) else "")
    return Lease(Secret(":".join(filter(None, parts))), read_moment(told.get("Expiration")))


async def _from_sts(post: Post, request: KeyRequest, *, advice: str) -> Lease:
    where = urlsplit(request.url).netloc
    text = (await ask(post, request, advice=advice)).decode("utf-8", "replace")
    # Its answers are flat, and nothing in them needs a reader of XML.
    names = ("AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration")
    found = {name: re.search(rf"<{name}>([^<]+)</{name}>", text) for name in names}
    fields = {name: unescape(match[1]) for name, match in found.items() if match is not None}
    return read_pair(msgspec.convert(fields, dict[str, object]), where=where)
