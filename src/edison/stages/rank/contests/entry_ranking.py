"""placing: where texts stand after they were compared, and how far that can be believed.

Numbers come from the stats room; here nouns become its arrays, and its results become nouns.
"""

from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import TypeVar

from edison.domain import (
    LEAST_RELIABILITY,
    LOW_RELIABILITY,
    SSR_INFLATED,
    Contest,
    EntryRanking,
    Interval,
    KeptChance,
    PairLine,
    RankedEntry,
    Reliability,
    win_chance,
)
from edison.errors import SampleEmpty, StatisticRefused

from .grading import Grading, grade_entries
from .meetings import ContestEntry, ContestJudge, Meetings
from .placed_judges import agreement_of, find_alike, place_judges
from .splitting import split_meetings
from .strengths import Strengths, estimate_strengths

T = TypeVar("T")


def rank_entries(
    entries: Sequence[ContestEntry],
    lines: Sequence[PairLine],
    *,
    contest: Contest,
    judges: Sequence[ContestJudge],
    seed: int = 0,
) -> EntryRanking:
    """Rank the texts by everything that was found, and project grades where there are anchors for it."""
    meetings = Meetings.of(entries, lines, judges=judges)
    if len(entries) < 2 or not len(meetings):
        reason = (
            "Fewer than two texts can be compared." if len(entries) < 2 else "No comparison has a finding."
        )
        nothing = Strengths(texts=(None,) * len(entries), method="", flags=("nothing compared",))
        return EntryRanking(
            unplaced=tuple(entry.name for entry in entries),
            flags=nothing.flags,
            judges=place_judges(lines, judges=judges, meetings=meetings, strengths=nothing),
            without_grades=reason,
        )
    strengths = estimate_strengths(meetings)
    reliability = _reliability(meetings, strengths, seed=seed)
    grading = grade_entries(
        entries,
        strengths,
        meetings=meetings,
        scale=contest.scale,
        reliability=reliability.headline,
        seed=seed,
    )
    return EntryRanking(
        items=tuple(_placed(entries, meetings, strengths=strengths, grading=grading)),
        unplaced=tuple(
            entry.name for entry, text in zip(entries, strengths.texts, strict=True) if text is None
        ),
        method=strengths.method,
        reliability=reliability,
        flags=strengths.flags,
        judges=place_judges(lines, judges=judges, meetings=meetings, strengths=strengths),
        first_position=strengths.first_position,
        agreement=agreement_of(meetings, judges=judges),
        alike=find_alike(meetings, judges=judges),
        kept=tuple(_kept(meetings, strengths)),
        without_grades=grading.reason,
        grade_means=grading.means or {},
        boundaries=grading.boundaries,
        weaknesses=grading.weaknesses,
        alignment=grading.alignment,
    )


def _placed(
    entries: Sequence[ContestEntry], meetings: Meetings, *, strengths: Strengths, grading: Grading
) -> Iterator[RankedEntry]:
    """Component by component, the strongest first."""
    from edison.stats.pairing import position_skew

    history = meetings.history()
    times, skew = history.times.tolist(), position_skew(history).tolist()
    wins, infits = _wins(meetings), _infits(meetings, strengths)
    projected = grading.projected or {}
    placed = [(entries[place], text, place) for place, text in enumerate(strengths.texts) if text is not None]
    for entry, text, place in sorted(placed, key=lambda row: (row[1].component, row[1].rank, row[0].name)):
        infit, misfits = infits.get(place, (None, False))
        yield RankedEntry(
            cell=entry.cell,
            name=entry.name,
            rank=text.rank,
            score=text.score,
            se=text.se if isfinite(text.se) else None,
            interval=Interval(low=text.low, high=text.high) if isfinite(text.se) else None,
            comparisons=times[place],
            wins=wins[place],
            infit=infit,
            misfits=misfits,
            skew=skew[place],
            component=text.component,
            anchor_grade=entry.anchor_grade,
            projected=projected.get(place),
        )


def _kept(meetings: Meetings, strengths: Strengths) -> Iterator[KeptChance]:
    """What the order says of each comparison against how it came out; nothing where there are too few."""
    from edison.stats.judges import calibration

    shift, rows = (
        strengths.first_position or 0.0,
        zip(meetings.left, meetings.right, meetings.outcome, strict=True),
    )
    told = [
        (win_chance(one.score - other.score + shift), outcome)
        for left, right, outcome in rows
        if (one := strengths.texts[left]) and (other := strengths.texts[right])
    ]
    found = _or_none(lambda: calibration([chance for chance, _ in told], [came for _, came in told]))
    for one in () if found is None else found.bins:
        ends = Interval(low=one.came.low, high=one.came.high)
        yield KeptChance(chance=one.chance, came=one.came.value, interval=ends, comparisons=one.came.cases)


def _wins(meetings: Meetings) -> list[float]:
    wins = [0.0] * meetings.texts
    for left, right, outcome in zip(meetings.left, meetings.right, meetings.outcome, strict=True):
        wins[left] += outcome
        wins[right] += 1 - outcome
    return wins


def _infits(meetings: Meetings, strengths: Strengths) -> dict[int, tuple[float | None, bool]]:
    from edison.stats.strengths import item_misfit

    if strengths.fitted is None:
        return {}
    misfit = item_misfit(meetings.table(), strengths.fitted)
    found = zip(misfit.infit.tolist(), misfit.misfits.tolist(), strict=True)
    return {
        place: (infit if isfinite(infit) else None, misfits) for place, (infit, misfits) in enumerate(found)
    }


def _reliability(meetings: Meetings, strengths: Strengths, *, seed: int) -> Reliability:
    from edison.stats.pairing import hierarchical_reliability
    from edison.stats.strengths import scale_separation

    adaptive, fitted = meetings.is_adaptive, strengths.fitted
    separation = None if fitted is None else _or_none(lambda: scale_separation(fitted, adaptive=adaptive))
    split = split_meetings(meetings, seed=seed)
    streams, cautions = _streams(meetings)
    texts = strengths.of(strengths.known)
    hierarchical = _or_none(
        lambda: hierarchical_reliability([text.score for text in texts], [text.se for text in texts])
    )
    found = Reliability(
        ssr=None if separation is None else separation.reliability,
        split_half=split.value,
        halves_of=split.of,
        no_split_half=split.reason,
        streams=streams,
        hierarchical=hierarchical if strengths.method == "hierarchical" else None,
        cautions=(*cautions, *((SSR_INFLATED,) if adaptive and separation is not None else ())),
    )
    is_low = found.headline is not None and found.headline < LEAST_RELIABILITY
    return found.model_copy(update={"cautions": (*found.cautions, LOW_RELIABILITY)}) if is_low else found


def _streams(meetings: Meetings) -> tuple[float | None, tuple[str, ...]]:
    """The agreement of the two streams, where there are two."""
    from edison.stats.pairing import stream_reliability

    sizes = (meetings.stream.count(0), meetings.stream.count(1))
    if not all(sizes):
        return None, ()
    first, second = (meetings.standing(stream=stream) for stream in (0, 1))
    found = _or_none(lambda: stream_reliability(first.scores, second.scores, comparisons=sizes))
    if found is None:
        return None, ()
    return found.reliability, tuple(caution.value for caution in found.cautions)


def _or_none(measure: Callable[[], T]) -> T | None:
    try:
        return measure()
    except (SampleEmpty, StatisticRefused):
        return None
