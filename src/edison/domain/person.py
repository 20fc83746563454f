"""What people are asked in the middle of a run, and what they said."""

from pydantic import AwareDatetime, Field

from .noun import Noun
from .review import SuggestedChange
from .suggestion import Edit


class PersonQuestion(Noun):
    """One question to people; a run waits until it is answered, or until its time is over."""

    text: str = Field(min_length=1)
    choices: tuple[str, ...] = ()
    """What may be chosen; empty where any words will do."""
    change: SuggestedChange | None = None
    """What it is about, where people decide hunk by hunk."""


class PersonQuestions(Noun):
    """The questions of one wave."""

    questions: tuple[PersonQuestion, ...] = Field(min_length=1)
    until: AwareDatetime | None = None
    """When the run goes on without an answer; None: never."""


class PersonAnswer(Noun):
    """What a person said to a question, or that nobody did in time; the first answer counts."""

    unit: int = Field(ge=0)
    """Which question of the run, by its number."""
    by: str | None = Field(default=None, min_length=1, max_length=200)
    """None: nobody answered in time."""
    choice: str | None = None
    note: str = ""
    edits: tuple[Edit, ...] = ()
    """What of a change they want, and in which words; empty where they want all of it or nothing."""
    at: AwareDatetime
