"""One case and its checks, as they stand in a file."""

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, JsonValue, Tag

from edison.domain import MOST_TURNS, USUAL_TURNS

from ..reading.shapes import (
    MAPPING,
    MOST_ITEMS,
    TEXT,
    FileForm,
    Identity,
    KindName,
    Label,
    ModelName,
    Words,
    as_list,
    either,
    told,
)
from .arm_forms import SamplingForm


def _has_each_once(tags: list[str]) -> list[str]:
    if len(set(tags)) != len(tags):
        raise told("a tag stands twice", advice="Write each tag once.")
    return tags


def _is_one(check: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if len(check) != 1:
        advice = "Write each check as an entry of its own: [{contains: Paris}, {regex: '[0-9]'}]."
        raise told("a check is one name with one value", advice=advice)
    return check


Tags = Annotated[
    list[Words],
    Field(max_length=MOST_ITEMS),
    BeforeValidator(as_list, json_schema_input_type=str | list[str]),
    AfterValidator(_has_each_once),
]


def _is_said_once(criteria: list[str]) -> list[str]:
    if len(set(criteria)) != len(criteria):
        raise told("a criterion stands twice", advice="Write each criterion once.")
    return criteria


Criteria = Annotated[
    list[Words],
    Field(max_length=MOST_ITEMS),
    BeforeValidator(as_list, json_schema_input_type=str | list[str]),
    AfterValidator(_is_said_once),
]

CheckEntry = Annotated[
    Annotated[KindName, Tag(TEXT)]
    | Annotated[
        dict[KindName, JsonValue],
        AfterValidator(_is_one),
        Field(json_schema_extra={"minProperties": 1, "maxProperties": 1, "additionalProperties": False}),
        Tag(MAPPING),
    ],
    either("a check such as {contains: Paris}, or a bare name such as json_valid"),
]


class ExpectForm(FileForm):
    """What a good answer looks like; never shown to whoever answers."""

    answer: JsonValue = None
    """The right answer."""
    must: Words | None = None
    """What the answer has to do, in words for a judge."""
    must_not: Words | None = None
    """What it must not do."""


class SimulatedUserForm(SamplingForm):
    """A model that plays a user."""

    goal: Words
    """What the user wants, and what it knows."""
    model: ModelName
    """provider/model; its calls count towards the budget."""
    limit: int = Field(default=USUAL_TURNS, ge=1, le=MOST_TURNS)
    """How often it speaks at most."""


class CaseForm(FileForm):
    """One case. Keys that are not listed here are its variables: what the prompt's {{ placeholders }} stand for."""

    model_config = ConfigDict(extra="ignore")

    most_keys: ClassVar[int] = 1_000_000

    id: Identity | None = None
    """Unique in its file; case-1, case-2 … by position unless it is given."""
    expect: JsonValue = None
    """The right answer, or {answer, must, must_not}."""
    tags: Tags = Field(default_factory=list[str])
    """Words to group cases by."""
    difficulty: int = Field(default=3, ge=1, le=5)
    """From 1 to 5."""
    checks: list[CheckEntry] = Field(default_factory=list[CheckEntry], max_length=MOST_ITEMS)
    """Made on the answers to this case besides those of the whole suite."""
    split: Literal["development", "held_out", "sealed"] = "development"
    """What the case is for: to improve a prompt with, to decide by, or to be opened once at the end."""
    criteria: Criteria = Field(default_factory=list[str])
    """What judges go by on this case, a text or several, in place of the rubric; all count the same."""
    family: Label | None = None
    """Cases that share a source are not independent; they are resampled together."""
    metadata: JsonValue = None
    """What else is known about it, a mapping; neither sent nor shown to a judge. What is no mapping is a variable."""
    turns: JsonValue = None
    """A list of what the user says, one after the other: each is answered; what is no list of texts is a variable."""
    user: JsonValue = None
    """A simulated user, {goal, model, limit}; what is no mapping with a goal is a variable."""
