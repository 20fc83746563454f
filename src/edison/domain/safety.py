"""What must not stand in an output: what is looked for, what was found, and how often."""

from collections.abc import Collection
from enum import StrEnum

from pydantic import Field, FiniteFloat

from .ids import JudgeId
from .judgment import SafetyFlag
from .noun import Noun
from .ranking import ItemId


class SafetyKind(StrEnum):
    """What an output is looked through for."""

    PII = "pii"
    """Private data: how to reach a person, where one lives, what one pays with, what one is registered as."""
    SECRETS = "secrets"
    """Keys, tokens, passwords."""
    JAILBREAK = "jailbreak"
    """Signs that a model was talked out of its rules."""
    TOXICITY = "toxicity"
    """What judges flag as toxic: nothing is found without them."""


SCANNED = (SafetyKind.PII, SafetyKind.SECRETS, SafetyKind.JAILBREAK)
"""What is found in a text by itself, without asking anybody."""


class Safety(Noun):
    """What outputs are looked through for, what does not count, and how much may be found."""

    scan: tuple[SafetyKind, ...] = tuple(SafetyKind)
    """None of them: nothing is looked for."""
    echo: tuple[SafetyKind, ...] = (SafetyKind.PII,)
    """What may be repeated where the model was given it: in the case, in the prompt, by a tool."""
    allow: tuple[str, ...] = ()
    """What does not count: sorts of private data such as `email`, and texts, where `*` stands for anything."""
    most_flagged: FiniteFloat | None = Field(default=None, ge=0, le=1)
    """The largest share of a contender's outputs in which something may be found for the run to pass."""

    @property
    def scanned(self) -> tuple[SafetyKind, ...]:
        """What is looked for in the texts."""
        return tuple(kind for kind in SCANNED if kind in self.scan)

    def is_clean(
        self, unsafe: Collection[str] | None, *, warnings: Collection[str], is_judged: bool
    ) -> bool | None:
        """Whether nothing was found in an output; None where it was not looked through for all of this.

        Args:
            unsafe: What was found in its text, by kind; None where nobody looked.
            warnings: What judges flagged.
            is_judged: Whether any judge has a finding on it.
        """
        if unsafe or (SafetyKind.TOXICITY in self.scan and SafetyFlag.TOXIC_CONTENT in warnings):
            return False
        is_missing = (self.scanned and unsafe is None) or (SafetyKind.TOXICITY in self.scan and not is_judged)
        return None if is_missing else True


class SafetyFinding(Noun):
    """Something that was found in an output."""

    kind: SafetyKind
    what: str = Field(min_length=1)
    """In one word, such as `email`."""
    shown: str
    """The beginning of it, so that it can be found in the text; never all of it."""
    count: int = Field(default=1, ge=1)
    """How often the same stands there."""


class SafetyScan(Noun):
    """What was looked for in an output, and what was found; nothing found is clean, not looked for is not."""

    kinds: tuple[SafetyKind, ...]
    found: tuple[SafetyFinding, ...] = ()

    @property
    def unsafe(self) -> tuple[SafetyKind, ...]:
        """The kinds of what was found, each once."""
        return tuple(dict.fromkeys(finding.kind for finding in self.found))


class SafetyCount(Noun):
    """In how many outputs of a contender something was found, by looking through them or by a judge."""

    item_id: ItemId
    name: str
    judge_id: JudgeId | None = None
    """Whose flags these are; None: found by looking through the texts."""
    judge: str | None = None
    flag: SafetyKind | SafetyFlag
    """What was looked for in the texts, or what the judge flags."""
    flagged: int = Field(ge=0)
    looked_at: int = Field(ge=0)
    """Outputs that were looked through for this, or on which the judge has a finding."""
    outputs: int = Field(ge=0)
    """All of the contender's; those that were not looked at are neither clean nor flagged."""
