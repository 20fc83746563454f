"""A call from the question to the answer, over real HTTP to a scripted server."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from edison.domain import AttemptState, Certainty, Chance, Endpoint, FrozenClock, Outcome, Sampling, Tool
from edison.errors import (
    BadRequest,
    BudgetSpent,
    PriceUnknown,
    ProviderUnknown,
    RateLimited,
    Unavailable,
)
from edison.gateway import CallOptions, Gateway, Limits, MemoryLedger, RetryPolicy, Secret
from edison.store import Store, StoredCache
from tests.gateway.chat_bodies import chat, chat_stream, failure
from tests.gateway.gateways import QUICK, HastyClock, a_gateway, a_provider, an_ask
from tests.gateway.scripted import hangs_up, says, scripted, stalls, streams


async def test_an_answer_says_what_was_said_by_whom_and_what_it_cost() -> None:
    async with scripted(says(chat("Paris"))) as server, a_gateway(a_provider(server.base_url)) as gateway:
        answer = await gateway.ask(an_ask())

    assert (answer.text, answer.outcome) == ("Paris", Outcome.STOP)
    assert (answer.requested_model, answer.reported_model) == ("stub", "stub-2026")
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (10, 2)
    assert (answer.cost.microusd, answer.cost.certainty) == (14, Certainty.EXACT)
    assert answer.raw.response == chat("Paris")
    assert json.loads(answer.raw.request)["model"] == "stub"
    assert answer.timing.latency_s > 0


DISGUISED = "Error: Failed to load model 'qwen'."


@pytest.mark.parametrize("kind", ["sim", "openai-compatible"])
async def test_an_error_that_ones_own_server_writes_as_an_answer_is_asked_again(kind: str) -> None:
    async with scripted(says(chat(DISGUISED)), says(chat("Paris"))) as server:
        provider = a_provider(server.base_url, kind=kind)
        async with Gateway([provider], clock=HastyClock(), chance=Chance(1)) as gateway:
            answer = await gateway.ask(an_ask())

    assert (answer.text, answer.attempts) == ("Paris", 2)


async def test_a_streamed_error_in_place_of_an_answer_is_trouble() -> None:
    ledger = MemoryLedger()
    body = streams(chat_stream("Error: ", "Failed to load model 'qwen'."))
    async with scripted(body) as server, a_gateway(a_provider(server.base_url), ledger=ledger) as gateway:
        async with gateway.stream(an_ask()) as deltas:
            with pytest.raises(Unavailable, match="in place of an answer: Failed to load"):
                [delta async for delta in deltas]

    (entry,) = ledger.entries
    assert entry.end.state is AttemptState.OUTCOME_UNKNOWN
    assert entry.end.partial_text == DISGUISED


async def test_what_a_hosted_model_says_or_a_question_asks_for_is_an_answer() -> None:
    async with scripted(says(chat(DISGUISED))) as server:
        async with a_gateway(a_provider(server.base_url, kind="openai", key=Secret("k"))) as gateway:
            hosted = await gateway.ask(an_ask())
        async with a_gateway(a_provider(server.base_url)) as gateway:
            asked = await gateway.ask(an_ask("Which line says that the model failed to load?"))

    assert hosted.text == asked.text == DISGUISED


async def test_a_streamed_answer_equals_the_whole_one() -> None:
    body = streams(chat_stream("The ", "capital ", "is ", "Paris."))
    async with scripted(body) as server, a_gateway(a_provider(server.base_url)) as gateway:
        async with gateway.stream(an_ask()) as deltas:
            pieces = [delta.text async for delta in deltas if delta.text]

    assert pieces == ["The ", "capital ", "is ", "Paris."]
    assert deltas.answer.text == "The capital is Paris."
    assert (deltas.answer.usage.input_tokens, deltas.answer.usage.output_tokens) == (10, 4)
    assert deltas.answer.timing.first_token_s is not None


async def test_leaving_a_stream_early_is_recorded_as_an_unknown_outcome() -> None:
    ledger = MemoryLedger()
    async with scripted(streams(chat_stream("a", "b", "c"))) as server:
        async with a_gateway(a_provider(server.base_url), ledger=ledger) as gateway:
            async with gateway.stream(an_ask()) as deltas:
                async for _ in deltas:
                    break

    [entry] = ledger.entries
    assert entry.end.state is AttemptState.OUTCOME_UNKNOWN


async def test_a_rate_limit_is_waited_out_and_every_try_is_in_the_ledger() -> None:
    clock, ledger = HastyClock(), MemoryLedger()
    limited = says(failure("slow", code="rate_limit_exceeded"), status=429, Retry_After="17")
    async with scripted(limited, limited, says(chat())) as server:
        async with Gateway(
            [a_provider(server.base_url)], clock=clock, chance=Chance(1), ledger=ledger
        ) as gateway:
            answer = await gateway.ask(an_ask())

    assert answer.attempts == 3
    assert [entry.end.trouble for entry in ledger.entries] == ["rate_limited", "rate_limited", None]
    assert sum(clock.slept_s) >= 34
    assert len({entry.attempt.call_id for entry in ledger.entries}) == 1


async def test_a_bad_request_is_tried_once() -> None:
    async with scripted(says(failure("bad"), status=400)) as server:
        async with a_gateway(a_provider(server.base_url), policy=RetryPolicy()) as gateway:
            with pytest.raises(BadRequest) as caught:
                await gateway.ask(an_ask())

    assert len(server.requests) == 1
    assert caught.value.fields["endpoint"] == "stub/stub"


async def test_an_unavailable_provider_is_tried_five_times_then_given_up() -> None:
    async with scripted(says(b"", status=503)) as server:
        async with Gateway([a_provider(server.base_url)], clock=HastyClock(), chance=Chance(1)) as gateway:
            with pytest.raises(Unavailable) as caught:
                await gateway.ask(an_ask())

    assert len(server.requests) == 5
    assert caught.value.fields["attempts"] == 5


async def test_what_may_have_been_billed_is_not_repeated_when_the_policy_forbids_it() -> None:
    async with scripted(hangs_up()) as server:
        policy = RetryPolicy(repeat_unknown=False)
        async with a_gateway(a_provider(server.base_url), policy=policy) as gateway:
            with pytest.raises(Exception, match="may be billed"):
                await gateway.ask(an_ask())

    assert len(server.requests) == 1


async def test_a_wait_longer_than_our_patience_is_told_at_once() -> None:
    limited = says(failure("slow"), status=429, Retry_After="999999999")
    async with scripted(limited) as server:
        async with a_gateway(a_provider(server.base_url), policy=RetryPolicy()) as gateway:
            with pytest.raises(RateLimited) as caught:
                await gateway.ask(an_ask())

    assert caught.value.retry_after_s == 999999999
    assert len(server.requests) == 1


async def test_a_budget_is_never_exceeded_not_even_by_calls_made_at_once() -> None:
    ledger = MemoryLedger(budget_microusd=2000)
    async with (
        scripted(says(chat())) as server,
        a_gateway(a_provider(server.base_url), ledger=ledger) as gateway,
    ):

        async def spend() -> bool:
            try:
                await gateway.ask(an_ask())
            except BudgetSpent:
                return False
            return True

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(spend()) for _ in range(200)]

    assert 0 < sum(task.result() for task in tasks) < 200
    assert ledger.spent_microusd + ledger.held_microusd <= 2000
    assert ledger.held_microusd == 0


async def test_an_unknown_price_under_a_budget_is_refused_before_anything_is_sent() -> None:
    async with scripted(says(chat())) as server:
        provider = a_provider(server.base_url, price=None)
        async with a_gateway(provider, ledger=MemoryLedger(budget_microusd=10**6)) as gateway:
            with pytest.raises(PriceUnknown):
                await gateway.ask(an_ask())

    assert server.requests == []


async def test_an_unknown_price_is_unknown_and_not_zero() -> None:
    async with (
        scripted(says(chat())) as server,
        a_gateway(a_provider(server.base_url, price=None)) as gateway,
    ):
        answer = await gateway.ask(an_ask())

    assert (answer.cost.microusd, answer.cost.certainty) == (None, Certainty.UNKNOWN)


async def test_a_cancelled_call_gives_its_slot_back_and_stays_in_the_ledger() -> None:
    ledger = MemoryLedger()
    async with (
        scripted(stalls(30)) as server,
        a_gateway(a_provider(server.base_url), ledger=ledger) as gateway,
    ):
        task = asyncio.create_task(gateway.ask(an_ask()))
        while not server.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    [entry] = ledger.entries
    assert entry.end.state is AttemptState.OUTCOME_UNKNOWN
    assert not ledger.open_attempts


async def test_the_key_and_the_extra_headers_are_sent_and_shown_to_nobody() -> None:
    provider = a_provider("", key=Secret("sk-canary-0123456789"), headers={"X-Team": "blue-team-token"})
    async with scripted(says(chat())) as server:
        async with a_gateway(replace(provider, base_url=server.base_url)) as gateway:
            await gateway.ask(an_ask())

    [request] = server.requests
    assert request.header("Authorization") == "Bearer sk-canary-0123456789"
    assert request.header("X-Team") == "blue-team-token"
    assert "canary" not in repr(provider)
    assert "blue-team-token" not in repr(provider)


async def test_an_idempotency_key_travels_with_the_call() -> None:
    async with scripted(says(chat())) as server, a_gateway(a_provider(server.base_url)) as gateway:
        await gateway.ask(an_ask(), CallOptions(idempotency_key="run-1-generate-7-1-0-0"))

    assert server.requests[0].header("Idempotency-Key") == "run-1-generate-7-1-0-0"


@pytest.fixture
def cache(store: Store) -> Iterator[StoredCache]:
    with ThreadPoolExecutor(1) as threads:
        yield StoredCache(store, clock=FrozenClock(), threads=threads)


async def test_a_deterministic_question_is_answered_from_the_cache_for_nothing(cache: StoredCache) -> None:
    ask = an_ask(sampling=Sampling(temperature=0, max_tokens=16))
    async with scripted(says(chat())) as server:
        async with a_gateway(a_provider(server.base_url), cache=cache) as gateway:
            first, second = await gateway.ask(ask), await gateway.ask(ask)

    assert len(server.requests) == 1
    assert (first.from_cache, second.from_cache) == (False, True)
    assert second.cost.microusd == 0
    assert second.text == first.text


async def test_an_answer_that_was_cut_short_is_not_cached(cache: StoredCache) -> None:
    ask = an_ask(sampling=Sampling(temperature=0, max_tokens=16))
    async with scripted(says(chat("Par", finish_reason="length"))) as server:
        async with a_gateway(a_provider(server.base_url), cache=cache) as gateway:
            answers = [await gateway.ask(ask), await gateway.ask(ask)]

    assert [answer.outcome for answer in answers] == [Outcome.LENGTH, Outcome.LENGTH]
    assert len(server.requests) == 2


async def test_a_tool_call_written_as_text_is_read_where_tools_were_offered() -> None:
    text = '<tool_call>{"name": "weather", "arguments": {"city": "Paris"}}</tool_call>'
    async with scripted(says(chat(text))) as server, a_gateway(a_provider(server.base_url)) as gateway:
        with_tools = await gateway.ask(an_ask(tools=(Tool(name="weather"),)))
        without = await gateway.ask(an_ask())

    assert with_tools.outcome is Outcome.TOOL_CALLS
    assert with_tools.tool_calls[0].arguments == {"city": "Paris"}
    assert (without.outcome, without.text) == (Outcome.STOP, text)


async def test_waiting_for_a_slot_is_not_the_providers_latency() -> None:
    async def after_a_while(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.2)
        await says(chat())(writer)

    async with scripted(after_a_while) as server:
        async with a_gateway(a_provider(server.base_url, limits=Limits(concurrency=1))) as gateway:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(gateway.ask(an_ask())) for _ in range(3)]

    waits = sorted(task.result().timing.queue_s for task in tasks)
    latencies = [task.result().timing.latency_s for task in tasks]
    assert waits[2] > max(latencies) * 1.5


async def test_an_unknown_provider_is_refused_by_name() -> None:
    async with a_gateway(a_provider("http://127.0.0.1:1/v1")) as gateway:
        with pytest.raises(ProviderUnknown, match="'nobody'.*stub"):
            await gateway.embed(Endpoint.parse("nobody/x"), ["a"])


async def test_a_provider_that_cannot_be_reached_is_unavailable_and_free() -> None:
    ledger = MemoryLedger()
    async with a_gateway(a_provider("http://127.0.0.1:1/v1", patience=QUICK), ledger=ledger) as gateway:
        with pytest.raises(Unavailable):
            await gateway.ask(an_ask())

    assert ledger.entries[0].end.cost.microusd == 0
    assert ledger.held_microusd == 0
