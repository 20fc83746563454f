"""Whether the numbers of a run can be relied on, and why not."""

from collections.abc import Iterator

from edison.domain import CellOutcome, RunReport


def tell_doubts(report: RunReport) -> list[str]:
    """Why a run is not trustworthy, one sentence for each reason; none where nothing speaks against it."""
    return [f"Not trustworthy: {reason}" for reason in _reasons(report)]


def _reasons(report: RunReport) -> Iterator[str]:
    policy = report.run.experiment.policy
    for judge in report.judges:
        if judge.unreadable > policy.most_unreadable:
            yield (
                f"the judge {judge.name} gave no finding in {judge.not_judged:,} of {judge.asked:,} judgments "
                f"({share(judge.unreadable)}); at most {share(policy.most_unreadable)} may be missing."
            )
    failed = report.outcomes.get(CellOutcome.FAILED, 0)
    if report.done and (report.done - failed) < policy.success_rate * report.done:
        yield (
            f"trouble left {failed:,} of {report.done:,} cells without an answer ({share(failed / report.done)}); "
            f"at least {share(policy.success_rate)} have to be answered."
        )


def share(value: float) -> str:
    """A share in per cent; 0 and 100 are said only of what is exactly so."""
    if 0 < value < 0.01:
        return "less than 1 %"
    if 0.99 < value < 1:
        return "more than 99 %"
    return f"{100 * value:.0f} %"
