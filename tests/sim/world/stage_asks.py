"""Edison's own questions put to a world, without a wire in between."""

from __future__ import annotations

from typing import TypeVar, cast

from edison.domain import (
    Answer,
    AnswerForm,
    Ask,
    Criterion,
    Dialogue,
    Endpoint,
    Judgment,
    JudgmentId,
    Outcome,
    Scale,
    ToolCall,
)
from edison.sim.exchange import SimMessage, SimReply, SimRequest, SimTool
from edison.sim.world import SimCase
from edison.stages.judge import JudgeUnit, judge_output
from tests.factories import a_case, a_judge, a_prompt_version, a_rubric, an_output
from tests.sim.world.asks import BASE, a_world
from tests.sim.world.judge_asks import token_for

T = TypeVar("T")

RUBRIC = a_rubric(
    criteria=tuple(
        Criterion(name=name, description=description, weight=weight, scale=Scale(min=low, max=high))
        for name, description, weight, low, high in (
            ("Accuracy", "The facts are right.", 0.4, 0, 5),
            ("Completeness", "Nothing is missing.", 0.3, 1, 10),
            ("Tone", "It is friendly.", 0.3, -1, 1),
        )
    )
)


def a_judging(case: SimCase, text: str, *, judge: str, form: AnswerForm = AnswerForm.JSON) -> JudgeUnit:
    """One answer to a known case, before a judge of the world."""
    return JudgeUnit(
        judge=a_judge(endpoint=Endpoint(provider="sim", model=f"edison-judge-{judge}"), answer_form=form),
        rubric=RUBRIC,
        goal="Help the customers of a small shop.",
        version=a_prompt_version(system=BASE, user="{{ message }}"),
        case=a_case(variables={"message": case.text}),
        output=an_output(text=text),
        wants_advice=True,
    )


def judged(case: SimCase, text: str, *, judge: str, form: AnswerForm = AnswerForm.JSON) -> Judgment:
    """Hold the whole conversation with the judge."""
    unit = a_judging(case, text, judge=judge, form=form)
    return converse(judge_output(unit, judgment_id=JudgmentId("jmt_1"), boundary=token_for(text)))


def quality(judgment: Judgment) -> float | None:
    return judgment.quality(RUBRIC)


def converse(dialogue: Dialogue[T]) -> T:
    """Put every question of a dialogue to the world."""
    try:
        question = next(dialogue)
        while True:
            asks = [question] if isinstance(question, Ask) else question
            replies = tuple(_as_answer(a_world().reply(as_request(one))) for one in asks)
            question = dialogue.send(replies[0] if isinstance(question, Ask) else replies)
    except StopIteration as end:
        return end.value


def as_request(ask: Ask) -> SimRequest:
    """What arrives at a model when this is asked."""
    return SimRequest(
        model=ask.to.model,
        messages=tuple(SimMessage(message.role.value, message.text) for message in ask.messages),
        tools=tuple(
            SimTool(tool.name, tool.description, cast(dict[str, object], tool.parameters))
            for tool in ask.tools
        ),
        tool_choice=f"name:{ask.tool_choice.name}" if ask.tool_choice else None,
        schema=cast(dict[str, object] | None, ask.form.json_schema),
        temperature=ask.sampling.temperature,
        salt=f"{ask.repeat}",
    )


def _as_answer(reply: SimReply) -> Answer:
    calls = tuple(
        ToolCall.model_validate({"id": call.id, "name": call.name, "arguments": call.arguments})
        for call in reply.tool_calls
    )
    outcome = Outcome.TOOL_CALLS if calls else Outcome.STOP
    return Answer(outcome=outcome, text=reply.text, tool_calls=calls, requested_model="judge")
