"""The conversation with a judge: one question, at most one more, and always a conclusion."""

import json

import pytest

from edison.domain import Advice, AnswerForm, Failure, Judgment, JudgmentId, Outcome, Reading, Reply
from edison.stages.judge import JudgeUnit, judge_output
from tests.factories import a_case, an_answer, an_output
from tests.stages.dialogues import Held, hold

from .units import BOUNDARY, a_unit_to_judge

GOOD = an_answer(text=json.dumps({"scores": {"accuracy": 4, "next_step": 7}, "suggestions": ["Be brief."]}))
BAD = an_answer(text="Quite good.")
FAILED = Failure(code="timed_out", sentence="It took too long.")


def held(*replies: Reply, unit: JudgeUnit | None = None, boundary: str = BOUNDARY) -> Held[Judgment]:
    dialogue = judge_output(unit or a_unit_to_judge(), judgment_id=JudgmentId("jmt_9"), boundary=boundary)
    return hold(dialogue, *replies)


def test_a_readable_reply_is_the_judgment() -> None:
    done = held(GOOD, unit=a_unit_to_judge(repeat=1))

    judgment = done.conclusion
    assert (judgment.id, judgment.output_id, judgment.judge_id, judgment.repeat) == (
        "jmt_9",
        "out_1",
        "jdg_1",
        1,
    )
    assert [(score.criterion, score.score) for score in judgment.scores] == [
        ("Accuracy", 4),
        ("Next step", 7),
    ]
    assert judgment.suggestions == (Advice(text="Be brief."),)
    assert (judgment.readings, judgment.mended) == ((Reading.STRICT,), False)
    assert len(done.asks) == 1


def test_an_unreadable_reply_is_asked_for_once_more() -> None:
    done = held(BAD, GOOD)

    assert len(done.conclusion.scores) == 2
    assert "It holds no JSON." in done.asks[1].messages[-1].text


def test_after_two_unreadable_replies_it_is_not_judged() -> None:
    judgment = held(BAD, BAD).conclusion

    assert judgment.scores == ()
    assert judgment.not_judged == "The judge's reply could not be read. It holds no JSON."


@pytest.mark.parametrize("replies", [(FAILED,), (BAD, FAILED)])
def test_trouble_at_any_turn_is_not_judged(replies: tuple[Reply, ...]) -> None:
    assert held(*replies).conclusion.not_judged == "It took too long."


def test_a_judge_that_refuses_is_not_pressed() -> None:
    done = held(an_answer(outcome=Outcome.REFUSAL, text="I would rather not."))

    assert done.conclusion.not_judged == "The judge refused to judge."


@pytest.mark.parametrize("text", ["", " \n", ":", "...", "—", "«»"])
@pytest.mark.parametrize("form", list(AnswerForm))
def test_an_answer_that_says_nothing_costs_nothing_and_earns_nothing(text: str, form: AnswerForm) -> None:
    done = held(unit=a_unit_to_judge(form, output=an_output(text=text)))

    assert done.asks == []
    assert done.conclusion.not_judged == "The answer says nothing."


@pytest.mark.parametrize("text", ["4", "Ж", "👍", "+"])
def test_the_shortest_answer_that_says_something_is_judged(text: str) -> None:
    assert held(GOOD, unit=a_unit_to_judge(output=an_output(text=text))).conclusion.scores


def test_a_call_of_a_tool_says_something() -> None:
    output = an_output(text="", tool_calls=({"id": "1", "name": "look_up"},))

    assert held(GOOD, unit=a_unit_to_judge(output=output)).conclusion.scores


@pytest.mark.parametrize(
    ("status", "reason"),
    [("semantic_failure", "refusal"), ("semantic_failure", "length"), ("error", "timed_out")],
)
def test_what_is_no_answer_is_not_judged(status: str, reason: str) -> None:
    done = held(unit=a_unit_to_judge(output=an_output(status=status, reason=reason, text="")))

    assert done.asks == []
    assert done.conclusion.not_judged == f"There is no answer to judge ({reason})."


def test_a_judge_of_pairs_scores_no_single_answer() -> None:
    done = held(unit=a_unit_to_judge(judge={"mode": "pairwise"}))

    assert done.asks == []
    assert "pairwise" in (done.conclusion.not_judged or "")


@pytest.mark.parametrize(
    ("unit", "boundary", "reason"),
    [
        (a_unit_to_judge(case=a_case(variables={})), BOUNDARY, "needs a value for each of its variables"),
        (a_unit_to_judge(output=an_output(text=BOUNDARY)), BOUNDARY, "This boundary cannot be used"),
        (a_unit_to_judge(), "short", "This boundary cannot be used"),
    ],
)
def test_a_question_that_cannot_be_put_is_not_judged_and_costs_nothing(
    unit: JudgeUnit, boundary: str, reason: str
) -> None:
    done = held(unit=unit, boundary=boundary)

    assert done.asks == []
    assert reason in (done.conclusion.not_judged or "")


def test_the_same_unit_and_boundary_ask_the_same_question() -> None:
    first, again = held(BAD, BAD), held(BAD, BAD)

    assert [ask.fingerprint for ask in first.asks] == [ask.fingerprint for ask in again.asks]
