"""A placing as one page that a teacher can read. How it looks is said in the templates."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC
from functools import partial

from edison.domain import (
    LEAST_FIT,
    AnchorAlignment,
    ComparingJudge,
    EntryRanking,
    RankedEntry,
    Worth,
    is_published,
)
from edison.text import several, write_number

from ...words.wording import tell_end, tell_known
from ..page import render
from ..pictures import picture_entry_ranking
from .plots import GradeColours, draw_chances, draw_entry_ranking
from .run import EntryRankingRun
from .trust import leaning_of, weigh_trust
from .words import (
    CERTAINTY_WORDS,
    FLAG_WORDS,
    MISS_WORDS,
    WEAKNESS_WORDS,
    in_words,
    listed,
    score_teller,
    tell_halves,
    tell_reliability,
    write_effect,
)
from .worth import tell_worth

MOST_ROWS = 2_000
"""A page shows so many texts, the strongest first; all of them are in the JSON."""

_CLOSE = 0.9
_MOST_INVERSIONS = 10


def entry_ranking_html(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[bytes]:
    """The whole page, piece by piece; bounded, however many texts there are."""
    items = entry_ranking.items
    shown = entry_ranking.model_copy(update={"items": items[:MOST_ROWS]})
    colours = GradeColours(about.scale.grades if about.scale else entry_ranking.grade_means)
    yield from render(
        "ranking.html.j2",
        title=about.name,
        lead=tell_worth(entry_ranking, about.settlement),
        tone=_tone(entry_ranking, about=about),
        told=tell_reliability(entry_ranking.reliability.headline)[1],
        end=tell_end(about.settlement),
        about=about,
        ranking=entry_ranking,
        facts=list(_facts(entry_ranking, about=about)),
        why_none=[in_words(flag, words=FLAG_WORDS) for flag in entry_ranking.flags]
        or ["No text was compared."],
        trust=weigh_trust(entry_ranking, about=about),
        colours=colours,
        is_graded=any(item.projected is not None for item in items),
        has_anchors=any(item.anchor_grade is not None for item in items),
        plot=draw_entry_ranking(shown, colours=colours) if items else None,
        items=shown.items,
        tell_score=score_teller(items),
        left_out=len(items) - len(shown.items),
        certainty_words=CERTAINTY_WORDS,
        tell_chances=partial(draw_chances, colours=colours),
        grades=_grades(entry_ranking),
        judges=[(judge, list(_remarks(judge)), _answered_by(judge)) for judge in entry_ranking.judges],
        pictures=list(picture_entry_ranking(entry_ranking)),
        numbers=_numbers(entry_ranking, is_adaptive=about.is_adaptive),
        origin=_origin(entry_ranking, about=about),
        prompts=_prompts(about),
    )


def _facts(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> Iterator[tuple[str, str]]:
    anchors = sum(item.anchor_grade is not None for item in entry_ranking.items)
    yield f"{len(entry_ranking.items) + len(entry_ranking.unplaced):,}", "texts"
    if anchors:
        yield f"{anchors:,}", "of them graded by people"
    yield f"{about.comparisons:,}", "comparisons"
    if entry_ranking.judges:
        people = sum(judge.is_person for judge in entry_ranking.judges)
        noun = "judge" if len(entry_ranking.judges) == 1 else "judges"
        yield f"{len(entry_ranking.judges):,}", f"{noun}, {people:,} of them people" if people else noun
    yield tell_known(about.spent_microusd, is_part=about.is_spent_in_part, digits=4), "spent"


def _tone(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> str:
    """Which colour the first sentence has."""
    if not is_published(entry_ranking, about.settlement):
        return "poor"
    return {Worth.DECISIONS: "fine", Worth.ORIENTATION: "fair", Worth.NOTHING: "poor"}[entry_ranking.worth]


@dataclass(frozen=True, slots=True)
class _Grades:
    anchors: list[RankedEntry]
    weaknesses: list[str]
    misses: list[str]
    inversions: str
    without_a_win: str
    fit: str
    warning: str
    """What follows the number by which the fit is measured."""


def _grades(entry_ranking: EntryRanking) -> _Grades:
    found = entry_ranking.alignment or AnchorAlignment(tau=None)
    fit, warning = _tell_fit(found.tau)
    beaten = (f"{lower} beat {higher}" for lower, higher in found.inversions)
    return _Grades(
        anchors=[item for item in entry_ranking.items if item.anchor_grade is not None],
        weaknesses=[in_words(weakness, words=WEAKNESS_WORDS) for weakness in entry_ranking.weaknesses],
        misses=[in_words(miss, words=MISS_WORDS) for miss in found.misses],
        inversions=listed(beaten, most=_MOST_INVERSIONS),
        without_a_win=listed(found.without_a_win),
        fit=fit,
        warning=warning,
    )


def _tell_fit(tau: float | None) -> tuple[str, str]:
    if tau is None:
        return "Whether the judges' order fits the grades that people gave cannot be told.", ""
    if tau >= _CLOSE:
        return "The judges' order fits the grades that people gave closely", "."
    if tau >= LEAST_FIT:
        return "The judges' order fits the grades that people gave on the whole, with exceptions", "."
    return "The judges' order fits the grades that people gave badly", ": they carry no grades."


def _remarks(judge: ComparingJudge) -> Iterator[str]:
    if side := leaning_of(judge):
        yield f"leans to the {side}"
    if judge.misfits:
        yield "judges unlike the others"


def _answered_by(judge: ComparingJudge) -> str:
    """Which models answered by their own word, where that is not the word they were asked by."""
    others = (one for one in judge.answered_by if one.model and not one.endpoint.endswith(f"/{one.model}"))
    return listed(dict.fromkeys(one.model or "" for one in others), most=3)


def _numbers(entry_ranking: EntryRanking, *, is_adaptive: bool) -> tuple[tuple[str, float | None, str], ...]:
    found = entry_ranking.reliability
    separation = (
        "too high, because pairs were chosen by earlier results: do not quote it"
        if is_adaptive
        else "how much the scores differ beyond their uncertainty"
    )
    return (
        ("Two independent halves of the pairs", found.streams, "the two never saw each other's results"),
        ("Split-half", found.split_half, tell_halves(found)),
        ("Hierarchical", found.hierarchical, "scores drawn towards the middle where little is known"),
        ("Scale separation (SSR)", found.ssr, separation),
    )


def _origin(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> str:
    told = [f"Made from {several(about.comparisons, 'comparison')}"]
    if entry_ranking.method:
        told.append(f"scores by the method {entry_ranking.method}, in logits around their mean")
    if entry_ranking.first_position is not None:
        told.append(f"being shown first is worth {write_effect(entry_ranking.first_position)} logits")
    if entry_ranking.agreement is not None:
        alpha = write_number(entry_ranking.agreement)
        told.append(f"agreement of the judges {alpha} (Krippendorff's alpha)")
    if about.run_id:
        told.append(f"run {about.run_id}")
    if about.began_at is not None:
        told.append(f"begun {about.began_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC")
    return f"{'; '.join(told)}."


def _prompts(about: EntryRankingRun) -> list[tuple[str, str]]:
    """The very words of the question, once for all judges that were asked alike."""
    alike: dict[str, list[str]] = {}
    for judge, words in about.prompts:
        alike.setdefault(words, []).append(judge)
    return [(listed(judges), words) for words, judges in alike.items()]
