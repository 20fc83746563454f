"""Placings for tests: twelve essays with four anchors among them, two models and a teacher as judges."""

from typing import Any, cast

from edison.domain import (
    AnchorAlignment,
    ComparingJudge,
    EntryRanking,
    GradeCertainty,
    GradeSteps,
    Interval,
    ProjectedGrade,
    RankedEntry,
    Reliability,
    Settlement,
)
from edison.formats.pages.ranking.run import EntryRankingRun

SCALE = GradeSteps(
    name="six", grades=("F", "E", "D", "C", "B", "A"), minus=("C", "B"), plus=("B",), below="U"
)

_CHANCES: dict[str, tuple[float, ...]] = {
    "A": (0, 0, 0, 0.02, 0.1, 0.88),
    "B": (0, 0, 0.01, 0.14, 0.7, 0.15),
    "C": (0, 0.04, 0.26, 0.5, 0.18, 0.02),
    "D": (0.02, 0.2, 0.5, 0.25, 0.03, 0),
    "E": (0.12, 0.6, 0.25, 0.03, 0, 0),
    "F": (0.75, 0.2, 0.05, 0, 0, 0),
}


def a_projection(grade: str, *, certainty: str = "mid", fine: str | None = None) -> ProjectedGrade:
    return ProjectedGrade(
        grade=grade,
        fine=fine or grade,
        probabilities=dict(zip(SCALE.grades, _CHANCES[grade], strict=True)),
        confidence=0.55,
        certainty=GradeCertainty(certainty),
    )


def a_placed(name: str, **changes: object) -> RankedEntry:
    score = cast(float, changes.get("score", 0.0))
    defaults: dict[str, object] = {
        "cell": 0,
        "name": name,
        "rank": 1,
        "score": score,
        "se": 0.4,
        "interval": Interval(low=score - 0.8, high=score + 0.8),
        "comparisons": 14,
        "wins": 7.5,
        "infit": 1.02,
        "skew": 0.0,
    }
    return RankedEntry(**cast("dict[str, Any]", {**defaults, **changes}))


def a_placed_judge(**changes: object) -> ComparingJudge:
    return ComparingJudge.model_validate({"name": "Jo", "comparisons": 100, **changes})


def some_essays() -> tuple[RankedEntry, ...]:
    told: list[tuple[str, float, str, dict[str, object]]] = [
        ("Amina K.", 3.1, "A", {"certainty": "high", "wins": 13}),
        ("anchor-A", 2.6, "A", {"anchor_grade": "A", "fine": "A", "wins": 12}),
        ("Björn Ö.", 1.9, "B", {"fine": "B+", "wins": 11}),
        ("anchor-B", 1.4, "B", {"anchor_grade": "B", "wins": 10}),
        (
            "Chiara with a surname that goes on and on",
            0.9,
            "B",
            {"fine": "B-", "misfits": True, "infit": 1.7},
        ),
        ("Deniz", 0.4, "C", {"certainty": "low", "comparisons": 6, "wins": 3}),
        ("Edda", 0.1, "C", {"fine": "C-"}),
        ("anchor-C", -0.3, "D", {"anchor_grade": "C", "wins": 5}),
        ("Farid", -1.0, "D", {"wins": 5}),
        ("Gustaf", -1.9, "E", {"wins": 3}),
        ("anchor-E", -2.6, "E", {"anchor_grade": "E", "wins": 2}),
        ("Hana", -3.4, "F", {"certainty": "high", "wins": 0}),
    ]
    return tuple(_essay(place, row) for place, row in enumerate(told, 1))


def _essay(place: int, row: tuple[str, float, str, dict[str, object]]) -> RankedEntry:
    name, score, grade, extra = row
    known = {key: cast(str, extra.pop(key)) for key in ("certainty", "fine") if key in extra}
    projected = a_projection(grade, **known)
    return a_placed(name, cell=place - 1, rank=place, score=score, projected=projected, **extra)


def a_placing(**changes: object) -> EntryRanking:
    defaults: dict[str, object] = {
        "items": some_essays(),
        "method": "hierarchical",
        "reliability": Reliability(ssr=0.91, streams=0.84, hierarchical=0.86, cautions=("adaptive",)),
        "flags": ("adaptive", "separated"),
        "judges": (
            ComparingJudge(
                name="openai/gpt-4o",
                comparisons=60,
                not_judged=2,
                agreement=0.88,
                first_chosen=0.64,
                flips=0.1,
            ),
            ComparingJudge(
                name="anthropic/claude-sonnet", comparisons=62, agreement=0.91, first_chosen=0.52, flips=0.04
            ),
            ComparingJudge(
                name="Ms Berg",
                is_person=True,
                comparisons=24,
                agreement=0.79,
                first_chosen=0.46,
                misfits=True,
            ),
        ),
        "first_position": 0.22,
        "agreement": 0.71,
        "grade_means": {"F": -3.3, "E": -2.4, "D": -0.9, "C": 0.2, "B": 1.4, "A": 2.7},
        "boundaries": (-2.8, -1.6, -0.35, 0.8, 2.1),
        "weaknesses": ("few_anchors", "grades_without_anchor", "no_grade_twice"),
        "alignment": AnchorAlignment(tau=0.95, inversions=(("anchor-C", "anchor-B"),)),
    }
    return EntryRanking(**cast("dict[str, Any]", {**defaults, **changes}))


def a_placing_run(**changes: object) -> EntryRankingRun:
    defaults: dict[str, object] = {
        "name": "Essays on a journey, 9b",
        "settlement": Settlement.STABLE,
        "comparisons": 146,
        "spent_microusd": 183_400,
        "scale": SCALE,
        "is_adaptive": True,
        "goal": "Which of the two essays tells a journey better?",
        "run_id": "run_01",
    }
    return EntryRankingRun(**cast("dict[str, Any]", {**defaults, **changes}))
