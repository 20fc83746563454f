"""Drafts: what is asked of whoever writes, and what is made of the reply."""

import json
from typing import Any

import pytest

from edison.domain import CaseAim, CaseSpec, DatasetKind, DraftTask, Failure, Proposal, Purpose
from edison.stages.draft import DraftUnit, write_draft
from tests.factories import an_answer, an_arm
from tests.stages.dialogues import Held, hold

BOUNDARY = "k3x9a2m4n5p6q7r8s9t2"
SPEC = CaseSpec(
    name="more", count=30, hints=("refunds",), languages=("English", "German"), tags=("post", "money")
)


def a_task(kind: str, **changes: object) -> DraftTask:
    return DraftTask.model_validate({"kind": kind, "goal": "Help customers.", **changes})


def written(task: DraftTask, *replies: object, place: int = 0) -> Held[Proposal]:
    texts = [reply if isinstance(reply, str) else json.dumps(reply) for reply in replies]
    unit = DraftUnit(an_arm(), task, place)
    return hold(write_draft(unit, boundary=BOUNDARY), *(an_answer(text=text) for text in texts))


@pytest.mark.parametrize(
    ("kind", "reply", "draft"),
    [
        ("goal", {"objective": " Help at once. "}, "Help at once."),
        ("judge", {"instructions": "Read twice."}, "Read twice."),
        (
            "rubric",
            {
                "criteria": [
                    {"criterion": "kind", "description": "It is.", "weight": 1},
                    {"criterion": "short", "weight": 3},
                    {"criterion": "", "weight": 1},
                    {"criterion": "none", "weight": "much"},
                    "odd",
                ]
            },
            [
                {"name": "kind", "description": "It is.", "weight": 0.25, "scale": "1-5"},
                {"name": "short", "description": "", "weight": 0.75, "scale": "1-5"},
            ],
        ),
        ("prompt", {"system": "Be kind.", "user": "{{ q }}"}, {"system": "Be kind.", "user": "{{ q }}"}),
    ],
)
def test_a_draft_is_kept_as_it_stands_in_a_suite(kind: str, reply: object, draft: Any) -> None:
    held = written(a_task(kind, variables=("q",) if kind == "prompt" else ()), reply)

    [ask] = held.asks
    said = held.conclusion.draft
    assert (said if isinstance(draft, str) else json.loads(said)) == draft
    assert ask.purpose is Purpose.DRAFT
    assert "Goal: Help customers." in ask.messages[-1].text
    assert "alternative 1 of 3" in ask.messages[-1].text


@pytest.mark.parametrize(
    ("task", "reply", "why"),
    [
        (a_task("goal"), {"objective": ""}, "It is empty."),
        (a_task("goal"), "no JSON at all", ""),
        (a_task("rubric"), {"criteria": "none"}, "no criterion"),
        (a_task("prompt", variables=("q",)), {"system": "Be kind.", "user": ""}, "It lacks q."),
        (a_task("prompt"), {"system": "", "user": ""}, "It lacks any text."),
        (a_task("prompt"), {"system": "{{ q", "user": ""}, "never closed"),
        (a_task("goal", mode="complete", text="Help all"), {"objective": "Help some."}, "does not begin"),
        (a_task("cases", variables=("q",), spec=SPEC, missing=2), {"cases": [{"q": ""}]}, "no case with q"),
    ],
)
def test_what_cannot_be_used_is_asked_again_once_and_then_told(
    task: DraftTask, reply: object, why: str
) -> None:
    held = written(task, reply, reply)

    assert why in (held.conclusion.not_proposed or "")
    assert "could not be used" in held.asks[1].messages[-1].text


def test_who_completes_goes_on_from_what_is_there() -> None:
    task = a_task("prompt", mode="complete", text="Be kind.", criteria=("kind",))

    held = written(task, {"system": "Be kind. Always.", "user": ""})

    assert "Always" in held.conclusion.draft
    assert "keep it word by word" in held.asks[0].messages[-1].text


def test_a_batch_of_cases_is_spread_over_what_was_wished_for() -> None:
    task = a_task(
        "cases",
        text="Answer {{ q }}",
        variables=("q",),
        spec=SPEC.model_copy(update={"kind": DatasetKind.ADVERSARIAL}),
        missing=30,
        seen=("Where is it?",),
    )
    rows = [
        {"q": "Why?", "expected": "So.", "reason": "It is.", "tags": ["a", "a", 3], "difficulty": 4},
        {"q": "How?", "expected": "Thus.", "difficulty": 9},
        {"q": "Who?", "tags": "none"},
    ]

    held = written(task, {"cases": rows}, place=1)

    asked = held.asks[0].messages[-1].text
    assert "Write 10 test cases" in asked
    assert "In each of these languages, inputs and expected answers alike, evenly: German, English." in asked
    assert "Tags, evenly: money, post." in asked
    assert "Where is it?" in asked
    assert "tricky" in asked
    assert json.loads(held.conclusion.draft) == [
        {"q": "Why?", "expect": {"answer": "So.", "must": "It is."}, "tags": ["a"], "difficulty": 4},
        {"q": "How?", "expect": {"answer": "Thus."}},
        {"q": "Who?"},
    ]
    assert DraftUnit(an_arm(), a_task("goal"), 0).facets == ()


def test_trouble_on_the_way_and_a_text_that_breaks_its_marks_are_told() -> None:
    failed = Failure(code="timed_out", sentence="It took too long.")
    unit = DraftUnit(an_arm(), a_task("goal"), 0)

    held = hold(write_draft(unit, boundary=BOUNDARY), failed, failed)
    broken = hold(write_draft(DraftUnit(an_arm(), a_task("goal", text=BOUNDARY), 0), boundary=BOUNDARY))

    assert "It took too long." in (held.conclusion.not_proposed or "")
    assert broken.conclusion.not_proposed is not None


def test_without_a_goal_none_is_told() -> None:
    held = written(a_task("goal", goal="", mode="complete", text="Help"), {"objective": "Help all."})

    assert "Goal:" not in held.asks[0].messages[-1].text


@pytest.mark.parametrize("faults", [(), ("It is rude.",)])
def test_cases_are_aimed_where_a_prompt_fails_and_faults_are_told_where_known(
    faults: tuple[str, ...],
) -> None:
    aim = CaseAim.model_validate(
        {"run": "run_1", "spot": "tag:post", "inputs": ("Where is it?",), "faults": faults}
    )
    task = a_task("cases", variables=("q",), spec=SPEC.model_copy(update={"aims": (aim,)}), missing=1)

    [ask] = written(task, {"cases": [{"q": "Why?"}]}).asks

    asked = ask.messages[-1].text
    assert "Aim at this weakness (tag:post)" in asked
    assert "INPUTS THAT WENT WRONG" in asked
    assert ("WHAT WAS WRONG WITH THE REPLIES" in asked) == ("It is rude." in asked) == bool(faults)
