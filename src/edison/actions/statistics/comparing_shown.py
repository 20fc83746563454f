"""A paired comparison for people."""

from collections.abc import Iterator, Mapping

from edison.stats.comparing import ComparisonVerdict, Goal, PairedComparison, PairFlag, VerdictReason
from edison.stats.means import IntervalMethod, MeanFlag
from edison.text import decimals_for, several, write_interval, write_number

from ..results.showing import shown
from .comparing import ComparedFamily, ComparedFiles
from .showing import (
    ShownFinding,
    ShownTable,
    spaced,
    tell_level,
    tell_p,
)

REASONS: Mapping[VerdictReason, str] = {
    VerdictReason.INTERVAL_LEAVES_OUT_ZERO: "the interval of the difference leaves out zero",
    VerdictReason.WITHIN_MARGIN: "the whole interval lies within the margin",
    VerdictReason.FEW_CASES: "there are too few cases, or too few that differ",
    VerdictReason.SCALE_UNKNOWN: "there are too few cases to say anything without the ends of the scale",
    VerdictReason.CHANCE_WOULD_DO: "chance alone could make such a difference, and no margin was set",
    VerdictReason.REACHES_BEYOND_MARGIN: "the interval holds zero and differences larger than the margin",
    VerdictReason.MISSING_RESULTS: "missing results could turn it",
    VerdictReason.MANY_COMPARISONS: "among so many comparisons chance would do",
}

METHODS: Mapping[IntervalMethod, str] = {
    IntervalMethod.WILSON: "Wilson",
    IntervalMethod.BONETT_PRICE: "Bonett and Price",
    IntervalMethod.T: "Student's t",
    IntervalMethod.STUDENTISED: "studentised bootstrap",
    IntervalMethod.T_OR_STUDENTISED: "Student's t or studentised bootstrap, the wider",
    IntervalMethod.T_OR_CORRECTED: "Student's t or corrected for skewness, the wider",
    IntervalMethod.SCALE_ENDS: "Student's t with the ends of the scale",
    IntervalMethod.PERCENTILE: "percentile bootstrap",
    IntervalMethod.BCA: "BCa bootstrap",
}

_MEANINGS: Mapping[MeanFlag | PairFlag, str] = {
    MeanFlag.FEW_CASES: "Few cases: fewer than 15, or fewer than 5 that differ from the commonest value.",
    MeanFlag.NO_VARIATION: "Nothing varies: the width of the interval comes from the ends of the scale alone.",
    MeanFlag.SCALE_UNKNOWN: "The ends of the scale are not known: with so few cases the interval may be too narrow.",
    MeanFlag.STRONGLY_SKEWED: (
        "Differences are strongly skewed: with few cases a verdict away from their long tail errs up to twice as "
        "often as promised, and more below 30 cases."
    ),
    PairFlag.MISSING_RESULTS: "Some pairs lack a result and were left out.",
    PairFlag.MISSING_UNEQUALLY: "One arm misses more results than the other: what is left may not be comparable.",
    PairFlag.NO_BOUNDS: "The scale is not known: what missing results could change has no bound.",
}


_ROWS = "rows taken for cases"
_ROWS_MEANING = (
    "No column names the case: every row was taken for one of its own. If several rows are one case, say which with "
    "--key."
)


def show_comparison(found: ComparedFiles) -> ShownFinding:
    """A comparison for people."""
    compared = found.compared
    difference = compared.difference
    counted = several(difference.cases, "case")
    if found.case_column is not None and difference.n > difference.cases:
        counted = f"{counted} by {shown(found.case_column)} with {several(difference.n, 'pair')}"
    decimals = decimals_for(difference.low, difference.high)
    before, after = (
        write_number(mean, decimals=decimals) for mean in (compared.baseline_mean, compared.candidate_mean)
    )
    spread = (
        f"Difference {write_number(difference.mean, decimals=decimals, signed=True)}, "
        f"{tell_level(difference.level)} interval {write_interval(difference.low, difference.high)} "
        f"({counted}, {METHODS[difference.method]}); means {before} and {after}."
    )
    passes = ("All results are passes and failures, on a scale from 0 to 1.",) if found.are_passes else ()
    return ShownFinding(
        sentences=(_verdict_sentence(found), spread, *passes, *_outlook_sentences(found)),
        tables=(ShownTable("Tests", ("", "p", "From"), tuple(_test_rows(compared)), words=1),),
        remarks=tuple(_remarks(found)),
    )


def show_family(found: ComparedFamily) -> ShownFinding:
    """Several comparisons with one baseline for people."""
    first = found.comparisons[0]
    level = tell_level(first.compared.difference.level)
    sentence = (
        f"{several(len(found.comparisons), 'candidate')} against {shown(first.baseline)} on {_cases(found)}; "
        f"verdicts hold for all of them together (Holm)."
    )
    header = ("Candidate", "Verdict", "Mean", "Difference", f"{level} interval", "p (Holm)")
    table = ShownTable("Candidates", header, tuple(_family_rows(found)), words=2)
    told = (f"{shown(one.candidate)}: {remark}" for one in found.comparisons for remark in _remarks(one))
    outlooks = (
        f"{shown(one.candidate)}: {ahead}" for one in found.comparisons for ahead in _outlook_sentences(one)
    )
    return ShownFinding((sentence, *outlooks), (table,), tuple(told))


def _cases(found: ComparedFamily) -> str:
    """On how many cases candidates were compared: on as many each, or on from so many."""
    counts = [one.compared.difference.cases for one in found.comparisons]
    fewest = "" if min(counts) == max(counts) else f"{min(counts):,} to "
    return f"{fewest}{several(max(counts), 'case')}"


def _family_rows(found: ComparedFamily) -> Iterator[tuple[str, ...]]:
    for one, together in zip(found.comparisons, found.verdicts, strict=True):
        compared, difference = one.compared, one.compared.difference
        decimals = decimals_for(difference.low, difference.high)
        is_taken_back = together.verdict is not compared.verdict
        alone = f"; alone {spaced(compared.verdict.value)}" if is_taken_back else ""
        yield (
            shown(one.candidate),
            f"{spaced(together.verdict.value)}{alone}",
            write_number(compared.candidate_mean, decimals=decimals),
            write_number(difference.mean, decimals=decimals, signed=True),
            write_interval(difference.low, difference.high),
            tell_p(together.adjusted_p),
        )


def _verdict_sentence(found: ComparedFiles) -> str:
    compared = found.compared
    candidate, baseline = shown(found.candidate), shown(found.baseline)
    reason = REASONS[compared.reason]
    match compared.verdict:
        case ComparisonVerdict.BETTER | ComparisonVerdict.WORSE:
            return f"{candidate} is {compared.verdict.value} than {baseline}: {reason}."
        case ComparisonVerdict.SAME:
            return f"{candidate} and {baseline} are the same within margin {compared.margin:g}: {reason}."
        case ComparisonVerdict.NOT_YET_KNOWN:
            return f"Not yet known whether {candidate} is better or worse than {baseline}: {reason}."


def _outlook_sentences(found: ComparedFiles) -> Iterator[str]:
    for outlook in found.outlooks:
        aim = (
            f"say same within {outlook.effect:.3g} if nothing differs"
            if outlook.goal is Goal.SAME
            else f"show a difference of {outlook.effect:.3g} if it is there"
        )
        unit = found.unit
        plural = "families" if unit == "family" else "cases"
        if outlook.needed is None:
            told = f"more than a million {plural} would be needed"
        elif outlook.more == 0:
            told = (
                f"{outlook.needed:,} {plural} would do in {100 * outlook.power:g} of 100 samples, and this one has "
                f"{outlook.now:,}: it is one of the others, or the truth is not what is planned for"
            )
        else:
            told = f"{outlook.needed:,} {plural} are needed, {outlook.more:,} more than now"
        yield f"To {aim}, with {100 * outlook.power:g} % power: {told}."


def _test_rows(compared: PairedComparison) -> Iterator[tuple[str, ...]]:
    n = several(compared.difference.clusters, "independent unit")
    yield "No difference (by the interval)", tell_p(compared.difference_p), n
    if compared.same_p is not None:
        yield f"Same within {compared.margin:g} (two one-sided tests)", tell_p(compared.same_p), n
    flips = "all" if compared.sign_flip.is_exact else "random"
    patterns = f"{compared.sign_flip.patterns:,} {flips} patterns of signs"
    yield "Sign flips", tell_p(compared.sign_flip.p), patterns
    moved = several(compared.signed_ranks.count, "difference")
    yield "Wilcoxon's signed ranks", tell_p(compared.signed_ranks.p), f"{moved} not zero"
    if (shares := compared.shares) is not None:
        counts = f"{shares.gained:,} gained, {shares.lost:,} lost, {shares.both:,} both, {shares.neither:,} neither"
        yield "McNemar, exact", tell_p(shares.exact_p), counts


def _remarks(found: ComparedFiles) -> Iterator[str]:
    compared = found.compared
    yield from flags_of_comparison(found).values()
    if (missing := compared.missing).any:
        yield (
            f"{missing.complete:,} pairs are complete; {missing.baseline_only:,} lack the baseline's result, "
            f"{missing.candidate_only:,} the candidate's, {missing.both:,} both."
        )
    if (worst := compared.worst_case) is not None:
        yield (
            f"If all missing results lay at an end of the scale, the difference would lie between "
            f"{write_number(worst.low.mean, signed=True)} ({spaced(worst.low_verdict.value)}) and "
            f"{write_number(worst.high.mean, signed=True)} ({spaced(worst.high_verdict.value)})."
        )
    if any(outlook.goal is Goal.DIFFERENCE and compared.margin is None for outlook in found.outlooks):
        yield "The plan takes the difference that was seen for the true one, which is often too hopeful."


def flags_of_comparison(found: ComparedFiles) -> dict[str, str]:
    """Everything a reader must know, by its name."""
    raised = {*found.compared.difference.flags, *found.compared.flags}
    flags = {spaced(flag.value): meaning for flag, meaning in _MEANINGS.items() if flag in raised}
    return {**flags, _ROWS: _ROWS_MEANING} if found.are_rows_assumed else flags
