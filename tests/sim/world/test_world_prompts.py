"""Prompts: what they say really changes how good the answers are."""

from __future__ import annotations

import pytest

from edison.sim.exchange import SimMessage, SimRequest
from edison.sim.world import default_world
from edison.sim.world.criteria import BY_NAME
from edison.sim.world.reading.instructions import find_holes, read_instructions
from tests.sim.world.asks import (
    ANSWERERS,
    BASE,
    CRITERIA,
    a_world,
    cases_with,
    mean,
    mean_overall,
    mean_truth,
    true_scores,
)

BLOAT = " ".join(
    f"Remark {number}: the shop was founded long ago and has moved {number} times since, which is a story of its own."
    for number in range(60)
)
SEVERAL = ("edison-sim-large", "edison-sim-small", "edison-sim-terse")
REPETITION = " ".join(["Every single answer that you give should be a good answer in every way."] * 12)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_a_clear_instruction_raises_its_criterion(criterion: str) -> None:
    cases = cases_with(criterion, 100)
    instruction = BY_NAME[criterion].instructions[1]

    gains = {
        model: mean_truth(cases, criterion=criterion, model=model, system=f"{BASE} {instruction}")
        - mean_truth(cases, criterion=criterion, model=model, system=BASE)
        for model in SEVERAL
    }

    assert len(cases) == 100
    assert min(gains.values()) > 0.01, gains


@pytest.mark.parametrize("criterion", CRITERIA)
def test_the_known_truth_of_a_prompt_rises_with_every_phrasing_of_an_instruction(criterion: str) -> None:
    world = a_world()
    before = world.truth_of_prompt(BASE).skills

    for instruction in BY_NAME[criterion].instructions:
        after = world.truth_of_prompt(f"{BASE} {instruction}").skills

        assert all(after[model][criterion] > before[model][criterion] for model in ANSWERERS), instruction


@pytest.mark.parametrize(
    ("text", "criterion"),
    [
        ("Please keep your answers short.", "concise"),
        ("Use no more than 50 words.", "concise"),
        ("Do not ramble.", "concise"),
        ("Do not make things up.", "correct"),
        ("Accuracy comes first.", "correct"),
        ("Be thorough.", "complete"),
        ("Tell the customer what to do next.", "complete"),
        ("Write in a friendly tone.", "polite"),
        ("Always greet the customer.", "polite"),
        ("Use plain text only.", "format"),
        ("Return only the bullet points.", "format"),
        ("Base your answer only on our terms.", "grounded"),
        ("Quote the policy.", "grounded"),
        ("Do not ask for personal data.", "safe"),
    ],
)
def test_other_phrasings_are_understood(text: str, criterion: str) -> None:
    assert criterion in read_instructions(text).asked


@pytest.mark.parametrize(
    ("text", "criterion"),
    [
        ("You need not be brief; there is no need to be concise.", "concise"),
        ("Explain everything in great detail.", "concise"),
        ("Be blunt.", "polite"),
        ("Do not cite anything.", "grounded"),
    ],
)
def test_asking_for_the_opposite_is_understood_as_such(text: str, criterion: str) -> None:
    assert read_instructions(text).pull[criterion] < 0


def test_a_contradiction_costs_what_it_contradicts_itself_about() -> None:
    world = a_world()
    clear = world.truth_of_prompt(f"{BASE} Be concise.").skills
    torn = world.truth_of_prompt(f"{BASE} Be concise. Explain everything in great detail.").skills

    assert all(
        torn[model][name] < clear[model][name] for model in ANSWERERS for name in ("concise", "correct")
    )


@pytest.mark.parametrize("model", SEVERAL)
def test_a_bloated_prompt_makes_answers_worse(model: str) -> None:
    cases = a_world().cases(100, seed=11)
    whole = mean_overall(cases, model=model, system=BASE)

    losses = [
        whole - mean_overall(cases, model=model, system=f"{BASE} {burden}") for burden in (BLOAT, REPETITION)
    ]

    assert min(losses) > 0.02


@pytest.mark.parametrize("model", SEVERAL)
def test_an_unfilled_variable_makes_answers_worse(model: str) -> None:
    cases = a_world().cases(60, seed=12)
    whole = mean_overall(cases, model=model, system=BASE)

    losses = [
        whole - mean_overall(cases, model=model, system=f"{BASE}\n{hole}")
        for hole in ("Dear {{ customer_name }},", "Customer: None", "Dear undefined,", "Hello {name}!")
    ]

    assert min(losses) > 0.1


@pytest.mark.parametrize(
    "text",
    [
        "{{ question }}",
        "Question: {{question}}",
        "Name: None",
        "${user}",
        "Topic:\nLanguage: English",
        "Dear undefined",
    ],
)
def test_unfilled_variables_are_seen(text: str) -> None:
    assert find_holes(text)


@pytest.mark.parametrize(
    "text",
    [
        'Reply as {"answer": "..."}.',
        "Question: Where is it?\nAnswer:",
        "None of them is right.",
        "Set {1, 2}",
    ],
)
def test_what_only_looks_like_a_variable_is_let_alone(text: str) -> None:
    assert find_holes(text) == ()


def test_a_template_is_not_blamed_for_its_variables() -> None:
    world = a_world()

    assert world.truth_of_prompt(f"{BASE} {{{{ question }}}}").skills == world.truth_of_prompt(BASE).skills


def test_worked_examples_help_the_format() -> None:
    cases = cases_with("format", 200)
    shots = tuple(
        message
        for case in a_world().cases(3, seed=13)
        for message in (SimMessage("user", case.text), SimMessage("assistant", case.expected))
    )

    def quality(before: tuple[SimMessage, ...]) -> float:
        requests = [
            SimRequest(model="edison-sim-small", messages=(*before, SimMessage("user", case.text)))
            for case in cases
        ]
        texts = [a_world().reply(request).text for request in requests]
        return mean(
            [
                a_world().truth_of_answer(c.text, text).scores["format"]
                for c, text in zip(cases, texts, strict=True)
            ]
        )

    assert quality(shots) - quality(()) > 0.08


@pytest.mark.parametrize("change", [{"system": f"{BASE} Think step by step."}, {"reasoning_effort": "high"}])
def test_thinking_first_helps_with_hard_cases(change: dict[str, str]) -> None:
    hard = sorted(a_world().cases(600, seed=14), key=lambda case: -case.difficulty)[:200]
    model = "edison-sim-reasoner"

    def quality(**more: str) -> float:
        asked = {"system": BASE, "reasoning_effort": "low", **more}
        requests = [
            SimRequest(
                model=model,
                messages=(SimMessage("system", asked["system"]), SimMessage("user", case.text)),
                reasoning_effort=asked["reasoning_effort"],
            )
            for case in hard
        ]
        return mean(
            [
                a_world().truth_of_answer(case.text, a_world().reply(request).text).scores["correct"]
                for case, request in zip(hard, requests, strict=True)
            ]
        )

    assert quality(**change) > quality()


def test_two_prompts_that_ask_for_the_same_are_equally_good() -> None:
    other = "You are an assistant for people who live near a shop. Reply to what they ask."
    cases = a_world().cases(40, seed=15)
    differences: list[float] = []
    for seed in range(20):
        world = default_world(200 + seed)
        pairs = zip(
            true_scores(cases, model="edison-sim-small", system=BASE, world=world),
            true_scores(cases, model="edison-sim-small", system=other, world=world),
            strict=True,
        )
        differences.append(mean([mean(list(one.values())) - mean(list(two.values())) for one, two in pairs]))

    assert a_world().truth_of_prompt(BASE).skills == a_world().truth_of_prompt(other).skills
    assert abs(mean(differences)) < 0.01
