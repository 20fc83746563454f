"""What can be found out before anything is paid for: whether somebody is there, and what a question would cost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from edison.domain import Sampling
from edison.errors import ParametersNotTaken, ProviderUnknown, ProviderUnreachable
from edison.gateway import MemoryLedger
from tests.gateway.gateways import a_gateway, a_provider, an_ask, nobody


@asynccontextmanager
async def somebody(says: bytes) -> AsyncIterator[str]:
    """A server that says the same to everyone and hangs up."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(says)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"


@pytest.mark.parametrize(
    "says",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n",
        b"I speak another language\r\n",
        b"",
    ],
    ids=["fine", "missing", "busy", "no HTTP", "nothing"],
)
async def test_whoever_takes_the_call_is_reachable(says: bytes) -> None:
    async with somebody(says) as address, a_gateway(a_provider(address)) as gateway:
        await gateway.reach("stub")


async def test_an_address_at_which_nobody_listens_is_named() -> None:
    address = nobody()

    async with a_gateway(a_provider(address)) as gateway:
        with pytest.raises(ProviderUnreachable, match=f"'stub' cannot be reached at {address}"):
            await gateway.reach("stub")


async def test_one_server_of_a_pool_is_enough() -> None:
    async with somebody(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") as address:
        pool = a_provider(address, servers=(nobody(), address))

        async with a_gateway(pool) as gateway:
            await gateway.reach("stub")


async def test_a_pool_without_a_server_names_them_all() -> None:
    servers = (nobody(), nobody())

    async with a_gateway(a_provider(servers[0], servers=servers)) as gateway:
        with pytest.raises(ProviderUnreachable, match=f"{servers[0]}, {servers[1]}"):
            await gateway.reach("stub")


async def test_a_provider_nobody_configured_is_not_looked_for() -> None:
    async with a_gateway(a_provider(nobody())) as gateway:
        with pytest.raises(ProviderUnknown, match="'other'"):
            await gateway.reach("other")


async def test_a_quote_is_a_range_and_sends_nothing() -> None:
    ledger = MemoryLedger()
    async with a_gateway(a_provider(nobody()), ledger=ledger) as gateway:
        quote = gateway.quote(an_ask(sampling=Sampling(max_tokens=1000)))

    assert quote.max_output_tokens == 1000
    assert quote.least_microusd is not None
    assert quote.worst_case_microusd is not None
    assert 0 < quote.least_microusd < 1000 * 2 <= quote.worst_case_microusd
    assert not ledger.open_attempts
    assert not ledger.entries


async def test_a_price_nobody_knows_is_no_number() -> None:
    async with a_gateway(a_provider(nobody(), price=None)) as gateway:
        quote = gateway.quote(an_ask())

    assert (quote.least_microusd, quote.worst_case_microusd) == (None, None)


async def test_a_quote_refuses_by_name_what_the_model_does_not_take() -> None:
    provider = a_provider(nobody(), capabilities={"*": {"refuses": ["seed"]}})

    async with a_gateway(provider) as gateway:
        with pytest.raises(ParametersNotTaken, match="seed"):
            gateway.quote(an_ask(sampling=Sampling(seed=1)))
