"""The bill: an independent witness of what was asked, answered and charged."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from edison.sim import BillLog, BillRecord, Simulator, fingerprint_of_key, read_bill, total_of
from edison.sim.billing import price_of, price_of_input
from edison.sim.exchange import SimReply
from edison.sim.world import ModelCard

from .asking import DOORS, KEY, MODEL, a_chat, ask, knock


def a_record(sequence: int, **fields: Any) -> BillRecord:
    usual = {"at": 0.0, "wall_at": 0.0, "format": "f", "operation": "chat", "status": 200}
    return BillRecord(sequence=sequence, **{**usual, **fields})


@pytest.fixture
def card() -> ModelCard:
    return ModelCard(
        id="m",
        kind="chat",
        persona="m",
        description="",
        context=1000,
        max_output=100,
        usd_per_million_input=2.0,
        usd_per_million_output=10.0,
        first_token_ms=0,
        tokens_per_s=0,
        capabilities=(),
    )


@pytest.mark.parametrize("format", list(DOORS))
@pytest.mark.parametrize("stream", [False, True])
def test_every_answer_is_billed_once(sim: Simulator, format: str, stream: bool) -> None:
    knock(sim, format, stream=stream)

    record = sim.bill()[0]
    assert (record.format, record.operation, record.status, record.model) == (format, "chat", 200, MODEL)
    assert record.key == fingerprint_of_key(KEY)
    assert record.input_tokens > 0
    assert record.output_tokens > 0
    assert record.microusd > 0
    assert record.fully_sent


def test_the_bill_agrees_with_the_usage_that_was_told(sim: Simulator) -> None:
    usage = knock(sim, "openai-chat").json["usage"]

    record = sim.bill()[0]
    assert (record.input_tokens, record.output_tokens) == (usage["prompt_tokens"], usage["completion_tokens"])
    # The medium model costs 1 and 4 dollars per million tokens.
    assert record.microusd == usage["prompt_tokens"] * 1 + usage["completion_tokens"] * 4


def test_a_streamed_answer_costs_the_same_as_a_whole_one(sim: Simulator) -> None:
    knock(sim, "openai-chat")
    knock(sim, "openai-chat", stream=True)

    whole, streamed = sim.bill()
    assert whole.microusd == streamed.microusd


def test_a_refused_request_is_noted_and_free(sim: Simulator) -> None:
    ask(sim, DOORS["openai-chat"].path, a_chat(model="no-such-model"))

    record = sim.bill()[0]
    assert (record.status, record.microusd, record.model) == (404, 0, "no-such-model")


def test_the_callers_own_mark_is_kept(sim: Simulator) -> None:
    ask(sim, DOORS["openai-chat"].path, a_chat(), headers={"Idempotency-Key": "call_7"})

    assert sim.bill()[0].idempotency == "call_7"


def test_equal_requests_have_equal_digests(sim: Simulator) -> None:
    for text in ("one", "one", "two"):
        ask(sim, DOORS["openai-chat"].path, a_chat(text))

    digests = [record.content for record in sim.bill()]
    assert digests[0] == digests[1] != digests[2]


def test_embeddings_cost_their_input(sim: Simulator) -> None:
    ask(sim, "/v1/embeddings", {"model": "edison-embed-large", "input": "word " * 1000})

    record = sim.bill()[0]
    # A tenth of a dollar per million tokens.
    assert record.microusd == round(record.input_tokens * 0.1)


def test_arrivals_can_be_asked_for_too(sim: Simulator) -> None:
    knock(sim, "gemini")

    assert sim.admin.arrivals() == sim.bill()


@pytest.mark.parametrize(("tokens", "microusd"), [(24, 2), (25, 3), (26, 3)])
def test_half_a_millionth_is_rounded_up(card: ModelCard, tokens: int, microusd: int) -> None:
    cheap = msgspec.structs.replace(card, usd_per_million_input=0.1)

    # A tenth of a dollar per million tokens: 25 tokens are two and a half millionths.
    assert price_of_input(cheap, tokens) == microusd


def test_cached_tokens_cost_a_tenth(card: ModelCard) -> None:
    reply = SimReply(text="", input_tokens=1000, cached_tokens=500, output_tokens=10)

    # 500 fresh and 500 cached tokens at 2 dollars, 10 written ones at 10 dollars per million.
    assert price_of(card, [reply]) == 500 * 2 + 500 * 2 // 10 + 10 * 10


def test_several_choices_pay_for_the_prompt_once(card: ModelCard) -> None:
    reply = SimReply(text="", input_tokens=100, output_tokens=10)

    assert price_of(card, [reply, reply]) == 100 * 2 + 20 * 10


def test_an_answer_that_was_not_fully_sent_is_marked(tmp_path: Path) -> None:
    log = BillLog(tmp_path / "bill.jsonl")
    log.write(a_record(1, microusd=5))
    log.write(a_record(2, microusd=7))
    log.mark_cut(1)
    log.close()

    records = read_bill(log.path)

    assert [record.fully_sent for record in records] == [False, True]
    assert total_of(records).microusd == 12


def test_a_torn_last_line_is_left_out(tmp_path: Path) -> None:
    log = BillLog(tmp_path / "bill.jsonl")
    log.write(a_record(1))
    log.write(a_record(2))
    log.close()
    whole = log.path.read_bytes()

    log.path.write_bytes(whole[:-5])

    assert [record.sequence for record in read_bill(log.path)] == [1]


def test_a_simulator_that_starts_anew_goes_on_with_the_same_bill(tmp_path: Path) -> None:
    for _ in range(2):
        log = BillLog(tmp_path / "bill.jsonl")
        log.write(a_record(1, microusd=5))
        log.write(a_record(2, microusd=7))
        log.mark_cut(2)
        log.close()

    records = read_bill(tmp_path / "bill.jsonl")

    assert [record.fully_sent for record in records] == [True, False, True, False]
    assert total_of(records).microusd == 24
