"""One output to assess, by one judge."""

from dataclasses import dataclass

from edison.domain import Case, Judge, Output, PromptVersion, Rubric


@dataclass(frozen=True, slots=True)
class JudgeUnit:
    """What a judgment is made from. There is no arm in it: a judge cannot be told who answered (decision 0010)."""

    judge: Judge
    rubric: Rubric
    goal: str
    """What the prompt is for, in words."""
    version: PromptVersion
    """Its text is shown, filled from the case, as the task that was set."""
    case: Case
    output: Output
    repeat: int = 0
    """Which of several independent judgments by the same judge this is."""
