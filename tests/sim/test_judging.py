"""Answers and judgments by the stages, over real HTTP: what the judges say goes with what is true."""

import asyncio
from collections.abc import Coroutine, Iterable
from statistics import correlation
from typing import Any, TypeVar

import pytest

from edison.domain import (
    AnswerForm,
    Ask,
    CellId,
    Criterion,
    Dialogue,
    Endpoint,
    Judge,
    JudgmentId,
    Output,
    OutputId,
    OutputStatus,
    Scale,
)
from edison.gateway import Gateway, Price, Provider, Secret
from edison.sim import Simulator
from edison.sim.world import SimCase, default_world
from edison.stages.generate import GenerateUnit, answer_cell
from edison.stages.judge import JudgeUnit, judge_output
from tests.factories import a_case, a_judge, a_prompt_version, a_rubric, an_arm
from tests.gateway.gateways import a_gateway

from .asking import KEY

T = TypeVar("T")

WORLD = default_world(1)
CASES = [case for case in WORLD.cases(120, seed=4) if case.domain == "support"][:10]
MODELS = ("edison-sim-large", "edison-sim-small", "edison-sim-tiny", "edison-sim-terse")
JUDGES = [
    "fair", "lenient", "harsh", "left", "length", "selfish", "obedient", "malformed", "abstaining", "decorated",
]  # fmt: skip
VERSION = a_prompt_version(system="You answer for a small shop.", user="{{ message }}")
RUBRIC = a_rubric(
    criteria=tuple(
        Criterion(name=name, description=f"It is {name}.", weight=weight, scale=Scale(min=low, max=high))
        for name, weight, low, high in (
            ("correct", 0.5, 0, 5),
            ("complete", 0.3, 1, 10),
            ("polite", 0.2, 0, 1),
        )
    )
)


def a_provider(sim: Simulator, kind: str) -> Provider:
    return Provider(name="p", kind=kind, base_url=sim.base_url(kind), key=Secret(KEY), price=Price(1.0, 4.0))


async def test_every_judge_scores_by_what_is_true(sim: Simulator) -> None:
    async with a_gateway(a_provider(sim, "openai")) as gateway:
        answered = await _answers(gateway)
        found = {
            judge: await _correlation(gateway, answered, judge=_judge(f"edison-judge-{judge}"))
            for judge in JUDGES
        }

    assert {judge: round(value, 2) for judge, value in found.items() if value < 0.8} == {}
    assert found["fair"] > 0.97


@pytest.mark.parametrize("form", list(AnswerForm))
@pytest.mark.parametrize("kind", ["openai", "openai-compatible", "anthropic", "google"])
async def test_every_form_goes_over_every_wire(sim: Simulator, kind: str, form: AnswerForm) -> None:
    async with a_gateway(a_provider(sim, kind)) as gateway:
        answered = await _answers(gateway, cases=5)

        found = await _correlation(gateway, answered, judge=_judge("edison-judge-fair", form=form))

    assert found > 0.95


async def _answers(gateway: Gateway, *, cases: int = len(CASES)) -> list[tuple[SimCase, Output]]:
    cells = [(case, model) for case in CASES[:cases] for model in MODELS]
    outputs = await _all(
        _held(gateway, _answering(case, model=model, number=number))
        for number, (case, model) in enumerate(cells)
    )
    answered = [(case, output) for (case, _), output in zip(cells, outputs, strict=True)]
    assert all(output.status is OutputStatus.OK for _, output in answered)
    return answered


async def _correlation(gateway: Gateway, answered: list[tuple[SimCase, Output]], *, judge: Judge) -> float:
    judgments = await _all(_held(gateway, _judging(case, output, judge=judge)) for case, output in answered)
    known = [
        (_true_quality(case, output), quality)
        for (case, output), judgment in zip(answered, judgments, strict=True)
        if (quality := judgment.quality(RUBRIC)) is not None
    ]
    assert len(known) > 0.8 * len(answered)
    return correlation([true for true, _ in known], [quality for _, quality in known])


def _answering(case: SimCase, *, model: str, number: int) -> Dialogue[Output]:
    arm = an_arm(endpoint=Endpoint(provider="p", model=model), sampling={"max_tokens": 600})
    unit = GenerateUnit(version=VERSION, arm=arm, case=a_case(variables={"message": case.text}))
    return answer_cell(unit, output_id=OutputId(f"out_{number}"), cell_id=CellId(f"cell_{number}"))


def _judging(case: SimCase, output: Output, *, judge: Judge) -> Dialogue[Any]:
    unit = JudgeUnit(
        judge=judge,
        rubric=RUBRIC,
        goal="Help customers.",
        version=VERSION,
        case=a_case(variables={"message": case.text}, expectation={"answer": case.expected}),
        output=output,
    )
    boundary = f"q8w2e4r6t1y3u5i7{output.id.replace('_', '')}"
    return judge_output(unit, judgment_id=JudgmentId("jmt_1"), boundary=boundary)


def _judge(model: str, *, form: AnswerForm = AnswerForm.JSON) -> Judge:
    return a_judge(
        endpoint=Endpoint(provider="p", model=model),
        answer_form=form,
        sampling={"temperature": 0, "max_tokens": 2_000},
    )


def _true_quality(case: SimCase, output: Output) -> float:
    scores = WORLD.truth_of_answer(case.text, output.text).scores
    return sum(criterion.weight * scores[criterion.name] for criterion in RUBRIC.criteria)


async def _held(gateway: Gateway, dialogue: Dialogue[T]) -> T:
    """Hold a conversation through the gateway."""
    try:
        question = next(dialogue)
        while True:
            assert isinstance(question, Ask)
            question = dialogue.send(await gateway.ask(question))
    except StopIteration as end:
        return end.value


async def _all(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one) for one in work]
    return [task.result() for task in tasks]
