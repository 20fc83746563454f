"""What a reader of a placing must know about the run it came from."""

from dataclasses import dataclass
from datetime import datetime

from edison.domain import GradeSteps, Settlement


@dataclass(frozen=True, slots=True)
class EntryRankingRun:
    """How texts were compared: what it was called, how it ended, what it cost."""

    name: str
    settlement: Settlement
    comparisons: int
    """How many were judged; ties count, what was not judged does not."""
    spent_microusd: int | None = None
    """None where nobody knows."""
    is_spent_in_part: bool = False
    """Whether some calls have no price, so that at least this was spent."""
    scale: GradeSteps | None = None
    """What anchors were graded on."""
    is_adaptive: bool = False
    """Whether pairs were chosen by earlier results."""
    goal: str = ""
    """What was asked of the judges, in a sentence."""
    run_id: str = ""
    began_at: datetime | None = None
    prompts: tuple[tuple[str, str], ...] = ()
    """Judges by name, each with what it was told, the texts left out."""
