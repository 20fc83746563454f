"""What machines are told."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from edison.actions.results.verdicts import RunVerdict
from edison.actions.statistics import (
    LabelColumns,
    PairColumns,
    PlanRequest,
    Variances,
    compare_family,
    measure_agreement,
    plan_power,
    rank_file,
)
from edison.actions.views.board import view_results
from edison.actions.views.card import view_card
from edison.actions.views.ranking import view_entry_ranking, view_ranked_run
from edison.actions.views.run import BoardView, view_boards, view_end, view_run
from edison.actions.views.schema import VIEWS, views_schema
from edison.actions.views.statistics.agreement import view_agreement
from edison.actions.views.statistics.comparing import view_comparison, view_family
from edison.actions.views.statistics.planning import view_plan
from edison.actions.views.statistics.ranking import view_ranked_file
from edison.actions.views.view import BaseView
from edison.domain import CardMeasure, EntryRanking, Interval, RankedPair, Ranking, Settlement
from edison.formats.pages.ranking.run import EntryRankingRun
from edison.formats.pages.ranking.words import WEAKNESS_WORDS
from tests.actions.tables import write_csv
from tests.factories import a_judge_card
from tests.formats.boards import a_bad_card, a_tied_board
from tests.formats.entry_rankings import SCALE, a_placed_judge, a_placing, a_placing_run
from tests.formats.reports import a_report, some_boards

JUDGES = (
    a_placed_judge(name="known", card=a_bad_card()),
    a_placed_judge(name="unknown"),
    a_placed_judge(name="Ms Berg", is_person=True),
)


def entry_ranking_as_json(entry_ranking: EntryRanking, about: EntryRankingRun) -> dict[str, Any]:
    return view_entry_ranking(entry_ranking, about=about).as_json()


def written(entry_ranking: EntryRanking, about: EntryRankingRun) -> dict[str, Any]:
    return json.loads(json.dumps(entry_ranking_as_json(entry_ranking, about=about), allow_nan=False))


def all_views(view: type[BaseView] = BaseView) -> list[type[BaseView]]:
    return [view, *(further for one in view.__subclasses__() for further in all_views(one))]


@pytest.mark.parametrize("view", all_views())
def test_a_view_has_no_defaults(view: type[BaseView]) -> None:
    assert [name for name, field in view.model_fields.items() if not field.is_required()] == []


def test_a_board_is_told_whole() -> None:
    assert BoardView.model_fields.keys() == Ranking.model_fields.keys() - {"id", "run_id"}


@pytest.mark.parametrize(
    ("value", "told"),
    [(-1e-17, "by 0.00, between −0.05 and 0.05"), (-0.0004, "by 0.00, between −0.05 and 0.05")],
)
def test_a_difference_that_is_told_as_nothing_has_no_sign(value: float, told: str) -> None:
    pair = RankedPair.model_validate(
        {
            **{"left": "arm_1", "right": "arm_2", "value": value, "adjusted_p": 1, "complete": 40},
            "interval": {"low": -0.053, "high": 0.053},
        }
    )

    [board] = view_results(a_report(boards=(a_tied_board(pairs=(pair,)),))).boards

    assert told in board.sentence


def test_what_is_told_is_what_the_contract_says() -> None:
    report = a_report(boards=some_boards())
    told: list[BaseView] = [
        view_run(report),
        view_boards(report),
        view_end(report, verdict=RunVerdict.PASSED, exit_code=0),
        view_ranked_run(report, a_placing(judges=JUDGES), about=a_placing_run()),
        view_card(a_judge_card()),
    ]
    _demand_promised(told)


def test_what_statistics_tell_is_what_the_contract_says(tmp_path: Path) -> None:
    votes = write_csv(
        tmp_path / "votes.csv",
        ("left", "right", "result"),
        [("a", "b", "a"), ("b", "a", "b"), ("a", "c", "c")],
    )
    arms = write_csv(
        tmp_path / "arms.csv", ("old", "new"), [(n % 2, n % 3 > 0) for n in range(20)] + [(1, "")]
    )
    columns = PairColumns(baseline="old")
    family = compare_family(arms, columns=columns, names=("new", "old"))

    told: list[BaseView] = [
        view_ranked_file(rank_file(votes, resamples=20, against="b", position=True)),
        view_agreement(measure_agreement(votes, columns=LabelColumns(judges=("left", "right")))),
        view_comparison(family.comparisons[0]),
        view_family(family),
        view_plan(plan_power(PlanRequest(effect=0.5, budget=9.0), variances=Variances(case=1.0))),
    ]

    _demand_promised(told)


def _demand_promised(told: list[BaseView]) -> None:
    schema = views_schema()
    for view in told:
        one = {**schema, "$ref": f"#/$defs/{type(view).__name__}"}
        assert [error.message for error in Draft202012Validator(one).iter_errors(view.as_json())] == []


def test_every_field_of_what_is_told_is_promised() -> None:
    defs: Any = views_schema()["$defs"]

    for view in VIEWS:
        assert set(defs[view.__name__]["required"]) == set(view.model_fields)


def test_machines_get_every_number_of_a_card_and_null_where_there_is_none() -> None:
    measures = {
        "accuracy": CardMeasure(value=0.8, interval=Interval(low=0.7, high=0.9), n=1200),
        "cost_usd": CardMeasure(value=0.0012, n=200),
    }

    told: Any = view_card(a_judge_card(measures=measures)).as_json()

    assert told["judge"] == {"id": "jdg_1", "name": "strict"}
    assert told["profiles"] == [
        {"model": "sim/judge", "mode": "pairwise"},
        {"model": "sim/judge", "mode": "verdict"},
    ]
    assert told["made_at"] == "2026-01-01T12:00:00+00:00"
    assert told["measures"] == {
        "accuracy": {"value": 0.8, "interval": [0.7, 0.9], "level": 0.95, "n": 1200},
        "cost_usd": {"value": 0.0012, "interval": None, "level": None, "n": 200},
    }


def test_the_card_of_a_judge_is_told_and_null_where_there_is_none() -> None:
    known, unknown, person = (
        judge["card"] for judge in written(a_placing(judges=JUDGES), a_placing_run())["judges"]
    )

    assert (known["standing"], known["match"]) == ("unqualified", "other_rubric")
    assert (unknown, person) == (None, None)


def test_a_placing_says_what_a_ranking_says_and_more() -> None:
    told = entry_ranking_as_json(a_placing(), about=a_placing_run())

    assert {
        "items",
        "reliability",
        "flags",
        "settlement",
        "comparisons",
        "cost_usd",
        "grades",
        "judges",
    } <= told.keys()
    assert told["settlement"] == "stable"
    assert told["comparisons"] == 146
    assert told["cost_usd"] == 0.1834
    assert told["flags"] == ["adaptive", "separated"]
    assert told["misfit"] == {"items": ["Chiara with a surname that goes on and on"], "judges": ["Ms Berg"]}
    assert told["position_effect"] == 0.22
    assert told["run"] == "run_01"
    assert told["unplaced"] == []
    assert told["prompts"] == {}


def test_an_item_has_its_score_its_grade_and_what_they_rest_on() -> None:
    items = entry_ranking_as_json(a_placing(), about=a_placing_run())["items"]

    assert items[7] == {
        "id": "anchor-C",
        "score": -0.3,
        "normalised_score": 0.4,
        "se": 0.4,
        "interval": [-1.1, 0.5],
        "rank": 8,
        "comparisons": 14,
        "wins": 5.0,
        "infit": 1.02,
        "misfits": False,
        "skew": 0.0,
        "anchor_grade": "C",
        "grade": "D",
        "fine_grade": "D",
        "probabilities": {"F": 0.02, "E": 0.2, "D": 0.5, "C": 0.25, "B": 0.03, "A": 0},
        "confidence": 0.55,
        "certainty": "mid",
    }


def test_reliability_says_where_adaptive_pairs_inflated_it() -> None:
    adaptive = entry_ranking_as_json(a_placing(), about=a_placing_run())["reliability"]
    random = entry_ranking_as_json(a_placing(), about=a_placing_run(is_adaptive=False))["reliability"]

    assert adaptive == {
        "ssr": 0.91,
        "ssr_inflated": True,
        "split_half": None,
        "split_half_of": None,
        "no_split_half": None,
        "streams": 0.84,
        "hierarchical": 0.86,
        "cautions": ["adaptive"],
    }
    assert random["ssr_inflated"] is False


def test_grades_come_with_their_scale_and_their_alignment() -> None:
    grades = entry_ranking_as_json(a_placing(), about=a_placing_run())["grades"]

    assert grades == {
        "available": True,
        "reason": None,
        "scale": SCALE.model_dump(mode="json"),
        "means": {"F": -3.3, "E": -2.4, "D": -0.9, "C": 0.2, "B": 1.4, "A": 2.7},
        "boundaries": [-2.8, -1.6, -0.35, 0.8, 2.1],
        "weaknesses": ["few_anchors", "grades_without_anchor", "no_grade_twice"],
        "remarks": {code: WEAKNESS_WORDS[code] for code in grades["weaknesses"]},
        "alignment": {
            "tau": 0.95,
            "inversions": [{"lower": "anchor-C", "higher": "anchor-B"}],
            "without_a_win": [],
            "misses": [],
        },
    }


def test_what_is_unknown_is_null_and_never_left_out() -> None:
    full = written(a_placing(), a_placing_run())
    items = [
        item.model_copy(update={"projected": None, "se": None, "interval": None})
        for item in a_placing().items
    ]
    bare = EntryRanking(
        items=tuple(items), without_grades="there are no anchors.", flags=("A sentence of its own.",)
    )
    about = EntryRankingRun(name="x", settlement=Settlement.BUDGET_SPENT, comparisons=3)

    told = written(bare, about)

    assert told.keys() == full.keys()
    assert told["items"][0].keys() == full["items"][0].keys()
    assert (
        told["items"][0]["interval"] is told["items"][0]["grade"] is told["cost_usd"] is told["run"] is None
    )
    assert told["remarks"] == {"A sentence of its own.": "A sentence of its own."}
    assert told["grades"] == {
        "available": False,
        "reason": "there are no anchors.",
        "scale": None,
        "means": {},
        "boundaries": [],
        "weaknesses": [],
        "remarks": {},
        "alignment": None,
    }
