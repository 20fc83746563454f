"""What is known about a judge as an instrument."""

from enum import StrEnum

from pydantic import AwareDatetime, Field, FiniteFloat

from .ids import JudgeId, RubricId, RunId
from .interval import Interval
from .judge import JudgeProfile
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
    profiles: tuple[JudgeProfile, ...] = Field(min_length=1)
    """How it was asked: once for each mode in which it was examined."""
    rubric_id: RubricId
    """What it went by."""
    run_id: RunId
    suite_digest: str
    """Names the suite by its contents: cards on different suites do not compare."""
    measures: dict[str, CardMeasure]
    """By name, such as `accuracy`, `flip_rate`, `position_preference`, `parse_rate`."""
    biases: tuple[str, ...] = ()
    """Those that were found beyond doubt, Holm's correction over the card."""
    not_known: tuple[str, ...] = ()
    """Biases that this suite cannot tell from accuracy: its right answers are all of one kind, or too few."""
    standing: CardStanding
    reasons: tuple[str, ...] = ()
    """Why it is not simply qualified."""
    made_at: AwareDatetime


class CardMatch(StrEnum):
    """How near the judge that was examined is to the one whose card it is taken for, the nearest first."""

    SAME = "same_judge"
    """It is the same version of the same judge."""
    OTHER_RUBRIC = "other_rubric"
    """All about it is the same but the rubric."""
    OTHER_MODE = "other_mode"
    """It was asked in the same way, for other findings than are asked for now: for stages instead of scores."""
    OTHER_PROFILE = "other_profile"
    """The same model was asked in another way."""

    @property
    def is_evidence(self) -> bool:
        """Whether what was found holds for the judge itself, rather than for its model only (decision 0023)."""
        return self is not CardMatch.OTHER_PROFILE


class SeenCard(Noun):
    """What a card says of a judge, as it was when its word was used."""

    match: CardMatch
    differs: tuple[str, ...] = ()
    """The parts of the profile that are not as they were in the examination."""
    standing: CardStanding
    measures: dict[str, CardMeasure] = {}
    """The main ones."""
    biases: tuple[str, ...] = ()
    suite_digest: str
    run_id: RunId
    """The examination, where all the rest can be looked up."""
    made_at: AwareDatetime
