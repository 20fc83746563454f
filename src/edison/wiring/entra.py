"""What an application of Microsoft Entra has in its surroundings: a secret, a file, an identity, or a command."""

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .surroundings import BrokenChain, is_azures, is_safe

if TYPE_CHECKING:
    from edison.gateway import KeyMaker

_MACHINE = "http://169.254.169.254"


def find_maker(environment: Mapping[str, str], *, command: str | None) -> "KeyMaker | None":
    """The first that is there, in the order of Azure's own libraries, behind the command that somebody chose.

    Raises:
        BrokenChain: what there is cannot be used.
    """
    from edison.gateway.credentials.command import KeyCommand, read_azure_token

    if command:
        return KeyCommand(tuple(shlex.split(command)), dict(environment), read_azure_token)
    return _of_application(environment) or _of_machine(environment)


def _of_application(environment: Mapping[str, str]) -> "KeyMaker | None":
    from edison.gateway.credentials.entra import AUTHORITY, EntraApplication
    from edison.gateway.secret import Secret

    tenant, client = environment.get("AZURE_TENANT_ID", ""), environment.get("AZURE_CLIENT_ID", "")
    secret, file = environment.get("AZURE_CLIENT_SECRET"), environment.get("AZURE_FEDERATED_TOKEN_FILE", "")
    if not secret and not file:
        return None
    lacking = [name for name in ("AZURE_TENANT_ID", "AZURE_CLIENT_ID") if not environment.get(name)]
    if lacking:
        raise BrokenChain(f"{' and '.join(lacking)} must be set beside AZURE_CLIENT_SECRET")
    authority = environment.get("AZURE_AUTHORITY_HOST") or AUTHORITY
    # Azure's libraries take the host alone as well.
    authority = authority if "://" in authority else f"https://{authority}"
    if not is_safe(authority):
        raise BrokenChain("AZURE_AUTHORITY_HOST is no https address")
    return EntraApplication(tenant, client, Secret(secret) if secret else None, file, authority)


def _of_machine(environment: Mapping[str, str]) -> "KeyMaker | None":
    from edison.gateway.credentials.entra import ManagedIdentity

    client = environment.get("AZURE_CLIENT_ID") or None
    address, header = environment.get("IDENTITY_ENDPOINT", ""), environment.get("IDENTITY_HEADER", "")
    if address and header:
        return ManagedIdentity(
            f"{address}?api-version=2019-08-01", {"X-IDENTITY-HEADER": header}, client_id=client
        )
    root = environment.get("AZURE_POD_IDENTITY_AUTHORITY_HOST", "") or (_MACHINE if is_azures() else "")
    if not root:
        return None
    path = "/metadata/identity/oauth2/token?api-version=2018-02-01"
    return ManagedIdentity(f"{root.rstrip('/')}{path}", {"Metadata": "true"}, client_id=client)
