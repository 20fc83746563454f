"""Keys of providers: from the environment, or sealed in the archive under a master key."""

import base64
import binascii
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from edison.errors import KeyNotReadable, MasterKeyBroken, MasterKeyMissing, ProviderBroken
from edison.settings import Settings
from edison.store import MASTER_KEY_BYTES, KeyOwner, open_key, seal_key

from . import aws_files, entra, google_files
from .surroundings import BrokenChain

if TYPE_CHECKING:
    # Most of those who come through wiring make no call.
    from edison.gateway import KeyMaker, RenewedKey

_AWS_KEY = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
_NO_SECRETS = frozenset({"AWS_REGION", "AWS_DEFAULT_REGION"})
"""Asked for like keys, and shown like any other word."""


class Keys:
    """Gives keys out and remembers which, so that no log shows them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._given_out: set[str] = set()

    def __repr__(self) -> str:
        return "Keys(…)"

    @property
    def given_out(self) -> tuple[str, ...]:
        """Every key that somebody has asked for; for the redactor alone."""
        return tuple(self._given_out)

    def in_variable(self, variable: str) -> str | None:
        key = self._settings.key_in(variable) or self._in_profile(variable)
        return key if key is None or variable in _NO_SECRETS else self._noted(key)

    def _in_profile(self, variable: str) -> str | None:
        """What a profile of Amazon's tools holds; a key of which one half is in the environment is looked for there."""
        if variable not in _NO_SECRETS and any(map(self._settings.key_in, _AWS_KEY)):
            return None
        return aws_files.find_in_profile(variable, self._settings.environment)

    def renewed(self, kind: str, *, provider: str, region: str | None) -> "RenewedKey | None":
        """Keys that end, from what the vendor's own tools leave on this machine (decision 0039)."""
        from edison.gateway import RenewedKey

        try:
            maker = self._maker(kind, region=region)
        except BrokenChain as broken:
            raise ProviderBroken(provider, f"{broken}.") from broken
        if maker is None:
            return None
        self.note(*maker.secrets)
        return RenewedKey(maker, note=self.note)

    def _maker(self, kind: str, *, region: str | None) -> "KeyMaker | None":
        environment = self._settings.environment
        match kind:
            case "bedrock":
                return aws_files.find_maker(environment, region=region)
            case "vertex":
                return google_files.find_maker(environment)
            case "azure":
                return entra.find_maker(environment, command=self._settings.azure_token_command)
            case _:
                return None

    def seal(self, key: str, *, owner: KeyOwner) -> bytes:
        master = self._master()
        if master is None and not self._settings.may_make_key_file:
            raise MasterKeyMissing(owner.provider)
        return seal_key(self._noted(key), master_key=master or self._make_master(), owner=owner)

    def unseal(self, sealed: bytes, *, owner: KeyOwner) -> str:
        master = self._master()
        if master is None:
            place = self._settings.key_file
            where = f"neither in EDISON_MASTER_KEY nor in {place}"
            raise KeyNotReadable(owner.provider, f"there is no master key on this machine, {where}")
        return self._noted(open_key(sealed, master_key=master, owner=owner))

    def note(self, *secrets: str) -> None:
        """Remember more that no log shall show."""
        self._given_out.update(secrets)

    def _noted(self, key: str) -> str:
        self.note(key)
        return key

    def _master(self) -> bytes | None:
        written = self._settings.master_key
        if written is not None:
            return _read(written, source="EDISON_MASTER_KEY")
        place = self._settings.key_file
        try:
            return _read(place.read_text(encoding="ascii").strip(), source=str(place))
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise MasterKeyBroken(str(place), "the file cannot be read") from error

    def _make_master(self) -> bytes:
        place = self._settings.key_file
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            _put(place, f"{new_master_key()}\n".encode())
        except OSError as error:
            raise MasterKeyBroken(str(place), "the file cannot be made") from error
        # Another process may have been first: what stands there counts.
        made = self._master()
        assert made is not None, "it was just made"
        return made


def new_master_key() -> str:
    """A fresh master key as it is written down."""
    return base64.b64encode(secrets.token_bytes(MASTER_KEY_BYTES)).decode()


def _read(written: str, *, source: str) -> bytes:
    try:
        master = base64.b64decode(
            written, altchars=b"-_" if {"-", "_"} & set(written) else None, validate=True
        )
    except (binascii.Error, ValueError) as error:
        raise MasterKeyBroken(source, "it is no base64") from error
    if len(master) != MASTER_KEY_BYTES:
        raise MasterKeyBroken(source, f"it has {len(master)} bytes")
    return master


def _put(place: Path, content: bytes) -> None:
    """Make a file for its owner alone, whole or not at all, unless there is one."""
    draft = place.with_name(f".{place.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, place)
    finally:
        draft.unlink()
