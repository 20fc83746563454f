"""Comparing two outputs: what is asked, what is read, and what comes of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from edison.domain import (
    Answer,
    AnswerForm,
    Ask,
    Comparison,
    ComparisonId,
    Failure,
    FormKind,
    Outcome,
    Purpose,
    Reading,
    Reply,
    ToolCall,
    Winner,
)
from edison.stages.judge import PairUnit, ask_comparison, compare_outputs
from edison.text import Unreadable, WhyUnreadable
from tests.factories import an_answer, an_output
from tests.stages.dialogues import Held, hold

from .units import BOUNDARY, a_pair, fenced

FORMS = list(AnswerForm)
GOOD = {"reason": "A is exact.", "winner": "A", "confidence": 0.8}


def asked(form: AnswerForm = AnswerForm.JSON, **changes: object) -> Ask:
    return ask_comparison(a_pair(form, **changes), boundary=BOUNDARY)  # pyright: ignore[reportArgumentType] (any change at all)


def held(*replies: Reply, unit: PairUnit | None = None, boundary: str = BOUNDARY) -> Held[Comparison]:
    dialogue = compare_outputs(unit or a_pair(), comparison_id=ComparisonId("cmp_9"), boundary=boundary)
    return hold(dialogue, *replies)


def said(text: str | dict[str, object]) -> Answer:
    return an_answer(text=text if isinstance(text, str) else json.dumps(text))


def found(text: str | dict[str, object], form: AnswerForm = AnswerForm.JSON, **judge: object) -> Comparison:
    """The comparison made of one reply, or of the same one twice where it cannot be read."""
    unit = a_pair(form, judge=judge)
    try:
        return held(said(text), unit=unit).conclusion
    except IndexError:
        return held(said(text), said(text), unit=unit).conclusion


@pytest.mark.parametrize("form", FORMS)
def test_a_judge_is_shown_the_task_and_two_texts_by_neutral_names(form: AnswerForm) -> None:
    ask = asked(form)

    assert fenced(ask, "TASK") == "How much is the fish?"
    assert fenced(ask, "TEXT A") == "Four."
    assert fenced(ask, "TEXT B") == "Five, I guess."
    assert "TASK" not in asked(form, task=None).messages[-1].text
    assert (ask.purpose, ask.to.name) == (Purpose.JUDGE, "sim/judge")


def test_a_prompt_of_its_own_shows_both_texts_where_it_says() -> None:
    ask = asked(judge={"prompt": "{{ text_b }} or {{ text_a }}? By {{ rubric }}"})
    user = ask.messages[-1].text

    assert (fenced(ask, "TEXT A"), fenced(ask, "TEXT B")) == ("Four.", "Five, I guess.")
    assert user.index("TEXT B") < user.index("TEXT A")
    assert "TASK" not in user
    assert "By Goal: Help customers." in user


def test_criteria_are_shown_and_no_scores_are_asked_for() -> None:
    system = asked(judge={"instructions": "Be strict."}).messages[0].text

    assert "- Accuracy (weight 0.75): Says what is true.\n- Next step (weight 0.25)" in system
    assert "Goal: Help customers." in system
    assert "Be strict." in system
    assert "at most 50 words" in system
    assert "from 0 to 5" not in system
    assert "Goal:" not in asked(goal="").messages[0].text


def test_only_a_judge_that_may_call_a_tie_hears_of_ties() -> None:
    strict, lenient = asked(), asked(judge={"may_tie": True})

    assert "tie" not in strict.model_dump_json(exclude={"to"}).lower().replace("properties", "")
    assert "Call it a tie" in lenient.messages[0].text
    assert "TIE" in json.dumps(lenient.form.json_schema)


def test_json_is_asked_for_by_a_strict_schema_with_the_reason_first() -> None:
    schema = asked().form.json_schema
    assert schema is not None
    Draft202012Validator.check_schema(schema)
    properties = schema["properties"]
    assert isinstance(properties, dict)

    assert list(properties) == ["reason", "winner", "confidence"]
    direct = asked(judge={"thinking": "direct"})
    assert list((direct.form.json_schema or {})["properties"]) == ["winner", "confidence", "reason"]  # pyright: ignore[reportArgumentType]
    assert Draft202012Validator(schema).is_valid(GOOD)
    assert not Draft202012Validator(schema).is_valid({**GOOD, "winner": "C"})


def test_a_tool_takes_the_same_object() -> None:
    ask = asked(AnswerForm.TOOL)

    (tool,) = ask.tools
    assert tool.name == "submit_comparison"
    assert tool.parameters == asked().form.json_schema


def test_last_lines_are_asked_for_after_reasoning_or_alone() -> None:
    reasoned, direct = asked(AnswerForm.SUFFIX), asked(AnswerForm.SUFFIX, judge={"thinking": "direct"})

    lines = "VERDICT: A or B\nCONFIDENCE: a number from 0 to 1"
    assert reasoned.messages[-1].text.endswith(f"Then end your reply with these lines:\n{lines}")
    assert direct.messages[-1].text.endswith(f"Reply with these lines and nothing else:\n{lines}")
    assert reasoned.form.kind is FormKind.TEXT


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        (json.dumps(GOOD), Reading.STRICT),
        (f"```json\n{json.dumps(GOOD)}\n```", Reading.TOLERANT),
        (f"<think>B? B!</think>I would say {json.dumps(GOOD)}", Reading.TOLERANT),
        (json.dumps(GOOD).replace('"', "'"), Reading.MENDED),
        (json.dumps({"result": GOOD}), Reading.STRICT),
        (
            json.dumps({"Justification": "A is exact.", "Verdict": "text a", "confidence": "80%"}),
            Reading.STRICT,
        ),
    ],
)
def test_an_object_is_read_however_it_is_dressed(text: str, reading: Reading) -> None:
    comparison = found(text)

    assert (comparison.winner, comparison.confidence) == (Winner.LEFT, 0.8)
    assert comparison.reason == "A is exact."
    assert comparison.readings == (reading,)
    assert comparison.mended == (reading is Reading.MENDED)


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("B is vague, A is not.\n\nVERDICT: A\nCONFIDENCE: 0.8", Winner.LEFT),
        ("B is vague, A is not.\nCONFIDENCE: 4/5\n**VERDICT:** B", Winner.RIGHT),
        ("VERDICT: A\nNo, wait.\n- VERDICT: `b`.", Winner.RIGHT),
        ("<think>VERDICT: A</think>\n> Verdict: [B]", Winner.RIGHT),
        ("VERDICT: Text B is better than text A", Winner.RIGHT),
        ("VERDICT: B – it is nearer to the point", Winner.RIGHT),
        ("VERDICT: B (by a hair)", Winner.RIGHT),
        ("VERDICT: tie", Winner.TIE),
    ],
)
def test_last_lines_are_read_under_bold_type_and_bullets(text: str, winner: Winner) -> None:
    assert found(text, AnswerForm.SUFFIX, may_tie=True).winner is winner


def test_the_reasoning_before_the_lines_is_the_reason() -> None:
    first = found("B is vague.\nCONFIDENCE: 0.8\nVERDICT: A", AnswerForm.SUFFIX)
    second = found("B is vague.\nVERDICT: A.\nCONFIDENCE: 0.8", AnswerForm.SUFFIX)

    assert (first.reason, first.confidence) == (second.reason, second.confidence) == ("B is vague.", 0.8)
    assert first.readings == second.readings == (Reading.STRICT,)
    assert found("So.\n**VERDICT: A**", AnswerForm.SUFFIX).readings == (Reading.TOLERANT,)


@pytest.mark.parametrize("form", [AnswerForm.JSON, AnswerForm.TOOL])
@pytest.mark.parametrize(
    ("written", "detail"),
    [
        ({"reason": "Both."}, "It names no winner."),
        ({"winner": "C"}, "It names something that is not one of: A, B."),
        ({"winner": "tie"}, "It names something that is not one of: A, B."),
        ({"winner": "A or B"}, "It names something that is not one of: A, B."),
        ({"winner": "A – B"}, "It names something that is not one of: A, B."),
        ({"winner": "A good question"}, "It names something that is not one of: A, B."),
        ({"winner": "A, B"}, "It names more than one winner."),
        ({"winner": "A A"}, "It names the same one twice."),
        ({"winner": ""}, "It names nothing."),
        ({"winner": 1}, "It names nothing."),
    ],
)
def test_what_names_no_winner_is_not_judged(
    written: dict[str, object], detail: str, form: AnswerForm
) -> None:
    comparison = found(written, form)

    assert (comparison.winner, comparison.confidence) == (None, None)
    assert comparison.not_judged == f"The judge's reply could not be read. {detail}"
    assert comparison.readings == (Reading.UNREADABLE, Reading.UNREADABLE)


@pytest.mark.parametrize(
    ("stated", "confidence"),
    [
        (0, 0), (0.25, 0.25), (1, 1), ("0.5", 0.5), ("80%", 0.8), ("4 out of 5", 0.8),
        (2, 0.25), (5, 1), (4.0, 0.75), ("3", 0.5),
        (6, None), (-1, None), (True, None), ("high", None), (None, None), ([1], None), ("3-4", None),
    ],
)  # fmt: skip
def test_confidence_is_brought_to_a_share_or_was_not_said(stated: object, confidence: float | None) -> None:
    comparison = found({"winner": "B", "confidence": stated})

    assert (comparison.winner, comparison.confidence) == (Winner.RIGHT, confidence)


def test_a_long_reason_is_cut() -> None:
    assert len(found({"winner": "B", "reason": "x" * 5_000}).reason) == 1_000


def test_a_call_of_the_tool_is_read() -> None:
    call = ToolCall.model_validate({"id": "1", "name": "submit_comparison", "arguments": GOOD})
    answer = an_answer(outcome=Outcome.TOOL_CALLS, text="", tool_calls=(call,))

    comparison = held(answer, unit=a_pair(AnswerForm.TOOL, repeat=2)).conclusion

    assert comparison == Comparison.model_validate(
        {
            "id": "cmp_9",
            "judge_id": "jdg_1",
            "left_id": "out_1",
            "right_id": "out_2",
            "repeat": 2,
            "winner": "left",
            "confidence": 0.8,
            "reason": "A is exact.",
            "readings": ("strict",),
        }
    )


def test_an_unreadable_reply_is_asked_for_once_more_without_repeating_it() -> None:
    done = held(said({"winner": "ignore the rubric"}), said(GOOD))

    assert (done.conclusion.winner, done.conclusion.readings) == (
        Winner.LEFT,
        (Reading.UNREADABLE, Reading.STRICT),
    )
    again = done.asks[1].messages[-1].text
    assert "It names something that is not one of: A, B." in again
    assert "ignore the rubric" not in again


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Failure(code="timed_out", sentence="It took too long."), "It took too long."),
        (an_answer(outcome=Outcome.REFUSAL, text="No."), "The judge refused to judge."),
    ],
)
def test_a_judge_that_does_not_answer_has_not_judged(reply: Reply, reason: str) -> None:
    comparison = held(reply).conclusion

    assert (comparison.winner, comparison.not_judged) == (None, reason)
    assert comparison.readings == (Reading.ABSENT,)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"left": an_output(text=" :")},
            "The first of the two cannot be shown to a judge. The answer says nothing.",
        ),
        (
            {"right": an_output(id="out_2", text="", status="semantic_failure", reason="refusal")},
            "The second of the two cannot be shown to a judge. There is no answer to judge (refusal).",
        ),
        ({"judge": {"mode": "pointwise"}}, "A judge in the mode pointwise does not compare."),
    ],
)
def test_what_cannot_be_compared_costs_nothing(changes: dict[str, object], reason: str) -> None:
    done = held(unit=a_pair(**changes))  # pyright: ignore[reportArgumentType]

    assert done.asks == []
    assert (done.conclusion.winner, done.conclusion.not_judged) == (None, reason)


def test_a_boundary_that_a_text_holds_is_not_used() -> None:
    done = held(unit=a_pair(right=an_output(id="out_2", text=f"x {BOUNDARY}")))

    assert done.asks == []
    assert "This boundary cannot be used" in (done.conclusion.not_judged or "")


def test_a_boundary_that_might_be_a_word_is_replaced() -> None:
    done = held(said(GOOD), unit=a_pair(), boundary="internationalisations")

    assert "internationalisations" not in done.asks[0].messages[-1].text
    assert done.conclusion.winner is Winner.LEFT


def test_a_second_question_says_what_was_wrong() -> None:
    trouble = Unreadable(reason=WhyUnreadable.NO_JSON, excerpt="", detail="It holds no JSON.")

    again = ask_comparison(a_pair(), boundary=BOUNDARY, after=trouble)

    assert again.messages[-1].text.startswith(asked().messages[-1].text)
    assert "It holds no JSON." in again.messages[-1].text


@given(st.text(max_size=200), st.sampled_from(AnswerForm))
def test_no_text_at_all_makes_a_reader_fail_or_invent_a_tie(text: str, form: AnswerForm) -> None:
    comparison = found(text, form)

    assert comparison.winner is not Winner.TIE
    assert (comparison.winner is None) == (comparison.not_judged is not None)
