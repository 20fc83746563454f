"""Keys of Amazon that end: roles, web identities, containers, machines and sign-ins, against addresses that check."""

import json
import sys
from hashlib import sha1
from pathlib import Path

import pytest

from edison.errors import AuthRefused, ProviderBroken, Unavailable
from edison.sim.wire.keys import KeyRing, SignedRequest, read_caller
from edison.wiring import SystemClock
from tests.gateway.scripted import Request

from .vendors import a_vendor, fetch, fields_of, in_an_hour, keys_with, told

SOURCE = "[base]\naws_access_key_id = AKIABASE\naws_secret_access_key = hidden/1\n"


def write(folder: Path, config: str, credentials: str = "") -> None:
    (folder / ".aws").mkdir()
    (folder / ".aws" / "config").write_text(config)
    (folder / ".aws" / "credentials").write_text(credentials)


def is_signed(request: Request, *, secrets: dict[str, str]) -> bool:
    """Whether the signature is the one that the secret makes for this request."""
    lines = [line.partition(": ") for line in request.head.split("\r\n")[1:] if line]
    headers = {name.lower(): value for name, _, value in lines}
    method, target, _ = request.head.split(" ", 2)
    signed = SignedRequest(method, target, headers, request.body, SystemClock().now())
    return KeyRing(secrets=secrets).accepts(read_caller(headers, {}), request=signed)


def sts(name: str) -> tuple[int, bytes]:
    fields = {
        "AccessKeyId": f"ASIA{name}",
        "SecretAccessKey": f"secret/{name}",
        "SessionToken": f"session+{name}=",
        "Expiration": in_an_hour(),
    }
    inner = "".join(f"<{field}>{value}</{field}>" for field, value in fields.items())
    return 200, f"<AssumeRoleResponse><Credentials>{inner}</Credentials></AssumeRoleResponse>".encode()


async def test_a_role_is_assumed_by_its_source_and_roles_may_build_upon_roles(tmp_path: Path) -> None:
    write(
        tmp_path,
        "[profile first]\nrole_arn = arn-1\nsource_profile = base\nexternal_id = ours\n"
        "[profile second]\nrole_arn = arn-2\nsource_profile = first\nduration_seconds = 900\n",
        SOURCE,
    )
    known = {"AKIABASE": "hidden/1", "ASIAarn-1": "secret/arn-1"}

    def answer(request: Request) -> tuple[int, bytes]:
        assert is_signed(request, secrets=known)
        return sts(fields_of(request)["RoleArn"])

    async with a_vendor(answer) as vendor:
        keys = keys_with(tmp_path, AWS_PROFILE="second", AWS_ENDPOINT_URL_STS=vendor.base_url)
        given = await fetch(keys, "bedrock")

    asked = [fields_of(request) for request in vendor.requests]
    assert given == "ASIAarn-2:secret/arn-2:session+arn-2="
    assert [(one["RoleArn"], one.get("ExternalId"), one["DurationSeconds"]) for one in asked] == [
        ("arn-1", "ours", "3600"),
        ("arn-2", None, "900"),
    ]
    assert {"hidden/1", "secret/arn-2"} <= set(keys.given_out)


async def test_a_token_in_a_file_is_proof_for_a_role(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("web-identity-1")

    def answer(request: Request) -> tuple[int, bytes]:
        assert fields_of(request)["WebIdentityToken"] == "web-identity-1"
        return sts("pod")

    async with a_vendor(answer) as vendor:
        keys = keys_with(
            tmp_path,
            AWS_ROLE_ARN="arn-pod",
            AWS_WEB_IDENTITY_TOKEN_FILE=str(tmp_path / "token"),
            AWS_ENDPOINT_URL_STS=vendor.base_url,
        )
        by_variables = await fetch(keys, "bedrock")
        write(tmp_path, f"[default]\nrole_arn = arn-pod\nweb_identity_token_file = {tmp_path / 'token'}\n")
        by_profile = await fetch(keys_with(tmp_path, AWS_ENDPOINT_URL_STS=vendor.base_url), "bedrock")

    assert by_variables == by_profile == "ASIApod:secret/pod:session+pod="


async def test_containers_machines_sign_ins_and_commands_have_keys(tmp_path: Path) -> None:
    pair = {"AccessKeyId": "ASIA1", "SecretAccessKey": "s1", "Token": "t1", "Expiration": in_an_hour()}

    def answer(request: Request) -> tuple[int, bytes]:
        match request.path:
            case "/container":
                assert request.header("Authorization") == "container-1"
                return told(pair)
            case "/latest/api/token":
                assert request.head.startswith("PUT ")
                return 200, b"imds-1"
            case "/latest/meta-data/iam/security-credentials/":
                return 200, b"the-role\n"
            case "/latest/meta-data/iam/security-credentials/the-role":
                assert request.header("X-aws-ec2-metadata-token") == "imds-1"
                return told({**pair, "AccessKeyId": "ASIA2"})
            case _:
                assert request.header("x-amz-sso_bearer_token") == "sso-1"
                assert request.path == "/federation/credentials?role_name=Reader&account_id=42"
                names = {"accessKeyId": "ASIA3", "secretAccessKey": "s1", "sessionToken": "t1"}
                return told({"roleCredentials": {**names, "expiration": 4102444800000}})

    printed = json.dumps(
        {"Version": 1, "AccessKeyId": "ASIA4", "SecretAccessKey": "s1", "SessionToken": "t1"}
    )
    write(
        tmp_path,
        "[profile signed]\nsso_session = ours\nsso_account_id = 42\nsso_role_name = Reader\n"
        "[sso-session ours]\nsso_region = eu-west-1\nsso_start_url = https://x\n"
        f'[profile made]\ncredential_process = {sys.executable} -c \'print("""{printed}""")\'\n',
    )
    (tmp_path / ".aws" / "sso" / "cache").mkdir(parents=True)
    cache = tmp_path / ".aws" / "sso" / "cache" / f"{sha1(b'ours').hexdigest()}.json"
    cache.write_text(json.dumps({"accessToken": "sso-1", "expiresAt": in_an_hour()}))
    async with a_vendor(answer) as vendor:
        at = vendor.base_url
        container = {
            "AWS_CONTAINER_CREDENTIALS_FULL_URI": f"{at}/container",
            "AWS_CONTAINER_AUTHORIZATION_TOKEN": "container-1",
        }
        surroundings: list[dict[str, str]] = [
            container,
            {"AWS_EC2_METADATA_SERVICE_ENDPOINT": at},
            {"AWS_PROFILE": "signed", "AWS_ENDPOINT_URL_SSO": at},
            {"AWS_PROFILE": "made"},
        ]
        given = [await fetch(keys_with(tmp_path, **said), "bedrock") for said in surroundings]

    assert given == [f"ASIA{number}:s1:t1" for number in (1, 2, 3, 4)]


async def test_a_sign_in_that_ended_says_what_to_run(tmp_path: Path) -> None:
    write(
        tmp_path,
        "[default]\nsso_start_url = https://x\nsso_region = eu-west-1\nsso_account_id = 42\nsso_role_name = R\n",
    )
    with pytest.raises(
        AuthRefused, match="Nobody has signed in for the role R of account 42; .*aws sso login"
    ):
        await fetch(keys_with(tmp_path), "bedrock")

    (tmp_path / ".aws" / "sso" / "cache").mkdir(parents=True)
    cache = tmp_path / ".aws" / "sso" / "cache" / f"{sha1(b'https://x').hexdigest()}.json"
    cache.write_text(json.dumps({"accessToken": "sso-1", "expiresAt": "2020-01-01T00:00:00UTC"}))
    with pytest.raises(AuthRefused, match="sign-in .* has ended; .*aws sso login"):
        await fetch(keys_with(tmp_path), "bedrock")


@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        (403, AuthRefused, r"HTTP 403, AccessDenied: Not allowed & done\); check who may assume arn-1"),
        (503, Unavailable, "not ready"),
    ],
)
async def test_a_refusal_of_amazons_is_told_in_its_words(
    tmp_path: Path, status: int, error: type[Exception], said: str
) -> None:
    write(tmp_path, "[default]\nrole_arn = arn-1\nsource_profile = base\n", SOURCE)
    body = b"<Error><Code>AccessDenied</Code><Message>Not allowed &amp; done.</Message></Error>"
    async with a_vendor(lambda request: (status, body)) as vendor:
        with pytest.raises(error, match=said):
            await fetch(keys_with(tmp_path, AWS_ENDPOINT_URL_STS=vendor.base_url), "bedrock")


@pytest.mark.parametrize(
    ("config", "variables", "cause"),
    [
        ("role_arn = a\nsource_profile = default", {}, "holds no key"),
        (
            "role_arn = a\nsource_profile = other\n[profile other]\nrole_arn = b\nsource_profile = default",
            {},
            "leads back",
        ),
        ("role_arn = a", {}, "nobody to take it on"),
        ("role_arn = a\nmfa_serial = m\nsource_profile = base", {}, "export-credentials"),
        ("sso_role_name = R", {}, "lacks one of"),
        (
            "",
            {"AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://a.example/"},
            "neither https nor on this machine",
        ),
        ("", {"AWS_ENDPOINT_URL_STS": "http://a.example/"}, "no https"),
    ],
)
def test_a_profile_that_cannot_be_followed_is_named(
    tmp_path: Path, config: str, variables: dict[str, str], cause: str
) -> None:
    write(tmp_path, f"[default]\n{config}\n", SOURCE)

    with pytest.raises(ProviderBroken, match=cause):
        keys_with(tmp_path, **variables).renewed("bedrock", provider="p", region=None)


def test_a_plain_pair_needs_nobody(tmp_path: Path) -> None:
    write(tmp_path, "[default]\nrole_arn = arn-1\nsource_profile = base\n", SOURCE)

    for variables in ({"AWS_ACCESS_KEY_ID": "AKIA"}, {"AWS_PROFILE": "base"}):
        assert keys_with(tmp_path, **variables).renewed("bedrock", provider="p", region=None) is None
    off = keys_with(tmp_path, AWS_PROFILE="none", AWS_EC2_METADATA_DISABLED="true")
    assert off.renewed("bedrock", provider="p", region=None) is None
