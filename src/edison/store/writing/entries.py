"""What the writer takes: intents, ends, and arrivals. Cheap to make, for each is made once or more for every call."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from edison.domain import (
    Answer,
    Attempt,
    AttemptEnd,
    AttemptId,
    CheckResult,
    Comparison,
    Failure,
    Judgment,
    Output,
    Pair,
    Proposal,
    SafetyScan,
)


class RunKey(NamedTuple):
    """A run as the ledger knows it: the store's number, and the incarnation of the driver that may write."""

    no: int
    epoch: int


class CallPlace(NamedTuple):
    """Where an answer is recorded and found again: one question in the dialogue about one unit."""

    stage: int
    unit: int
    part: int = 0
    """Which of several conversations about the unit: the index of the judge."""
    generation: int = 1
    turn: int = 1
    branch: int = 0


class CommitResult(NamedTuple):
    """What became of an entry: written, or why not. Both are known once the group is committed."""

    refused: Exception | None = None
    outdated: bool = False
    """Another answer to the same question was there first; what was concluded from this one was dropped."""


Committed: TypeAlias = asyncio.Future[CommitResult]
"""Resolved on the loop of whoever waits for it."""


class AttemptEntry(msgspec.Struct):
    """An intent to send. Told once it is safe to send, or that it must not be sent."""

    run: RunKey
    place: CallPlace
    attempt: Attempt
    committed: Committed | None = None


class AttemptEndEntry(msgspec.Struct):
    """How an attempt ended. Written whatever happened to the run in the meantime: money is data."""

    run: RunKey
    end: AttemptEnd
    worst_microusd: int | None


class ReplyEntry(msgspec.Struct):
    """A reply with the question it answers."""

    place: CallPlace
    attempt_id: AttemptId | None
    fingerprint: str
    reply: Answer | Failure


class OutputEntry(msgspec.Struct):
    """What came back for a cell, and what was found in it without asking anyone."""

    cell: int
    generation: int
    output: Output
    answer: Answer | None
    """Where its latency and tokens are read; None where nobody answered."""
    checks: tuple[CheckResult, ...] | None = None
    safety: SafetyScan | None = None
    """What was found by looking through it; None where nobody looked."""


class JudgmentEntry(msgspec.Struct):
    """What a judge said about an output."""

    cell: int
    generation: int
    judge: int
    judging: int
    judgment: Judgment
    quality: float | None
    findings: tuple[CheckResult, ...] | None = None
    """What is found about the output now that the judge has decided; None where it decides nothing."""


class ComparisonEntry(msgspec.Struct):
    """What a judge said about a pair."""

    unit: int
    judge: int
    judging: int
    wave: int
    pair: Pair
    comparison: Comparison


class ProposalEntry(msgspec.Struct):
    """What a judge would change in a prompt, or what a refiner wrote."""

    unit: int
    generation: int
    proposal: Proposal


class AnswerEntry(msgspec.Struct):
    """Replies, how their attempts ended, and what was concluded from them: written together or not at all."""

    run: RunKey
    committed: Committed | None = None
    endings: Sequence[AttemptEndEntry] = ()
    replies: Sequence[ReplyEntry] = ()
    outputs: Sequence[OutputEntry] = ()
    judgments: Sequence[JudgmentEntry] = ()
    comparisons: Sequence[ComparisonEntry] = ()
    proposals: Sequence[ProposalEntry] = ()


Entry: TypeAlias = AttemptEntry | AttemptEndEntry | AnswerEntry
