"""Tokens of Google from a service account's file, a login, and a machine, against addresses that check the proof."""

import base64
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from edison.errors import AuthRefused, ProviderBroken
from edison.gateway import KeyStyle, Provider
from edison.wiring.surroundings import is_amazons, is_azures, is_googles
from tests.gateway.gateways import a_gateway, an_ask
from tests.gateway.scripted import Request

from .vendors import a_vendor, fetch, fields_of, keys_with, told

KEY = rsa.generate_private_key(65537, 2048)
PEM = KEY.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
).decode()
EMAIL = "robot@project.iam.gserviceaccount.com"


def write(folder: Path, content: object) -> str:
    file = folder / "credentials.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return str(file)


def an_account(base_url: str, **changes: object) -> dict[str, object]:
    account = {"type": "service_account", "client_email": EMAIL, "private_key": PEM, "private_key_id": "k1"}
    return {**account, "token_uri": f"{base_url}/token", **changes}


def claims_of(request: Request) -> dict[str, object]:
    """What a statement says, once its signature is found to be right."""
    statement = fields_of(request)["assertion"]
    text, _, signature = statement.rpartition(".")
    raw = base64.urlsafe_b64decode(signature + "==")
    KEY.public_key().verify(raw, text.encode(), padding.PKCS1v15(), hashes.SHA256())
    return json.loads(base64.urlsafe_b64decode(text.split(".")[1] + "=="))


async def test_a_service_account_signs_for_a_token_that_travels_with_calls_and_is_never_shown(
    tmp_path: Path,
) -> None:
    token = "ya29-canary-token-0123456789"

    def answer(request: Request) -> tuple[int, bytes]:
        if request.path == "/token":
            assert claims_of(request)["iss"] == EMAIL
            return told({"access_token": token, "expires_in": 3599, "token_type": "Bearer"})
        assert request.header("Authorization") == f"Bearer {token}"
        part = {"text": f"You sent {token}."}
        return told({"candidates": [{"content": {"parts": [part]}, "finishReason": "STOP"}]})

    async with a_vendor(answer) as vendor:
        keys = keys_with(
            tmp_path, GOOGLE_APPLICATION_CREDENTIALS=write(tmp_path, an_account(vendor.base_url))
        )
        renewed = keys.renewed("vertex", provider="stub", region=None)
        provider = Provider(
            name="stub",
            kind="vertex",
            base_url=vendor.base_url,
            renewed=renewed,
            key_style=KeyStyle.BEARER,
        )
        async with a_gateway(provider) as gateway:
            answers = [await gateway.ask(an_ask()), await gateway.ask(an_ask("Again?"))]

    assert [answer.text for answer in answers] == ["You sent [redacted]."] * 2
    assert [request.path for request in vendor.requests].count("/token") == 1
    assert {token, PEM} <= set(keys.given_out)


async def test_a_person_and_an_impersonated_account_get_tokens_too(tmp_path: Path) -> None:
    def answer(request: Request) -> tuple[int, bytes]:
        if request.path == "/token":
            fields = fields_of(request)
            assert (fields["refresh_token"], fields["client_secret"]) == ("refresh-1", "hidden-1")
            return told({"access_token": "token-of-a-person", "expires_in": 60})
        assert request.header("Authorization") == "Bearer token-of-a-person"
        return told({"accessToken": "token-of-a-robot", "expireTime": "2036-01-01T00:00:00Z"})

    async with a_vendor(answer) as vendor:
        person = {
            "type": "authorized_user",
            "client_id": "id",
            "client_secret": "hidden-1",
            "refresh_token": "refresh-1",
            "token_uri": f"{vendor.base_url}/token",
        }
        (tmp_path / ".config" / "gcloud").mkdir(parents=True)
        usual = tmp_path / ".config" / "gcloud" / "application_default_credentials.json"
        usual.write_text(json.dumps(person), encoding="utf-8")
        robot = {
            "type": "impersonated_service_account",
            "service_account_impersonation_url": f"{vendor.base_url}/robot:generateAccessToken",
            "source_credentials": person,
        }
        by_login = await fetch(keys_with(tmp_path), "vertex")
        named = keys_with(tmp_path, GOOGLE_APPLICATION_CREDENTIALS=write(tmp_path, robot))
        by_robot = await fetch(named, "vertex")

    assert (by_login, by_robot) == ("token-of-a-person", "token-of-a-robot")


async def test_a_machine_of_googles_is_asked_where_it_is_one(tmp_path: Path) -> None:
    def answer(request: Request) -> tuple[int, bytes]:
        assert request.header("Metadata-Flavor") == "Google"
        return told({"access_token": "token-of-a-machine", "expires_in": 3000})

    async with a_vendor(answer) as vendor:
        keys = keys_with(tmp_path, GCE_METADATA_HOST=vendor.base_url.removeprefix("http://"))
        assert await fetch(keys, "vertex") == "token-of-a-machine"
    for name, said in (("product_name", "Google Compute Engine"), ("sys_vendor", "Amazon EC2")):
        (tmp_path / name).write_text(f"{said}\n")

    assert (is_googles(tmp_path), is_amazons(tmp_path), is_azures(tmp_path)) == (True, True, False)


async def test_a_refusal_names_the_address_the_reason_and_the_next_step(tmp_path: Path) -> None:
    reason = {"error": "invalid_grant", "error_description": "Invalid JWT Signature."}
    async with a_vendor(lambda request: told(reason, status=400)) as vendor:
        keys = keys_with(
            tmp_path, GOOGLE_APPLICATION_CREDENTIALS=write(tmp_path, an_account(vendor.base_url))
        )
        with pytest.raises(AuthRefused, match=r"127.0.0.1.*HTTP 400, invalid_grant: Invalid JWT Sig.*check"):
            await fetch(keys, "vertex")


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        ({"type": "service_account", "client_email": EMAIL}, "has no private_key"),
        (an_account("https://x", private_key="nonsense"), "no PEM block"),
        (an_account("http://example.com"), "token_uri .* is no https address"),
        ({"type": "external_account"}, "'external_account', which is not read; .*GOOGLE_ACCESS_TOKEN"),
        ({"type": "impersonated_service_account"}, "has no source_credentials"),
        ([], "no JSON object"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: object, cause: str) -> None:
    file = str(tmp_path / "missing.json") if content is None else write(tmp_path, content)
    keys = keys_with(tmp_path, GOOGLE_APPLICATION_CREDENTIALS=file)

    with pytest.raises(ProviderBroken, match=cause):
        keys.renewed("vertex", provider="p", region=None)


def test_where_there_is_nothing_nobody_is_asked(tmp_path: Path) -> None:
    keys = keys_with(tmp_path)

    assert [
        keys.renewed(kind, provider="p", region=None) for kind in ("vertex", "azure", "bedrock", "openai")
    ] == ([None] * 4)
