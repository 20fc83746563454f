"""The same request, the same answer: in every format, in every process, whatever happened before."""

import orjson
import pytest

from edison.sim import SimProcess, SimSettings

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
def test_equal_requests_get_equal_answers_less_ids_and_times(sim: SimProcess, format: str) -> None:
    first, second = knock(sim, format), knock(sim, format)

    assert lasting(first.json) == lasting(second.json)


@pytest.mark.parametrize("format", [format for format in DOORS if format != "bedrock-converse"])
def test_equal_streams_have_equal_events_less_ids_and_times(sim: SimProcess, format: str) -> None:
    first, second = knock(sim, format, stream=True), knock(sim, format, stream=True)

    assert events(first)
    assert events(first) == events(second)


def test_every_answer_has_an_id_of_its_own(sim: SimProcess) -> None:
    ids = {knock(sim, "openai-chat").json["id"] for _ in range(20)}

    assert len(ids) == 20


def test_a_fresh_simulator_repeats_even_the_ids() -> None:
    found: list[list[str]] = []
    for _ in range(2):
        with SimProcess(SimSettings(seed=7)) as process:
            found.append([knock(process, "openai-chat").json["id"] for _ in range(3)])

    assert found[0] == found[1]


def test_another_seed_gives_other_answers(sim: SimProcess) -> None:
    with SimProcess(SimSettings(seed=99)) as other:
        texts = [
            [
                ask(one, "/v1/chat/completions", a_chat(f"Question {number}?")).json["choices"][0]
                for number in range(5)
            ]
            for one in (sim, other)
        ]

    assert lasting(texts[0]) != lasting(texts[1])


def test_a_salt_draws_anew_from_the_same_request(sim: SimProcess) -> None:
    texts = {
        ask(sim, "/v1/chat/completions", a_chat(temperature=1.0), headers={"x-sim-salt": str(number)}).json[
            "choices"
        ][0]["message"]["content"]
        for number in range(10)
    }

    assert len(texts) > 1
