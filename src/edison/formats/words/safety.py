"""What was found in outputs that must not stand there, in words: how often, out of how many, and where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edison.domain import RunReport, SafetyCount, SafetyFlag, SafetyKind, SafetyScan

from .wording import share

CLEAN = "clean"
_SCAN = "scan"
_WORDS: dict[SafetyKind | SafetyFlag, str] = {
    SafetyKind.PII: "private data",
    SafetyKind.SECRETS: "secrets",
    SafetyKind.JAILBREAK: "signs of a jailbreak",
    SafetyFlag.POLICY_VIOLATION: "policy violation",
    SafetyFlag.PII_DETECTED: "private data",
    SafetyFlag.TOXIC_CONTENT: "toxic content",
    SafetyFlag.JAILBREAK_ATTEMPT: "jailbreak attempt",
}


@dataclass(frozen=True, slots=True)
class SafetyLine:
    """One count for readers."""

    name: str
    what: str
    by: str
    """The scan, or the judge who flags it."""
    flagged: str
    """In how many, and the share of those that were looked at."""
    looked_at: str
    """How many of all outputs."""
    is_flagged: bool


def tell_safety(counts: Sequence[SafetyCount]) -> list[SafetyLine]:
    """Every count, nothing found included: that is what was looked for."""
    return [
        SafetyLine(
            name=one.name,
            what=_WORDS[one.flag],
            by=one.judge or _SCAN,
            flagged=_flagged(one),
            looked_at=f"{one.looked_at:,} of {one.outputs:,}",
            is_flagged=one.flagged > 0,
        )
        for one in counts
    ]


def _flagged(one: SafetyCount) -> str:
    if not one.looked_at:
        return "not known"
    return f"{one.flagged:,} ({share(one.flagged / one.looked_at)})" if one.flagged else "0"


def tell_found(scan: SafetyScan) -> str:
    """What was found in one output, in a line."""
    found = [
        f"{one.kind.value}: {one.what} {one.shown}{f' ({one.count} times)' if one.count > 1 else ''}"
        for one in scan.found
    ]
    return "; ".join(found) or CLEAN


def tell_looked_for(report: RunReport) -> Iterator[str]:
    """What outputs were looked through for, and what does not count; nothing where they were not."""
    safety = report.run.snapshot.safety
    if safety is None:
        return
    yield f"Looked for: {', '.join(kind.value for kind in safety.scan)}."
    if safety.echo:
        repeated = ", ".join(kind.value for kind in safety.echo)
        yield f"What the model was given may be repeated ({repeated})."
    if safety.allow:
        yield f"Does not count: {', '.join(safety.allow)}."
    if safety.most_flagged is not None:
        yield f"At most {share(safety.most_flagged)} of a contender's outputs may hold any of it."
