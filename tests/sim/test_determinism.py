"""The same request, the same answer: in every format, in every process, whatever happened before."""

import orjson
import pytest

from edison.sim import SimProcess, SimSettings, Simulator

from .asking import DOORS, Raw, a_chat, ask, knock

VOLATILE = {"id", "created", "created_at", "completed_at", "responseId", "item_id", "call_id", "signature"}


def lasting(value: object) -> object:
    """An answer less its ids and times."""
    if isinstance(value, dict):
        return {name: lasting(one) for name, one in value.items() if name not in VOLATILE}
    return [lasting(one) for one in value] if isinstance(value, list) else value


def events(raw: Raw) -> list[object]:
    lines = [line[6:] for line in raw.body.replace(b"\r", b"").split(b"\n") if line.startswith(b"data: {")]
    return [lasting(orjson.loads(line)) for line in lines]


@pytest.mark.parametrize("format", list(DOORS))
def test_equal_requests_get_equal_answers_less_ids_and_times(sim: Simulator, format: str) -> None:
    first, second = knock(sim, format), knock(sim, format)

    assert lasting(first.json) == lasting(second.json)


@pytest.mark.parametrize("format", [format for format in DOORS if format != "bedrock-converse"])
def test_equal_streams_have_equal_events_less_ids_and_times(sim: Simulator, format: str) -> None:
    first, second = knock(sim, format, stream=True), knock(sim, format, stream=True)

    assert events(first)
    assert events(first) == events(second)


def test_every_answer_has_an_id_of_its_own(sim: Simulator) -> None:
    ids = {knock(sim, "openai-chat").json["id"] for _ in range(20)}

    assert len(ids) == 20


def test_a_fresh_simulator_repeats_even_the_ids_and_one_of_another_seed_nothing(sim: Simulator) -> None:
    with SimProcess(SimSettings(seed=7)) as one, SimProcess(SimSettings(seed=7)) as other:
        first, again, elsewhere = (
            [ask(each, "/v1/chat/completions", a_chat(f"Question {number}?")).json for number in range(5)]
            for each in (one, other, sim)
        )

    assert [answer["id"] for answer in first] == [answer["id"] for answer in again]
    assert lasting(first) == lasting(again) != lasting(elsewhere)


def test_a_salt_draws_anew_from_the_same_request(sim: Simulator) -> None:
    texts = {
        ask(sim, "/v1/chat/completions", a_chat(temperature=1.0), headers={"x-sim-salt": str(number)}).json[
            "choices"
        ][0]["message"]["content"]
        for number in range(10)
    }

    assert len(texts) > 1
