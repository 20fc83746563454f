"""Tokens of Microsoft Entra: for an application with its secret or a file, or for the machine itself.

Sources: "Microsoft identity platform and the OAuth 2.0 client credentials flow", "Managed identities: use REST".
"""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

from edison.errors import AuthRefused

from ..secret import Secret
from .renewing import KeyRequest, Lease, Post
from .replies import ask_json, read_token

RESOURCE = "https://cognitiveservices.azure.com"
AUTHORITY = "https://login.microsoftonline.com"
_ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


@dataclass(frozen=True, slots=True)
class EntraApplication:
    """An application that proves itself by a secret, or by a token in a file that somebody renews."""

    tenant: str
    client_id: str
    secret: Secret | None = None
    token_file: str = ""
    authority: str = AUTHORITY

    @property
    def owner(self) -> str:
        return f"the application {self.client_id} of {self.tenant}"

    @property
    def secrets(self) -> tuple[str, ...]:
        return () if self.secret is None else (self.secret.reveal(),)

    async def make(self, post: Post, now: datetime) -> Lease:
        fields = {
            "grant_type": "client_credentials",
            "client_id": self.client_id,
            "scope": f"{RESOURCE}/.default",
        }
        if self.secret is not None:
            fields["client_secret"] = self.secret.reveal()
        else:
            fields |= {
                "client_assertion_type": _ASSERTION,
                "client_assertion": read_token_file(self.token_file),
            }
        url = f"{self.authority.rstrip('/')}/{quote(self.tenant, safe='')}/oauth2/v2.0/token"
        advice = "check AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET"
        told = await ask_json(post, KeyRequest.form(url, fields), advice=advice)
        return read_token(told, where=urlsplit(url).netloc, now=now)


@dataclass(frozen=True, slots=True)
class ManagedIdentity:
    """What a machine, a container or an app of Azure's runs as."""

    address: str
    """Whom to ask, with the query but for the resource."""
    headers: dict[str, str] = field(default_factory=dict[str, str], repr=False)
    client_id: str | None = None
    """Which of several identities."""

    @property
    def owner(self) -> str:
        return f"the managed identity {self.client_id or 'of this machine'}"

    @property
    def secrets(self) -> tuple[str, ...]:
        return tuple(value for value in self.headers.values() if value != "true")

    async def make(self, post: Post, now: datetime) -> Lease:
        query = {"resource": RESOURCE} | ({"client_id": self.client_id} if self.client_id else {})
        request = KeyRequest(f"{self.address}&{urlencode(query)}", headers=self.headers, is_near=True)
        advice = "give this machine an identity that may use the resource, and name it in AZURE_CLIENT_ID"
        told = await ask_json(post, request, advice=advice)
        return read_token(told, where=urlsplit(self.address).netloc, now=now)


def read_token_file(path: str) -> str:
    """A token that somebody renews in a file; read anew each time."""
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        cause = error.strerror if isinstance(error, OSError) else "it is no text"
        raise AuthRefused(f"The token file {path} cannot be read ({cause}); check its path.") from error
