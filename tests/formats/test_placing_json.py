"""A placing for machines."""

import json

from edison.domain import EntryRanking, Settlement
from edison.formats.exports.ranking_json import entry_ranking_as_json
from edison.formats.pages.ranking.run import EntryRankingRun

from .entry_rankings import SCALE, a_placing, a_placing_run


def written(entry_ranking: EntryRanking, about: EntryRankingRun) -> dict[str, object]:
    return json.loads(json.dumps(entry_ranking_as_json(entry_ranking, about=about), allow_nan=False))


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

    assert isinstance(items, list)
    assert items[7] == {
        "id": "anchor-C",
        "score": -0.3,
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
    assert isinstance(random, dict)
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
    assert isinstance(told["items"], list)
    assert isinstance(full["items"], list)
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
        "alignment": None,
    }
