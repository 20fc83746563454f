"""Usage that nobody can believe: kept as it was said, marked, and billed at the worst case."""

import pytest

from edison.domain import Certainty, Endpoint, Image, Message, Sampling, Usage
from edison.gateway import MemoryLedger
from edison.gateway.plausibility import LARGEST_COUNT, explained_by, storable, weigh
from tests.gateway.chat_bodies import chat
from tests.gateway.gateways import a_gateway, a_provider, an_ask
from tests.gateway.scripted import says, scripted

EXPLAINED = explained_by(an_ask(), request_bytes=100, context_tokens=None)


@pytest.mark.parametrize(
    ("usage", "names"),
    [
        (Usage(input_tokens=100, output_tokens=16), set[str]()),
        (Usage(), set[str]()),
        (Usage(input_tokens=EXPLAINED.input_tokens, output_tokens=EXPLAINED.output_tokens), set[str]()),
        (Usage(input_tokens=EXPLAINED.input_tokens + 1), {"input_tokens"}),
        (Usage(output_tokens=EXPLAINED.output_tokens + 1), {"output_tokens"}),
        (Usage(cached_tokens=10**6, cache_write_tokens=10**6), {"cached_tokens", "cache_write_tokens"}),
        (Usage(reasoning_tokens=10**6), {"reasoning_tokens"}),
    ],
)
def test_usage_is_held_against_the_request(usage: Usage, names: set[str]) -> None:
    claim = weigh(usage, EXPLAINED)

    assert set(claim.implausible) == names
    assert claim.usage == usage


def test_numbers_that_no_column_holds_are_left_out_and_told() -> None:
    claim = weigh(Usage(input_tokens=10**25, output_tokens=7), EXPLAINED)

    assert claim.usage == Usage(input_tokens=None, output_tokens=7)
    assert claim.implausible == {"input_tokens": "1" + "0" * 25}
    assert storable(Usage(input_tokens=LARGEST_COUNT)) == Usage(input_tokens=LARGEST_COUNT)


def test_linked_pictures_and_answers_without_a_limit_explain_more() -> None:
    picture = an_ask(sampling=Sampling()).model_copy(
        update={"messages": (Message.user("What?", Image(url="https://pictures.example/a.png")),)}
    )

    explained = explained_by(picture, request_bytes=100, context_tokens=8192)

    assert explained.input_tokens > EXPLAINED.input_tokens + 10_000
    assert explained.output_tokens == 8192


@pytest.mark.parametrize("tokens", [10**6, 6 * 10**18, 10**25])
async def test_an_absurd_claim_costs_what_the_call_could_cost_at_most(tokens: int) -> None:
    body = chat(usage={"prompt_tokens": tokens, "completion_tokens": tokens})
    ledger = MemoryLedger()
    async with (
        scripted(says(body)) as server,
        a_gateway(a_provider(server.base_url), ledger=ledger) as gateway,
    ):
        worst = gateway.quote(an_ask()).worst_case_microusd
        answer = await gateway.ask(an_ask())

    assert (answer.cost.microusd, answer.cost.certainty) == (worst, Certainty.ESTIMATED)
    assert answer.details["implausible_usage"] == {"input_tokens": str(tokens), "output_tokens": str(tokens)}
    assert (answer.usage.input_tokens or 0) <= LARGEST_COUNT
    assert [entry.end.cost.microusd for entry in ledger.entries] == [worst]
    assert str(tokens).encode() in answer.raw.response


async def test_an_absurd_claim_without_a_price_costs_an_unknown_amount() -> None:
    body = chat(usage={"prompt_tokens": 10**20, "completion_tokens": 1})
    async with scripted(says(body)) as server, a_gateway(a_provider(server.base_url, price=None)) as gateway:
        answer = await gateway.ask(an_ask())

    assert answer.cost.microusd is None


async def test_vectors_are_held_against_their_texts_too() -> None:
    body = (
        b'{"data":[{"embedding":[0.5],"index":0}],"model":"e","usage":{"prompt_tokens":6000000000000000000}}'
    )
    async with scripted(says(body)) as server, a_gateway(a_provider(server.base_url)) as gateway:
        made = await gateway.embed(Endpoint(provider="stub", model="e"), ["one text"])

    assert made.usage.input_tokens is None
    assert made.cost.certainty is Certainty.ESTIMATED
    assert made.cost.microusd is not None
    assert made.cost.microusd < 1000
