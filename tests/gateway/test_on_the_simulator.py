"""Every kind of provider, over real HTTP to the simulator: what is asked for is sent, and read back."""

import asyncio
import json
from collections.abc import Iterator

import pytest
from pydantic import JsonValue

from edison.domain import (
    Ask,
    AttemptState,
    CacheMark,
    Effort,
    Endpoint,
    Form,
    FormKind,
    Image,
    Message,
    Outcome,
    Sampling,
    Tool,
    ToolChoice,
    ToolMode,
)
from edison.errors import (
    AuthRefused,
    BadRequest,
    ModelMissing,
    OperationNotOffered,
    ParametersNotTaken,
)
from edison.gateway import KINDS, KeyStyle, MemoryLedger, Price, Provider, Secret, WireFormat
from edison.sim import SimProcess, SimSettings
from tests.gateway.gateways import a_gateway

MODEL = "edison-sim-medium"
KEY = "sk-simulated-0123456789"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
WEATHER = Tool(
    name="get_weather",
    description="Look up the weather in a city.",
    parameters={"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)
RATING: dict[str, JsonValue] = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "score": {"type": "integer", "minimum": 0, "maximum": 5}},
    "required": ["city", "score"],
    "additionalProperties": False,
}
PARIS = "What is the capital of France?"


@pytest.fixture(scope="module")
def sim() -> Iterator[SimProcess]:
    with SimProcess(SimSettings(seed=11)) as running:
        yield running


def a_provider(sim: SimProcess, kind: str, **changes: object) -> Provider:
    settings: dict[str, object] = {"price": Price(1.0, 4.0), "key": Secret(KEY), **changes}
    return Provider(name="p", kind=kind, base_url=sim.base_url(kind), **settings)  # pyright: ignore[reportArgumentType]


def ask_for(text: str = PARIS, *, model: str = MODEL, **changes: object) -> Ask:
    fields: dict[str, object] = {
        "messages": (Message.user(text),),
        "sampling": Sampling(max_tokens=200),
        **changes,
    }
    return Ask(to=Endpoint(provider="p", model=model), **fields)  # pyright: ignore[reportArgumentType]


REAL = [kind for kind in sorted(KINDS) if not KINDS[kind].is_pretended]
WIRES: list[tuple[str, WireFormat | None]] = [
    *((kind, None) for kind in REAL),
    ("openai", WireFormat.OPENAI_RESPONSES),
]
every_wire = pytest.mark.parametrize(
    ("kind", "wire"), WIRES, ids=[f"{kind}-{wire or 'own'}" for kind, wire in WIRES]
)


@every_wire
async def test_every_kind_answers_and_is_billed_to_the_microdollar(
    sim: SimProcess, kind: str, wire: WireFormat | None
) -> None:
    before = sim.totals().microusd
    async with a_gateway(a_provider(sim, kind, wire=wire)) as gateway:
        answer = await gateway.ask(ask_for())

    assert "Paris" in answer.text
    assert answer.outcome is Outcome.STOP
    assert answer.usage.input_tokens is not None
    assert answer.cost.microusd == sim.totals().microusd - before


@every_wire
async def test_every_kind_streams_the_same_words(sim: SimProcess, kind: str, wire: WireFormat | None) -> None:
    async with a_gateway(a_provider(sim, kind, wire=wire)) as gateway:
        whole = await gateway.ask(ask_for())
        async with gateway.stream(ask_for()) as deltas:
            pieces = [delta.text async for delta in deltas]

    assert "".join(pieces) == deltas.answer.text == whole.text
    assert deltas.answer.usage == whole.usage
    assert deltas.answer.cost == whole.cost
    # Google sends short answers in one piece.
    assert len([piece for piece in pieces if piece]) > (0 if kind in ("google", "vertex") else 1)


@every_wire
async def test_every_kind_calls_tools(sim: SimProcess, kind: str, wire: WireFormat | None) -> None:
    choice = None if kind == "ollama" else ToolChoice(mode=ToolMode.NAMED, name="get_weather")
    question = ask_for("What is the weather in Oslo? Use the tool.", tools=(WEATHER,), tool_choice=choice)
    async with a_gateway(a_provider(sim, kind, wire=wire)) as gateway:
        first = await gateway.ask(question)
        result = Message.tool("4 degrees, rain", call_id=first.tool_calls[0].id)
        told = question.model_copy(
            update={
                "messages": (*question.messages, Message.assistant("", *first.tool_calls), result),
                "tool_choice": None,
            }
        )
        second = await gateway.ask(told)

    assert first.outcome is Outcome.TOOL_CALLS
    assert first.tool_calls[0].name == "get_weather"
    assert first.tool_calls[0].arguments == {"city": "Oslo"}
    assert second.outcome is Outcome.STOP


@every_wire
async def test_every_kind_keeps_to_a_schema(sim: SimProcess, kind: str, wire: WireFormat | None) -> None:
    form = Form(kind=FormKind.SCHEMA, name="rating", json_schema=RATING)
    # Bedrock's families differ, so the user says that this one takes schemas.
    takes: dict[str, dict[str, JsonValue]] = {"edison-*": {"takes": ["schema"]}} if kind == "bedrock" else {}
    async with a_gateway(a_provider(sim, kind, wire=wire, capabilities=takes)) as gateway:
        answer = await gateway.ask(ask_for("Rate the city Paris.", form=form))

    assert set(json.loads(answer.text)) == {"city", "score"}


@pytest.mark.parametrize("kind", [kind for kind in REAL if kind not in ("anthropic", "bedrock", "vertex")])
async def test_kinds_that_embed_put_like_texts_near_each_other(sim: SimProcess, kind: str) -> None:
    endpoint = Endpoint(provider="p", model="edison-embed-small")
    texts = [
        "the cat sat on the mat",
        "a cat is sitting on the mat",
        "quarterly revenue fell by three percent",
    ]
    async with a_gateway(a_provider(sim, kind)) as gateway:
        embeddings = await gateway.embed(endpoint, texts)

    cats, assignment, revenue = embeddings.vectors
    assert _dot(cats, assignment) > _dot(cats, revenue)
    assert embeddings.usage.input_tokens or kind == "google"


@pytest.mark.parametrize("kind", [kind for kind in REAL if kind not in ("bedrock", "vertex")])
async def test_kinds_that_list_models_list_the_one_we_ask(sim: SimProcess, kind: str) -> None:
    async with a_gateway(a_provider(sim, kind)) as gateway:
        assert MODEL in [model.id.removeprefix("models/") for model in await gateway.list_models("p")]


async def test_what_a_kind_does_not_offer_is_refused_by_name(sim: SimProcess) -> None:
    async with a_gateway(a_provider(sim, "anthropic")) as gateway:
        with pytest.raises(OperationNotOffered, match="embeddings"):
            await gateway.embed(Endpoint(provider="p", model=MODEL), ["a"])


@pytest.mark.parametrize("kind", ["openai", "anthropic", "google", "bedrock"])
async def test_pictures_stops_and_cache_marks_are_taken(sim: SimProcess, kind: str) -> None:
    messages = (
        Message.system("You describe pictures in one sentence.", cache=CacheMark.SHORT),
        Message.user("What is in this picture?", Image(base64=PIXEL)),
    )
    ask = ask_for(messages=messages, sampling=Sampling(max_tokens=50, stop=("\n\n",)))
    async with a_gateway(a_provider(sim, kind)) as gateway:
        answer = await gateway.ask(ask)

    assert answer.text
    assert "\n\n" not in answer.text


async def test_log_probabilities_come_back(sim: SimProcess) -> None:
    ask = ask_for(sampling=Sampling(max_tokens=20, top_logprobs=3, seed=5, temperature=0.7))
    async with a_gateway(a_provider(sim, "openai")) as gateway:
        answer = await gateway.ask(ask)

    assert answer.logprobs
    assert all(token.logprob <= 0 and len(token.top) == 3 for token in answer.logprobs)


async def test_reasoning_is_kept_apart_from_the_answer(sim: SimProcess) -> None:
    ask = ask_for(model="edison-sim-reasoner", sampling=Sampling(max_tokens=500, effort=Effort.HIGH))
    async with a_gateway(a_provider(sim, "openai", wire=WireFormat.OPENAI_RESPONSES)) as gateway:
        answer = await gateway.ask(ask)

    assert answer.usage.reasoning_tokens
    assert "Paris" in answer.text


async def test_a_cut_answer_says_so(sim: SimProcess) -> None:
    async with a_gateway(a_provider(sim, "anthropic")) as gateway:
        answer = await gateway.ask(ask_for(sampling=Sampling(max_tokens=2)))

    assert answer.outcome is Outcome.LENGTH


async def test_what_a_model_does_not_take_is_refused_or_left_out_and_recorded(sim: SimProcess) -> None:
    ask = ask_for(sampling=Sampling(max_tokens=50, seed=3))
    async with a_gateway(a_provider(sim, "anthropic")) as gateway:
        with pytest.raises(ParametersNotTaken, match="seed"):
            await gateway.ask(ask)
    async with a_gateway(a_provider(sim, "anthropic", leave_out=True)) as gateway:
        answer = await gateway.ask(ask)

    assert answer.left_out == ("seed",)


async def test_a_model_that_takes_no_schema_is_told_it_in_words_once_its_provider_says_so(
    sim: SimProcess,
) -> None:
    form = Form(kind=FormKind.SCHEMA, name="colour", json_schema=RATING)
    ask = ask_for(model="edison-sim-legacy", form=form)
    async with a_gateway(a_provider(sim, "openai")) as gateway:
        with pytest.raises(BadRequest, match="does not support json_schema.*leave_out: true.*form: suffix"):
            await gateway.ask(ask)
    silent = a_provider(sim, "openai", capabilities={"*": {"refuses": ["schema"]}})
    async with a_gateway(silent) as gateway:
        with pytest.raises(ParametersNotTaken, match="does not take schema.*leave_out: true"):
            await gateway.ask(ask)
    told = a_provider(sim, "openai", capabilities={"*": {"refuses": ["schema"]}}, leave_out=True)
    async with a_gateway(told) as gateway:
        answer = await gateway.ask(ask)

    assert answer.left_out == ("schema",)
    assert answer.text


@pytest.mark.parametrize("kind", ["openai", "anthropic", "google", "bedrock"])
async def test_a_missing_model_and_a_revoked_key_are_told_apart(sim: SimProcess, kind: str) -> None:
    sim.admin.revoke_keys("sk-revoked-0123456789")
    async with a_gateway(a_provider(sim, kind)) as gateway:
        with pytest.raises(ModelMissing):
            await gateway.ask(ask_for(model="no-such-model"))
    async with a_gateway(a_provider(sim, kind, key=Secret("sk-revoked-0123456789"))) as gateway:
        with pytest.raises(AuthRefused):
            await gateway.ask(ask_for())


async def test_bedrock_takes_a_signature_for_a_key() -> None:
    settings = SimSettings(seed=11, secrets={"AKIDEXAMPLE": "wJalrXUtnFEMI"}, keys=frozenset({"AKIDEXAMPLE"}))
    with SimProcess(settings) as signed:
        signing = {"key_style": KeyStyle.SIGV4, "region": "eu-west-1"}
        good = a_provider(signed, "bedrock", key=Secret("AKIDEXAMPLE:wJalrXUtnFEMI"), **signing)
        bad = a_provider(signed, "bedrock", key=Secret("AKIDEXAMPLE:wrong-secret"), **signing)
        async with a_gateway(good) as gateway:
            answer = await gateway.ask(ask_for())
        async with a_gateway(bad) as gateway:
            with pytest.raises(AuthRefused):
                await gateway.ask(ask_for())

    assert "Paris" in answer.text


async def test_the_ledger_equals_the_witness_over_many_calls(sim: SimProcess) -> None:
    sim.admin.reset()
    ledger = MemoryLedger(keep=1000)
    async with a_gateway(a_provider(sim, "openai"), ledger=ledger) as gateway:
        async with asyncio.TaskGroup() as group:
            for number in range(300):
                group.create_task(gateway.ask(ask_for(f"{PARIS} ({number})")))

    totals = sim.totals()
    assert ledger.spent_microusd == totals.microusd
    assert ledger.held_microusd == 0
    assert ledger.counts[AttemptState.SETTLED] == 300


def _dot(left: tuple[float, ...], right: tuple[float, ...]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))
