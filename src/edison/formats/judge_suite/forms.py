"""A suite that examines judges, key by key."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, Tag

from ..entries.identities import StatedIdentity
from ..reading.shapes import (
    LIST,
    MAPPING,
    MOST_CASES,
    MOST_ITEMS,
    TEXT,
    FileForm,
    Label,
    Name,
    ShortName,
    Words,
    either,
)
from ..suite.forms import CriterionForm

Choice = Literal["a", "b", "tie"]


class StyleForm(FileForm):
    """Whose voice each side has: a family of models, or assistant for the one they share."""

    a: Label | None = None
    """Of side a."""
    b: Label | None = None
    """Of side b."""


class PairForm(FileForm):
    """Two texts of which one is better, or neither."""

    id: StatedIdentity
    """Unique in the file."""
    kind: Literal["pair"] = "pair"
    """May be left out: a case with a and b is a pair."""
    task: str = ""
    """What both were written for; the judge is shown it."""
    a: Words
    """One text."""
    b: Words
    """The other one."""
    right: Choice
    """Which is better."""
    category: ShortName
    """What the case examines: clear_discrimination, equivalence, constraint_violation, partial_credit, gaming,
    edge_case, or a word of your own; the card tells the accuracy on each."""
    source: ShortName | None = None
    """Where the case comes from; the card tells the accuracy on each source, too."""
    family: Label | None = None
    """Pairs that share their content have one family, and count as one case."""
    style: StyleForm = StyleForm()
    """For the question whether a judge prefers its own voice."""
    instructs: Literal["a", "b"] | None = None
    """The side that tells the judge how to decide; never the better one."""
    people: (
        Annotated[
            Annotated[Choice, Tag(TEXT)]
            | Annotated[list[Choice], Field(max_length=MOST_ITEMS), Tag(LIST)]
            | Annotated[dict[Label, Choice], Field(max_length=MOST_ITEMS), Tag(MAPPING)],
            either("a, b or tie; a list of these; or a mapping of persons to these"),
        ]
        | None
    ) = None
    """What people chose."""


class VerdictForm(FileForm):
    """An answer, and the verdict that is right about it."""

    id: StatedIdentity
    """Unique in the file."""
    kind: Literal["verdict"] = "verdict"
    """May be left out: a case with an answer is one of these."""
    task: Words
    """What was asked for; the judge is shown it."""
    answer: Words
    """What is judged."""
    right: Label
    """pass, partial or fail; or the name of a stage of the rubric."""
    category: ShortName
    """What the case examines: clear_discrimination, equivalence, constraint_violation, partial_credit, gaming,
    edge_case, or a word of your own; the card tells the accuracy on each."""
    source: ShortName | None = None
    """Where the case comes from; the card tells the accuracy on each source, too."""
    family: Label | None = None
    """Answers that share their content have one family, and count as one case."""
    instructs: bool = False
    """Whether the answer tells the judge to call it the best."""


class GradedForm(FileForm):
    """A text with the grade that people gave it."""

    id: StatedIdentity
    """Unique in the file."""
    text: Words
    """What is compared."""
    grade: StatedIdentity
    """One of grades."""


class JudgeSuiteForm(FileForm):
    """What a judge is examined with."""

    name: Name | None = None
    """What it is called; the file's name unless it is given."""
    goal: str = ""
    """What the texts are for, in words that judges are shown."""
    rubric: list[CriterionForm] = Field(default=[], max_length=MOST_ITEMS)
    """What judges go by; how well the task is done, with the stages fail, partial and pass, unless it is given."""
    cases: list[dict[str, JsonValue]] = Field(default=[], max_length=MOST_CASES)
    """Pairs and answers."""
    anchors: list[GradedForm] = Field(default=[], max_length=MOST_ITEMS)
    """Texts of known grades, compared with one another."""
    grades: list[StatedIdentity] = Field(default=[], max_length=MOST_ITEMS)
    """From the lowest to the highest; needed with anchors."""
