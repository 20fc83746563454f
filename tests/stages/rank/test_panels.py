"""The judges behind a board: whose word counts how much, who could be read, and who errs with whom."""

import numpy as np
import pytest

from edison.domain import (
    Board,
    CardMatch,
    CardMeasure,
    CardStanding,
    CellScore,
    Flag,
    JudgeCard,
    JudgeMode,
    JudgeProfile,
    Panel,
    Policy,
    Snapshot,
    Technique,
)
from edison.stats.judges import WeightBasis
from tests.factories import a_criterion, a_judge, a_judge_card, a_rubric, an_endpoint

from .scores import a_plan, a_score, boards

STAGES = a_rubric(
    criteria=(
        a_criterion(
            "Fit",
            scale={"min": 0, "max": 1, "labels": [{"value": n / 4, "text": f"stage {n}"} for n in range(5)]},
        ),
    )
)
WITH_OVERALL = a_rubric(criteria=(a_criterion("Accuracy", weight=1.0), a_criterion("Overall ", weight=0.0)))


def a_card(
    judge: int,
    accuracy: float,
    *,
    n: int = 100,
    suite: str = "s1",
    thinking: Technique = Technique.REASON_FIRST,
) -> JudgeCard:
    """Of the model of a judge, in the two ways in which an examination asks."""
    return a_judge_card(
        judge_id=f"jdg_card_{judge}",
        profiles=tuple(
            JudgeProfile(endpoint=an_endpoint(model=f"judge-{judge}"), mode=mode, thinking=thinking)
            for mode in (JudgeMode.PAIRWISE, JudgeMode.VERDICT)
        ),
        suite_digest=suite,
        measures={"accuracy": CardMeasure(value=accuracy, n=n)},
        standing=CardStanding.WITH_WARNINGS,
    )


def panel_plan(judges: int = 2) -> Snapshot:
    """Judges of scores, each a model of its own."""
    models = [{"endpoint": an_endpoint(model=f"judge-{n}"), "family": f"maker {n}"} for n in range(judges)]
    return with_judges(a_plan(), *models)


def panel_of(
    scores: list[CellScore],
    plan: Snapshot,
    *,
    known: tuple[JudgeCard, ...] = (),
    board: Board = Board.QUALITY,
) -> Panel:
    panel = boards(scores, plan, cards=known)[board].panel
    assert panel is not None
    return panel


def some_scores(plan: Snapshot, *, seed: int = 1) -> list[CellScore]:
    """Every judge sees the same thing with noise of its own."""
    rng = np.random.default_rng(seed)
    scores: list[CellScore] = []
    for cell in range(plan.grid.cells):
        place, truth = plan.grid.place(cell), rng.uniform(0.3, 0.7)
        seen = tuple((at, float(truth + rng.uniform(-0.1, 0.1))) for at in range(len(plan.judges)))
        scores.append(a_score(plan, place.case, arm=place.arm, qualities=seen))
    return scores


def weights(panel: Panel) -> list[float]:
    return [judge.weight for judge in panel.judges]


def with_judges(plan: Snapshot, *judges: dict[str, object]) -> Snapshot:
    made = tuple(a_judge(id=f"jdg_{n}", name=f"judge {n}", **changes) for n, changes in enumerate(judges))
    return plan.model_copy(update={"judges": made})


def test_without_labels_judges_are_equal_one_family_one_vote() -> None:
    plan = with_judges(a_plan(), {"family": "a"}, {"family": "b"}, {"family": "b"})

    panel = panel_of(some_scores(plan), plan)

    assert weights(panel) == pytest.approx([0.5, 0.25, 0.25])
    assert panel.rule == WeightBasis.NO_LABELS.value
    assert [judge.family for judge in panel.judges] == ["a", "b", "b"]


def test_the_number_on_the_board_is_weighed_as_the_panel_says() -> None:
    plan = with_judges(a_plan(arms=1), {"family": "a"}, {"family": "b"}, {"family": "b"})
    scores = [a_score(plan, case, qualities=((0, 0.2), (1, 0.6), (2, 1.0))) for case in range(20)]

    (item,) = boards(scores, plan)[Board.QUALITY].items

    assert item.strength == pytest.approx(0.5 * 0.2 + 0.25 * 0.6 + 0.25 * 1.0)
    assert item.measures == pytest.approx({"judge 0": 0.2, "judge 1": 0.6, "judge 2": 1.0})


def test_cards_of_one_suite_weigh_judges_of_scores_on_another_rubric() -> None:
    plan = panel_plan()

    panel = panel_of(some_scores(plan), plan, known=(a_card(0, 0.95), a_card(1, 0.6)))

    assert panel.rule == WeightBasis.ACCURACIES.value
    assert weights(panel)[0] > 0.6
    assert sum(weights(panel)) == pytest.approx(1)
    seen = [judge.card for judge in panel.judges if judge.card is not None]
    assert [card.measures["accuracy"].value for card in seen] == [0.95, 0.6]
    assert {card.match for card in seen} == {CardMatch.OTHER_MODE}
    assert seen[0].standing is CardStanding.WITH_WARNINGS


def test_a_card_from_another_profile_is_shown_and_weighs_nothing() -> None:
    plan = panel_plan()
    known = (a_card(0, 0.95), a_card(1, 0.6, thinking=Technique.DIRECT))

    panel = panel_of(some_scores(plan), plan, known=known)

    assert (panel.rule, weights(panel)) == (WeightBasis.NO_LABELS.value, [0.5, 0.5])
    assert [judge.card.match for judge in panel.judges if judge.card] == [
        CardMatch.OTHER_MODE,
        CardMatch.OTHER_PROFILE,
    ]


@pytest.mark.parametrize(
    ("known", "rule"),
    [
        ((a_card(0, 0.95),), WeightBasis.NO_LABELS),
        ((a_card(0, 0.95), a_card(1, 0.6, suite="s2")), WeightBasis.NO_LABELS),
        ((a_card(0, 0.95), a_card(1, 0.6).model_copy(update={"measures": {}})), WeightBasis.NO_LABELS),
        ((a_card(0, 0.95), a_card(1, 0.6, n=10)), WeightBasis.FEW_LABELS),
    ],
    ids=["one has none", "other suites", "no accuracy", "few labels"],
)
def test_cards_that_do_not_compare_leave_everybody_equal(
    known: tuple[JudgeCard, ...], rule: WeightBasis
) -> None:
    plan = panel_plan()

    panel = panel_of(some_scores(plan), plan, known=known)

    assert (panel.rule, weights(panel)) == (rule.value, [0.5, 0.5])


@pytest.mark.parametrize(
    ("cases", "rule"),
    [(20, "agreement with people on 20 labelled cases or more"), (19, "accuracy on labelled items")],
)
def test_what_people_said_of_outputs_weighs_before_cards_where_it_is_enough(cases: int, rule: str) -> None:
    plan = panel_plan()
    agreed = {"jdg_0": CardMeasure(value=0.95, n=30), "jdg_1": CardMeasure(value=0.5, n=cases)}
    cards = (a_card(0, 0.6), a_card(1, 0.95))

    panel = boards(some_scores(plan), plan, cards=cards, people=agreed)[Board.QUALITY].panel

    assert panel is not None
    assert panel.rule == rule
    assert (panel.judges[0].weight > 0.5) == (cases == 20)
    assert [judge.people for judge in panel.judges] == list(agreed.values())


def test_one_judge_decides_alone() -> None:
    plan = a_plan()

    panel = panel_of(some_scores(plan), plan)

    assert (panel.rule, weights(panel)) == ("one judge", [1.0])
    assert (panel.shared_errors, panel.no_shared_errors) == ((), "")


@pytest.mark.parametrize(("unread", "is_trusted"), [(2, True), (3, False)])
def test_a_judge_that_cannot_be_read_too_often_makes_a_board_untrustworthy(
    unread: int, is_trusted: bool
) -> None:
    plan = a_plan(arms=1, judges=2, cases=20)
    scores = [
        a_score(plan, case, qualities=((0, 0.5),), not_judged=(1,))
        if case < unread
        else a_score(plan, case, qualities=((0, 0.5), (1, 0.6)))
        for case in range(20)
    ]

    ranking = boards(scores, plan)[Board.QUALITY]

    assert (Flag.NOT_TRUSTWORTHY not in ranking.flags) is is_trusted
    assert ranking.panel is not None
    assert [(judge.asked, judge.not_judged) for judge in ranking.panel.judges] == [(20, 0), (20, unread)]


def test_the_limit_is_the_policys() -> None:
    plan = a_plan(arms=1, cases=2)
    scores = [a_score(plan, 0), a_score(plan, 1, qualities=(), not_judged=(0,))]

    assert not boards(scores, plan, policy=Policy(most_unreadable=0.5))[Board.QUALITY].flags


def test_judges_that_err_together_are_shown() -> None:
    plan = a_plan(arms=2, judges=5, cases=120)
    rng = np.random.default_rng(3)
    scores: list[CellScore] = []
    for cell in range(plan.grid.cells):
        place, truth, shared = plan.grid.place(cell), rng.uniform(0.3, 0.7), rng.uniform(-0.15, 0.15)
        noise = [shared, shared + rng.uniform(-0.02, 0.02), *rng.uniform(-0.1, 0.1, 3)]
        seen = tuple((at, float(truth + noise[at])) for at in range(5))
        scores.append(a_score(plan, place.case, arm=place.arm, qualities=seen, family=f"f{place.case // 2}"))

    panel = panel_of(scores, plan)

    closest = panel.shared_errors[0]
    assert {closest.first, closest.second} == {"jdg_0", "jdg_1"}
    assert closest.is_certain
    assert len(panel.shared_errors) == 10
    assert panel.no_shared_errors == ""


def test_too_few_judges_to_see_that_they_err_together_is_said() -> None:
    plan = a_plan(judges=2)

    panel = panel_of(some_scores(plan), plan)

    assert panel.shared_errors == ()
    assert "of at least 4;" in panel.no_shared_errors


def test_the_overall_impression_has_a_board_of_its_own_and_is_no_part_of_the_quality() -> None:
    plan = a_plan(arms=1, judges=2, rubric=WITH_OVERALL)
    scores = [
        a_score(plan, case, qualities=((0, 0.9), (1, 0.9)), overalls=((0, 0.2), (1, 0.4)))
        for case in range(20)
    ]

    found = boards(scores, plan)

    assert found[Board.QUALITY].items[0].strength == pytest.approx(0.9)
    assert found[Board.EVALUATOR].items[0].strength == pytest.approx(0.3)
    assert found[Board.EVALUATOR].items[0].measures == pytest.approx({"judge 0": 0.2, "judge 1": 0.4})


def test_criteria_that_were_asked_for_stand_beside_the_quality() -> None:
    plan = a_plan(arms=1, judges=2)
    given = ((0, "Accuracy", 0.4), (1, "Accuracy", 0.6), (7, "Nobody", 0.1))
    scores = [a_score(plan, case, qualities=((0, 0.9), (1, 0.9)), criteria=given) for case in range(20)]

    (item,) = boards(scores, plan)[Board.QUALITY].items

    assert [(one.criterion, one.mean) for one in item.criteria] == [("Accuracy", pytest.approx(0.5))]
    assert item.criteria[0].interval is not None


def test_without_an_overall_criterion_there_is_no_such_board() -> None:
    plan = a_plan(arms=1)

    assert Board.EVALUATOR not in boards([a_score(plan, overalls=((0, 0.5),))], plan)


def test_verdicts_are_an_impression_of_the_whole_and_an_abstention_is_no_score() -> None:
    plan = with_judges(a_plan(arms=1, rubric=STAGES), {"mode": JudgeMode.VERDICT, "may_name_several": True})
    scores = [
        a_score(plan, 0, qualities=(), verdicts=((0, (0.5, 0.75)),)),
        a_score(plan, 1, qualities=(), verdicts=((0, ()),)),
    ]

    found = boards(scores, plan)

    assert Board.QUALITY not in found
    (item,) = found[Board.EVALUATOR].items
    assert (item.strength, item.observations) == (0.625, 1)


def verdict_scores(plan: Snapshot, *, accuracies: tuple[float, ...]) -> list[CellScore]:
    """Each judge names the true stage so often, else another one."""
    rng = np.random.default_rng(71)
    scores: list[CellScore] = []
    for cell in range(plan.grid.cells):
        place, truth = plan.grid.place(cell), int(rng.integers(0, 2))
        right = rng.random(len(accuracies)) < accuracies
        said = tuple((at, (float(truth if is_right else 1 - truth),)) for at, is_right in enumerate(right))
        scores.append(a_score(plan, place.case, arm=place.arm, qualities=(), verdicts=said))
    return scores


def test_votes_are_weighed_by_the_guarded_rule_of_the_stats_room() -> None:
    accuracies = (0.9, 0.8, 0.7, 0.6, 0.6)
    judges = [{"mode": JudgeMode.VERDICT, "family": f"maker {n}"} for n in range(5)]
    plan = with_judges(a_plan(arms=2, cases=200, rubric=STAGES), *judges)

    panel = panel_of(verdict_scores(plan, accuracies=accuracies), plan, board=Board.EVALUATOR)

    assert panel.rule == WeightBasis.LATENT_CLASSES.value
    assert weights(panel)[0] > weights(panel)[4]


@pytest.mark.parametrize("repeats", [1, 2])
def test_few_votes_and_means_over_repeats_leave_everybody_equal(repeats: int) -> None:
    judges = [{"mode": JudgeMode.VERDICT, "family": f"maker {n}"} for n in range(5)]
    plan = with_judges(a_plan(arms=2, cases=20, repeats=repeats, rubric=STAGES), *judges)

    panel = panel_of(verdict_scores(plan, accuracies=(0.9,) * 5), plan, board=Board.EVALUATOR)

    assert weights(panel) == pytest.approx([0.2] * 5)
    assert panel.rule == (WeightBasis.FEW_ITEMS if repeats == 1 else WeightBasis.NO_LABELS).value


def test_a_scale_of_very_many_stages_holds_scores_rather_than_votes() -> None:
    judges = [{"mode": JudgeMode.VERDICT, "family": f"maker {n}"} for n in range(3)]
    plan = with_judges(a_plan(arms=1, cases=30, rubric=STAGES), *judges)
    scores = [
        a_score(plan, case, qualities=(), verdicts=tuple((at, (case / 30,)) for at in range(3)))
        for case in range(30)
    ]

    assert panel_of(scores, plan, board=Board.EVALUATOR).rule == WeightBasis.NO_LABELS.value


def test_where_no_verdict_came_there_is_no_board_of_them() -> None:
    plan = with_judges(a_plan(arms=1, rubric=STAGES), {"mode": JudgeMode.VERDICT})

    assert Board.EVALUATOR not in boards([a_score(plan, qualities=(), not_judged=(0,))], plan)


def test_judges_without_a_rubric_seat_no_panel() -> None:
    plan = a_plan(arms=1).model_copy(update={"rubric": None})

    assert Board.QUALITY not in boards([a_score(plan)], plan)
