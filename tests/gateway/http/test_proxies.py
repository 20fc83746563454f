"""Calls by a proxy, a process of its own: whole answers and streams, and everything that may go wrong on the way."""

import ssl
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from edison.errors import (
    AuthRefused,
    BrokenStream,
    ProviderTrouble,
    ProviderUnreachable,
    TimedOut,
    Unavailable,
)
from edison.gateway import DIRECT, MemoryLedger, Network, Patience, Provider
from edison.gateway.http import read_exemptions, read_proxy
from tests.gateway.chat_bodies import chat, chat_stream
from tests.gateway.gateways import a_gateway, a_provider, an_ask
from tests.gateway.scripted import ScriptedServer, hangs_up, says, scripted, stalls, streams, writes

from .certificates import a_certificate, a_servers_tls
from .proxy_process import RunningProxy, a_proxy

LONG_STREAM = chat_stream(*(f"word{number} " for number in range(5_000)))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture(autouse=True)
def _trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


@pytest.fixture(scope="module")
def plain() -> Iterator[RunningProxy]:
    with a_proxy() as running:
        yield running


@pytest.fixture(scope="module")
def encrypted(certificate: Path) -> Iterator[RunningProxy]:
    with a_proxy(certificate=certificate) as running:
        yield running


@pytest.fixture(params=["by http", "by https"])
def proxy(request: pytest.FixtureRequest, plain: RunningProxy, encrypted: RunningProxy) -> RunningProxy:
    return plain if request.param == "by http" else encrypted


@pytest.fixture(params=["to http", "to https"])
def tls(request: pytest.FixtureRequest, certificate: Path) -> ssl.SSLContext | None:
    return a_servers_tls(certificate) if request.param == "to https" else None


def by(address: str, server: ScriptedServer, *, no_proxy: str = "") -> Provider:
    found = read_proxy(address)
    network = Network(https=found, http=found, direct=read_exemptions(no_proxy))
    return a_provider(server.base_url, network=network, patience=Patience(connect_s=5.0, total_s=20.0))


async def test_answers_and_streams_come_by_the_proxy(proxy: RunningProxy, tls: ssl.SSLContext | None) -> None:
    before = proxy.counts()

    async with scripted(says(chat("Paris.")), streams(LONG_STREAM), says(chat("Rome.")), tls=tls) as server:
        async with a_gateway(by(proxy.address(), server)) as gateway:
            assert (await gateway.ask(an_ask())).text == "Paris."
            async with gateway.stream(an_ask()) as deltas:
                told = "".join([delta.text async for delta in deltas])
            assert (await gateway.ask(an_ask())).text == "Rome."

    passed = {name: count - before[name] for name, count in proxy.counts().items()}
    assert told.split()[-1] == "word4999"
    assert passed["bytes"] > len(LONG_STREAM)
    # By TLS one tunnel is made and kept; otherwise the proxy reads every request.
    assert (passed["tunnels"], passed["requests"]) == ((1, 0) if tls else (0, 3))
    assert [request.path for request in server.requests] == ["/v1/chat/completions"] * 3
    assert [request.header("Proxy-Authorization") for request in server.requests] == [None] * 3


@pytest.mark.parametrize("credentials", ["", "alice%40home:wrong-canary", "canary"])
async def test_a_proxy_that_wants_another_password_says_so(
    credentials: str, plain: RunningProxy, tls: ssl.SSLContext | None
) -> None:
    ledger = MemoryLedger()

    async with scripted(says(chat()), tls=tls) as server:
        provider = by(plain.address(credentials), server)
        async with a_gateway(provider, ledger=ledger) as gateway:
            with pytest.raises(AuthRefused, match="wants a user name and a password.*HTTP 407") as caught:
                await gateway.ask(an_ask())
            with pytest.raises(ProviderUnreachable, match="the proxy 127"):
                await gateway.reach("stub")

    shown = [
        *traceback.format_exception(caught.value),
        repr(provider),
        str(provider.network),
        repr(ledger.entries),
    ]
    assert server.requests == []
    assert not caught.value.may_be_billed
    assert "canary" not in "".join(shown)


REFUSALS = [
    (403, AuthRefused, "does not let us reach"),
    (502, Unavailable, "could not reach"),
]


@pytest.mark.parametrize(("status", "trouble", "sentence"), REFUSALS)
async def test_a_proxy_that_refuses_to_connect_is_named(
    status: int, trouble: type[ProviderTrouble], sentence: str, certificate: Path
) -> None:
    async with scripted(says(chat()), tls=a_servers_tls(certificate)) as server:
        with a_proxy(refuse=status) as refusing:
            async with a_gateway(by(refusing.address(), server)) as gateway:
                with pytest.raises(trouble, match=f"127.*{sentence}.*HTTP {status}.*NO_PROXY"):
                    await gateway.ask(an_ask())

    assert server.requests == []


async def test_a_proxy_that_is_not_there_is_named(tls: ssl.SSLContext | None) -> None:
    async with scripted(says(chat())) as gone:
        pass

    async with scripted(says(chat()), tls=tls) as server:
        async with a_gateway(by(gone.base_url.removesuffix("/v1"), server)) as gateway:
            with pytest.raises(Unavailable, match=r"The proxy .*127.*check HTTPS_PROXY"):
                await gateway.ask(an_ask())

    assert server.requests == []


STRANGERS = {
    "hangs up": (hangs_up(), Unavailable),
    "speaks something else": (writes(b"220 mail.example ESMTP\r\n\r\n"), Unavailable),
    "never ends": (writes(b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000), Unavailable),
    "speaks for the server": (writes(b"HTTP/1.1 200 OK\r\n\r\n\x16\x03"), Unavailable),
    "says nothing": (stalls(30), TimedOut),
}


@pytest.mark.parametrize("stranger", STRANGERS)
async def test_what_is_no_proxy_is_told(stranger: str, certificate: Path) -> None:
    scene, trouble = STRANGERS[stranger]

    async with scripted(scene) as other, scripted(says(chat()), tls=a_servers_tls(certificate)) as server:
        provider = by(other.base_url.removesuffix("/v1"), server)
        async with a_gateway(_hasty(provider) if trouble is TimedOut else provider) as gateway:
            with pytest.raises(trouble) as caught:
                await gateway.ask(an_ask())

    assert server.requests == []
    assert not caught.value.may_be_billed


async def test_a_proxy_that_does_not_speak_tls_is_told(plain: RunningProxy, certificate: Path) -> None:
    async with scripted(says(chat()), tls=a_servers_tls(certificate)) as server:
        async with a_gateway(_hasty(by(plain.address().replace("http:", "https:"), server))) as gateway:
            with pytest.raises(TimedOut, match=r"by the proxy 127.*check its address"):
                await gateway.ask(an_ask())


async def test_a_proxy_must_be_who_it_says(
    encrypted: RunningProxy, tls: ssl.SSLContext | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(a_certificate(tmp_path)))

    async with scripted(says(chat()), tls=tls) as server:
        async with a_gateway(by(encrypted.address(), server)) as gateway:
            with pytest.raises(Unavailable, match=r"The proxy on the way.*certificate"):
                await gateway.ask(an_ask())

    assert server.requests == []


async def test_the_server_behind_a_proxy_must_be_who_it_says(
    plain: RunningProxy, certificate: Path, tmp_path: Path
) -> None:
    stranger = a_certificate(tmp_path)

    async with scripted(says(chat()), tls=a_servers_tls(stranger)) as server:
        async with a_gateway(by(plain.address(), server)) as gateway:
            with pytest.raises(Unavailable, match=r"The provider could not be reached.*certificate"):
                await gateway.ask(an_ask())

    assert server.requests == []


async def test_a_proxy_that_dies_in_the_middle_of_a_stream_leaves_what_came(
    tls: ssl.SSLContext | None,
) -> None:
    ledger, seen = MemoryLedger(), ""

    with a_proxy(die_after=len(LONG_STREAM) // 2) as dying:
        async with scripted(streams(LONG_STREAM), tls=tls) as server:
            async with a_gateway(by(dying.address(), server), ledger=ledger) as gateway:
                with pytest.raises(BrokenStream) as caught:
                    async with gateway.stream(an_ask()) as deltas:
                        async for delta in deltas:
                            seen += delta.text

    [entry] = ledger.entries
    assert caught.value.may_be_billed
    assert seen.startswith("word0 word1 ")
    assert entry.end.partial_text == seen


async def test_whoever_is_named_is_reached_without_the_proxy(
    plain: RunningProxy, tls: ssl.SSLContext | None
) -> None:
    before = plain.counts()

    async with scripted(says(chat("Paris.")), tls=tls) as server:
        async with a_gateway(by(plain.address(), server, no_proxy="example.com, 127.0.0.0/8")) as gateway:
            assert (await gateway.ask(an_ask())).text == "Paris."

    assert plain.counts() == before
    assert server.connections == 1


async def test_without_a_word_there_is_no_proxy() -> None:
    async with scripted(says(chat("Paris."))) as server:
        provider = a_provider(server.base_url)
        async with a_gateway(provider) as gateway:
            assert (await gateway.ask(an_ask())).text == "Paris."

    assert provider.network is DIRECT


def _hasty(provider: Provider) -> Provider:
    return a_provider(
        provider.base_url or "", network=provider.network, patience=Patience(connect_s=0.5, total_s=5.0)
    )
