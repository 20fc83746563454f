"""Ids are ours: a short prefix, then a time-ordered part, then chance. Nothing depends on their order."""

from datetime import datetime
from itertools import count
from typing import NewType

from .chance import Stream
from .clock import Clock

ProjectId = NewType("ProjectId", str)
AssignmentId = NewType("AssignmentId", str)
UserId = NewType("UserId", str)
PromptId = NewType("PromptId", str)
PromptVersionId = NewType("PromptVersionId", str)
DatasetId = NewType("DatasetId", str)
CaseId = NewType("CaseId", str)
RubricId = NewType("RubricId", str)
ArmId = NewType("ArmId", str)
JudgeId = NewType("JudgeId", str)
ExperimentId = NewType("ExperimentId", str)
RunId = NewType("RunId", str)
CellId = NewType("CellId", str)
CallId = NewType("CallId", str)
AttemptId = NewType("AttemptId", str)
OutputId = NewType("OutputId", str)
JudgmentId = NewType("JudgmentId", str)
ComparisonId = NewType("ComparisonId", str)
RankingId = NewType("RankingId", str)
SuggestionId = NewType("SuggestionId", str)
EventId = NewType("EventId", str)
AgentTokenId = NewType("AgentTokenId", str)
ChatId = NewType("ChatId", str)


class Mint:
    """Makes ids such as `run_019a8…`: 48 bits of milliseconds, 56 of chance, which tell mints apart, 24 of a count."""

    def __init__(self, clock: Clock, stream: Stream) -> None:
        self._clock = clock
        self._mark = f"{stream.bits(56):014x}"
        # Taken in one step, so that two threads never get the same.
        self._counts = count(1)

    def new(self, prefix: str, *, at: datetime | None = None) -> str:
        """A fresh id; at most 64 characters of letters, digits, `_` and `-`, so that any provider takes it."""
        milliseconds = int((at or self._clock.now()).timestamp() * 1000)
        return f"{prefix}_{milliseconds:012x}{self._mark}{next(self._counts) & 0xFFFFFF:06x}"
