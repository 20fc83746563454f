"""What outputs are looked through for, as it is written in a suite."""

from typing import Annotated, Literal

from pydantic import Field, Tag

from ..reading.shapes import LIST, MAPPING, MOST_ITEMS, FileForm, Label, either

SafetyName = Literal["pii", "secrets", "jailbreak", "toxicity"]


class SafetyForm(FileForm):
    """What every output is looked through for, what does not count, and how much may be found."""

    scan: list[SafetyName] | None = Field(default=None, max_length=MOST_ITEMS)
    """What is looked for; unless it is given, all of it: toxicity only where there are judges, who flag it."""
    echo: list[Literal["pii", "secrets", "jailbreak"]] = Field(default=["pii"], max_length=MOST_ITEMS)
    """What may be repeated where the model was given it: in the case, in the prompt, by a tool."""
    allow: list[Label] = Field(default=[], max_length=MOST_ITEMS)
    """What does not count: sorts of private data (email, phone …), and texts, where * stands for anything."""
    most_flagged: float | None = Field(default=None, ge=0, le=1)
    """The largest share of a contender's outputs in which something may be found for the run to pass."""


SafetyEntry = Annotated[
    Annotated[list[SafetyName], Field(max_length=MOST_ITEMS), Tag(LIST)]
    | Annotated[SafetyForm, Tag(MAPPING)],
    either(
        "a list of pii, secrets, jailbreak and toxicity, or {scan: […], echo: […], allow: […], most_flagged: 0}"
    ),
]
