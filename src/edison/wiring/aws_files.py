"""The files that Amazon's tools keep: profiles with keys, roles and regions; read anew each time."""

import shlex
from collections.abc import Mapping
from configparser import ConfigParser, Error
from hashlib import sha1
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .surroundings import BrokenChain, is_amazons, is_safe

if TYPE_CHECKING:
    from edison.gateway import KeyMaker

_IN_PROFILE = {
    "AWS_ACCESS_KEY_ID": "aws_access_key_id",
    "AWS_SECRET_ACCESS_KEY": "aws_secret_access_key",
    "AWS_SESSION_TOKEN": "aws_session_token",
    "AWS_REGION": "region",
}
_PAIR = ("aws_access_key_id", "aws_secret_access_key", "aws_session_token")
_LONGEST_CHAIN = 8
_CONTAINER = "http://169.254.170.2"
_CONTAINER_HOSTS = frozenset({"169.254.170.2", "169.254.170.23", "fd00:ec2::23"})
"""Where containers ask for their role; anybody else would have to be asked by TLS."""


def find_in_profile(variable: str, environment: Mapping[str, str]) -> str | None:
    """What the chosen profile holds in place of a variable; None where there is no such profile or nothing in it."""
    field = _IN_PROFILE.get(variable)
    return None if field is None else _Files(environment).profile(_chosen(environment)).get(field)


def find_maker(environment: Mapping[str, str], *, region: str | None) -> "KeyMaker | None":
    """How keys that end are come by, in the order of Amazon's own tools; None where a plain pair is there, or nothing.

    Raises:
        BrokenChain: a profile asks for something that cannot be done.
    """
    if environment.get("AWS_ACCESS_KEY_ID") or environment.get("AWS_SECRET_ACCESS_KEY"):
        return None
    chain = _Chain(environment, region=region)
    named = _chosen(environment)
    profile = chain.files.profile(named)
    if profile.get("role_arn") or profile.get("sso_role_name") or profile.get("credential_process"):
        return chain.of_profile(named)
    if profile.get("aws_access_key_id"):
        return None
    return chain.of_web_identity() or chain.of_container() or chain.of_machine()


def _chosen(environment: Mapping[str, str]) -> str:
    return environment.get("AWS_PROFILE") or "default"


class _Files:
    """Both files, read once."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.folder = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home()) / ".aws"
        self._keys = _read(
            Path(environment.get("AWS_SHARED_CREDENTIALS_FILE") or self.folder / "credentials")
        )
        self._config = _read(Path(environment.get("AWS_CONFIG_FILE") or self.folder / "config"))

    def profile(self, name: str) -> dict[str, str]:
        """What both say about a profile; where both do, the file of keys wins."""
        said = self._section(self._config, name if name == "default" else f"profile {name}")
        return said | self._section(self._keys, name)

    def session(self, name: str) -> dict[str, str]:
        """A session of single sign-on."""
        return self._section(self._config, f"sso-session {name}")

    @staticmethod
    def _section(parser: ConfigParser, name: str) -> dict[str, str]:
        if not parser.has_section(name):
            return {}
        return {field: value.strip() for field, value in parser.items(name) if value and value.strip()}


class _Chain:
    """From a profile to whoever makes its keys."""

    def __init__(self, environment: Mapping[str, str], *, region: str | None) -> None:
        self.files = _Files(environment)
        self._environment = environment
        self._region = region or "us-east-1"
        self._sts = self._address("STS", f"https://sts.{self._region}.amazonaws.com").rstrip("/") + "/"

    def of_profile(self, name: str, *, depth: int = 0) -> "KeyMaker":
        """Whoever makes the keys of a profile, and of those it builds upon."""
        from edison.gateway.credentials.amazon import PlainPair
        from edison.gateway.credentials.command import KeyCommand
        from edison.gateway.secret import Secret

        profile = self.files.profile(name)
        if depth > _LONGEST_CHAIN:
            raise BrokenChain(f"the profile {name} leads back to itself by source_profile")
        # A profile that names itself means the pair in it.
        names_itself = depth > 0 and profile.get("source_profile") == name
        if profile.get("role_arn") and not names_itself:
            return self._of_role(name, profile, depth=depth)
        if profile.get("sso_role_name"):
            return self._of_sign_in(name, profile)
        if profile.get("aws_access_key_id") and profile.get("aws_secret_access_key"):
            return PlainPair(Secret(":".join(profile[field] for field in _PAIR if profile.get(field))))
        if profile.get("credential_process"):
            return KeyCommand(tuple(shlex.split(profile["credential_process"])), dict(self._environment))
        raise BrokenChain(f"the profile {name} holds no key, and nothing to make one of")

    def of_web_identity(self, role: str = "", file: str = "", session: str = "") -> "KeyMaker | None":
        """The role for a token that others put into a file."""
        from edison.gateway.credentials.amazon import SESSION_NAME, WebIdentityRole

        role = role or self._environment.get("AWS_ROLE_ARN", "")
        file = file or self._environment.get("AWS_WEB_IDENTITY_TOKEN_FILE", "")
        session = session or self._environment.get("AWS_ROLE_SESSION_NAME", "") or SESSION_NAME
        return WebIdentityRole(role, file, self._sts, session) if role and file else None

    def of_container(self) -> "KeyMaker | None":
        """The role of the container that this is."""
        from edison.gateway.credentials.amazon import ContainerRole
        from edison.gateway.secret import Secret

        path = self._environment.get("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "")
        address = (
            f"{_CONTAINER}{path}" if path else self._environment.get("AWS_CONTAINER_CREDENTIALS_FULL_URI", "")
        )
        if not address:
            return None
        parts = urlsplit(address)
        if not is_safe(address) and parts.hostname not in _CONTAINER_HOSTS:
            raise BrokenChain(
                f"AWS_CONTAINER_CREDENTIALS_FULL_URI is neither https nor on this machine ({address})"
            )
        token = self._environment.get("AWS_CONTAINER_AUTHORIZATION_TOKEN")
        file = self._environment.get("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "")
        return ContainerRole(address, Secret(token) if token else None, file)

    def of_machine(self) -> "KeyMaker | None":
        """The role of the machine that this is; asked only where it is one of Amazon's, for others answer to nobody."""
        from edison.gateway.credentials.amazon import InstanceRole

        if self._environment.get("AWS_EC2_METADATA_DISABLED", "").lower() == "true":
            return None
        address = self._environment.get("AWS_EC2_METADATA_SERVICE_ENDPOINT", "")
        if address:
            return InstanceRole(address)
        return InstanceRole() if is_amazons() else None

    def _of_role(self, name: str, profile: Mapping[str, str], *, depth: int) -> "KeyMaker":
        from edison.gateway.credentials.amazon import SESSION_NAME, AssumedRole

        if profile.get("mfa_serial"):
            raise BrokenChain(
                f"the profile {name} asks for a code of mfa_serial; "
                'run eval "$(aws configure export-credentials --format env)"'
            )
        session = profile.get("role_session_name", SESSION_NAME)
        if profile.get("web_identity_token_file"):
            lent = self.of_web_identity(profile["role_arn"], profile["web_identity_token_file"], session)
            assert lent is not None, "both were given"
            return lent
        lasts = profile.get("duration_seconds", "")
        return AssumedRole(
            profile["role_arn"],
            self._source(name, profile, depth=depth),
            self._sts,
            self._region,
            session,
            profile.get("external_id"),
            int(lasts) if lasts.isascii() and lasts.isdigit() else 3600,
        )

    def _source(self, name: str, profile: Mapping[str, str], *, depth: int) -> "KeyMaker":
        """Who takes on the role of a profile."""
        if profile.get("source_profile"):
            return self.of_profile(profile["source_profile"], depth=depth + 1)
        found = {"EcsContainer": self.of_container, "Ec2InstanceMetadata": self.of_machine}.get(
            profile.get("credential_source", "")
        )
        lent = found() if found is not None else None
        if lent is None:
            raise BrokenChain(f"the profile {name} has a role_arn, and nobody to take it on (source_profile)")
        return lent

    def _of_sign_in(self, name: str, profile: Mapping[str, str]) -> "KeyMaker":
        from edison.gateway.credentials.amazon import SsoRole

        session = self.files.session(profile.get("sso_session", "")) | dict(profile)
        kept = profile.get("sso_session") or session.get("sso_start_url", "")
        region, account = session.get("sso_region"), session.get("sso_account_id")
        if not kept or not region or not account:
            raise BrokenChain(f"the profile {name} lacks one of sso_start_url, sso_region and sso_account_id")
        # Amazon's tools name the file so.
        file = f"{sha1(kept.encode(), usedforsecurity=False).hexdigest()}.json"
        address = self._address("SSO", f"https://portal.sso.{region}.amazonaws.com")
        return SsoRole(
            account, session["sso_role_name"], str(self.files.folder / "sso" / "cache" / file), address
        )

    def _address(self, service: str, usual: str) -> str:
        variable = f"AWS_ENDPOINT_URL_{service}"
        address = self._environment.get(variable) or usual
        if not is_safe(address):
            raise BrokenChain(f"{variable} is no https address")
        return address


def _read(file: Path) -> ConfigParser:
    parser = ConfigParser(interpolation=None)
    try:
        parser.read_string(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, Error):
        return ConfigParser(interpolation=None)
    return parser
