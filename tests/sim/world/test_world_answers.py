"""Answers: the same for the same request, readable, and worth what the closed form says."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from edison.sim.exchange import SimMessage, SimRequest
from edison.sim.world import default_world
from edison.sim.world.answering.rendering import AnswerPlan, render_answer
from edison.sim.world.answering.skill import worths_of
from edison.sim.world.draw import Draws
from edison.sim.world.knowledge.corpus import corpus
from edison.sim.world.knowledge.phrases import STYLES
from edison.sim.world.truth import truth_of
from tests.sim.world.asks import ANSWERERS, BASE, a_request, a_world, ask, mean, mean_overall, true_scores

FRANCE = "What is the capital of France?"
RETURN = "How long do I have to return the desk lamp I ordered?"


@pytest.mark.parametrize("model", ANSWERERS)
def test_the_same_request_gets_the_same_reply_in_a_fresh_world_of_the_same_seed(model: str) -> None:
    request = a_request(RETURN, model=model, system=BASE)

    assert default_world(5).reply(request) == default_world(5).reply(request)


def test_another_process_with_another_hash_seed_gives_the_same_replies() -> None:
    program = "from tests.sim.world.test_world_answers import many_replies\nprint(many_replies())"

    said = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": "src:."},
        capture_output=True,
        check=True,
        text=True,
    ).stdout

    assert said == f"{many_replies()}\n"


def many_replies() -> list[str]:
    world = default_world(5)
    texts = [*(case.text for case in world.cases(60, seed=6)), "Write 3 test cases for a shop.", "Hello"]
    return [world.reply(a_request(text, model="edison-sim-small")).text for text in texts]


def test_worlds_of_different_seeds_answer_differently() -> None:
    replies = {default_world(seed).reply(a_request(RETURN, system=BASE)).text for seed in range(12)}

    assert len(replies) >= 4


@pytest.mark.parametrize("field", [{"seed": 1}, {"salt": "second try"}])
def test_seed_and_salt_change_an_answer_at_the_default_temperature(field: dict[str, Any]) -> None:
    texts = [ask(case.text, system=BASE).text for case in a_world().cases(40, seed=2)]
    others = [ask(case.text, system=BASE, **field).text for case in a_world().cases(40, seed=2)]

    assert sum(one != other for one, other in zip(texts, others, strict=True)) >= 20


@pytest.mark.parametrize("field", [{"seed": 1}, {"salt": "second try"}])
def test_seed_and_salt_change_nothing_at_temperature_zero(field: dict[str, Any]) -> None:
    texts = [ask(case.text, temperature=0.0).text for case in a_world().cases(40, seed=2)]
    others = [ask(case.text, temperature=0.0, **field).text for case in a_world().cases(40, seed=2)]

    assert texts == others


@pytest.mark.parametrize(
    "model",
    ["edison-sim-large", "edison-sim-medium", "edison-sim-reasoner", "edison-sim-chatty", "edison-sim-terse"],
)
def test_competent_models_know_the_capital_of_france(model: str) -> None:
    texts = [default_world(seed).reply(a_request(FRANCE, model=model)).text for seed in range(20)]

    assert all("Paris" in text and "Lyon" not in text for text in texts)


def test_one_word_is_given_when_one_word_is_asked_for() -> None:
    assert ask(FRANCE, system="Answer with one word.", model="edison-sim-large").text == "Paris"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("Answer the customer.\n\nQuestion: ", "\nAnswer:"),
        ('Use the policy. <question id="3">', "</question>\n\nBe kind."),
        ("Q: What is the capital of Spain?\nA: The capital of Spain is Madrid.\n\nQ: ", "\nA:"),
        ('The customer wrote: "', '" Reply now.'),
    ],
)
def test_a_known_case_is_recognised_whatever_stands_around_it(before: str, after: str) -> None:
    replies = [
        (case, ask(f"{before}{case.text}{after}", model="edison-sim-large").text)
        for case in a_world().cases(60, seed=3)
    ]

    answered = [truth_of(case.text, text).stated or truth_of(case.text, text).wrong for case, text in replies]

    assert all(answered)


def test_earlier_turns_do_not_hide_the_question_asked_last() -> None:
    messages = (
        SimMessage("user", "What is the capital of Spain?"),
        SimMessage("assistant", "The capital of Spain is Madrid."),
        SimMessage("user", FRANCE),
    )

    assert "Paris" in a_world().reply(SimRequest(model="edison-sim-large", messages=messages)).text


def test_a_known_case_with_its_lines_wrapped_anew_is_still_recognised() -> None:
    case = next(case for case in a_world().cases(700, seed=3) if case.domain == "summary")
    indented = case.text.replace("\n\n", "\n    ")

    text = ask(indented, model="edison-sim-large").text

    assert truth_of(case.text, text).stated


def test_an_example_in_the_system_prompt_does_not_stand_for_the_question() -> None:
    system = "Example: What is the capital of Spain? The capital of Spain is Madrid."

    assert "Madrid" not in ask("How do I repair a leaking kitchen tap?", system=system).text


def test_an_unknown_question_is_answered_in_its_own_terms() -> None:
    text = ask("How do I repair the leaking kitchen tap of my neighbour?", model="edison-sim-large").text

    assert "leaking kitchen tap" in text


def test_an_unknown_model_answers_in_a_middling_way_of_its_own() -> None:
    cases = a_world().cases(150, seed=4)

    quality = mean_overall(cases, model="somebody/unheard-of-13b", system=BASE)

    assert mean_overall(cases, model="edison-sim-tiny", system=BASE) < quality < 0.95


@pytest.mark.parametrize(("better", "worse"), [("large", "medium"), ("medium", "small"), ("small", "tiny")])
def test_a_better_persona_gives_better_answers(better: str, worse: str) -> None:
    cases = a_world().cases(150, seed=5)

    gain = mean_overall(cases, model=f"edison-sim-{better}", system=BASE) - mean_overall(
        cases, model=f"edison-sim-{worse}", system=BASE
    )

    assert gain > 0.015


def test_harder_cases_get_worse_answers() -> None:
    cases = sorted(a_world().cases(500, seed=6), key=lambda case: case.difficulty)

    easy, hard = (
        mean([scores["correct"] for scores in true_scores(part, model="edison-sim-small", system=BASE)])
        for part in (cases[:150], cases[-150:])
    )

    assert easy - hard > 0.2


def test_what_an_answer_is_worth_can_be_read_from_its_text_alone() -> None:
    draws = Draws(1, "every level")
    for case in corpus():
        levels = {criterion: draws.integer(0, 2) for criterion in case.criteria}
        plan = AnswerPlan(case=case, levels=levels, style=draws.choice(sorted(STYLES)))

        scores = truth_of(case.text, render_answer(plan, draws)).scores

        assert scores == pytest.approx({name: worths_of(case, name)[level] for name, level in levels.items()})


@pytest.mark.parametrize("model", ["edison-sim-large", "edison-sim-chatty", "edison-sim-tiny"])
def test_the_closed_form_for_a_prompt_agrees_with_the_answers_given_under_it(model: str) -> None:
    cases = a_world().cases(60, seed=8)
    expected = a_world().truth_of_prompt(BASE, cases=cases).skills[model]

    seen: dict[str, list[float]] = {name: [] for name in expected}
    for seed in range(12):
        for scores in true_scores(cases, model=model, system=BASE, world=default_world(100 + seed)):
            for name, score in scores.items():
                seen[name].append(score)

    assert {name: mean(values) for name, values in seen.items()} == pytest.approx(expected, abs=0.04)


@pytest.mark.parametrize("text", ["", " ", ":", "Thought process:", "...", "Let me think."])
def test_a_trivial_answer_is_worth_nothing(text: str) -> None:
    assert a_world().truth_of_answer(RETURN, text).overall == 0.0


def test_the_truth_says_what_is_missing_and_what_is_wrong() -> None:
    truth = a_world().truth_of_answer(RETURN, "Unused items can be returned within 14 days of delivery.")

    assert (truth.wrong, truth.missing) == (("main rule",), ("detail 1", "next step"))
    assert truth.scores["correct"] == 0.0


def test_an_answer_written_by_a_person_is_scored_too() -> None:
    text = "Thanks for asking! You have 30 days, shipping is free; start it under My Orders. See our returns policy."

    assert a_world().truth_of_answer(RETURN, text).overall == 1.0


def test_greetings_and_requests_to_repeat_are_understood() -> None:
    assert ask("Hello!").text.startswith("Hello")
    assert ask('Say exactly "blue seven"').text == "blue seven"
