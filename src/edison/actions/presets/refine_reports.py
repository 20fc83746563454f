"""What became of the candidates of a round, and what refiners see of a case."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edison.domain import CandidateReport, Case, Interval, PromptVersion, Proposal
from edison.stages.refine import Challenge, Trial, text_of
from edison.text import unified


@dataclass(frozen=True, slots=True)
class WrittenCandidate:
    """One candidate as it was proposed: a version, or why it is none."""

    proposal: Proposal
    version: PromptVersion | None
    refused: str | None = None

    def refuse(self, why: str) -> "WrittenCandidate":
        """The same, not to be tried."""
        return WrittenCandidate(self.proposal, None, why)


def report_on(
    candidates: Sequence[WrittenCandidate],
    parent: PromptVersion,
    *,
    challenge: Challenge | None,
    cases: Sequence[Case],
    untold: str = "too_little_was_judged",
) -> Iterator[CandidateReport]:
    """Every candidate with its diff, recomputed from the texts, and its verdict.

    Args:
        candidates: As they were proposed.
        parent: What they were made from.
        challenge: What was seen of those that were tried.
        cases: Of the run.
        untold: Why there is no verdict, where there is none.
    """
    trials = iter(() if challenge is None else challenge.outcomes)
    for one in candidates:
        said = {name: getattr(one.proposal, name) for name in ("edits", "note", "conflicts")}
        if one.version is None:
            yield CandidateReport(**said, refused=one.refused or "It was refused.")
            continue
        report = CandidateReport(
            **said,
            number=one.version.number,
            diff=unified(text_of(parent), text_of(one.version)),
            reason=untold,
        )
        trial = next(trials, None)
        yield report if trial is None else _judged(report, trial, cases=cases)


def shown_input(case: Case) -> str:
    """What a case is about, for whoever refines; what it expects stays out."""
    if len(case.variables) == 1:
        (value,) = case.variables.values()
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return json.dumps(case.variables, ensure_ascii=False)


def _judged(report: CandidateReport, trial: Trial, *, cases: Sequence[Case]) -> CandidateReport:
    compared = trial.comparison
    difference = compared.difference
    found = {
        "verdict": trial.verdict,
        "reason": trial.reason,
        "parent_quality": compared.baseline_mean,
        "parent_quality_interval": trial.intervals[0],
        "quality": compared.candidate_mean,
        "quality_interval": trial.intervals[1],
        "difference": difference.mean,
        "interval": Interval(low=difference.low, high=difference.high, level=difference.level),
        "cases": difference.cases,
        "parent_microusd": trial.microusd[0],
        "microusd": trial.microusd[1],
        "parent_latency_s": trial.latency_s[0],
        "latency_s": trial.latency_s[1],
        "regressions": tuple(cases[case].name for case in trial.regressions),
        "warnings": trial.warnings,
        "unsafe": trial.unsafe,
        "checked": trial.checked,
    }
    return report.model_copy(update=found)
