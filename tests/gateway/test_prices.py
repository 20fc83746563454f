from datetime import UTC, date, datetime
from decimal import ROUND_HALF_UP, Decimal

import genai_prices
import pytest
from genai_prices.data_snapshot import get_snapshot
from hypothesis import given, settings
from hypothesis import strategies as st

from edison.domain import CacheMark, Certainty, Cost, FrozenClock, Usage
from edison.gateway.kinds import KINDS
from edison.gateway.prices import PriceList, find_entry
from edison.gateway.provider import Price, Provider
from edison.gateway.rates import SCALE, rates_of_model

TODAY = datetime(2026, 11, 1, tzinfo=UTC)
UNKNOWN = Cost(microusd=None, certainty=Certainty.UNKNOWN)


def a_provider(kind: str = "openai", *, price: Price | None = None, base_url: str | None = None) -> Provider:
    return Provider(name="main", kind=kind, price=price, base_url=base_url)


def prices() -> PriceList:
    return PriceList(FrozenClock(TODAY))


def cost_of(kind: str, model: str, usage: Usage, *, batch: bool = False) -> Cost:
    return prices().cost(a_provider(kind), model, usage, batch=batch)


def by_the_library(provider_id: str, model: str, usage: Usage, *, batch: bool, cache: CacheMark) -> Decimal:
    counted = genai_prices.Usage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=usage.cached_tokens,
        cache_write_tokens=usage.cache_write_tokens,
        cache_write_1h_tokens=usage.cache_write_tokens if cache is CacheMark.LONG else 0,
        output_reasoning_tokens=usage.reasoning_tokens,
    )
    price = genai_prices.calc_price(
        counted,
        model,
        provider_id=provider_id,
        genai_request_timestamp=TODAY,
        price_context={"processing": "batch"} if batch else None,
    )
    return price.total_price * 1_000_000


def a_usage(input_tokens: int, output_tokens: int, *, cached: int = 0, written: int = 0) -> Usage:
    return Usage(
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cached_tokens=cached,
        cache_write_tokens=written,
        reasoning_tokens=output_tokens // 3,
    )


USAGES = [
    a_usage(1, 1),
    a_usage(1_234, 567, cached=1_000),
    a_usage(123_457, 8_191, cached=100_003, written=20_011),
    a_usage(272_001, 1, cached=200_000, written=72_000),
    a_usage(999_999, 64_000),
]


def test_every_model_of_the_table_costs_what_the_table_says() -> None:
    listed = [(provider.id, model.id) for provider in get_snapshot().providers for model in provider.models]
    compared = 0

    for number, (provider_id, model) in enumerate(listed):
        entry = find_entry(provider_id, model)
        usage, batch = USAGES[number % len(USAGES)], number % 2 == 0
        rates = rates_of_model(entry.model, at=TODAY, batch=batch and entry.is_own) if entry else None
        if rates is None:
            continue
        for cache in CacheMark:
            ours = Decimal(rates.charge(usage, cache=cache)) / SCALE
            assert ours == by_the_library(provider_id, model, usage, batch=batch, cache=cache), model
        compared += 1

    assert compared > 2000


counts = st.integers(0, 2_000_000)


@settings(max_examples=200)
@given(
    model=st.sampled_from(["gpt-4o-mini", "gpt-6.1-sol", "o3", "gpt-5.6-luna", "gpt-5-nano"]),
    whole=counts,
    out=counts,
    shares=st.tuples(st.floats(0, 0.5), st.floats(0, 0.5)),
    batch=st.booleans(),
)
def test_any_usage_costs_what_the_table_says_rounded_half_up(
    model: str, whole: int, out: int, shares: tuple[float, float], batch: bool
) -> None:
    usage = a_usage(whole, out, cached=int(whole * shares[0]), written=int(whole * shares[1]))

    cost = cost_of("openai", model, usage, batch=batch)

    expected = by_the_library("openai", model, usage, batch=batch, cache=CacheMark.SHORT)
    assert cost.microusd == int(expected.quantize(Decimal(1), ROUND_HALF_UP))
    assert cost.certainty is Certainty.EXACT


def test_a_long_remembered_prompt_costs_more_to_write_where_the_table_says_so() -> None:
    usage = Usage(input_tokens=1_000_000, output_tokens=0, cache_write_tokens=1_000_000)

    costs = [
        prices().cost(a_provider("anthropic"), "claude-haiku-4-5", usage, cache=cache).microusd
        for cache in (CacheMark.SHORT, CacheMark.LONG)
    ]

    assert costs == [1_250_000, 2_000_000]  # $1.25 and $2 per million, Anthropic's price list of October 2026


@pytest.mark.parametrize(
    ("kind", "model", "per_million"),
    [
        ("openai", "gpt-4o-mini", (150_000, 75_000)),
        ("anthropic", "claude-opus-5-5", (4_000_000, 2_000_000)),
        ("google", "gemini-2.5-flash", (300_000, 150_000)),
    ],
)
def test_a_batch_costs_half_where_the_table_says_so(
    kind: str, model: str, per_million: tuple[int, int]
) -> None:
    usage = Usage(input_tokens=1_000_000, output_tokens=0)

    costs = [cost_of(kind, model, usage), cost_of(kind, model, usage, batch=True)]

    assert costs == [Cost(microusd=whole, certainty=Certainty.EXACT) for whole in per_million]


def test_a_batch_the_table_says_nothing_about_costs_the_full_price_as_an_estimate() -> None:
    cost = cost_of("azure", "gpt-4o-mini", Usage(input_tokens=1_000_000, output_tokens=0), batch=True)

    assert cost == Cost(microusd=150_000, certainty=Certainty.ESTIMATED)


def test_a_price_is_that_of_the_day() -> None:
    usage = Usage(input_tokens=1_000_000, output_tokens=0)

    costs = [
        prices().cost(a_provider("openai"), "o3", usage, at=day).microusd
        for day in (date(2025, 6, 9), date(2025, 6, 10))
    ]

    assert costs == [10_000_000, 2_000_000]


@pytest.mark.parametrize(
    ("kind", "model"),
    [
        ("azure", "gpt-4o"),
        ("vertex", "gemini-2.5-flash"),
        ("google", "models/gemini-2.5-flash"),
        ("vertex", "publishers/google/models/gemini-2.5-pro"),
        ("vertex", "claude-sonnet-4-5@20250929"),
        ("bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
        ("bedrock", "amazon.nova-lite-v1:0"),
        ("bedrock", "arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-opus-4-7-v1:0"),
        ("openrouter", "anthropic/claude-sonnet-4.5"),
        ("together", "meta-llama/Llama-3.3-70B-Instruct-Turbo"),
        ("huggingface", "meta-llama/Llama-3.3-70B-Instruct:groq"),
    ],
)
def test_the_ids_of_every_kind_are_found_in_the_table(kind: str, model: str) -> None:
    cost = cost_of(kind, model, Usage(input_tokens=1_000_000, output_tokens=1_000_000))

    assert cost.certainty is Certainty.EXACT
    assert cost.microusd


def test_a_compatible_server_is_found_by_its_address() -> None:
    groq = a_provider("openai-compatible", base_url="https://api.groq.com/openai/v1")
    own = a_provider("openai-compatible", base_url="http://10.0.0.5:9000/v1")
    usage = Usage(input_tokens=1_000_000, output_tokens=0)

    assert prices().cost(groq, "llama-3.3-70b-versatile", usage).microusd
    assert prices().cost(own, "llama-3.3-70b-versatile", usage) == UNKNOWN


@pytest.mark.parametrize(
    ("kind", "model"),
    [
        ("openai", "gpt-99"),
        ("azure", "our-deployment"),
        ("huggingface", "meta-llama/Llama-3.3-70B-Instruct"),
        ("openai-compatible", "gpt-4o"),
        ("openai", "gpt-live-1"),
    ],
)
def test_what_is_not_in_the_table_costs_an_unknown_amount_and_never_zero(kind: str, model: str) -> None:
    assert cost_of(kind, model, Usage(input_tokens=5, output_tokens=5)) == UNKNOWN
    assert prices().worst_case(a_provider(kind), model, input_tokens=5, max_output_tokens=5) is None


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.is_local])
def test_a_local_server_costs_nothing_whatever_it_counted(kind: str) -> None:
    assert cost_of(kind, "llama3", Usage()) == Cost(microusd=0, certainty=Certainty.EXACT)
    assert prices().worst_case(a_provider(kind), "llama3", input_tokens=9, max_output_tokens=9) == 0


def test_the_price_a_user_states_wins() -> None:
    stated = Price(input_per_million=3.0, output_per_million=0.1, cached_per_million=0.5)
    usage = Usage(input_tokens=1_000_000, output_tokens=1_000_000, cached_tokens=400_000)

    for kind in ("openai", "ollama", "openai-compatible"):
        cost = prices().cost(a_provider(kind, price=stated), "gpt-4o", usage)
        assert cost == Cost(microusd=2_100_000, certainty=Certainty.EXACT)  # 0.6 × 3 + 0.4 × 0.5 + 0.1


@pytest.mark.parametrize("usage", [Usage(), Usage(input_tokens=10), Usage(output_tokens=10)])
def test_tokens_that_nobody_counted_make_the_cost_unknown_or_with_an_estimate_estimated(usage: Usage) -> None:
    guess = Usage(input_tokens=1_000_000, output_tokens=1_000_000)

    unknown = prices().cost(a_provider(), "gpt-4o-mini", usage)
    estimated = prices().cost(a_provider(), "gpt-4o-mini", usage, estimate=guess)

    assert unknown == UNKNOWN
    assert estimated.certainty is Certainty.ESTIMATED
    assert estimated.microusd is not None


def test_an_estimate_changes_nothing_about_what_was_counted() -> None:
    counted, guess = Usage(input_tokens=10**6, output_tokens=0), Usage(input_tokens=1, output_tokens=1)

    cost = prices().cost(a_provider(), "gpt-4o-mini", counted, estimate=guess)

    assert cost == Cost(microusd=150_000, certainty=Certainty.EXACT)


def test_a_model_without_output_needs_no_count_of_it() -> None:
    cost = cost_of("openai", "text-embedding-3-small", Usage(input_tokens=1_000_000))

    assert cost == Cost(microusd=20_000, certainty=Certainty.EXACT)


def test_parts_that_exceed_the_whole_make_the_cost_an_estimate() -> None:
    cost = cost_of("openai", "gpt-4o-mini", Usage(input_tokens=10, output_tokens=0, cached_tokens=1_000_000))

    assert cost == Cost(microusd=75_000, certainty=Certainty.ESTIMATED)


def test_a_price_that_changes_with_the_hour_is_an_estimate() -> None:
    deepseek = a_provider("openai-compatible", base_url="https://api.deepseek.com")

    cost = prices().cost(deepseek, "deepseek-chat", Usage(input_tokens=10**6, output_tokens=0))

    assert cost.certainty is Certainty.ESTIMATED


@settings(max_examples=100)
@given(
    model=st.sampled_from(["claude-haiku-4-5", "claude-haiku-5-5", "claude-sonnet-4-5"]),
    whole=st.integers(0, 400_000),
    out=st.integers(0, 50_000),
    shares=st.tuples(st.floats(0, 0.5), st.floats(0, 0.5)),
    cache=st.sampled_from(CacheMark),
)
def test_no_call_costs_more_than_its_worst_case(
    model: str, whole: int, out: int, shares: tuple[float, float], cache: CacheMark
) -> None:
    usage = a_usage(whole, out, cached=int(whole * shares[0]), written=int(whole * shares[1]))
    provider = a_provider("anthropic")

    worst = prices().worst_case(provider, model, input_tokens=whole, max_output_tokens=out, cache=cache)
    cost = prices().cost(provider, model, usage, cache=cache).microusd

    assert worst is not None
    assert cost is not None
    assert cost <= worst


def test_the_installed_table_is_dated() -> None:
    """After an upgrade of the table: write down from when its prices are."""
    assert prices().snapshot == "genai-prices 0.2.1 of 2026-10-20"
    assert PriceList().cost(a_provider(), "gpt-4o-mini", Usage(input_tokens=10**6, output_tokens=0)).microusd
