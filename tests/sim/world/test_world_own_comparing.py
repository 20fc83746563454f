"""Edison's own questions about pairs and stages before the world's judges: understood in every form and strategy."""

from __future__ import annotations

from statistics import correlation, fmean

import pytest

from edison.domain import (
    AnswerForm,
    Comparison,
    ComparisonId,
    Endpoint,
    Judgment,
    JudgmentId,
    Technique,
    Winner,
)
from edison.sim.exchange import SimMessage, SimRequest
from edison.sim.world.judging.reading import judged_texts
from edison.sim.world.judging.stages import displayed_stages
from edison.sim.world.reading.view import ReadRequest
from edison.sim.world.reading.work import WorkKind, work_asked
from edison.stages.judge import (
    JudgeUnit,
    PairUnit,
    ask_comparison,
    ask_judgment,
    compare_outputs,
    judge_output,
)
from tests.factories import a_case, a_criterion, a_judge, a_prompt_version, a_rubric, an_output
from tests.sim.world.asks import BASE
from tests.sim.world.judge_asks import answer_pairs, judged_answers, quality, token_for
from tests.sim.world.stage_asks import RUBRIC, as_request, converse, judged

TOKEN = "q8w2e4r6t1y3u5i7o9p0"
FORMS = list(AnswerForm)
LABELS = ("Poor", "Fair", "Good", "Excellent")
SCALE = a_rubric(
    criteria=(
        a_criterion(
            "Quality",
            scale={
                "min": 1,
                "max": 4,
                "labels": [{"value": value, "text": text} for value, text in enumerate(LABELS, 1)],
            },
        ),
    )
)


def a_pair(place: int, *, judge: str = "fair", **profile: object) -> PairUnit:
    case, one, two = answer_pairs()[place]
    return PairUnit(
        judge=a_judge(
            endpoint=Endpoint(provider="sim", model=f"edison-judge-{judge}"), mode="pairwise", **profile
        ),
        rubric=RUBRIC,
        goal="Help the customers of a small shop.",
        task=case.text,
        left=an_output(id="out_1", text=one),
        right=an_output(id="out_2", text=two),
    )


def compared(place: int, **profile: object) -> Comparison:
    unit = a_pair(place, **profile)  # pyright: ignore[reportArgumentType] (any profile at all)
    boundary = token_for(unit.left.text + unit.right.text)
    return converse(compare_outputs(unit, comparison_id=ComparisonId("cmp_1"), boundary=boundary))


def is_right(place: int, comparison: Comparison) -> bool:
    case, one, two = answer_pairs()[place]
    return (comparison.winner is Winner.LEFT) == (quality(case, one) > quality(case, two))


def a_placing(place: int, **profile: object) -> JudgeUnit:
    case, text = judged_answers()[place]
    return JudgeUnit(
        judge=a_judge(
            endpoint=Endpoint(provider="sim", model="edison-judge-fair"), mode="verdict", **profile
        ),
        rubric=SCALE,
        goal="Help the customers of a small shop.",
        version=a_prompt_version(system=BASE, user="{{ message }}"),
        case=a_case(variables={"message": case.text}),
        output=an_output(text=text),
    )


def placed(place: int, **profile: object) -> Judgment:
    unit = a_placing(place, **profile)
    return converse(judge_output(unit, judgment_id=JudgmentId("jmt_1"), boundary=token_for(unit.output.text)))


@pytest.mark.parametrize("form", FORMS)
def test_the_world_sees_two_texts(form: AnswerForm) -> None:
    unit = a_pair(0, answer_form=form)

    view = ReadRequest(as_request(ask_comparison(unit, boundary=TOKEN)))

    assert work_asked(view) is WorkKind.COMPARE
    assert [(shown.name, shown.text, shown.fenced) for shown in judged_texts(view.prompt)] == [
        ("A", unit.left.text.strip(), True),
        ("B", unit.right.text.strip(), True),
    ]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("thinking", Technique)
def test_the_better_of_two_wins_in_every_form_and_strategy(form: AnswerForm, thinking: Technique) -> None:
    found = [compared(place, answer_form=form, thinking=thinking) for place in range(12)]

    assert all(comparison.winner is not None for comparison in found)
    assert fmean(is_right(place, comparison) for place, comparison in enumerate(found)) >= 0.85


@pytest.mark.parametrize("form", FORMS)
def test_ties_are_called_only_where_they_may_be(form: AnswerForm) -> None:
    free = [compared(place, answer_form=form, judge="noisy", may_tie=True).winner for place in range(30)]
    forced = [compared(place, answer_form=form, judge="noisy").winner for place in range(30)]

    assert Winner.TIE in free
    assert Winner.TIE not in forced


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("display", [{}, {"anonymise_stages": True, "shuffle_stages": True}])
def test_the_world_sees_stages_however_they_are_named(form: AnswerForm, display: dict[str, bool]) -> None:
    view = ReadRequest(
        as_request(ask_judgment(a_placing(0, answer_form=form, display=display), boundary=TOKEN))
    )

    assert work_asked(view) is WorkKind.STAGE_VERDICT
    shown = sorted(displayed_stages(view.prompt), key=lambda stage: stage.height)
    assert [stage.text for stage in shown] == list(LABELS)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("display", [{}, {"anonymise_stages": True, "shuffle_stages": True}])
@pytest.mark.parametrize("may_name_several", [False, True])
def test_verdicts_follow_the_truth(
    form: AnswerForm, display: dict[str, bool], may_name_several: bool
) -> None:
    judgments = [
        placed(place, answer_form=form, display=display, may_name_several=may_name_several)
        for place in range(25)
    ]

    true = [quality(*judged_answers()[place]) for place in range(25)]
    stages = [judgment.verdict.stages if judgment.verdict else () for judgment in judgments]
    assert all(stages)
    assert any(len(named) > 1 for named in stages) == may_name_several
    assert correlation(true, [fmean(named) for named in stages]) > 0.7


def test_an_abstaining_judge_abstains_only_where_it_may() -> None:
    def abstained(**profile: object) -> list[Judgment]:
        unit = {"endpoint": {"provider": "sim", "model": "edison-judge-abstaining"}, **profile}
        judgments = [converse_placing(place, unit) for place in range(40)]
        return [judgment for judgment in judgments if judgment.verdict and not judgment.verdict.stages]

    assert abstained(may_abstain=True)
    assert abstained() == []


def converse_placing(place: int, judge: dict[str, object]) -> Judgment:
    case, text = judged_answers()[place]
    unit = JudgeUnit(
        judge=a_judge(mode="verdict", **judge),
        rubric=SCALE,
        goal="",
        version=a_prompt_version(user="{{ message }}"),
        case=a_case(variables={"message": case.text}),
        output=an_output(text=text),
    )
    return converse(judge_output(unit, judgment_id=JudgmentId("jmt_1"), boundary=token_for(text)))


def test_a_form_with_stages_and_nothing_to_place_is_an_ordinary_question() -> None:
    stage: dict[str, object] = {"type": "string"}
    schema: dict[str, object] = {"type": "object", "properties": {"stage": stage}, "required": ["stage"]}
    question = SimMessage("user", "Which stage of the rocket burns first?")

    work = work_asked(ReadRequest(SimRequest(model="edison-sim-large", messages=(question,), schema=schema)))

    assert work is WorkKind.ANSWER


def test_a_suggestion_says_what_in_the_answer_it_is_because_of() -> None:
    judgments = [judged(*judged_answers()[place], judge="fair") for place in range(12)]

    advice = [one for judgment in judgments for one in judgment.suggestions]
    assert advice
    assert all(one.text and one.because for one in advice)
    assert len({one.because for one in advice}) > 1
