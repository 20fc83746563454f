"""Generating: what is sent is what was written, and what comes back keeps its reason."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import (
    Ask,
    Case,
    CellId,
    Effort,
    Failure,
    Outcome,
    Output,
    OutputId,
    OutputStatus,
    Purpose,
    Reply,
    Role,
    Sampling,
    Tool,
    ToolCall,
    ToolChoice,
    ToolMode,
)
from edison.stages.generate import GenerateUnit, answer_cell, take_handed_in
from tests.factories import a_case, a_prompt_version, an_answer, an_arm
from tests.stages.dialogues import Held, hold

ANSWER = an_answer(text="Paris.")


Parts = Mapping[str, object]
NOTHING: Parts = {}


def held(
    *replies: Reply,
    version: Parts = NOTHING,
    arm: Parts = NOTHING,
    case: Case | None = None,
    replicate: int = 0,
) -> Held[Output]:
    unit = GenerateUnit(
        version=a_prompt_version(**version), arm=an_arm(**arm), case=case or a_case(), replicate=replicate
    )
    return hold(answer_cell(unit, output_id=OutputId("out_9"), cell_id=CellId("cell_9")), *replies)


def asked(
    *, version: Parts = NOTHING, arm: Parts = NOTHING, case: Case | None = None, replicate: int = 0
) -> Ask:
    (ask,) = held(ANSWER, version=version, arm=arm, case=case, replicate=replicate).asks
    return ask


def said(ask: Ask) -> list[tuple[Role, str]]:
    return [(message.role, message.text) for message in ask.messages]


def test_everything_that_was_written_is_sent() -> None:
    look_up = Tool(name="look_up", description="Look it up.")
    version = {
        "system": "You know {{ topic }}.",
        "few_shots": ({"user": "Spain?", "assistant": "Madrid ({{ topic }})."},),
        "user": "{{ country }}?",
        "tools": (look_up,),
        "tool_choice": {"mode": "required"},
        "form": {"kind": "schema", "json_schema": {"type": "object"}},
    }
    arm = {
        "sampling": {"temperature": 0.5, "max_tokens": 9, "stop": ("\n",), "effort": "low"},
        "extra": {"top_a": 0.3},
    }
    case = a_case(variables={"topic": "capitals", "country": "France"})

    ask = asked(version=version, arm=arm, case=case)

    assert said(ask) == [
        (Role.SYSTEM, "You know capitals."),
        (Role.USER, "Spain?"),
        (Role.ASSISTANT, "Madrid (capitals)."),
        (Role.USER, "France?"),
    ]
    assert ask.tools == (look_up,)
    assert ask.tool_choice == ToolChoice(mode=ToolMode.REQUIRED)
    assert ask.form.json_schema == {"type": "object"}
    assert ask.sampling == Sampling(temperature=0.5, max_tokens=9, stop=("\n",), effort=Effort.LOW)
    assert (ask.extra, ask.to.name, ask.purpose) == ({"top_a": 0.3}, "sim/steady", Purpose.ANSWER)


def test_an_empty_system_text_is_not_sent() -> None:
    assert said(asked(version={"system": " ", "user": "Go."})) == [(Role.USER, "Go.")]


def test_a_version_may_have_a_system_text_alone() -> None:
    assert said(asked(version={"system": "Tell a joke.", "user": ""})) == [(Role.SYSTEM, "Tell a joke.")]


@pytest.mark.parametrize(("seed", "replicate", "sent"), [(None, 2, None), (7, 0, 7), (7, 2, 9)])
def test_every_repeat_is_a_draw_of_its_own(seed: int | None, replicate: int, sent: int | None) -> None:
    ask = asked(arm={"sampling": {"seed": seed}}, replicate=replicate)

    assert (ask.sampling.seed, ask.repeat) == (sent, replicate)


def test_repeats_of_a_cell_are_told_apart_and_the_same_cell_is_not() -> None:
    fingerprints = [asked(replicate=replicate).fingerprint for replicate in (0, 1, 0)]

    assert fingerprints[0] == fingerprints[2] != fingerprints[1]


@given(answer=st.text(min_size=1).filter(lambda text: text.strip() and "\ud800" not in text))
def test_what_a_case_expects_never_reaches_the_question(answer: str) -> None:
    open_case = a_case()
    secret_case = a_case(expectation={"answer": answer, "must": "Say CANARY.", "must_not": "CANARY"})

    unit = GenerateUnit(version=a_prompt_version(), arm=an_arm(), case=secret_case)

    assert not hasattr(unit, "case")
    assert asked(case=secret_case).fingerprint == asked(case=open_case).fingerprint


def test_an_answer_becomes_an_output() -> None:
    output = held(ANSWER).conclusion

    assert output == Output(
        id=OutputId("out_9"), cell_id=CellId("cell_9"), status=OutputStatus.OK, text="Paris."
    )


def test_calls_of_tools_are_an_answer() -> None:
    call = ToolCall(id="1", name="look_up", arguments={"q": "France"})

    output = held(an_answer(outcome=Outcome.TOOL_CALLS, text="", tool_calls=(call,))).conclusion

    assert (output.status, output.tool_calls) == (OutputStatus.OK, (call,))


@pytest.mark.parametrize("outcome", [Outcome.LENGTH, Outcome.CONTENT_FILTER, Outcome.REFUSAL, Outcome.EMPTY])
def test_what_is_no_answer_keeps_its_text_and_says_why(outcome: Outcome) -> None:
    output = held(an_answer(outcome=outcome, text="Par")).conclusion

    assert output.status is OutputStatus.SEMANTIC_FAILURE
    assert (output.reason, output.text) == (outcome.value, "Par")
    assert (output.sentence or "").endswith(".")


def test_an_answer_without_a_word_is_empty_however_it_ended() -> None:
    assert held(an_answer(text=" \n")).conclusion.reason == "empty"


def test_a_refusal_in_words_alone_is_an_answer() -> None:
    output = held(an_answer(text="I'm sorry, but I can't help with that.")).conclusion

    assert output.status is OutputStatus.OK


def test_text_that_is_no_unicode_is_kept_as_it_came() -> None:
    assert held(an_answer(text="a\ud800\x00b")).conclusion.text == "a\ud800\x00b"


def test_trouble_is_an_error_with_its_code() -> None:
    output = held(Failure(code="timed_out", sentence="It took too long.")).conclusion

    assert (output.status, output.reason, output.sentence) == (
        OutputStatus.ERROR,
        "timed_out",
        "It took too long.",
    )


@pytest.mark.parametrize(
    ("version", "arm", "reason"),
    [
        ({"user": "{{ unheard_of }}"}, {}, "variables_missing"),
        ({"user": "{{ a b }}"}, {}, "template_broken"),
    ],
)
def test_what_cannot_be_asked_is_an_error_and_costs_nothing(version: Parts, arm: Parts, reason: str) -> None:
    done = held(version=version, arm=arm)

    assert done.asks == []
    assert (done.conclusion.status, done.conclusion.reason) == (OutputStatus.ERROR, reason)


def handed_in(**variables: object) -> Output:
    return take_handed_in(a_case(variables=variables), output_id=OutputId("out_9"), cell_id=CellId("cell_9"))


def test_what_was_handed_in_is_taken_as_it_was_written() -> None:
    output = handed_in(text="  Once upon a time.\n", question="Tell me a story.")

    assert (output.status, output.text, output.handed_in) == (
        OutputStatus.OK,
        "  Once upon a time.\n",
        True,
    )
    assert (output.id, output.cell_id) == ("out_9", "cell_9")


@pytest.mark.parametrize("variables", [{}, {"text": ""}, {"text": " \n\t"}, {"text": 7}, {"text": None}])
def test_where_nothing_was_handed_in_there_is_nothing_to_compare(variables: dict[str, object]) -> None:
    output = handed_in(**variables)

    assert (output.status, output.reason, output.handed_in) == (
        OutputStatus.SEMANTIC_FAILURE,
        "empty",
        True,
    )
    assert output.sentence == "Nothing was handed in."
