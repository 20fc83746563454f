"""Whatever judges reply, and wherever a worker dies: a conversation that is taken up again ends as it would have."""

import json
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import (
    Answer,
    Answerer,
    ComparisonId,
    Dialogue,
    Failure,
    Form,
    FormKind,
    JudgmentId,
    Reply,
    Technique,
)
from edison.engine.calls.conversation import Conversation, Known
from edison.stages.judge import JudgeUnit, PairUnit, compare_outputs, judge_output
from edison.techniques import lead
from tests.factories import an_answer, an_ask
from tests.stages.judge.units import BOUNDARY, a_pair, a_unit_to_judge, a_unit_to_place

T = TypeVar("T")


def said(**written: object) -> Answer:
    return an_answer(text=json.dumps(written))


REPLIES = st.sampled_from(
    [
        said(scores={"accuracy": 4, "next_step": 7}),
        said(stage="B"),
        said(winner="A"),
        an_answer(text="Quite good."),
        an_answer(text=""),
        Failure(code="timed_out", sentence="It took too long."),
    ]
)
MODES = {
    "scores": lambda thinking: judging(a_unit_to_judge(judge={"thinking": thinking})),
    "stages": lambda thinking: judging(
        a_unit_to_place(thinking=thinking, display={"anonymise_stages": True})
    ),
    "pairs": lambda thinking: comparing(a_pair(judge={"thinking": thinking})),
}


def answering(technique: Technique, form: FormKind) -> Dialogue[object]:
    def ask() -> Dialogue[object]:
        return (yield an_ask(form=Form(kind=form)))

    return lead(ask(), Answerer.model_validate({"technique": technique}), boundary=BOUNDARY)


def judging(unit: JudgeUnit) -> Dialogue[object]:
    return judge_output(unit, judgment_id=JudgmentId("jmt_9"), boundary=BOUNDARY)


def comparing(unit: PairUnit) -> Dialogue[object]:
    return compare_outputs(unit, comparison_id=ComparisonId("cmp_9"), boundary=BOUNDARY)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("thinking", Technique)
@given(replies=st.lists(REPLIES, min_size=10, max_size=10), crash_at=st.integers(0, 10))
def test_a_replay_asks_the_same_and_ends_alike(
    mode: str, thinking: Technique, replies: list[Reply], crash_at: int
) -> None:
    undisturbed, script = talked(MODES[mode](thinking), replies)

    again = Conversation(MODES[mode](thinking), dict(list(script.items())[:crash_at]))
    while not again.is_over:
        for waiting in again.waits_for:
            known = script[waiting.turn, waiting.branch]
            assert waiting.ask.fingerprint == known.fingerprint
            again.hear(waiting.branch, known.reply)

    assert again.conclusion == undisturbed


@pytest.mark.parametrize("form", [FormKind.TEXT, FormKind.JSON])
@pytest.mark.parametrize("technique", Technique)
@given(replies=st.lists(REPLIES, min_size=5, max_size=5), crash_at=st.integers(0, 5))
def test_an_answer_that_is_led_to_is_taken_up_where_it_was_left(
    form: FormKind, technique: Technique, replies: list[Reply], crash_at: int
) -> None:
    undisturbed, script = talked(answering(technique, form), replies)

    again = Conversation(answering(technique, form), dict(list(script.items())[:crash_at]))
    asked = 0
    while not again.is_over:
        for waiting in again.waits_for:
            asked += 1
            known = script[waiting.turn, waiting.branch]
            assert waiting.ask.fingerprint == known.fingerprint
            again.hear(waiting.branch, known.reply)

    assert again.conclusion == undisturbed
    assert asked == max(0, len(script) - crash_at)


def talked(dialogue: Dialogue[T], replies: list[Reply]) -> tuple[T | None, dict[tuple[int, int], Known]]:
    """A conversation held to its end, and all that was recorded."""
    conversation = Conversation(dialogue)
    script: dict[tuple[int, int], Known] = {}
    left = list(replies)
    while not conversation.is_over:
        for waiting in conversation.waits_for:
            script[waiting.turn, waiting.branch] = Known(waiting.ask.fingerprint, left.pop(0))
            conversation.hear(waiting.branch, script[waiting.turn, waiting.branch].reply)
    return conversation.conclusion, script
