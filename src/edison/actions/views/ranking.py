"""A ranking of texts for machines: the keys of `edison stats rank --json` and what comparative judgment adds."""

from typing import Self

from edison.domain import (
    AnchorAlignment,
    ComparingJudge,
    EntryRanking,
    GradeCertainty,
    GradeSteps,
    HalvesOf,
    RankedEntry,
    Reliability,
    RunReport,
    Settlement,
    Worth,
    is_published,
    normalise,
    to_usd,
)
from edison.formats.pages.ranking.run import EntryRankingRun
from edison.formats.pages.ranking.words import FLAG_WORDS, WEAKNESS_WORDS, in_words
from edison.formats.pages.ranking.worth import tell_worth

from .run import RunView, view_run
from .view import BaseView, Ends, ends_of


class WorthView(BaseView):
    """What the order may be used for; said before everything else."""

    sentence: str
    use: Worth
    usable: bool


class RankedEntryView(BaseView):
    """One text among the others; its grade is null where none is projected."""

    id: str
    score: float
    normalised_score: float
    se: float | None
    interval: Ends | None
    rank: int
    comparisons: int
    wins: float
    infit: float | None
    misfits: bool
    skew: float
    anchor_grade: str | None
    grade: str | None
    fine_grade: str | None
    probabilities: dict[str, float] | None
    confidence: float | None
    certainty: GradeCertainty | None

    @classmethod
    def of(cls, item: RankedEntry, *, scale: GradeSteps | None) -> Self:
        found = item.projected
        return cls(
            id=item.name,
            score=item.score,
            normalised_score=normalise(item, scale=scale),
            se=item.se,
            interval=ends_of(item.interval),
            rank=item.rank,
            comparisons=item.comparisons,
            wins=item.wins,
            infit=item.infit,
            misfits=item.misfits,
            skew=item.skew,
            anchor_grade=item.anchor_grade,
            grade=None if found is None else found.grade,
            fine_grade=None if found is None else found.fine,
            probabilities=None if found is None else found.probabilities,
            confidence=None if found is None else found.confidence,
            certainty=None if found is None else found.certainty,
        )


class ReliabilityView(BaseView):
    """How well the order would be found again."""

    ssr: float | None
    ssr_inflated: bool
    split_half: float | None
    split_half_of: HalvesOf | None
    no_split_half: str | None
    streams: float | None
    hierarchical: float | None
    cautions: tuple[str, ...]

    @classmethod
    def of(cls, found: Reliability, *, is_adaptive: bool) -> Self:
        return cls(
            ssr=found.ssr,
            ssr_inflated=is_adaptive and found.ssr is not None,
            split_half=found.split_half,
            split_half_of=found.halves_of,
            no_split_half=found.no_split_half,
            streams=found.streams,
            hierarchical=found.hierarchical,
            cautions=found.cautions,
        )


class MisfitView(BaseView):
    """Who does not fit the order."""

    items: tuple[str, ...]
    judges: tuple[str, ...]


class InversionView(BaseView):
    """A lower-graded text that beat a higher-graded one."""

    lower: str
    higher: str


class AlignmentView(BaseView):
    """How the judges' order fits the grades that people gave."""

    tau: float | None
    inversions: tuple[InversionView, ...]
    without_a_win: tuple[str, ...]
    misses: tuple[str, ...]

    @classmethod
    def of(cls, alignment: AnchorAlignment) -> Self:
        return cls(
            tau=alignment.tau,
            inversions=tuple(InversionView(lower=low, higher=high) for low, high in alignment.inversions),
            without_a_win=alignment.without_a_win,
            misses=alignment.misses,
        )


class GradesView(BaseView):
    """Where grades begin, or why there are none."""

    available: bool
    reason: str | None
    scale: GradeSteps | None
    means: dict[str, float]
    boundaries: tuple[float, ...]
    weaknesses: tuple[str, ...]
    remarks: dict[str, str]
    """Each weakness in a sentence."""
    alignment: AlignmentView | None

    @classmethod
    def of(cls, entry_ranking: EntryRanking, *, scale: GradeSteps | None) -> Self:
        alignment = entry_ranking.alignment
        return cls(
            available=any(item.projected is not None for item in entry_ranking.items),
            reason=entry_ranking.without_grades,
            scale=scale,
            means=entry_ranking.grade_means,
            boundaries=entry_ranking.boundaries,
            weaknesses=entry_ranking.weaknesses,
            remarks={one: in_words(one, words=WEAKNESS_WORDS) for one in entry_ranking.weaknesses},
            alignment=None if alignment is None else AlignmentView.of(alignment),
        )


class EntryRankingView(BaseView):
    """All there is to know about where texts stand."""

    worth: WorthView
    name: str
    run: str | None
    method: str
    settlement: Settlement
    comparisons: int
    cost_usd: float | None
    adaptive: bool
    items: tuple[RankedEntryView, ...]
    unplaced: tuple[str, ...]
    reliability: ReliabilityView
    position_effect: float | None
    agreement: float | None
    judges: tuple[ComparingJudge, ...]
    misfit: MisfitView
    grades: GradesView
    prompts: dict[str, str]
    flags: tuple[str, ...]
    remarks: dict[str, str]


class EntryRankingRunView(EntryRankingView, RunView):
    """A run that ranks texts, as `edison show` tells it."""


def view_entry_ranking(entry_ranking: EntryRanking, *, about: EntryRankingRun) -> EntryRankingView:
    """Where texts stand."""
    items, judges = entry_ranking.items, entry_ranking.judges
    is_result = is_published(entry_ranking, about.settlement)
    return EntryRankingView(
        worth=WorthView(
            sentence=tell_worth(entry_ranking, about.settlement),
            use=entry_ranking.worth if is_result else Worth.NOTHING,
            usable=is_result and entry_ranking.worth.is_usable,
        ),
        name=about.name,
        run=about.run_id or None,
        method=entry_ranking.method,
        settlement=about.settlement,
        comparisons=about.comparisons,
        cost_usd=to_usd(about.spent_microusd),
        adaptive=about.is_adaptive,
        items=tuple(RankedEntryView.of(item, scale=about.scale) for item in items),
        unplaced=entry_ranking.unplaced,
        reliability=ReliabilityView.of(entry_ranking.reliability, is_adaptive=about.is_adaptive),
        position_effect=entry_ranking.first_position,
        agreement=entry_ranking.agreement,
        judges=judges,
        misfit=MisfitView(
            items=tuple(item.name for item in items if item.misfits),
            judges=tuple(judge.name for judge in judges if judge.misfits),
        ),
        grades=GradesView.of(entry_ranking, scale=about.scale),
        prompts=dict(about.prompts),
        flags=entry_ranking.flags,
        remarks={flag: in_words(flag, words=FLAG_WORDS) for flag in entry_ranking.flags},
    )


def view_ranked_run(
    report: RunReport, entry_ranking: EntryRanking, *, about: EntryRankingRun
) -> EntryRankingRunView:
    """Where a run stands, and where its texts do."""
    ranked = view_entry_ranking(entry_ranking, about=about)
    return EntryRankingRunView(**{**dict(view_run(report)), **dict(ranked)})


class WaveView(BaseView):
    """Pairs that were dealt at once, and how far judges have come with them."""

    number: int
    """From 1 on."""
    pairs: int
    judgments: int
    """Of every judge one of each pair."""
    judged: int
    not_judged: int


class RankingPageView(EntryRankingRunView):
    """The same with what a page says above it."""

    warnings: tuple[str, ...]
    """What to know before believing the order, a sentence each."""
    ending: str
    """How it ended: by its name, and in a sentence."""
    halves: str
    """What the split-half reliability is of, or why there is none."""
    waves: tuple[WaveView, ...]
    """What was dealt so far, wave by wave; the next is dealt by what the ones before told."""
