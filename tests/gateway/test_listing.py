"""Which models there are: at every server of a pool, known by an alias, and in the memory of a server."""

import json
from dataclasses import replace

import pytest

from edison.domain import Endpoint
from edison.errors import ProviderTrouble
from edison.gateway import NO_RETRIES, Provider, Secret
from tests.gateway.gateways import a_gateway
from tests.gateway.scripted import Scene, hangs_up, says, scripted

MISSING = says(b"{}", status=404)
IN_MEMORY = {"key": "a", "loaded_instances": [{}]}


def told(value: object) -> Scene:
    return says(json.dumps(value).encode())


def listed(*names: str) -> Scene:
    return told({"object": "list", "data": [{"id": name, "object": "model"} for name in names]})


async def loaded_at(kind: str, **paths: Scene) -> frozenset[str] | None:
    scenes = {f"/{path.replace('_', '/')}": scene for path, scene in paths.items()}
    async with scripted(by_path=lambda path: scenes.get(path, MISSING)) as server:
        provider = Provider(name="stub", kind=kind, base_url=server.base_url)
        async with a_gateway(provider) as gateway:
            return await gateway.list_loaded("stub")


@pytest.mark.parametrize(
    ("kind", "paths", "loaded"),
    [
        ("lmstudio", {"api_v1_models": told({"models": [IN_MEMORY, {"key": "b"}]})}, {"a"}),
        ("lmstudio", {"api_v0_models": told({"data": [{"id": "a", "state": "loaded"}, {"id": "b"}]})}, {"a"}),
        ("ollama", {"api_ps": told({"models": [{"name": "a:latest"}, {"model": "b"}, 7]})}, {"a:latest", "b"}),
        ("llamacpp", {"v1_models": told({"data": [{"id": "a"}, {"id": "b", "status": {"value": "unloaded"}}]})}, {"a"}),
        ("ollama", {"api_ps": told({"models": 7})}, set[str]()),
        ("ollama", {"api_ps": says(b"{")}, None),
        ("ollama", {"api_ps": says(b"[]")}, None),
        ("ollama", {"api_ps": hangs_up()}, None),
        ("lmstudio", {}, None),
        ("openai-compatible", {}, None),
    ],
)  # fmt: skip
async def test_a_server_says_what_it_has_in_memory_or_does_not(
    kind: str, paths: dict[str, Scene], loaded: set[str] | None
) -> None:
    assert await loaded_at(kind, **paths) == loaded


async def test_each_server_of_a_pool_is_asked_with_its_own_key_beside_its_address_as_well() -> None:
    answers = {"/api/v1/models": told({"models": [IN_MEMORY]}), "/v1/models": listed("a")}
    by_path = answers.__getitem__
    async with scripted(by_path=by_path) as one, scripted(by_path=by_path) as other:
        pool = Provider(
            name="stub",
            kind="lmstudio",
            key=Secret("shared"),
            servers=(one.base_url, other.base_url),
            server_keys={one.base_url: Secret("its own")},
        )
        async with a_gateway(pool) as gateway:
            await gateway.list_loaded("stub")
            await gateway.list_models("stub")

    heads = [[asked.head for asked in server.requests] for server in (one, other)]
    assert [["Bearer its own" in head for head in one] for one in heads] == [[True, True], [False, False]]
    assert all("Bearer shared" in head for head in heads[1])


async def test_the_models_of_a_pool_are_those_of_all_servers_that_answer() -> None:
    async with (
        scripted(listed("a", "b")) as one,
        scripted(listed("b", "c")) as other,
        scripted(hangs_up()) as dead,
    ):
        pool = Provider(
            name="stub",
            kind="openai-compatible",
            base_url=one.base_url,
            servers=(one.base_url, other.base_url),
        )
        half = replace(pool, servers=(dead.base_url, other.base_url))
        silent = replace(pool, servers=(dead.base_url,))
        found: list[list[str]] = []
        for provider in (pool, half):
            async with a_gateway(provider, policy=NO_RETRIES) as gateway:
                found.append([model.id for model in await gateway.list_models("stub")])
        async with a_gateway(silent, policy=NO_RETRIES) as gateway:
            with pytest.raises(ProviderTrouble):
                await gateway.list_models("stub")

    assert found == [["a", "b", "c"], ["b", "c"]]


async def test_a_model_that_is_not_listed_is_looked_up_by_its_name() -> None:
    known = {"/v1/models/org%2Falias": told({"id": "dated"})}
    async with (
        scripted(by_path=lambda path: known.get(path, MISSING)) as server,
        scripted(hangs_up()) as dead,
    ):
        provider = Provider(name="stub", kind="openai-compatible", base_url=server.base_url)
        pool = replace(provider, servers=(dead.base_url, server.base_url))
        for one in (provider, pool):
            async with a_gateway(one, policy=NO_RETRIES) as gateway:
                looked_up = [
                    await gateway.knows_model(Endpoint(provider="stub", model=name))
                    for name in ("org/alias", "none")
                ]
            assert looked_up == [True, False]
