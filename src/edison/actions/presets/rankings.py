"""Ranking texts by comparing them: from files to a run whose judges see two texts at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING

from pydantic import JsonValue

from edison.domain import (
    HANDED_IN,
    CellId,
    Comparison,
    ComparisonId,
    Contest,
    Criterion,
    Dataset,
    Endpoint,
    EndpointKind,
    ExperimentId,
    Judge,
    JudgeMode,
    Output,
    OutputId,
    OutputStatus,
    Pair,
    PairingKind,
    Policy,
    Right,
    Run,
    Scale,
    Snapshot,
    StopRule,
    SuiteJudge,
)
from edison.errors import ContestRefused
from edison.stages.judge import PairUnit, ask_comparison
from edison.stages.plan import (
    CaseDigest,
    build_contest,
    name_dataset,
    pin_case,
    pin_contest,
    pin_rubric,
)
from edison.store import LOCAL_PROJECT, CaseSpool, ComparisonEntry, output_id

from ..access import verb
from ..house import House
from ..providers.models import refuse_unlisted
from ..runs.plan import BOUNDARY, Questions, RunPlan
from ..runs.prepare import choose_forms

if TYPE_CHECKING:
    # Whoever looks at a run asks here whether it ranks texts, and reads none.
    from edison.formats.entries.people import PersonComparison

    from .entries import EntrySet

if TYPE_CHECKING:
    from edison.formats.entries.people import PersonComparison

_LEAST_COMPARISONS = 120
_PER_TEXT = 8
"""Comparisons are shared by two texts: so many per text and judge give each about twice as many."""
_SAMPLE = 4

ANY_GOOD = (
    Criterion(
        name="quality",
        description="Which text is better on the whole, for the purpose it was written for.",
        weight=1.0,
        scale=Scale(min=0, max=1),
    ),
)
"""What is judged where nobody said what makes a text good."""

_PEOPLE = 2**40
"""Comparisons of people are numbered from here on: nobody deals pairs with such numbers."""


@dataclass(frozen=True, slots=True)
class RankInput:
    """What a person wants ranked, and how."""

    entries: "EntrySet"
    judges: tuple[SuiteJudge, ...]
    name: str = "ranking"
    goal: str = ""
    criteria: tuple[Criterion, ...] = ANY_GOOD
    contest: Contest = field(default_factory=Contest)
    comparisons: int | None = None
    """How many may be asked; None: eight for each text and judge, 120 at least."""
    budget_microusd: int | None = None
    stop: StopRule = field(default_factory=StopRule)
    """When it is enough; how many comparisons may be asked is said above."""
    success_rate: float | None = None
    publish_unfinished: bool = True
    weights: Mapping[str, float] = field(default_factory=dict[str, float])
    concurrency: int = 64
    seed: int | None = None
    people: "tuple[PersonComparison, ...]" = ()
    providers: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """As the file has them that the judges stand in."""


@verb(Right.READ)
def plan_ranking(house: House, asked: RankInput) -> RunPlan:
    """Look at every text and pin the contest; nothing is stored or paid for. Blocks; not for a loop.

    Raises:
        ModelUnknown: a provider lists its models, and a judge is not among them.
    """
    texts = _Texts(name_dataset(asked.name, project_id=LOCAL_PROJECT, digest=""))
    with texts.spool.closed_on_failure():
        texts.look_at_all(asked.entries)
        return _plan(house, asked, texts=texts)


class _Texts:
    """One look at every text: what it is stored as, and a few of them to make questions with."""

    def __init__(self, draft: Dataset) -> None:
        self.digest = CaseDigest()
        self.names: list[str] = []
        self.sample: list[str] = []
        self.spool = CaseSpool(stand_in=draft.id)
        self._draft = draft

    def look_at_all(self, entries: "EntrySet") -> None:
        for position, written in enumerate(entries.cases()):
            case = pin_case(written, dataset=self._draft, position=position)
            self.digest.add_pinned(case)
            self.spool.add(case)
            self.names.append(case.name)
            if len(self.sample) < _SAMPLE:
                self.sample.append(str(case.variables.get(HANDED_IN, "")))


def _plan(house: House, asked: RankInput, *, texts: _Texts) -> RunPlan:
    count = len(texts.names)
    _refuse_hopeless(asked, texts=count)
    rubric = pin_rubric(asked.name, asked.criteria, project_id=LOCAL_PROJECT)
    assert rubric is not None, "a contest has criteria"
    snapshot = pin_contest(
        asked.contest,
        dataset=name_dataset(asked.name, project_id=LOCAL_PROJECT, digest=texts.digest.hexdigest()),
        texts=count,
        rubric=rubric,
        judges=(*asked.judges, *seat_people(asked.people)),
        goal=asked.goal,
    )
    asked_at = [judge.endpoint for judge in asked.judges]
    forms = choose_forms(house, [one.provider for one in asked_at], written=asked.providers)
    contest = asked.contest.model_copy(update={"weights": _weigh(snapshot.judges, asked.weights)})
    snapshot = snapshot.model_copy(update={"providers": forms, "contest": contest})
    policy = _policy(asked, texts=count)
    # Last of all refusals: it asks the providers.
    refuse_unlisted(house, asked_at, forms=forms)
    experiment = build_contest(
        asked.name,
        snapshot,
        policy=policy,
        project_id=LOCAL_PROJECT,
        experiment_id=ExperimentId(house.mint.new("exp")),
    )
    return RunPlan(
        experiment=experiment,
        snapshot=snapshot,
        spool=texts.spool,
        questions=tuple(_questions(snapshot, sample=texts.sample, comparisons=policy.stop.comparisons)),
        seed=asked.seed,
        compared=lambda run: what_people_said(asked.people, run=run, names=texts.names),
        notes=tuple(f"Left out, because it is no text, or a link: {name}" for name in asked.entries.left_out),
    )


def _refuse_hopeless(asked: RankInput, *, texts: int) -> None:
    asks = len(asked.judges) * (2 if asked.contest.both_orders else 1)
    if texts < 2:
        raise ContestRefused(f"{texts} text cannot be compared", "Hand in at least two.")
    if asked.contest.pairing is PairingKind.MATCHING:
        _refuse_too_many_to_match(texts)
    if asked.comparisons is not None and asked.comparisons < asks:
        raise ContestRefused(
            f"{asked.comparisons} comparisons are fewer than one pair takes ({asks})",
            "Allow more comparisons, or ask fewer judges.",
        )


def _refuse_too_many_to_match(texts: int) -> None:
    # Not above: most commands need none of the numbers, which take long to import.
    from edison.stats.pairing import MATCHED_ITEMS

    if texts > MATCHED_ITEMS:
        raise ContestRefused(
            f"matching is for at most {MATCHED_ITEMS} texts, and these are {texts:,}",
            "Choose adaptive pairing.",
        )


def _policy(asked: RankInput, *, texts: int) -> Policy:
    usual = max(_LEAST_COMPARISONS, _PER_TEXT * texts * len(asked.judges), asked.stop.least_comparisons)
    comparisons = usual if asked.comparisons is None else asked.comparisons
    least = min(asked.stop.least_comparisons, comparisons)
    policy = Policy(
        budget_microusd=asked.budget_microusd,
        parallel=asked.concurrency,
        stop=asked.stop.model_copy(update={"comparisons": comparisons, "least_comparisons": least}),
        publish_unfinished=asked.publish_unfinished,
    )
    return policy if asked.success_rate is None else _with_rate(policy, asked.success_rate)


def _with_rate(policy: Policy, rate: float) -> Policy:
    if not 0 <= rate <= 1:
        raise ContestRefused(f"{rate:g} is no share of comparisons", "Give a number from 0 (off) to 1.")
    return policy.model_copy(update={"success_rate": rate})


def _weigh(judges: Sequence[Judge], weights: Mapping[str, float]) -> tuple[float, ...]:
    """A weight for each judge by its name or endpoint; none where all count alike."""
    known = {name for judge in judges for name in (judge.name, judge.endpoint.name, judge.endpoint.model)}
    for name, weight in weights.items():
        if name not in known:
            raise ContestRefused(f"nobody called {name!r} judges", "Name a judge as it was named elsewhere.")
        if not (isfinite(weight) and weight >= 0):
            raise ContestRefused(f"{weight:g} is no weight", "Give a number from 0.")
    if not weights:
        return ()
    return tuple(
        next(
            (
                weights[name]
                for name in (judge.name, judge.endpoint.name, judge.endpoint.model)
                if name in weights
            ),
            1.0,
        )
        for judge in judges
    )


def _questions(snapshot: Snapshot, *, sample: Sequence[str], comparisons: int) -> Iterator[Questions]:
    """What each judge is asked about texts like these; of long texts as well as of short ones."""
    assert snapshot.rubric is not None
    judges = snapshot.pair_judges
    texts = [
        Output(id=OutputId(f"preflight_{at}"), cell_id=CellId("preflight"), status=OutputStatus.OK, text=text)
        for at, text in enumerate(sample)
    ]
    for index in judges:
        judge = snapshot.judges[index]
        asks = [
            ask_comparison(
                PairUnit(
                    judge=judge, rubric=snapshot.rubric, goal=snapshot.goal, task=None, left=left, right=right
                ),
                boundary=BOUNDARY,
            )
            for left, right in pairwise(texts)
        ]
        units = -(-comparisons // len(judges))
        yield Questions(judge.endpoint.name, units=units, asks=asks, calls_each=judge.calls)


def seat_people(people: "Sequence[PersonComparison]") -> list[SuiteJudge]:
    """A judge for each person who compared anything."""
    names = dict.fromkeys(one.judge for one in people)
    return [
        SuiteJudge(
            name=name[:200],
            endpoint=Endpoint(provider="people", model=name, kind=EndpointKind.PEOPLE),
            mode=JudgeMode.PAIRWISE,
            may_tie=True,
        )
        for name in names
    ]


def what_people_said(
    people: "Sequence[PersonComparison]", *, run: Run, names: Sequence[str]
) -> Iterator[ComparisonEntry]:
    """What people said, as comparisons of the same run: one model is fitted to all of it."""
    cells = {name: cell for cell, name in enumerate(names)}
    judges = {
        judge.endpoint.model: (index, judge.id)
        for index, judge in enumerate(run.snapshot.judges)
        if judge.endpoint.kind is EndpointKind.PEOPLE
    }
    for number, said in enumerate(people):
        judge, judge_id = judges[said.judge]
        left, right = cells[said.left], cells[said.right]
        comparison = Comparison(
            id=ComparisonId(f"cmp_{run.id.removeprefix('run_')}_p{number}"),
            judge_id=judge_id,
            left_id=output_id(run.id, left, 1),
            right_id=output_id(run.id, right, 1),
            winner=said.winner,
            reason=said.note,
        )
        yield ComparisonEntry(_PEOPLE + number, judge, 1, 0, Pair(left=left, right=right), comparison)
