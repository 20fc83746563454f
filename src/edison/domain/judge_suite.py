"""What a judge is examined with: pairs with a better side, answers with a right verdict, texts with a grade."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple, Self

from pydantic import Field, model_validator

from .judge import staged_criterion
from .noun import Noun
from .rubric import Criterion
from .words import Words

ASSISTANT_STYLE = "assistant"
"""The voice that chat models share; every judge that is a model counts it as its own."""

LONGER = 1.5
"""From how many times the other's characters on a side counts as the longer one."""

NEIGHBOURS = 2
"""How many of the next better-graded anchors each anchor meets."""

_LABEL_END = "::"


class PairSide(StrEnum):
    """A side of a pair as it stands in the suite, whichever is shown first; or neither."""

    A = "a"
    B = "b"
    TIE = "tie"

    @property
    def share(self) -> float:
        """What side A is due: all, nothing, or half."""
        return {PairSide.A: 1.0, PairSide.B: 0.0, PairSide.TIE: 0.5}[self]


class PersonLabel(Noun):
    """What one person chose."""

    person: str = Field(min_length=1)
    choice: PairSide


class SuitePair(Noun):
    """Two texts of which one is better, or neither."""

    id: str = Field(min_length=1)
    task: str = ""
    """What both were written for, as the judge is shown it; empty where there is none."""
    a: Words
    b: Words
    right: PairSide
    category: str = Field(min_length=1)
    """What it examines, in a word: one that cards have a title for, or any other."""
    source: str | None = Field(default=None, min_length=1)
    """Where it comes from, such as a data set; accuracy is told for each source."""
    family: str | None = Field(default=None, min_length=1)
    """Pairs that share their content, such as the same two answers in other clothes; they count as one case."""
    style_a: str | None = Field(default=None, min_length=1)
    """Whose voice the side has: a family of models, or `assistant` for the one they share."""
    style_b: str | None = Field(default=None, min_length=1)
    instructs: PairSide = PairSide.TIE
    """Which side tells the judge how to decide; `tie` for none."""
    people: tuple[PersonLabel, ...] = ()

    @model_validator(mode="after")
    def _can_tempt(self) -> Self:
        if self.instructs is not PairSide.TIE and self.instructs is self.right:
            raise ValueError(
                "a side that instructs the judge is not the better one, or nothing is learnt from it"
            )
        return self

    @property
    def longer(self) -> PairSide:
        """The side that is clearly longer; `tie` where neither is."""
        a, b = len(self.a.strip()), len(self.b.strip())
        if a >= LONGER * b:
            return PairSide.A
        return PairSide.B if b >= LONGER * a else PairSide.TIE


class SuiteVerdict(Noun):
    """An answer with the stage of the rubric that it has reached."""

    id: str = Field(min_length=1)
    task: Words
    answer: Words
    right: str = Field(min_length=1)
    """The name of a stage, such as `pass`, `partial` or `fail`."""
    category: str = Field(min_length=1)
    """What it examines, in a word: one that cards have a title for, or any other."""
    source: str | None = Field(default=None, min_length=1)
    """Where it comes from, such as a data set; accuracy is told for each source."""
    family: str | None = Field(default=None, min_length=1)
    instructs: bool = False
    """Whether the answer tells the judge to call it the best."""


class SuiteAnchor(Noun):
    """A text with the grade that people gave it."""

    id: str = Field(min_length=1)
    text: Words
    grade: str = Field(min_length=1)


class SuiteMatch(NamedTuple):
    """Two texts that are compared: a pair of the suite, or two anchors of different grades."""

    a: int
    """The number of the cell that holds side A."""
    b: int
    right: PairSide
    family: str
    """What counts as one case."""
    pair: SuitePair | None
    """None for anchors."""


class JudgeSuite(Noun):
    """All cases. As cells, the answers with a verdict come first, then both sides of each pair, then the anchors."""

    name: str = Field(min_length=1, max_length=200)
    goal: str = ""
    criteria: tuple[Criterion, ...] = Field(min_length=1)
    """What judges go by; the labels of the first criterion that has two or more are the stages of verdicts."""
    pairs: tuple[SuitePair, ...] = ()
    verdicts: tuple[SuiteVerdict, ...] = ()
    anchors: tuple[SuiteAnchor, ...] = ()
    grades: tuple[str, ...] = ()
    """From the lowest to the highest; empty without anchors."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        ids = [case.id for case in (*self.pairs, *self.verdicts, *self.anchors)]
        if not ids:
            raise ValueError("a suite has at least one case")
        if len(set(ids)) != len(ids):
            raise ValueError("two cases have the same id")
        if any(case.right not in self.stages for case in self.verdicts):
            raise ValueError("a right verdict is a stage of the rubric")
        if len(set(self.grades)) != len(self.grades):
            raise ValueError("a grade stands on a scale once")
        if any(anchor.grade not in self.grades for anchor in self.anchors):
            raise ValueError("an anchor's grade stands on the scale")
        return self

    @property
    def stages(self) -> tuple[str, ...]:
        """The names of the rubric's stages, the lowest first."""
        return stage_names(self.criteria)

    @property
    def cells(self) -> int:
        """How many texts there are in all."""
        return len(self.verdicts) + 2 * len(self.pairs) + len(self.anchors)

    @property
    def matches(self) -> tuple[SuiteMatch, ...]:
        """Everything that is compared: the pairs, and each anchor with the next better-graded ones."""
        return (*self._pair_matches(), *self._anchor_matches())

    def _pair_matches(self) -> Iterator[SuiteMatch]:
        for index, pair in enumerate(self.pairs):
            a = len(self.verdicts) + 2 * index
            family = f"family {pair.family}" if pair.family else f"pair {pair.id}"
            yield SuiteMatch(a, a + 1, right=pair.right, family=family, pair=pair)

    def _anchor_matches(self) -> Iterator[SuiteMatch]:
        first = len(self.verdicts) + 2 * len(self.pairs)
        places = [self.grades.index(anchor.grade) for anchor in self.anchors]
        rising = sorted(range(len(places)), key=places.__getitem__)
        for rank, low in enumerate(rising):
            better = [high for high in rising[rank + 1 :] if places[high] > places[low]]
            for high in better[:NEIGHBOURS]:
                # By turns, so that the better one is as often the first as the second.
                turned = (low + high) % 2 == 0
                a, b = (high, low) if turned else (low, high)
                yield SuiteMatch(
                    first + a,
                    first + b,
                    right=PairSide.A if turned else PairSide.B,
                    family=f"anchor {self.anchors[low].id}",
                    pair=None,
                )


def stage_names(criteria: Iterable[Criterion]) -> tuple[str, ...]:
    """What the stages of a verdict are called, the lowest first: of `label :: what tells it` the label."""
    criterion = staged_criterion(criteria)
    labels = () if criterion is None else sorted(criterion.scale.labels, key=lambda label: label.value)
    return tuple(label.text.partition(_LABEL_END)[0].strip() for label in labels)
