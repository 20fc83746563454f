"""What is known about a judge as an instrument."""

from enum import StrEnum

from pydantic import AwareDatetime, Field, FiniteFloat

from .ids import JudgeId, RunId
from .interval import Interval
from .noun import Noun


class CardStanding(StrEnum):
    """Whether a judge may be relied on, by thresholds that were set before it was looked at."""

    QUALIFIED = "qualified"
    WITH_WARNINGS = "qualified_with_warnings"
    UNQUALIFIED = "unqualified"


class CardMeasure(Noun):
    """One number of a card, with its interval and what it rests on."""

    value: FiniteFloat
    interval: Interval | None = None
    n: int = Field(ge=0)


class JudgeCard(Noun):
    """The measures of one judge's version on one suite. Another look is another card; the newest is shown."""

    judge_id: JudgeId
    judge_name: str
    run_id: RunId
    suite_digest: str
    """Names the suite by its contents: cards on different suites do not compare."""
    measures: dict[str, CardMeasure]
    """By name, such as `accuracy`, `flip_rate`, `position_preference`, `parse_rate`."""
    biases: tuple[str, ...] = ()
    """Those that were found beyond doubt, Holm's correction over the card."""
    standing: CardStanding
    reasons: tuple[str, ...] = ()
    """Why it is not simply qualified."""
    made_at: AwareDatetime
