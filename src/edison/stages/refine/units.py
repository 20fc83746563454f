"""What there is to do: a judge to be asked what it would change, a candidate to be written, cases to be split."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import ceil, log2
from typing import TypeVar

from edison.domain import Arm, Judge, RefineStrategy, RefineTask, Rubric, Split, SuiteCase

from .edits.guards import Guarded

_PATTERN = (Split.DEVELOPMENT, Split.HELD_OUT, Split.DEVELOPMENT, Split.HELD_OUT, Split.SEALED)
"""How cases are dealt where nobody said what they are for."""

C = TypeVar("C", bound=SuiteCase)


@dataclass(frozen=True, slots=True)
class SuggestUnit:
    """One judge, and what it is asked to suggest changes for."""

    judge: Judge
    goal: str
    rubric: Rubric
    task: RefineTask


@dataclass(frozen=True, slots=True)
class SynthesisUnit:
    """One candidate to be written."""

    refiner: Arm
    goal: str
    rubric: Rubric
    task: RefineTask
    place: int
    """Which of the candidates of its round, from 0 on."""
    candidates: int
    most_changed: float
    strategy: RefineStrategy = RefineStrategy.ENSEMBLE
    guarded: Guarded | None = None
    """What it is held against as soon as it is written, so that the refiner can be asked again; None: nothing."""

    @property
    def focus(self) -> tuple[str, ...]:
        """The weak criteria that this candidate is to help: each begins with another."""
        names = [one.name for one in self.task.findings.weak]
        begin = (self.place + self.task.in_vain * self.candidates) % max(len(names), 1)
        return tuple([*names[begin:], *names[:begin]][:2])


def split_cases(cases: Iterable[C]) -> dict[Split, list[C]]:
    """Cases by what they are for: as they say themselves or, where none is held out, dealt evenly over tags.

    Who is dealt where follows from the names of the cases, so that it is the same in every run; cases of one family
    stay together.
    """
    all_cases = list(cases)
    if any(case.split is not Split.DEVELOPMENT for case in all_cases):
        return {split: [case for case in all_cases if case.split is split] for split in Split}
    families: dict[str, list[C]] = {}
    for case in all_cases:
        families.setdefault(f"family {case.family}" if case.family else f"case {case.name}", []).append(case)
    ordered = sorted(families.items(), key=lambda one: (one[1][0].tags, _draw(one[0])))
    dealt: dict[Split, list[C]] = {split: [] for split in Split}
    for place, (_, members) in enumerate(ordered):
        split = _PATTERN[place % len(_PATTERN)]
        dealt[split].extend(_moved(members, split))
    return dealt


def shuffle_cases(cases: Iterable[C]) -> list[C]:
    """In an order that follows from their names alone, families together: the first of them stand for all."""
    return sorted(cases, key=lambda case: (_draw(case.family or case.name), _draw(case.name)))


def least_held_out(*, rounds: int, candidates: int, error: float) -> int:
    """The fewest held-out cases on which anything can be proven: were each in favour, chance would be too small."""
    return ceil(log2(rounds * candidates / error))


def _moved(members: Sequence[C], split: Split) -> list[C]:
    return [case.model_copy(update={"split": split}) for case in members]


def _draw(name: str) -> bytes:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
