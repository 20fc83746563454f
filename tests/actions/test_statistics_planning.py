"""Planning a comparison: from variances or from a pilot's file."""

from pathlib import Path

import pytest

from edison.actions.statistics import (
    Design,
    DesignCost,
    PlanColumns,
    PlanRequest,
    Variances,
    plan_power,
    show_plan,
)
from edison.actions.views.statistics.planning import view_plan
from edison.errors import ChoiceUnknown, ColumnsUnclear, EdisonError, SampleBroken, StatisticRefused
from edison.stats.comparing import PowerQuestion, VarianceComponents, cases_needed

from .tables import as_read, write_csv

NOISY = Variances(case=0.02, judge=0.01, repeat=0.03, residual=0.04)


def test_variances_give_what_the_planner_gives() -> None:
    found = plan_power(PlanRequest(effect=0.1), variances=NOISY)

    components = VarianceComponents(case=0.02, judge=0.01, repeat=0.03, residual=0.04)
    expected = cases_needed(components, question=PowerQuestion(effect=0.1), design=Design(cases=0))
    assert found.plan.more_cases is not None
    assert found.plan.more_cases.design.cases == expected
    assert found.plan.power_now == 0


def test_a_plan_is_shown_with_every_way_and_every_variance() -> None:
    wish = PlanRequest(effect=0.05, goal="same", cost=DesignCost(answer=0.5, judgment=0.1), budget=20)

    found = plan_power(wish, variances=NOISY, now=Design(cases=30, judges=2))
    shown, told = show_plan(found), as_read(view_plan(found).as_json())

    assert "say same within 0.05" in shown.sentences[0]
    assert "30 cases, 2 judges, 1 repeat now" in shown.sentences[1]
    assert [row[0] for row in shown.tables[0].rows][-1] == "Within budget"
    assert told["options"]["within_budget"]["added_cost"] <= 20
    assert told["options"]["cheapest"]["power"] >= 0.8
    assert told["now"] == {"cases": 30, "judges": 2, "repeats": 1}
    assert any("about these judges" in remark for remark in shown.remarks)


def test_ways_that_would_not_do_are_told_as_such() -> None:
    found = plan_power(PlanRequest(effect=0.05), variances=Variances(case=1.0), now=Design(cases=10))

    assert as_read(view_plan(found).as_json())["options"]["more_judges"] is None
    assert ("More judges", "up to 15 judges would not do", "–", "–") in show_plan(found).tables[0].rows


def test_a_pilot_tells_how_much_varies_and_where_it_stands(tmp_path: Path) -> None:
    rows = [
        (
            case,
            judge,
            repeat,
            0.5,
            0.5 + 0.1 * (case % 3) + 0.02 * (judge == "ann") + 0.05 * ((case + repeat) % 2),
        )
        for case in range(12)
        for judge in ("ann", "bob")
        for repeat in range(3)
    ]
    path = write_csv(tmp_path / "pilot.csv", ("case", "judge", "repeat", "old", "new"), rows)
    columns = PlanColumns(baseline="old", candidate="new", case="case", judge="judge", repeat="repeat")

    found = plan_power(PlanRequest(effect=0.05, judges_vary=True), file=path, columns=columns)

    assert found.now == Design(cases=12, judges=2, repeats=3)
    assert found.values == len(rows)
    assert found.components.case > 0
    assert found.components.repeat > 0
    assert found.components.flags == frozenset()
    assert "Variances from 72 results" in show_plan(found).sentences[1]


def test_a_pilot_of_plain_differences_is_flagged_for_what_it_cannot_tell(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "pilot.csv", ("gain",), [(n % 5 / 10,) for n in range(20)] + [("NA",)])

    found = plan_power(PlanRequest(effect=0.1), file=path, columns=PlanColumns(value="gain"))

    assert (found.values, found.now.cases) == (20, 20)
    assert "judges not separate" in as_read(view_plan(found).as_json())["flags"]
    assert any("One judge only" in remark for remark in show_plan(found).remarks)


@pytest.mark.parametrize(
    ("wish", "variances", "error"),
    [
        (PlanRequest(effect=0.1), None, StatisticRefused),
        (PlanRequest(effect=0.1), Variances(case=0), StatisticRefused),
        (PlanRequest(effect=0.1), Variances(case=-1), SampleBroken),
        (PlanRequest(effect=0.1, cost=DesignCost(answer=-1)), NOISY, SampleBroken),
        (PlanRequest(effect=0.1, budget=-1), NOISY, SampleBroken),
        (PlanRequest(effect=0), NOISY, SampleBroken),
        (PlanRequest(effect=1e300), NOISY, SampleBroken),
        (PlanRequest(effect=0.1), Variances(case=1e300), SampleBroken),
        (PlanRequest(effect=0.5, pass_fail=True), Variances(case=0.76), SampleBroken),
        (PlanRequest(effect=0.5, pass_fail=True), Variances(case=0.2, residual=0.04), SampleBroken),
        (PlanRequest(effect=1.2, pass_fail=True), Variances(case=0.2), SampleBroken),
        (PlanRequest(effect=0.1, power=1), NOISY, SampleBroken),
        (PlanRequest(effect=0.1, goal="win"), NOISY, ChoiceUnknown),
    ],
)
def test_plans_that_make_no_sense_are_refused(
    wish: PlanRequest, variances: Variances | None, error: type[EdisonError]
) -> None:
    with pytest.raises(error):
        plan_power(wish, variances=variances)


@pytest.mark.parametrize(("goal", "least", "most"), [("difference", 0.25, 0.75), ("same", 0.001, 1.0)])
def test_passes_and_failures_may_vary_by_what_their_difference_allows(
    goal: str, least: float, most: float
) -> None:
    for variance in (least, most):
        wish = PlanRequest(effect=0.5, goal=goal, pass_fail=True)
        assert plan_power(wish, variances=Variances(case=variance)).plan.more_cases is not None


def test_the_columns_of_a_pilot_must_be_named(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "pilot.csv", ("old", "new"), [(1, 2)])

    for columns in (PlanColumns(), PlanColumns(baseline="old"), PlanColumns(value="old", baseline="new")):
        with pytest.raises(ColumnsUnclear, match="name the column of differences"):
            plan_power(PlanRequest(effect=0.1), file=path, columns=columns)
