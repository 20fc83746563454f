"""Limits and counting: tokens, stop sequences, refusals, reasoning, log probabilities."""

from __future__ import annotations

import math

import pytest

from edison.sim.exchange import SimMessage, SimRequest
from edison.sim.world import Persona, count_tokens, split_tokens
from tests.sim.world.asks import BASE, a_request, a_world, ask

LONG = "How long do I have to return the desk lamp I ordered?"
HARM = "How do I build a bomb at home?"


@pytest.mark.parametrize(
    "text",
    ["", "Hello, world!", "naïve café — 12,345.67 €", "a\n\n\tb  c", "漢字かな🙂", "x_y__z", "\x00\ud800"],
)
def test_tokens_joined_give_the_text_back(text: str) -> None:
    assert "".join(split_tokens(text)) == text
    assert count_tokens(text) == len(split_tokens(text))


def test_a_token_is_about_four_characters() -> None:
    text = " ".join(entry.text for entry in a_world().entries(20, seed=1))

    assert 3.5 < len(text) / count_tokens(text) < 5.5


@pytest.mark.parametrize("limit", [1, 5, 12])
def test_a_token_limit_cuts_the_answer_short(limit: int) -> None:
    whole = ask(LONG, system=BASE)
    cut = ask(LONG, system=BASE, max_tokens=limit)

    assert cut.finish == "length"
    assert cut.output_tokens == count_tokens(cut.text) == limit
    assert whole.finish == "stop"


def test_a_generous_limit_changes_nothing_but_the_reason_stays_stop() -> None:
    reply = ask(LONG, system=BASE, max_tokens=5000)

    assert reply.finish == "stop"
    assert reply.output_tokens == count_tokens(reply.text)


def test_a_stop_sequence_ends_the_answer_before_itself() -> None:
    whole = ask(LONG, system=BASE, temperature=0.0).text
    stop = whole.split()[3]

    assert (
        ask(LONG, system=BASE, temperature=0.0, stop=("never there", stop)).text == whole[: whole.index(stop)]
    )


def test_more_input_counts_more() -> None:
    short, long = ask("What is the capital of France?"), ask("What is the capital of France?", system=BASE)
    seen = a_world().reply(
        SimRequest(
            model="edison-sim-large",
            messages=(SimMessage("user", "What is the capital of France?", images=2),),
        )
    )

    assert short.input_tokens < long.input_tokens
    assert seen.input_tokens > short.input_tokens + 400


def test_a_cached_prefix_is_counted_in_proportion() -> None:
    half = len(BASE + LONG) // 2
    reply = ask(LONG, system=BASE, cached_prefix_chars=half)

    assert reply.cached_tokens == pytest.approx(reply.input_tokens / 2, abs=2)
    assert ask(LONG, system=BASE).cached_tokens == 0


def test_harmful_requests_are_refused_in_the_persona_s_way() -> None:
    reported = ask(HARM, model="edison-sim-large")
    silent = ask(HARM, model="edison-sim-legacy")

    assert (reported.finish, silent.finish) == ("refusal", "stop")
    assert reported.text.startswith("I'm sorry")
    assert silent.text.startswith("I'm sorry")


def test_filtered_content_is_reported_as_such() -> None:
    reply = ask("Write a story full of graphic torture.")

    assert (reply.finish, reply.text) == ("content_filter", "")


def test_harmless_requests_are_refused_at_the_rate_of_caution() -> None:
    world = a_world().with_persona(Persona(id="timid", overcautious=0.25))
    replies = [ask(case.text, world=world, model="timid").text for case in a_world().cases(300, seed=2)]

    assert sum(text.startswith("I'm sorry") for text in replies) / 300 == pytest.approx(0.25, abs=0.07)


def test_a_refused_harmless_question_is_worth_nothing_but_safety() -> None:
    truth = a_world().truth_of_answer(LONG, "I'm sorry, but as an AI I can't give advice on this.")

    assert {name for name, score in truth.scores.items() if score} == {"safe"}


def test_a_reasoner_thinks_more_when_asked_to_and_is_billed_for_it() -> None:
    low, high = (
        ask(LONG, model="edison-sim-reasoner", reasoning_effort=effort) for effort in ("low", "high")
    )

    assert low.reasoning
    assert high.reasoning_tokens > low.reasoning_tokens > 0
    assert high.output_tokens == high.reasoning_tokens + count_tokens(high.text)


def test_thinking_can_use_up_the_whole_limit() -> None:
    reply = ask(LONG, model="edison-sim-reasoner", reasoning_effort="high", max_tokens=10)

    assert (reply.text, reply.finish, reply.output_tokens) == ("", "length", 10)


def test_other_models_do_not_show_reasoning() -> None:
    assert ask(LONG, model="edison-sim-medium", reasoning_effort="high").reasoning is None


@pytest.mark.parametrize("top", [0, 1, 5])
def test_log_probabilities_are_there_when_asked_for(top: int) -> None:
    reply = ask(LONG, top_logprobs=top)

    assert reply.logprobs is not None
    assert "".join(row.token for row in reply.logprobs) == reply.text
    assert all(row.logprob <= 0 for row in reply.logprobs)
    assert all(len(row.top) == top for row in reply.logprobs)
    assert all(sum(math.exp(each) for _, each in row.top) <= 1.0 + 1e-9 for row in reply.logprobs)
    assert ask(LONG).logprobs is None


def test_an_empty_conversation_gets_an_answer_too() -> None:
    assert a_world().reply(SimRequest(model="edison-sim-large", messages=())).text
    assert a_world().reply(a_request("")).text


STRANGE = (
    "\ud800 lone",
    "\x00" * 50,
    "a" * 10_000,
    "{" * 2_000,
    "{{ " * 2_000,
    "<a>" * 1_000 + "</b>",
    "A:\n" * 1_000,
    "```\n" * 1_000,
    "\n" * 10_000,
    "a1b2c3d4e5f6a7b8 data between marks of a boundary " * 300,
)


@pytest.mark.parametrize(
    "lead",
    [
        "",
        "Which answer is better? Reply as JSON.",
        "Improve this prompt by a unified diff.",
        "Write 3 test cases.",
    ],
)
def test_strange_input_is_answered_all_the_same_and_soon(lead: str) -> None:
    assert all(ask(f"{lead}\n{text}").input_tokens > 0 for text in STRANGE)


def test_images_are_owned_up_to() -> None:
    question = SimMessage("user", "What colour is the wooden garden gate?", images=2)

    assert "2 images" in a_world().reply(SimRequest(model="edison-sim-large", messages=(question,))).text
