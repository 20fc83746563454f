"""What Google's tools leave on a machine: a service account's file, a person's login, or the machine itself."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from .surroundings import BrokenChain, is_googles, is_safe

if TYPE_CHECKING:
    from edison.gateway import KeyMaker

_NAMED = "GOOGLE_APPLICATION_CREDENTIALS"

Fields = Mapping[str, object]


def find_maker(environment: Mapping[str, str]) -> "KeyMaker | None":
    """Application default credentials: the named file, that of `gcloud auth application-default login`, the machine.

    Raises:
        BrokenChain: a file is there that cannot be used.
    """
    from edison.gateway.credentials.google import GoogleMachine

    named = environment.get(_NAMED, "")
    file = Path(named) if named else _usual(environment)
    if named or file.is_file():
        return _of_file(_read(file), file)
    host = environment.get("GCE_METADATA_HOST", "")
    if host:
        return GoogleMachine(host)
    return GoogleMachine() if is_googles() else None


def _usual(environment: Mapping[str, str]) -> Path:
    folder = environment.get("CLOUDSDK_CONFIG")
    if not folder and sys.platform == "win32":
        folder = str(Path(environment.get("APPDATA", "")) / "gcloud")
    home = Path(environment.get("HOME") or Path.home())
    return (Path(folder) if folder else home / ".config" / "gcloud") / "application_default_credentials.json"


def _read(file: Path) -> Fields:
    try:
        written: object = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BrokenChain(f"the file {file} cannot be read ({error.strerror})") from error
    except ValueError:
        written = None
    if not isinstance(written, dict):
        raise BrokenChain(f"the file {file} holds no JSON object")
    return cast("Fields", written)


def _of_file(written: Fields, file: Path) -> "KeyMaker":
    kind = written.get("type")
    match kind:
        case "service_account":
            return _service_account(written, file)
        case "authorized_user":
            return _authorized_user(written, file)
        case "impersonated_service_account":
            return _impersonated(written, file)
        case _:
            raise BrokenChain(
                f"the file {file} is of the type {kind!r}, which is not read; put a token of "
                "gcloud auth print-access-token into GOOGLE_ACCESS_TOKEN"
            )


def _service_account(written: Fields, file: Path) -> "KeyMaker":
    from edison.gateway.credentials.google import ServiceAccount
    from edison.gateway.credentials.rs256 import SigningKey

    pem = _word(written, "private_key", file)
    try:
        key = SigningKey.read(pem)
    except ValueError as error:
        raise BrokenChain(f"the file {file}: {error}") from None
    key_id = written.get("private_key_id")
    return ServiceAccount(
        email=_word(written, "client_email", file),
        key=key,
        key_id=key_id if isinstance(key_id, str) else None,
        token_uri=_address(written, "token_uri", file),
        secrets=(pem, *(line for line in pem.splitlines() if "PRIVATE KEY" not in line)),
    )


def _authorized_user(written: Fields, file: Path) -> "KeyMaker":
    from edison.gateway import Secret
    from edison.gateway.credentials.google import AuthorizedUser

    return AuthorizedUser(
        client_id=_word(written, "client_id", file),
        client_secret=Secret(_word(written, "client_secret", file)),
        refresh_token=Secret(_word(written, "refresh_token", file)),
        token_uri=_address(written, "token_uri", file),
    )


def _impersonated(written: Fields, file: Path) -> "KeyMaker":
    from edison.gateway.credentials.google import ImpersonatedAccount

    source, delegates = written.get("source_credentials"), written.get("delegates")
    if not isinstance(source, dict) or cast("Fields", source).get("type") == "impersonated_service_account":
        raise BrokenChain(f"the file {file} has no source_credentials to begin with")
    named = cast("list[object]", delegates) if isinstance(delegates, list) else []
    return ImpersonatedAccount(
        _address(written, "service_account_impersonation_url", file),
        _of_file(cast("Fields", source), file),
        tuple(one for one in named if isinstance(one, str)),
    )


def _word(written: Fields, field: str, file: Path) -> str:
    value = written.get(field)
    if not isinstance(value, str) or not value:
        raise BrokenChain(f"the file {file} has no {field}")
    return value


def _address(written: Fields, field: str, file: Path) -> str:
    from edison.gateway.credentials.google import TOKEN_ADDRESS

    address = TOKEN_ADDRESS if field == "token_uri" and field not in written else _word(written, field, file)
    if not is_safe(address):
        raise BrokenChain(f"the {field} of the file {file} is no https address")
    return address
