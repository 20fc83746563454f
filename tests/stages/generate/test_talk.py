"""Conversations of several turns, held by hand: what is sent in each, and how they end."""

from collections.abc import Mapping

from edison.domain import (
    CellId,
    EndpointKind,
    Failure,
    LoopTrace,
    Outcome,
    Output,
    OutputId,
    OutputStatus,
    Purpose,
    Reply,
    ToolCall,
    TraceStep,
)
from edison.stages.generate import GenerateUnit, answer_cell, ask_for_answer
from tests.factories import a_case, a_prompt_version, an_answer, an_arm, an_endpoint
from tests.stages.dialogues import Held, hold

TWO: Mapping[str, object] = {"turns": ("Hello", "A refund, please")}
USER = {"goal": "Get a refund.", "endpoint": an_endpoint(model="player"), "limit": 2}
FAILED = Failure(code="timed_out", sentence="It took too long.")


def a_unit(
    talk: Mapping[str, object], *, user: str = "<{{ turn }}>", system: str = "Kind.", **arm: object
) -> GenerateUnit:
    version = a_prompt_version(system=system, user=user)
    case = a_case(variables={"shop": "s"}, talk=talk)
    return GenerateUnit(version=version, arm=an_arm(**arm), case=case)


def converse(unit: GenerateUnit, *replies: Reply) -> Held[Output]:
    return hold(answer_cell(unit, output_id=OutputId("out_7"), cell_id=CellId("cell_7")), *replies)


def said(output: Output) -> list[str]:
    assert output.trace is not None
    return [f"{one.by.value}: {one.text}" for one in output.trace.said]


def test_each_turn_is_sent_behind_everything_that_was_said() -> None:
    held = converse(a_unit(TWO), an_answer(text="Hi."), an_answer(text="Sure."))

    assert [message.text for message in held.asks[-1].messages] == [
        *("Kind.", "<Hello>", "Hi."),
        "<A refund, please>",
    ]
    output = held.conclusion
    assert output is not None
    assert (output.id, output.text, output.status) == ("out_7", "Sure.", OutputStatus.OK)
    assert said(output) == ["user: Hello", "assistant: Hi.", "user: A refund, please", "assistant: Sure."]
    assert output.shown.startswith("User: Hello\n\nAssistant: Hi.")


def test_a_prompt_without_a_user_text_sends_what_the_user_says_as_it_is() -> None:
    held = converse(a_unit(TWO, user=""), an_answer(text="Hi."), an_answer())

    assert [message.text for message in held.asks[-1].messages] == ["Kind.", "Hello", "Hi.", TWO["turns"][1]]  # pyright: ignore[reportIndexIssue]


def test_an_application_is_told_the_turn_and_its_steps_are_kept() -> None:
    app = an_endpoint(kind=EndpointKind.APPLICATION)
    step = TraceStep(turn=1, call=ToolCall(id="1", name="look"), observation="x", success=True)

    held = converse(
        a_unit(TWO, endpoint=app), an_answer(), an_answer(trace=LoopTrace(steps=(step,), completed=True))
    )

    assert [ask.inputs for ask in held.asks] == [
        {"shop": "s", "turn": "Hello"},
        {"shop": "s", "turn": "A refund, please"},
    ]
    assert held.conclusion is not None
    assert held.conclusion.trace is not None
    assert [one.turn for one in held.conclusion.trace.steps] == [2]


def test_an_answer_that_is_none_and_trouble_end_it() -> None:
    refused = converse(a_unit(TWO), an_answer(outcome=Outcome.REFUSAL, text="No.")).conclusion
    failed = converse(a_unit(TWO), an_answer(text="Hi."), FAILED).conclusion

    assert refused is not None
    assert failed is not None
    assert (refused.reason, said(refused)) == ("refusal", ["user: Hello", "assistant: No."])
    assert (failed.reason, len(said(failed))) == ("timed_out", 3)


def test_a_simulated_user_sees_the_other_side_and_ends_it() -> None:
    unit = a_unit({"user": {**USER, "limit": 5}})
    held = converse(
        unit, an_answer(text=" Refund! "), an_answer(text="Sure."), an_answer(text="Thanks. [DONE]")
    )

    player = held.asks[2]
    assert [ask.purpose for ask in held.asks] == [Purpose.ASSIST, Purpose.ANSWER, Purpose.ASSIST]
    assert "Get a refund." in player.messages[0].text
    assert [message.role.value for message in player.messages[1:]] == ["user", "assistant", "user"]
    assert held.conclusion is not None
    assert said(held.conclusion) == ["user: Refund!", "assistant: Sure."]
    assert held.conclusion.trace is not None
    assert held.conclusion.trace.completed
    assert "<Get a refund.>" in ask_for_answer(unit).messages[-1].text


def test_a_simulated_user_speaks_no_more_often_than_it_may() -> None:
    held = converse(a_unit({"user": USER}), *(an_answer(text=f"{n}") for n in range(4)))

    assert held.conclusion is not None
    assert held.conclusion.trace is not None
    assert not held.conclusion.trace.completed
    assert held.conclusion.text == "3"


def test_a_simulated_user_that_cannot_be_heard_is_an_error_of_nobody_else() -> None:
    silent = converse(a_unit({"user": USER}), FAILED).conclusion
    done = converse(a_unit({"user": USER}), an_answer(text="[DONE]")).conclusion

    assert silent is not None
    assert done is not None
    assert (silent.status, silent.reason, done.reason) == (OutputStatus.ERROR, "silent_user", "silent_user")
    assert "It took too long." in str(silent.sentence)


def test_a_prompt_that_cannot_be_filled_is_an_error_without_a_question() -> None:
    held = converse(a_unit(TWO, system="{{ gone }}"))

    assert held.conclusion is not None
    assert held.conclusion.reason == "variables_missing"
    assert held.asks == []
