"""Deciding by criteria in words: what is asked, what is read, and that nothing unreadable passes."""

import json

import pytest

from edison.domain import AnswerForm, Criterion, JudgmentId, LoopTrace, ToolCall, TraceStep
from edison.stages.judge import (
    NotJudged,
    PassFinding,
    PassUnit,
    ask_judgment,
    decide_passing,
    judge_output,
)
from tests.factories import a_judge, a_rubric, an_answer, an_output
from tests.stages.dialogues import Held, hold

from .units import BOUNDARY, a_unit_to_judge


def held(*replies: str, form: AnswerForm = AnswerForm.JSON, **judge: object) -> Held[PassFinding | NotJudged]:
    unit = PassUnit(a_judge(answer_form=form, **judge), criteria="Names the capital. ", answer="It is Paris.")
    return hold(decide_passing(unit, boundary=BOUNDARY), *(an_answer(text=reply) for reply in replies))


def test_the_judge_sees_criteria_and_answer_and_no_rubric() -> None:
    [ask] = held('{"reason": "It names it.", "pass": true, "score": 9}').asks

    assert "Criteria:\nNames the capital." in ask.messages[0].text
    assert "It is Paris." in ask.messages[1].text
    assert "Rubric" not in ask.messages[0].text
    assert ask.form.json_schema is not None


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ({"reason": "Right.", "pass": True, "score": 9.5}, PassFinding(True, 9.5, "Right.")),
        ({"reason": "Wrong.", "pass": False, "score": 0}, PassFinding(False, 0.0, "Wrong.")),
        # The word counts, not that a text is something.
        ({"pass": "false", "score": "7/10"}, PassFinding(False, 7.0, "")),
        ({"verdict": "PASS", "explanation": "Yes.", "score": "90%"}, PassFinding(True, None, "Yes.")),
        ({"passed": "failed", "score": True}, PassFinding(False, None, "")),
        ({"pass": True, "score": 11}, PassFinding(True, None, "")),
    ],
)
def test_a_decision_is_read_as_it_is_meant(written: dict[str, object], found: PassFinding) -> None:
    assert held(json.dumps(written)).conclusion == found


@pytest.mark.parametrize(
    "bad",
    [
        "Certainly a pass!",
        '{"reason": "Fine."}',
        '{"pass": "maybe"}',
        '{"pass": "PASS, FAIL"}',
        '{"pass": 1}',
    ],
)
def test_what_cannot_be_read_is_not_judged(bad: str) -> None:
    assert isinstance(held(bad, bad).conclusion, NotJudged)


def test_a_decision_stands_in_last_lines_as_well() -> None:
    lines = "It names Paris.\nVERDICT: PASS\nSCORE: 8"

    assert held(lines, form=AnswerForm.SUFFIX).conclusion == PassFinding(True, 8.0, "It names Paris.")
    assert held("Why.\nVERDICT: fail", form=AnswerForm.SUFFIX).conclusion == PassFinding(False, None, "Why.")
    assert isinstance(held("Hm.", "Hm.", form=AnswerForm.SUFFIX).conclusion, NotJudged)
    both = "VERDICT: perhaps"
    assert isinstance(held(both, both, form=AnswerForm.SUFFIX).conclusion, NotJudged)


def test_several_samples_amount_to_what_most_of_them_say() -> None:
    yes, no = '{"reason": "a", "pass": true}', '{"reason": "b", "pass": false}'

    assert held(yes, no, no, thinking="self_consistency").conclusion == PassFinding(False, None, "b")
    tied = held(yes, no, "?", "?", thinking="self_consistency").conclusion
    assert tied == NotJudged("As many samples pass the answer as do not.")


def test_a_critic_is_shown_the_decision() -> None:
    first, last = '{"reason": "a", "pass": true}', '{"reason": "b", "pass": false}'

    revised = held(first, "It does not hold.", last, thinking="critique_and_revise")

    assert "PASS – a" in revised.asks[1].messages[1].text
    assert revised.conclusion == PassFinding(False, None, "b")


def test_a_judge_that_decides_sees_task_answer_and_both_kinds_of_criteria() -> None:
    criteria = Criterion.decided(must=["Names the capital."], must_not=["It guesses."])
    unit = a_unit_to_judge(rubric=a_rubric(criteria=criteria), version={"user": "Which capital?"})
    passed = an_answer(text='{"reason": "It does.", "pass": true, "score": 9}')
    garbled = an_answer(text="Certainly!")

    held = hold(judge_output(unit, judgment_id=JudgmentId("j"), boundary=BOUNDARY), passed)
    unread = hold(judge_output(unit, judgment_id=JudgmentId("j"), boundary=BOUNDARY), garbled, garbled)

    [ask] = held.asks
    assert ask == ask_judgment(unit, boundary=BOUNDARY)
    assert "- Names the capital.\nIt fails if any of this is so:\n- It guesses." in ask.messages[0].text
    assert "Which capital?" in ask.messages[1].text
    assert unit.output.text in ask.messages[1].text
    assert [(one.score, one.reason) for one in held.conclusion.scores] == [(1.0, "It does.")]
    assert held.conclusion.quality(unit.rubric) == 1
    assert unread.conclusion.not_judged is not None


def test_a_judge_sees_what_a_loop_called_and_what_it_was_told() -> None:
    call = ToolCall(id="call_1", name="move", arguments={"to": "fruits/2.txt"})
    step = TraceStep(turn=1, call=call, observation="Moved.", success=True, thought="Let me see.")
    sorted_ = an_output(text="Sorted.", trace=LoopTrace(steps=(step,), turns=2, completed=True))
    unit = a_unit_to_judge(output=sorted_)

    told = ask_judgment(unit, boundary=BOUNDARY).messages[1].text

    assert 'Let me see.\n\nTool call: move\n{"to": "fruits/2.txt"}\nIt returned: Moved.\n\nSorted.' in told
