"""Reading judges: what was meant is read, what was not said is never made up."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import Advice, Answer, AnswerForm, Failure, Outcome, Reading, Reply, SafetyFlag, ToolCall
from edison.stages.judge.kinds import NotJudged, ScoreFinding
from edison.stages.judge.prompts import inquire_scores
from edison.stages.judge.reply import HeardReply, read_reply
from edison.text import Unreadable
from tests.factories import a_criterion, a_judgment, a_rubric, an_answer

from .units import TWO, a_unit_to_judge

STRICT: dict[str, object] = {
    "scores": {
        "accuracy": {"reason": "It is true.", "score": 4},
        "next_step": {"reason": "It is named.", "score": 7.5},
    },
    "safety": {
        "policy_violation": False,
        "pii_detected": True,
        "toxic_content": False,
        "jailbreak_attempt": False,
    },
    "suggestions": [{"because": "It cites nothing.", "text": "Ask for a source."}],
}
WRITTEN = json.dumps(STRICT)
BARE = {"Accuracy": 4, "Next step": 7.5}


def heard(reply: Reply, form: AnswerForm = AnswerForm.JSON) -> HeardReply[ScoreFinding]:
    return read_reply(reply, inquiry=inquire_scores(a_unit_to_judge(form)))


def read(text: str = "", form: AnswerForm = AnswerForm.JSON, **changes: object) -> object:
    return heard(an_answer(text=text, **changes), form).found


def scores(found: object) -> dict[str, float]:
    assert isinstance(found, ScoreFinding), found
    return {score.criterion: score.score for score in found.scores}


def called(arguments: object, **changes: object) -> Answer:
    call = ToolCall.model_validate({"id": "1", "name": "submit_judgment", "arguments": arguments, **changes})
    return an_answer(outcome=Outcome.TOOL_CALLS, text="", tool_calls=(call,))


def test_the_object_asked_for_is_read_whole() -> None:
    found = read(WRITTEN)

    assert scores(found) == BARE
    assert isinstance(found, ScoreFinding)
    assert [score.reason for score in found.scores] == ["It is true.", "It is named."]
    assert found.safety_flags == (SafetyFlag.PII_DETECTED,)
    assert found.suggestions == (Advice(text="Ask for a source.", because="It cites nothing."),)


LIST = [{"criterion": "Accuracy", "score": 4, "rationale": "So."}, {"name": "next-step", "rating": "7.5"}]


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{WRITTEN}\n```",
        f"Here is my assessment:\n\n{WRITTEN}\n\nI hope it helps.",
        f"<think>Perhaps 5?</think>\n{WRITTEN}",
        WRITTEN.replace("}}", "},}", 1),
        WRITTEN.replace('"', "'"),
        json.dumps({"judgment": STRICT}),
        json.dumps({"scores": LIST}),
        json.dumps({"scores": {"Accuracy": 4, "nextStep": "7.5"}}),
        json.dumps({"accuracy": 4, "next_step": {"value": 7.5, "explanation": "So."}}),
        json.dumps({"scores": {"accuracy": "4/5", "next step": "7.5 out of 10"}}),
        json.dumps({"scores": {"accuracy": 4.0, "next_step": "**7.5**"}}),
    ],
)
def test_scores_are_read_however_they_are_dressed(text: str) -> None:
    assert scores(read(text)) == BARE


@pytest.mark.parametrize(
    ("written", "detail"),
    [
        ("", "It is empty."),
        ("I would give it a good mark.", "It holds no JSON."),
        (WRITTEN[: len(WRITTEN) // 2], "It breaks off before its end."),
        ({"scores": {"accuracy": 4}}, "It gives no score for 'Next step'."),
        ({"scores": {}}, "It gives no score for 'Accuracy'."),
        ({"scores": "4"}, "It gives no score for 'Accuracy'."),
        ({"scores": [4, 7]}, "It gives no score for 'Accuracy'."),
        ({"my_scores": {"my_accuracy": 4}}, "It gives no score for 'Accuracy'."),
        (
            {"scores": {"accuracy": {"reason": "So."}, "next_step": 1}},
            "Its score for 'Accuracy' is not one number",
        ),
        ({"scores": {"accuracy": None, "next_step": 1}}, "It gives no score for 'Accuracy'."),
        (
            {"scores": {"accuracy": True, "next_step": 1}},
            "Its score for 'Accuracy' is not one number.",
        ),
        ({"scores": {"accuracy": "high", "next_step": 1}}, "is not one number."),
        ({"scores": {"accuracy": "3-4", "next_step": 1}}, "is not one number."),
        ({"scores": {"accuracy": "8/10", "next_step": 1}}, "is not one number."),
        ({"scores": {"accuracy": "80%", "next_step": 1}}, "is not one number."),
        ({"scores": {"accuracy": 10**400, "next_step": 1}}, "is not one number"),
        ({"scores": {"accuracy": 6, "next_step": 1}}, "is 6, which is not between 0 and 5."),
        ({"scores": {"accuracy": 5, "next_step": 0}}, "is 0, which is not between 1 and 10."),
    ],
)
def test_what_was_not_said_is_unreadable_and_never_a_zero(written: object, detail: str) -> None:
    found = read(written if isinstance(written, str) else json.dumps(written))

    assert isinstance(found, Unreadable)
    assert detail in found.detail


@given(st.text(max_size=200), st.sampled_from(AnswerForm))
def test_no_text_at_all_makes_a_reader_fail(text: str, form: AnswerForm) -> None:
    found = read(text, form)

    assert isinstance(found, ScoreFinding | Unreadable)


KEYS = st.sampled_from(["scores", "accuracy", "next_step", "score", "reason", "safety", "suggestions", "x"])
LEAVES = st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5)
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4)
)


@given(JSON)
def test_no_object_at_all_makes_a_reader_invent_a_score(written: object) -> None:
    found = read(json.dumps({"scores": written}))

    if isinstance(found, ScoreFinding):
        assert set(scores(found)) == {"Accuracy", "Next step"}
        assert all(0 <= scores(found)[name] <= top for name, top in (("Accuracy", 5), ("Next step", 10)))


@pytest.mark.parametrize(
    ("safety", "raised"),
    [
        ({"policyViolation": True, "toxic_content": 1}, ("policy_violation",)),
        (["toxic content", "jailbreak-attempt", "rudeness", 3], ("toxic_content", "jailbreak_attempt")),
        ("pii_detected; toxic_content", ("pii_detected", "toxic_content")),
        ("none", ()),
        (None, ()),
        (7, ()),
    ],
)
def test_flags_are_read_however_they_are_raised(safety: object, raised: tuple[str, ...]) -> None:
    found = read(json.dumps({**STRICT, "safety": safety}))

    assert isinstance(found, ScoreFinding)
    assert tuple(flag.value for flag in found.safety_flags) == raised


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (["a", " ", {"suggestion": "b", "reason": "so"}, {"other": "c"}, 4], [("a", ""), ("b", "so")]),
        ("Ask for a source.", [("Ask for a source.", "")]),
        (None, []),
        (["x"] * 30, [("x", "")] * 10),
        ([{"text": "x" * 5_000, "because": "y" * 5_000}], [("x" * 1_000, "y" * 1_000)]),
    ],
)
def test_suggestions_are_read_with_their_cause_and_bounded(
    written: object, kept: list[tuple[str, str]]
) -> None:
    found = read(json.dumps({**STRICT, "suggestions": written}))

    assert isinstance(found, ScoreFinding)
    assert [(advice.text, advice.because) for advice in found.suggestions] == kept


def test_a_long_reason_is_cut() -> None:
    found = read(json.dumps({"scores": {"accuracy": {"reason": "x" * 5_000, "score": 4}, "next_step": 7.5}}))

    assert isinstance(found, ScoreFinding)
    assert len(found.scores[0].reason) == 1_000


@pytest.mark.parametrize(
    "answer",
    [
        called(STRICT),
        called({"result": STRICT}),
        called({}, unparsed=WRITTEN),
        called({}, unparsed=f"{WRITTEN} trailing words"),
        an_answer(text=WRITTEN),
        an_answer(text=f'<tool_call>{{"name": "submit_judgment", "arguments": {WRITTEN}}}</tool_call>'),
    ],
)
def test_a_call_is_read_also_where_it_was_written_as_text(answer: Answer) -> None:
    assert scores(heard(answer, AnswerForm.TOOL).found) == BARE


TEXT_CALL = f'<tool_call>{{"name": "submit_judgment", "arguments": {WRITTEN}}}</tool_call>'


@pytest.mark.parametrize(
    ("answer", "reading"),
    [
        (called(STRICT), Reading.STRICT),
        (an_answer(text=WRITTEN), Reading.STRICT),
        (an_answer(text=f"So: {WRITTEN}"), Reading.TOLERANT),
        (an_answer(text=TEXT_CALL), Reading.TOLERANT),
        (an_answer(text=TEXT_CALL.replace('"', "'")), Reading.MENDED),
        (called({}, unparsed=WRITTEN.replace("}}", "},}", 1)), Reading.MENDED),
    ],
)
def test_how_a_call_was_read_is_told(answer: Answer, reading: Reading) -> None:
    found = heard(answer, AnswerForm.TOOL)

    assert scores(found.found) == BARE
    assert (found.readings, found.mended) == ((reading,), reading is Reading.MENDED)


def test_a_call_that_breaks_off_is_not_mended_into_scores() -> None:
    cut = TEXT_CALL[: TEXT_CALL.index('"safety"')]

    found = heard(an_answer(text=cut), AnswerForm.TOOL)

    assert isinstance(found.found, Unreadable)
    assert found.found.detail == "It breaks off before its end."
    assert found.readings == (Reading.UNREADABLE,)


def test_a_call_without_its_scores_is_unreadable() -> None:
    assert isinstance(heard(called({"suggestions": []}), AnswerForm.TOOL).found, Unreadable)


@pytest.mark.parametrize(
    "text",
    [
        "It is fine.\n\nAccuracy: 4 – It is true.\nNext step: 7.5 – It is named.",
        "Accuracy: 4 – 30 days is right.\nNext step: 7.5 – 2 of them.",
        "**Accuracy:** 4/5 — It is true.\n- Next step: 7.5 - It is named.\n\nOverall: 5",
        "Accuracy: 1 – At first sight.\n\nNo.\naccuracy: 4 – It is true.\nNEXT_STEP: `7.5`.",
        "<think>Accuracy: 1 – x</think>\n1. Accuracy: 4\n2. Next step: 7.5 out of 10 – It is named.",
    ],
)
def test_last_lines_are_read_under_bold_type_and_bullets(text: str) -> None:
    assert scores(read(text, AnswerForm.SUFFIX)) == BARE


def test_last_lines_carry_reasons_flags_and_a_suggestion() -> None:
    text = (
        "Accuracy: 4 – It is true – mostly.\nNext step: 7.5\nSafety flags: toxic_content, pii_detected\n"
        "Prompt suggestion: Ask for a source – because it cites nothing.\n- **Prompt suggestion:** Be brief."
    )

    found = read(text, AnswerForm.SUFFIX)

    assert isinstance(found, ScoreFinding)
    assert [score.reason for score in found.scores] == ["It is true – mostly", ""]
    assert found.safety_flags == (SafetyFlag.PII_DETECTED, SafetyFlag.TOXIC_CONTENT)
    assert found.suggestions == (
        Advice(text="Ask for a source", because="it cites nothing"),
        Advice(text="Be brief"),
    )


def test_no_more_than_ten_suggestions_are_read_from_lines() -> None:
    told = "\n".join(f"Prompt suggestion: {number}" for number in range(12))

    found = read(f"Accuracy: 4\nNext step: 7.5\n{told}", AnswerForm.SUFFIX)

    assert isinstance(found, ScoreFinding)
    assert [advice.text for advice in found.suggestions] == [str(number) for number in range(2, 12)]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("So.\nAccuracy: 4 – It is true.\nNext step: 7.5", Reading.STRICT),
        ("So.\n**Accuracy:** 4 – It is true.\nNext step: 7.5", Reading.TOLERANT),
    ],
)
def test_how_last_lines_were_read_is_told(text: str, reading: Reading) -> None:
    assert heard(an_answer(text=text), AnswerForm.SUFFIX).readings == (reading,)


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("Accuracy: 4 – So.", "It gives no score for 'Next step'."),
        ("Accuracy: 3 – 4\nNext step: 7", "is not one number."),
        ("Accuracy: 3 - 4 out of 5\nNext step: 7", "is not one number."),
        ("Accuracy: somewhere in between\nNext step: 7", "is not one number."),
        ("Accuracy: 9 – So.\nNext step: 7", "is 9, which is not between 0 and 5."),
    ],
)
def test_last_lines_that_decide_nothing_are_unreadable(text: str, detail: str) -> None:
    found = read(text, AnswerForm.SUFFIX)

    assert isinstance(found, Unreadable)
    assert detail in found.detail


def test_a_reply_that_was_cut_off_says_so_where_it_cannot_be_read() -> None:
    cut = read(WRITTEN[:60], outcome=Outcome.LENGTH)

    assert isinstance(cut, Unreadable)
    assert cut.detail == "It was cut off at the limit of tokens."
    assert scores(read(WRITTEN, outcome=Outcome.LENGTH)) == BARE


@pytest.mark.parametrize("outcome", [Outcome.REFUSAL, Outcome.CONTENT_FILTER])
def test_a_judge_that_declines_is_not_asked_again(outcome: Outcome) -> None:
    assert isinstance(read(WRITTEN, outcome=outcome), NotJudged)


def test_trouble_is_no_finding() -> None:
    failure = Failure(code="timed_out", sentence="It took too long.")

    assert heard(failure) == HeardReply(NotJudged("It took too long."), (Reading.ABSENT,))


@pytest.mark.parametrize(
    ("given", "quality"),
    [
        ({"Accuracy": 5.0, "Next step": 10.0}, 1.0),
        ({"Accuracy": 0.0, "Next step": 1.0}, 0.0),
        ({"Accuracy": 4.0, "Next step": 1.0}, 0.75 * 4 / 5),
        ({"Accuracy": 0.0, "Next step": 5.5}, 0.25 * 4.5 / 9),
        ({"Accuracy": 5.0}, None),
        ({"Accuracy": 5.0, "Next step": 11.0}, None),
        ({"Accuracy": 5.0, "Next step": 10.0, "Charm": 3.0}, 1.0),
    ],
)
def test_quality_weighs_each_score_on_its_own_scale_or_is_not_known(
    given: dict[str, float], quality: float | None
) -> None:
    rows = tuple({"criterion": name, "score": score} for name, score in given.items())

    found = a_judgment(scores=rows).quality(a_rubric(criteria=TWO))

    assert found == (None if quality is None else pytest.approx(quality))


def test_what_was_not_judged_has_no_quality() -> None:
    assert a_judgment(scores=(), not_judged="Why not.").quality(a_rubric()) is None


def test_a_quality_is_never_above_one() -> None:
    weights = [0.1, 0.2, 0.3, 0.4000004]
    criteria = tuple(a_criterion(f"c{place}", weight=weight) for place, weight in enumerate(weights))
    rows = tuple({"criterion": criterion.name, "score": 5} for criterion in criteria)

    assert a_judgment(scores=rows).quality(a_rubric(criteria=criteria)) == 1.0
