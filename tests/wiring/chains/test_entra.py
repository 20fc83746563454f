"""Tokens of Microsoft Entra: by a secret, a file, an identity and a command."""

import json
import sys
from pathlib import Path

import pytest

from edison.errors import AuthRefused, ProviderBroken
from edison.gateway import Provider
from tests.gateway.chat_bodies import chat
from tests.gateway.gateways import a_gateway, an_ask
from tests.gateway.scripted import Request

from .vendors import a_vendor, fetch, fields_of, keys_with, told

APPLICATION = {"AZURE_TENANT_ID": "tenant-1", "AZURE_CLIENT_ID": "client-1"}


async def test_an_application_gets_a_token_for_its_secret_and_asks_a_dated_deployment(tmp_path: Path) -> None:
    def answer(request: Request) -> tuple[int, bytes]:
        if request.path == "/tenant-1/oauth2/v2.0/token":
            fields = fields_of(request)
            assert (fields["client_secret"], fields["scope"]) == (
                "hidden-1",
                "https://cognitiveservices.azure.com/.default",
            )
            return told({"access_token": "entra-token-1", "expires_in": 3599})
        assert request.header("Authorization") == "Bearer entra-token-1"
        return 200, chat()

    async with a_vendor(answer) as vendor:
        keys = keys_with(
            tmp_path, **APPLICATION, AZURE_CLIENT_SECRET="hidden-1", AZURE_AUTHORITY_HOST=vendor.base_url
        )
        from edison.actions.providers.connecting import build_providers

        form = {"kind": "azure", "base_url": vendor.base_url, "api_version": "2024-10-21"}
        [provider] = build_providers({"stub": form}, keys=keys)
        async with a_gateway(provider) as gateway:
            answered = await gateway.ask(an_ask(model="my-gpt"))

    assert answered.text == "Paris"
    path = "/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21"
    assert vendor.requests[-1].path == path
    assert {"hidden-1", "entra-token-1"} <= set(keys.given_out)


async def test_a_file_and_a_managed_identity_are_proof_as_well(tmp_path: Path) -> None:
    def answer(request: Request) -> tuple[int, bytes]:
        if request.path.startswith("/msi"):
            assert (request.header("X-IDENTITY-HEADER"), "client_id=client-1" in request.path) == (
                "h-1",
                True,
            )
            return told({"access_token": "token-of-an-app", "expires_on": "4102444800"})
        if request.path.startswith("/metadata"):
            assert request.header("Metadata") == "true"
            return told({"access_token": "token-of-a-machine", "expires_in": "86399"})
        assert fields_of(request)["client_assertion"] == "federated-1"
        return told({"access_token": "token-of-a-pod"})

    (tmp_path / "federated").write_text("federated-1\n")
    async with a_vendor(answer) as vendor:
        address = vendor.base_url
        pod = keys_with(
            tmp_path,
            **APPLICATION,
            AZURE_FEDERATED_TOKEN_FILE=str(tmp_path / "federated"),
            AZURE_AUTHORITY_HOST=address,
        )
        app = keys_with(
            tmp_path, AZURE_CLIENT_ID="client-1", IDENTITY_ENDPOINT=f"{address}/msi", IDENTITY_HEADER="h-1"
        )
        machine = keys_with(tmp_path, AZURE_POD_IDENTITY_AUTHORITY_HOST=address)
        given = [await fetch(keys, "azure") for keys in (pod, app, machine)]

    assert given == ["token-of-a-pod", "token-of-an-app", "token-of-a-machine"]


@pytest.mark.parametrize(
    ("printed", "given"),
    [
        (json.dumps({"accessToken": "token-of-az", "expires_on": 4102444800}), "token-of-az"),
        ("token-alone", "token-alone"),
    ],
)
async def test_a_command_may_print_the_token(tmp_path: Path, printed: str, given: str) -> None:
    command = f"{sys.executable} -c 'import sys; print(sys.argv[1])' '{printed}'"

    assert await fetch(keys_with(tmp_path, EDISON_AZURE_TOKEN_COMMAND=command), "azure") == given


@pytest.mark.parametrize(
    ("command", "cause"),
    [
        (
            f"{sys.executable} -c 'import sys; sys.exit(\"Please run az login\")'",
            "ended with 1: Please run az",
        ),
        ("/nowhere/az", "cannot be run"),
        (f"{sys.executable} -c 'print(1, 2)'", "prints no key"),
    ],
)
async def test_a_command_that_gives_none_is_named(tmp_path: Path, command: str, cause: str) -> None:
    with pytest.raises(AuthRefused, match=cause):
        await fetch(keys_with(tmp_path, EDISON_AZURE_TOKEN_COMMAND=command), "azure")


@pytest.mark.parametrize(
    ("variables", "cause"),
    [
        ({"AZURE_CLIENT_SECRET": "x", "AZURE_CLIENT_ID": "c"}, "AZURE_TENANT_ID must be set"),
        ({**APPLICATION, "AZURE_CLIENT_SECRET": "x", "AZURE_AUTHORITY_HOST": "http://a.example"}, "no https"),
    ],
)
def test_what_is_half_said_is_refused(tmp_path: Path, variables: dict[str, str], cause: str) -> None:
    with pytest.raises(ProviderBroken, match=cause):
        keys_with(tmp_path, **variables).renewed("azure", provider="p", region=None)


async def test_a_token_file_that_is_gone_is_named(tmp_path: Path) -> None:
    gone = keys_with(tmp_path, **APPLICATION, AZURE_FEDERATED_TOKEN_FILE=str(tmp_path / "gone"))

    with pytest.raises(AuthRefused, match=r"token file .*gone cannot be read \(No such file"):
        await fetch(gone, "azure")


def test_only_azure_has_a_version() -> None:
    with pytest.raises(ProviderBroken, match="only a provider of kind 'azure' has an api_version"):
        a_gateway(Provider(name="p", kind="ollama", api_version="2024-10-21"))
