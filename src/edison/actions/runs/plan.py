"""What a run of any kind is made from, before anything is stored or paid for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from edison.domain import (
    Answerer,
    Ask,
    Endpoint,
    ExperimentId,
    Noun,
    Purpose,
    Run,
    RunDesign,
    Snapshot,
    StageName,
    Technique,
)
from edison.store import CaseSpool, ComparisonEntry
from edison.techniques import apply_technique, rehearse

BOUNDARY = "preflightpreflightpr"
"""Around texts in questions that are made ready and never sent."""
SHORT_ANSWER = 80
"""In characters."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Some of the questions that an endpoint will be asked, and about how many units it is asked."""

    endpoint: str
    units: int
    asks: Sequence[Ask]
    """Of answers that are short, where it is asked about answers that are not there yet."""
    about_answers: Callable[[int], Sequence[Ask]] | None = None
    """The same about answers of so many characters; None where it is asked about what is there already."""
    calls_each: int = 1
    """Calls that one unit takes."""
    most_calls_each: int | None = None
    """Calls that it takes at most, where nobody knows beforehand how many."""
    are_judgments: bool = True

    @property
    def most_calls(self) -> int:
        """Calls that all units take at most."""
        return self.units * (self.most_calls_each or self.calls_each)

    @property
    def likely_calls(self) -> int:
        """What goes on until it is done mostly takes a second call."""
        return min(self.most_calls, self.units * self.calls_each * (1 if self.most_calls_each is None else 2))

    @property
    def are_answers(self) -> bool:
        """Whether texts come back that others may be asked about."""
        return not self.are_judgments and all(ask.purpose is not Purpose.EMBED for ask in self.asks)


def asked_of(
    who: Answerer, endpoint: Endpoint, questions: Sequence[Ask], *, units: int, turns: int = 1
) -> Questions:
    """What somebody will be asked about so many units, all that the technique of its own takes included.

    Questions of one unit are alike: each takes as many as the first one.
    """

    def about(chars: int) -> list[Ask]:
        answer = "x" * chars
        applied = apply_technique(who, boundary=BOUNDARY)
        return [ask for one in questions for ask in rehearse(one, applied, answer=answer)]

    asks = about(SHORT_ANSWER)
    return Questions(
        endpoint.name,
        units=units,
        asks=asks,
        about_answers=None if who.technique is Technique.DIRECT else about,
        calls_each=turns * (len(asks) // max(len(questions), 1)),
        are_judgments=False,
    )


def nothing_compared(_: Run) -> Iterable[ComparisonEntry]:
    """Most runs begin without a comparison."""
    return ()


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run that may be started: everything pinned, every case looked at."""

    experiment: RunDesign
    snapshot: Snapshot
    spool: CaseSpool
    """All cases as they were looked at, whatever becomes of their files; closed by whoever stores them or will not."""
    questions: tuple[Questions, ...]
    """For making sure that everything can be asked, and for what it may cost."""
    seed: int | None = None
    pause_after: StageName | None = None
    """Finish this stage, then wait for a person."""
    documents: Mapping[str, Noun] = field(default_factory=dict[str, Noun])
    """What the run has to find again at its end."""
    compared: Callable[[Run], Iterable[ComparisonEntry]] = nothing_compared
    """What people said before it began."""
    cells: int | None = None
    """How many cells there can be, where that is not the whole grid of the snapshot."""
    notes: tuple[str, ...] = ()
    """What whoever starts it should know first."""
    experiment_id: ExperimentId | None = None
    """The kept experiment that it is a run of."""
