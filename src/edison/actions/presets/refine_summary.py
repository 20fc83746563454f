"""What a refinement came to, in sentences: what was tried, what helped, what it cost, and what to do next."""

from collections.abc import Iterable, Iterator, Sequence

from edison.domain import CandidateReport, Findings, Refinement, Settlement, known_microusd
from edison.formats.words.wording import tell_gain, tell_known, tell_review, tell_score
from edison.stages.refine import FAILS_MORE, LESS_SAFE
from edison.text import decimals_for, several, write_number, write_percent

_TOLD_FROM = 0.005
"""A smaller change would be told as none."""
_ENDS = {
    Settlement.ROUNDS_DONE: "after the agreed number of rounds",
    Settlement.GAIN_TOO_SMALL: "because the last gain was too small to go on",
    Settlement.CONVERGED: "because several rounds in a row brought nothing that is surely better",
    Settlement.TOKENS_SPENT: "because the agreed number of tokens is spent",
    Settlement.BUDGET_SPENT: "because the budget is spent",
    Settlement.NO_PROGRESS: "because nothing could be asked any more",
    Settlement.STOPPED_BY_PERSON: "because somebody ended it",
    Settlement.DEADLINE_PASSED: "because its time was over",
    Settlement.CANCELLED: "because somebody cancelled it",
}
_MISSING = "missing_results"
"""Why nothing is known of a candidate where only what could not be had would tell."""
_UNJUDGED = "too_little_was_judged"
"""Why nothing at all is known of one."""
_HELD_BACK = {
    LESS_SAFE: "more private data, secrets or jailbreaks were found in the answers",
    FAILS_MORE: "more of the answers fail a check",
}
_NEXT = {
    Settlement.BUDGET_SPENT: (
        "Next: raise the budget, or ask for fewer rounds, candidates or cases; edison refine --dry-run says what all "
        "of it may cost."
    ),
    Settlement.TOKENS_SPENT: "Next: allow more tokens, or ask for fewer rounds, candidates or cases.",
    Settlement.NO_PROGRESS: "Next: look at what went wrong with edison show, mend it and begin again.",
    Settlement.CANCELLED: "Next: begin again with edison refine; a run that was cancelled does not go on.",
}
"""Where it was broken off with nothing adopted."""


def tell_candidate(candidate: CandidateReport) -> str:
    """What a person who decides about a candidate has to know."""
    lost = ", ".join(candidate.regressions)
    return "\n".join(
        line
        for line in (
            f"Adopt version {candidate.number}? {candidate.note}".rstrip(),
            f"{_gained(candidate)} Verdict: {candidate.verdict or 'not known'} ({candidate.reason}).".replace(
                "_", " "
            ),
            f"Cases that it loses: {lost}." if lost else "",
            tell_safety(candidate),
            tell_checks(candidate),
            f"An answer changes{tell_price(candidate)}.".replace("changes,", "changes:")
            if tell_price(candidate)
            else "",
            candidate.diff,
        )
        if line
    )


def tell_safety(candidate: CandidateReport) -> str:
    """Whether more was found in its answers than in its parent's, by looking through them and by judges."""
    if candidate.unsafe is None:
        looked = "Safety: its answers were not looked through."
    elif candidate.unsafe:
        more = several(candidate.unsafe, "answer")
        looked = f"SAFETY REGRESSION: private data, secrets or jailbreaks in {more} more than its parent's."
    else:
        looked = "Safety: nothing more was found in its answers than in its parent's."
    warned = several(candidate.warnings, "more answer") if candidate.warnings else ""
    return f"{looked} Judges warn of {warned}." if warned else looked


def tell_checks(candidate: CandidateReport) -> str:
    """How many of its answers fail a check beside its parent's; empty where nothing was checked."""
    found = candidate.checked
    if found is None:
        return ""
    beside = f"{found.failed} of its {several(found.answers, 'answer')} fail one, {found.parent_failed} of its parent's"
    return f"Checks: {beside}."


def write_summary(
    refinement: Refinement, *, settlement: Settlement, held_out: int, ended_in: str = ""
) -> tuple[str, ...]:
    """A sentence for each thing that whoever reads it should know.

    Args:
        refinement: All that was tried.
        settlement: Why it ended.
        held_out: How many cases are.
        ended_in: The round in which it was broken off; empty where it was not.
    """
    told = list(_sentences(refinement, held_out=held_out))
    why = _ENDS.get(settlement, f"because of {settlement.value}".replace("_", " "))
    end = f"It ended {ended_in} {why}." if ended_in else f"It ended {why}."
    # Whoever reads one sentence alone has to know that it was broken off.
    first, last = ([end], []) if ended_in else ([], [end])
    advice = _NEXT.get(settlement) if ended_in and not refinement.adopted else None
    cost = _cost(refinement)
    return (*first, *told, " ".join((*last, cost)), advice or _advice(refinement))


def tell_kept(kept: Iterable[tuple[int, int]], *, prompt: str) -> tuple[str, ...]:
    """What versions of a run are called in the history of their prompt, where any has another number there."""
    said = [f"version {number} is version {there}" for number, there in kept if number != there]
    if not said:
        return ()
    return (f"In the history of {prompt}, {', '.join(said[:-1])}{' and ' if said[1:] else ''}{said[-1]}.",)


def _sentences(refinement: Refinement, *, held_out: int) -> Iterator[str]:
    candidates = [one for report in refinement.rounds for one in report.candidates]
    tried = [one for one in candidates if one.number is not None]
    yield _proposed(refinement, candidates)
    for report in refinement.rounds:
        for one in report.candidates:
            if one.number is not None and one.number == report.adopted:
                gained = _gained(one) or "nothing could be measured of it."
                said = (gained, tell_checks(one), one.note)
                yield f"Round {report.round} adopted version {one.number}: {' '.join(filter(None, said))}"
    for reason, why in _HELD_BACK.items():
        if count := sum(one.reason == reason for one in tried):
            were = "was" if count == 1 else "were"
            yield f"{several(count, 'change')} that scored better {were} held back because {why}."
    yield _overall(refinement, held_out=held_out)


def _proposed(refinement: Refinement, candidates: Sequence[CandidateReport]) -> str:
    """How many changes there were, and what became of them; what no refiner could write was none."""
    written = [one for one in candidates if not _is_unwritten(one)]
    unwritten, rounds = len(candidates) - len(written), several(len(refinement.rounds), "round")
    if not written:
        return (
            f"No change was proposed in {rounds}: {several(unwritten, 'question')} for one brought none."
            if unwritten
            else "No change was proposed."
        )
    tried = [one for one in written if one.number is not None]
    undecided = sum(
        one.number is not None
        for report in refinement.rounds
        if report.is_broken_off
        for one in report.candidates
    )
    adopted = len(refinement.adopted)
    counts = (
        f"{adopted} adopted",
        f"{len(tried) - adopted - undecided} tried and not adopted",
        *([f"{undecided} not decided"] if undecided else []),
        f"{len(written) - len(tried)} refused by the guards",
    )
    more = f"; {several(unwritten, 'more question')} for one brought none" if unwritten else ""
    return f"{rounds} proposed {several(len(written), 'change')}: {', '.join(counts)}{more}."


def _is_unwritten(one: CandidateReport) -> bool:
    """Whether nothing came of the question for it that could have been tried or refused."""
    return one.number is None and not one.edits


def _gained(one: CandidateReport) -> str:
    if one.difference is None or one.interval is None:
        return ""
    before = tell_score(one.parent_quality, one.parent_quality_interval)
    after = tell_score(one.quality, one.quality_interval)
    return f"quality {before} → {after}, {tell_gain(one.difference, one.interval)} on held-out cases."


def tell_tried(candidate: CandidateReport) -> str:
    """How good a candidate is, and by how much that differs from what it was made from; empty where not known."""
    if candidate.difference is None or candidate.interval is None:
        return ""
    score = tell_score(candidate.quality, candidate.quality_interval)
    return f"quality {score}, {tell_gain(candidate.difference, candidate.interval)}"


def tell_said(candidate: CandidateReport) -> str:
    """What a person said of it; empty where none was asked."""
    return "" if candidate.review is None else tell_review(candidate.review)


def tell_price(candidate: CandidateReport) -> str:
    """How much more or less an answer costs and takes, where that is known and is not the same."""
    changes = (
        ("cost", candidate.parent_microusd, candidate.microusd),
        ("time", candidate.parent_latency_s, candidate.latency_s),
    )
    return "".join(
        f", {name} {write_percent(change, signed=True)}"
        for name, before, after in changes
        if before and after is not None and abs(change := after / before - 1) >= _TOLD_FROM
    )


def tell_failed(candidate: CandidateReport) -> str:
    """How many of its answers fail a check, beside its parent's, in few words; empty where none of either does."""
    found = candidate.checked
    if found is None or not (found.failed or found.parent_failed):
        return ""
    return f", {found.failed} of {found.answers} fail a check (before: {found.parent_failed})"


def tell_state(findings: Findings) -> str:
    """What the development cases say about a version: its quality, and what is weakest."""
    weak = ", ".join(
        f"{one.name} {write_number(one.mean, decimals=decimals_for(one.interval.low, one.interval.high))}"
        for one in findings.weak[:3]
    )
    fails = "".join(f"; {one.failed} of {one.answers} fail: {one.what}" for one in findings.fails[:2])
    if not findings.cases:
        return f"nothing could be measured{fails}"
    return f"quality {write_number(findings.quality)}; weakest: {weak}{fails}"


def _overall(refinement: Refinement, *, held_out: int) -> str:
    gain = refinement.gain
    if not any(one.number is not None for report in refinement.rounds for one in report.candidates):
        return "Nothing was compared on held-out cases, so the prompt stays as it was."
    if gain is None and refinement.champion != refinement.versions[0].number:
        return f"What version {refinement.champion} gains over the first is not known: too little was judged."
    if gain is None and (left := _better_and_left(refinement)):
        were = "change was" if left == 1 else "changes were"
        return f"{left} {were} surely better, and nobody adopted any, so the prompt stays as it was."
    if gain is None:
        return f"Nothing was surely better on {several(held_out, 'held-out case')}, so the prompt stays as it was."
    where = "sealed cases, opened once" if gain.is_sealed else "held-out cases, which it was chosen on"
    if gain.used_before is not None:
        used = gain.used_before
        where = f"sealed cases, of which {used.cases} were used before by {', '.join(used.runs)}: elsewhere it is less"
    return (
        f"Version {refinement.champion} against the first: {tell_gain(gain.difference, gain.interval)} "
        f"on {gain.cases} {where}."
    )


def _better_and_left(refinement: Refinement) -> int:
    """How many changes were shown to be better and were not adopted, which only people bring about."""
    return sum(one.verdict == "better" for report in refinement.rounds for one in report.candidates)


def _advice(refinement: Refinement) -> str:
    if refinement.adopted:
        return "Next: read the diffs, then mark the version as the one in use with edison prompt promote."
    if _better_and_left(refinement):
        return "Next: look at it with edison reviews --all; what nobody decided about may still be approved."
    looked_better = [
        one
        for report in refinement.rounds
        for one in report.candidates
        if one.difference is not None and one.difference > 0
    ]
    candidates = [one for report in refinement.rounds for one in report.candidates]
    if candidates and all(map(_is_unwritten, candidates)):
        return "Next: read beside each round why no change could be written, and name another refiner if need be."
    is_missing = any(one.reason == _MISSING for one in looked_better)
    if is_missing or any(one.reason == _UNJUDGED for one in candidates):
        return (
            "Next: mend what left answers or judgments missing (edison show names it) and begin again; what is "
            "missing could turn what was seen."
        )
    if looked_better:
        return "Next: hold out more cases; some changes looked better, and more cases would tell."
    return "Next: look at the findings; what is weak may be the models' or the judges', not the prompt's."


def _cost(refinement: Refinement) -> str:
    known = known_microusd(refinement.spent_microusd, unpriced=refinement.unpriced)
    if known is None:
        return "What it cost is unknown."
    return (
        f"It cost {tell_known(known, is_part=refinement.unpriced > 0, digits=4)}."
        if known
        else "It cost nothing."
    )
