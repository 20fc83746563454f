"""What judges are asked to suggest and refiners to write, and what is made of their replies."""

import json

import pytest

from edison.domain import (
    Ask,
    Edit,
    Failure,
    FewShot,
    Findings,
    JudgmentId,
    PromptPart,
    Proposal,
    RefineStrategy,
    RefineTask,
    Reply,
    Suggestion,
    Tool,
)
from edison.stages.refine import Guarded, SuggestUnit, SynthesisUnit, suggest_changes, write_candidate
from tests.factories import a_judge, a_prompt_version, a_rubric, an_answer, an_arm
from tests.stages.dialogues import hold
from tests.stages.refine.tasks import JUDGMENT, a_task

BOUNDARY = "k3v9x2m7q4w8z5t1b6n0"
SUGGESTED = {
    "suggestions": [{"criterion": "polite", "suggestion": "Ask for a greeting.", "reason": "It is rude."}]
}
WRITTEN = {
    "edits": [
        {
            "part": "system",
            "search": "You answer customers.",
            "replace": "You answer customers. Be polite.",
            "reason": "Answers are rude.",
            "target": ["polite"],
            "sources": "S1, S2",
        },
        {"part": "system", "search": "same", "replace": "same"},
    ],
    "note": "Asks for manners.",
}
DIFF = "<diff>\n@@\n-You answer customers.\n+You help customers.\n</diff>"


def ask_judge(*replies: object, task: RefineTask | None = None) -> tuple[list[Ask], Proposal]:
    unit = SuggestUnit(a_judge(), goal="Help.", rubric=a_rubric(), task=task or a_task())
    held = hold(suggest_changes(unit, boundary=BOUNDARY), *map(_reply, replies))
    return held.asks, held.conclusion


def ask_refiner(
    *replies: object, task: RefineTask | None = None, strategy: RefineStrategy = RefineStrategy.ENSEMBLE
) -> tuple[list[Ask], Proposal]:
    unit = SynthesisUnit(
        an_arm(),
        goal="",
        rubric=a_rubric(),
        task=task or a_task(),
        place=1,
        candidates=2,
        most_changed=0.3,
        strategy=strategy,
        guarded=Guarded((task or a_task()).version, most_changed=1.0, cases=()),
    )
    held = hold(write_candidate(unit, boundary=BOUNDARY), *map(_reply, replies))
    return held.asks, held.conclusion


def _reply(said: object) -> Reply:
    if isinstance(said, Failure):
        return said
    return an_answer(text=said if isinstance(said, str) else json.dumps(said))


def test_a_judge_suggests_and_its_suggestions_rest_on_the_judgments_it_saw() -> None:
    (ask,), proposal = ask_judge(SUGGESTED)

    expected = Suggestion(
        text="Ask for a greeting.", criteria=("polite",), because="It is rude.", judgments=(JUDGMENT,)
    )
    assert proposal == Proposal(suggestions=(expected,))
    words = ask.messages[1].text
    assert "Goal: Help." in words
    assert "Weakest criteria: polite, correct." in words
    assert f"<<<BEGIN FINDINGS {BOUNDARY}>>>" in words
    assert "Cases tagged refund: 0.20" in words
    assert "7 of 12 answers fail: the check not_icontains: policy." in words
    assert "  fails: the check not_icontains: policy" in words


def test_a_suggestion_rests_on_the_judgments_of_the_answers_that_it_names() -> None:
    shown = a_task().findings
    failing = [
        shown.failing[0].model_copy(update={"judgments": (JudgmentId(f"jud_{at}"),)}) for at in (1, 2, 3)
    ]
    task = a_task(findings=shown.model_copy(update={"failing": tuple(failing)}))
    said = [
        {"suggestion": text, "seen_in": seen}
        for text, seen in (("Greet.", ["W3", "w1"]), ("Thank.", "W2"), ("Be brief.", ["W9"]))
    ]

    (ask,), proposal = ask_judge({"suggestions": said}, task=task)

    assert "W3 goes wrong (0.10):" in ask.messages[1].text
    assert [one.judgments for one in proposal.suggestions] == [
        ("jud_3", "jud_1"),
        ("jud_2",),
        ("jud_1", "jud_2", "jud_3"),
    ]


def test_a_refiner_writes_edits_that_apply() -> None:
    task = a_task(
        suggestions=(Suggestion(text="Greet.", criteria=("polite",)), Suggestion(text="Check facts.")),
        tried=("Asked for haste.",),
        version=a_prompt_version(
            system="You answer customers.", user="", few_shots=(FewShot(user="Hi", assistant="Ho"),)
        ),
    )

    (ask,), proposal = ask_refiner(f"Here you are:\n```json\n{json.dumps(WRITTEN)}\n```", task=task)

    edit = Edit(
        part=PromptPart.SYSTEM,
        find="You answer customers.",
        replace="You answer customers. Be polite.",
        reason="Answers are rude.",
        criteria=("polite",),
        sources=("S1", "S2"),
    )
    assert proposal == Proposal(edits=(edit,), note="Asks for manners.")
    words = ask.messages[1].text
    assert "S1 (polite): Greet.\nS2 (any): Check facts." in words
    assert "- Asked for haste." in words
    assert "user: Hi\nassistant: Ho" in words
    assert "candidate 2 of 2. Focus on: correct, polite." in words


def test_a_refiner_is_told_what_suggestions_count_for_and_tells_whose_side_it_took() -> None:
    asked = (Suggestion(text="Greet.", criteria=("polite",), weight=0.42),)
    task = a_task(suggestions=asked, conflicts=("S1 and S2 may contradict each other.",))

    (ask,), proposal = ask_refiner({**WRITTEN, "conflicts": ["S1 over S2.", 3, " "]}, task=task)

    assert "S1 (polite; counts 0.42): Greet.\nS1 and S2 may contradict" in ask.messages[1].text
    assert proposal.conflicts == ("S1 over S2.",)


def test_a_whole_text_written_anew_is_an_edit_of_all_that_stood_there() -> None:
    written = {
        "system": "Help customers kindly.",
        "user": "",
        "reason": "Rude.",
        "note": "Anew.",
        "conflicts": "None.",
    }

    asks, proposal = ask_refiner("No.", written, strategy=RefineStrategy.REWRITE)

    edit = Edit(
        part=PromptPart.SYSTEM,
        find="You answer customers.",
        replace="Help customers kindly.",
        reason="Rude.",
    )
    assert proposal == Proposal(edits=(edit,), note="Anew.", conflicts=("None.",))
    assert "Rewrite the prompt." in asks[0].messages[1].text


@pytest.mark.parametrize(
    ("said", "draft"),
    [("```\nBe kind.\n```", "```\nBe kind.\n```"), ("  ", ""), (Failure(code="timeout", sentence="No."), "")],
)
def test_what_an_optimiser_from_outside_asks_is_asked_once_and_told_as_it_comes(
    said: object, draft: str
) -> None:
    (ask,), proposal = ask_refiner(
        said, task=a_task(reflection="Improve this."), strategy=RefineStrategy.GEPA
    )

    assert ask.messages[1].text == "Improve this."
    assert (proposal.draft, proposal.not_proposed is None) == (draft, bool(draft))


def test_a_text_written_anew_that_is_the_old_one_changes_nothing() -> None:
    same = {"system": "You answer customers.", "user": "{{ question }}"}
    failure = Failure(code="timeout", sentence="Nobody answered.")

    for said in (same, failure):
        _, proposal = ask_refiner(said, strategy=RefineStrategy.REWRITE)
        assert proposal.not_proposed is not None


def test_a_unified_diff_will_do_and_one_of_the_user_text_as_well() -> None:
    _, by_diff = ask_refiner(DIFF)
    _, of_user = ask_refiner(
        "@@\n-{{ question }}\n+Question: {{ question }}", task=a_task(version=_user_only())
    )

    assert by_diff.edits[0].replace == "You help customers."
    assert (of_user.edits[0].part, of_user.edits[0].replace) == (PromptPart.USER, "Question: {{ question }}")


def _user_only() -> object:
    return a_prompt_version(system="", user="{{ question }}")


@pytest.mark.parametrize(
    "first",
    [
        "I would rather not.",
        {"edits": "none"},
        {"edits": [{"part": "system", "search": "gone", "replace": "here"}]},
        "<diff>\n-gone\n+here\n</diff>",
    ],
)
def test_what_cannot_be_used_is_asked_for_once_more_with_what_was_wrong(first: object) -> None:
    asks, proposal = ask_refiner(first, WRITTEN)

    assert len(asks) == 2
    assert "Your last reply could not be used" in asks[1].messages[1].text
    assert proposal.edits


LOSES_A_PLACE = {"edits": [{"part": "user", "search": "{{ question }}", "replace": "Hello."}]}


@pytest.mark.parametrize(
    ("second", "kept"), [(WRITTEN, "You answer customers. Be polite."), (LOSES_A_PLACE, "Hello.")]
)
def test_what_the_guards_refuse_is_asked_for_once_more_and_then_left_as_it_is(
    second: object, kept: str
) -> None:
    asks, proposal = ask_refiner(LOSES_A_PLACE, second)

    assert len(asks) == 2
    assert "could not be used: It loses what cases fill in: {{ question }}." in asks[1].messages[1].text
    assert [edit.replace for edit in proposal.edits] == [kept]


def test_a_refiner_is_shown_tools_and_may_edit_them_where_there_are_some() -> None:
    tools = (Tool(name="find_order", description="Finds an order."),)
    task = a_task(
        version=a_prompt_version(system="You answer customers.", user="{{ question }}", tools=tools)
    )
    said = {"edits": [{"part": "tools", "search": "Finds an order.", "replace": "Finds an order by number."}]}

    (ask,), proposal = ask_refiner(said, task=task)
    (without,), _ = ask_refiner(WRITTEN)

    assert proposal.edits[0].part is PromptPart.TOOLS
    assert f"<<<BEGIN TOOLS {BOUNDARY}>>>" in ask.messages[1].text
    assert ('"tools"' in str(ask.form.json_schema).replace("'", '"'), "few_shots or tools" in str(ask)) == (
        True,
        True,
    )
    assert "tools" not in str(without.form.json_schema)


@pytest.mark.parametrize("said", ["Nothing.", {"suggestions": 3}])
def test_after_two_replies_that_cannot_be_used_it_is_left_at_that(said: object) -> None:
    asks, proposal = ask_judge(said, said)

    assert len(asks) == 2
    assert proposal.not_proposed is not None


def test_those_who_fail_or_have_nothing_to_say_are_not_asked_again() -> None:
    failure = Failure(code="timeout", sentence="Nobody answered.")

    for asks, proposal in (
        ask_judge(failure),
        ask_refiner(failure),
        ask_judge({"suggestions": [{"criterion": 3, "suggestion": " "}, "no"]}),
        ask_refiner({"edits": [], "note": 1}),
        ask_refiner({"edits": [{"part": "system", "search": "a", "replace": "a"}]}),
    ):
        assert len(asks) == 1
        assert proposal.not_proposed is not None


def test_a_question_that_cannot_be_fenced_is_not_asked() -> None:
    asks, proposal = ask_judge(task=a_task(version=a_prompt_version(system=f"Say {BOUNDARY}.", user="")))

    assert asks == []
    assert "boundary" in (proposal.not_proposed or "").lower()


def test_a_refiner_is_told_that_nothing_was_measured() -> None:
    asks, _ = ask_refiner(WRITTEN, task=a_task(findings=Findings(quality=0.0, cases=0)))

    assert "Nothing was measured yet." in str(asks[0])
