"""A placing for machines: the keys of `edison stats rank --json` and what comparative judgment adds to them."""

from collections.abc import Sequence
from typing import cast

from pydantic import JsonValue

from edison.domain import (
    AnchorAlignment,
    ComparingJudge,
    EntryRanking,
    Interval,
    ProjectedGrade,
    RankedEntry,
    Reliability,
)

from ..pages.ranking.run import EntryRankingRun
from ..pages.ranking.words import FLAG_WORDS, in_words
from .written_cells import usd


def entry_ranking_as_json(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> dict[str, JsonValue]:
    """All there is to know; what is unknown is null, never left out."""
    return {
        "name": about.name,
        "run": about.run_id or None,
        "method": entry_ranking.method,
        "settlement": about.settlement.value,
        "comparisons": about.comparisons,
        "cost_usd": usd(about.spent_microusd),
        "adaptive": about.is_adaptive,
        "items": [_item(item) for item in entry_ranking.items],
        "unplaced": list(entry_ranking.unplaced),
        "reliability": _reliability(entry_ranking.reliability, is_adaptive=about.is_adaptive),
        "position_effect": entry_ranking.first_position,
        "agreement": entry_ranking.agreement,
        "judges": [_judge(judge) for judge in entry_ranking.judges],
        "misfit": {
            "items": [item.name for item in entry_ranking.items if item.misfits],
            "judges": [judge.name for judge in entry_ranking.judges if judge.misfits],
        },
        "grades": _grades(entry_ranking, about=about),
        "prompts": dict(about.prompts),
        "flags": list(entry_ranking.flags),
        "remarks": {flag: in_words(flag, words=FLAG_WORDS) for flag in entry_ranking.flags},
    }


def _item(item: RankedEntry) -> dict[str, JsonValue]:
    return {
        "id": item.name,
        "score": item.score,
        "se": item.se,
        "interval": _interval(item.interval),
        "rank": item.rank,
        "comparisons": item.comparisons,
        "wins": item.wins,
        "infit": item.infit,
        "misfits": item.misfits,
        "skew": item.skew,
        "anchor_grade": item.anchor_grade,
        **_projected(item.projected),
    }


def _projected(projected: ProjectedGrade | None) -> dict[str, JsonValue]:
    if projected is None:
        return dict.fromkeys(("grade", "fine_grade", "probabilities", "confidence", "certainty"))
    return {
        "grade": projected.grade,
        "fine_grade": projected.fine,
        "probabilities": dict(projected.probabilities),
        "confidence": projected.confidence,
        "certainty": projected.certainty.value,
    }


def _interval(interval: Interval | None) -> JsonValue:
    return None if interval is None else [interval.low, interval.high]


def _reliability(found: Reliability, *, is_adaptive: bool) -> dict[str, JsonValue]:
    return {
        "ssr": found.ssr,
        "ssr_inflated": is_adaptive and found.ssr is not None,
        "split_half": found.split_half,
        "split_half_of": None if found.halves_of is None else found.halves_of.value,
        "no_split_half": found.no_split_half,
        "streams": found.streams,
        "hierarchical": found.hierarchical,
        "cautions": list(found.cautions),
    }


def _judge(judge: ComparingJudge) -> dict[str, JsonValue]:
    return cast("dict[str, JsonValue]", judge.model_dump(mode="json"))


def _grades(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> dict[str, JsonValue]:
    scale = about.scale
    return {
        "available": any(item.projected is not None for item in entry_ranking.items),
        "reason": entry_ranking.without_grades,
        "scale": None if scale is None else cast("dict[str, JsonValue]", scale.model_dump(mode="json")),
        "means": dict(entry_ranking.grade_means),
        "boundaries": list(entry_ranking.boundaries),
        "weaknesses": list(entry_ranking.weaknesses),
        "alignment": _alignment(entry_ranking.alignment),
    }


def _alignment(alignment: AnchorAlignment | None) -> JsonValue:
    if alignment is None:
        return None
    inversions: Sequence[tuple[str, str]] = alignment.inversions
    return {
        "tau": alignment.tau,
        "inversions": [{"lower": lower, "higher": higher} for lower, higher in inversions],
        "without_a_win": list(alignment.without_a_win),
        "misses": list(alignment.misses),
    }
