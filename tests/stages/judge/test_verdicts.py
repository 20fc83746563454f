"""Placing an output on a scale: the view, the tokens, the forced choice and abstaining."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import (
    Answer,
    AnswerForm,
    Ask,
    Display,
    Judgment,
    JudgmentId,
    Reading,
    Reply,
    VerdictShape,
)
from edison.stages.judge import JudgeUnit, ask_judgment, judge_output
from edison.stages.judge.kinds import draw_view
from tests.factories import a_criterion, a_rubric, an_answer
from tests.stages.dialogues import Held, hold

from .units import BOUNDARY, STAGED, a_unit_to_judge, a_unit_to_place

FORMS = list(AnswerForm)
HIDDEN = {"anonymise_stages": True, "hide_labels": True, "shuffle_stages": True}
TOKEN = re.compile(r"^(\w+)\) (.*)$", re.MULTILINE)


def held(*replies: Reply, unit: JudgeUnit | None = None, boundary: str = BOUNDARY) -> Held[Judgment]:
    dialogue = judge_output(unit or a_unit_to_place(), judgment_id=JudgmentId("jmt_9"), boundary=boundary)
    return hold(dialogue, *replies)


def said(text: str | dict[str, object]) -> Answer:
    return an_answer(text=text if isinstance(text, str) else json.dumps(text))


def found(text: str | dict[str, object], form: AnswerForm = AnswerForm.JSON, **judge: object) -> Judgment:
    """The judgment made of one reply, or of the same one twice where it cannot be read."""
    unit = a_unit_to_place(form, **judge)
    try:
        return held(said(text), unit=unit).conclusion
    except IndexError:
        return held(said(text), said(text), unit=unit).conclusion


def stages(judgment: Judgment) -> tuple[int, ...]:
    assert judgment.verdict is not None, judgment.not_judged
    return judgment.verdict.stages


def asked(form: AnswerForm = AnswerForm.JSON, *, boundary: str = BOUNDARY, **judge: Any) -> Ask:
    return ask_judgment(a_unit_to_place(form, **judge), boundary=boundary)


def lines(ask: Ask) -> dict[str, str]:
    """The stages as the prompt shows them."""
    return dict(TOKEN.findall(ask.messages[0].text))


def test_stages_are_shown_by_letter_from_the_lowest_to_the_highest() -> None:
    ask = asked()

    assert lines(ask) == {
        "A": "None :: nothing is shown",
        "B": "some",
        "C": "Strong :: dates; sources; names",
    }
    assert "Scale: Evidence. How much is shown.\nA) None" in ask.messages[0].text
    assert "Weight" not in ask.messages[0].text


def test_labels_can_be_hidden_where_there_is_something_else_to_go_by() -> None:
    assert list(lines(asked(display={"hide_labels": True})).values()) == [
        "nothing is shown",
        "some",
        "dates; sources; names",
    ]


def test_ids_tell_nothing_and_are_never_twice_the_same() -> None:
    shown = [
        lines(asked(display={"anonymise_stages": True}, boundary=f"{n:02}{BOUNDARY}")) for n in range(40)
    ]
    tokens = [token for one in shown for token in one]

    assert all(re.fullmatch(r"(?=.*\d)(?=.*[a-z])[a-z0-9]{6}", token) for token in tokens)
    assert len(set(tokens)) == len(tokens) == 120
    assert all(next(iter(one.values())).startswith("None") for one in shown), "the order is another setting"


def test_every_order_is_shown_and_letters_stay_with_their_stages() -> None:
    shown = [lines(asked(display={"shuffle_stages": True}, boundary=f"{n:02}{BOUNDARY}")) for n in range(60)]

    assert {tuple(one) for one in shown} == {
        ("A", "B", "C"), ("A", "C", "B"), ("B", "A", "C"), ("B", "C", "A"), ("C", "A", "B"), ("C", "B", "A"),
    }  # fmt: skip
    assert all(one["A"].startswith("None") and one["B"] == "some" for one in shown)


@pytest.mark.parametrize("form", FORMS)
def test_the_view_is_kept_decodes_the_verdict_and_is_the_same_when_replayed(form: AnswerForm) -> None:
    unit = a_unit_to_place(form, display=HIDDEN)
    shown = lines(ask_judgment(unit, boundary=BOUNDARY))
    strong = next(token for token, text in shown.items() if text == "dates; sources; names")
    reply = said(
        f"So.\nVERDICT: {strong}" if form is AnswerForm.SUFFIX else {"stage": strong, "reason": "So."}
    )

    first, again = held(reply, unit=unit), held(reply, unit=unit)

    assert stages(first.conclusion) == (3,)
    assert first.conclusion.reason == "So."
    assert list(first.conclusion.shown) == list(shown)
    assert first.conclusion.shown[strong] == "3"
    assert first.asks[0].fingerprint == again.asks[0].fingerprint
    assert first.conclusion == again.conclusion


def test_without_hiding_anything_the_letters_are_kept() -> None:
    assert found({"stage": "B"}).shown == {"A": "1", "B": "2", "C": "3"}
    assert found("no").shown == {"A": "1", "B": "2", "C": "3"}


def test_a_scale_of_more_stages_than_letters_goes_by_numbers() -> None:
    labels = [{"value": value, "text": f"stage {value}"} for value in range(27)]
    criterion = a_criterion(scale={"min": 0, "max": 30, "labels": labels})

    view = draw_view(criterion, display=Display(), key="k")

    assert list(view.numbers) == [str(number) for number in range(1, 28)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Name exactly one stage. Do so always, also where the evidence is weak."),
        (
            {"may_abstain": True},
            "Name exactly one stage. Where the text does not allow a decision, answer ABSTAIN",
        ),
        (
            {"may_name_several": True},
            "Name one or more stages: each that the text supports. Where nothing stronger is supported beyond doubt, "
            "name the weakest stage.",
        ),
        (
            {"may_name_several": True, "may_abstain": True},
            "each that the text supports. Where the text does not allow a decision, answer ABSTAIN",
        ),
    ],
)
def test_what_to_do_on_weak_evidence_is_said(changes: dict[str, Any], words: str, form: AnswerForm) -> None:
    ask = asked(form, **changes)

    assert words in ask.messages[0].text
    everything = ask.model_dump_json(exclude={"to"})
    assert ("ABSTAIN" in everything) == ("may_abstain" in changes)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ({"stage": "B", "reason": "So."}, (2,)),
        ({"stage": "b"}, (2,)),
        ({"stage": "Stage B"}, (2,)),
        ({"stages": ["B"]}, (2,)),
        ({"verdict": "(B)"}, (2,)),
        ({"result": {"stage": "C"}}, (3,)),
        ("```json\n{'stage': 'C'}\n```", (3,)),
    ],
)
def test_one_stage_is_read_however_it_is_dressed(
    text: str | dict[str, object], named: tuple[int, ...]
) -> None:
    assert stages(found(text)) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("VERDICT: C", (3,)),
        ("VERDICT: C, B", (2, 3)),
        ("VERDICT: [A/C]", (1, 3)),
        ("VERDICT: A.\n**Verdict:** stages: B and C.", (2, 3)),
        ("- VERDICT: `B` `A`", (1, 2)),
        ("<think>VERDICT: A</think>VERDICT: B – there are some signs", (2,)),
        ("VERDICT: abstain", ()),
        ("VERDICT: **ABSTAIN**", ()),
    ],
)
def test_sets_and_abstentions_are_read_from_the_last_line(text: str, named: tuple[int, ...]) -> None:
    judgment = found(text, AnswerForm.SUFFIX, may_name_several=True, may_abstain=True)

    assert stages(judgment) == named
    assert judgment.verdict is not None
    assert (judgment.verdict.shape is VerdictShape.ABSTAINED) == (named == ())


def test_a_set_is_read_from_a_list() -> None:
    assert stages(found({"stages": ["C", "A"]}, may_name_several=True)) == (1, 3)
    assert stages(found({"stages": "C, A"}, may_name_several=True)) == (1, 3)
    assert stages(found({"stages": ["ABSTAIN"]}, may_name_several=True, may_abstain=True)) == ()


@pytest.mark.parametrize(
    ("written", "changes", "detail"),
    [
        ({"stage": "D"}, {}, "It names something that is not one of: A, B, C."),
        ({"stage": "k3x9a2"}, {}, "It names something that is not one of: A, B, C."),
        ({"stage": "ABSTAIN"}, {}, "It names something that is not one of: A, B, C."),
        ({"stage": "ABSTAIN"}, {"may_name_several": True}, "It names something that is not one of: A, B, C."),
        ({"stage": "A good text"}, {}, "It names something that is not one of: A, B, C."),
        ({"stage": "A, B"}, {}, "It names more than one stage."),
        ({"stages": ["B", "B"]}, {"may_name_several": True}, "It names the same one twice."),
        ({"stages": ["B", "b"]}, {"may_name_several": True}, "It names the same one twice."),
        ({"stages": []}, {"may_name_several": True, "may_abstain": True}, "It names nothing."),
        ({"stages": [2]}, {"may_name_several": True}, "It names nothing."),
        (
            {"stages": ["ABSTAIN", "B"]},
            {"may_name_several": True, "may_abstain": True},
            "It abstains and names a stage.",
        ),
        ({"reason": "So."}, {}, "It names no stage."),
        ("It is somewhere in between.", {}, "It holds no JSON."),
    ],
)
def test_what_names_no_stage_is_asked_for_once_more_and_then_not_judged(
    written: str | dict[str, object], changes: dict[str, Any], detail: str
) -> None:
    done = held(said(written), said(written), unit=a_unit_to_place(**changes))

    assert detail in done.asks[1].messages[-1].text
    assert done.conclusion.verdict is None
    assert done.conclusion.not_judged == f"The judge's reply could not be read. {detail}"
    assert done.conclusion.readings == (Reading.UNREADABLE, Reading.UNREADABLE)


def test_ids_are_told_apart_by_case_and_letters_of_other_scales_are_not_taken() -> None:
    token = next(iter(lines(asked(display=HIDDEN))))

    assert stages(found({"stage": token}, display=HIDDEN))
    assert found({"stage": token.upper()}, display=HIDDEN).not_judged
    assert found({"stage": "A"}, display=HIDDEN).not_judged
    assert stages(found({"stage": "abstain"}, display=HIDDEN, may_abstain=True)) == ()


def test_a_last_line_that_is_missing_is_not_made_up() -> None:
    judgment = found("I would say A.", AnswerForm.SUFFIX)

    assert "It has no line VERDICT: …" in (judgment.not_judged or "")


def test_a_rubric_without_stages_cannot_be_judged_by() -> None:
    done = held(unit=a_unit_to_judge(judge={"mode": "verdict"}, rubric=a_rubric()))

    assert done.asks == []
    assert "no stages to name" in (done.conclusion.not_judged or "")


@given(st.text(max_size=60), st.sampled_from(AnswerForm))
def test_no_text_at_all_makes_a_reader_fail_or_invent_an_abstention(text: str, form: AnswerForm) -> None:
    judgment = found(text, form)

    assert (judgment.verdict is None) == (judgment.not_judged is not None)
    assert judgment.verdict is None or judgment.verdict.stages


@given(st.lists(st.sampled_from("ABC"), min_size=1, max_size=4))
def test_a_set_is_what_was_named_or_unreadable(named: list[str]) -> None:
    judgment = found({"stages": [*named]}, may_name_several=True)

    if len(set(named)) == len(named):
        assert stages(judgment) == tuple(sorted("ABC".index(letter) + 1 for letter in named))
    else:
        assert judgment.not_judged is not None


def test_the_first_criterion_with_stages_is_the_scale() -> None:
    assert [len(criterion.scale.labels) for criterion in STAGED] == [0, 3]
    assert found({"stage": "C"}).verdict is not None
