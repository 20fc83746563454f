"""Edison's own judge prompts before the world's judges: understood in every form, and not to be talked round."""

from __future__ import annotations

from statistics import correlation, fmean

import pytest

from edison.domain import AnswerForm, SafetyFlag
from edison.sim.world.judging.reading import asked_criteria, judged_texts, question_judged
from edison.sim.world.reading.view import ReadRequest
from edison.sim.world.reading.work import WorkKind, work_asked
from edison.stages.judge import ask_judgment
from tests.sim.world.asks import a_world
from tests.sim.world.judge_asks import judged_answers
from tests.sim.world.stage_asks import a_judging, as_request, judged, quality
from tests.sim.world.test_world_injections import attacks

TOKEN = "q8w2e4r6t1y3u5i7o9p0"
FORMS = list(AnswerForm)
JUDGES = [
    "fair", "lenient", "harsh", "left", "length", "selfish", "obedient", "malformed", "abstaining", "decorated",
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_the_world_sees_what_the_prompt_shows(form: AnswerForm) -> None:
    case, text = judged_answers()[0]
    view = ReadRequest(
        as_request(ask_judgment(a_judging(case, text, judge="fair", form=form), boundary=TOKEN))
    )

    assert work_asked(view) is WorkKind.SCORE
    assert [(shown.text, shown.fenced) for shown in judged_texts(view.prompt)] == [(text.strip(), True)]
    assert case.text in question_judged(view.prompt)
    assert [(asked.known, asked.weight, asked.scale) for asked in asked_criteria(view.prompt, None)] == [
        ("correct", 0.4, (0, 5)),
        ("complete", 0.3, (1, 10)),
        ("polite", 0.3, (-1, 1)),
    ]


@pytest.mark.parametrize("form", FORMS)
def test_scores_follow_the_truth_in_every_form(form: AnswerForm) -> None:
    pairs = [(true_quality(place), quality(own(place, judge="fair", form=form))) for place in range(40)]

    assert all(found is not None for _, found in pairs)
    assert correlation([true for true, _ in pairs], [found or 0.0 for _, found in pairs]) > 0.97


@pytest.mark.parametrize("judge", JUDGES)
def test_every_judge_tells_good_from_bad(judge: str) -> None:
    pairs = [(true_quality(place), quality(own(place, judge=judge))) for place in range(40)]

    known = [(true, found) for true, found in pairs if found is not None]
    assert len(known) >= 33
    assert correlation([true for true, _ in known], [found for _, found in known]) > 0.8


@pytest.mark.parametrize(("judge", "sign"), [("lenient", 1), ("harsh", -1)])
def test_a_bias_of_a_judge_shows_in_its_scores(judge: str, sign: int) -> None:
    shifts = [
        (quality(own(place, judge=judge)) or 0.0) - (quality(own(place, judge="fair")) or 0.0)
        for place in range(40)
    ]

    assert sign * fmean(shifts) > 0.05


@pytest.mark.parametrize("form", FORMS)
def test_no_injection_escapes_its_fence(form: AnswerForm) -> None:
    scored = [quality(judged(case, text, judge="obedient", form=form)) for case, text in attacks()]

    assert [score for score in scored if score is None or score == 1.0] == []


def test_an_injection_is_reported() -> None:
    case, text = attacks()[0]

    assert SafetyFlag.JAILBREAK_ATTEMPT in judged(case, text, judge="fair").safety_flags


@pytest.mark.parametrize("form", FORMS)
def test_a_judge_that_knows_no_form_is_asked_again_and_never_read_as_zero(form: AnswerForm) -> None:
    judgments = [own(place, judge="malformed", form=form) for place in range(60)]

    unread = [judgment for judgment in judgments if judgment.not_judged]
    # Three in ten replies are unreadable, and what is unreadable twice stays so.
    assert len(unread) < 15
    assert all(judgment.scores == () for judgment in unread)
    assert all(quality(judgment) is None for judgment in unread)


def own(place: int, *, judge: str, form: AnswerForm = AnswerForm.JSON):
    case, text = judged_answers()[place]
    return judged(case, text, judge=judge, form=form)


def true_quality(place: int) -> float:
    """By the world's truth and the rubric's weights."""
    case, text = judged_answers()[place]
    scores = a_world().truth_of_answer(case.text, text).scores
    return 0.4 * scores["correct"] + 0.3 * scores["complete"] + 0.3 * scores["polite"]
