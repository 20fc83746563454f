"""Ranking texts by comparing them: from files to a run whose judges see two texts at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from edison.domain import (
    HANDED_IN,
    CellId,
    Contest,
    Criterion,
    Dataset,
    Endpoint,
    ExperimentId,
    JudgeMode,
    Output,
    OutputId,
    OutputStatus,
    PairingKind,
    Policy,
    Right,
    Scale,
    Snapshot,
    StopRule,
    Suite,
    SuiteJudge,
)
from edison.errors import ChoiceUnknown, ContestRefused
from edison.stages.judge import PairUnit, ask_comparison
from edison.stages.plan import (
    CaseDigest,
    ask_both_ways,
    build_contest,
    name_dataset,
    pin_case,
    pin_contest,
    pin_rubric,
)
from edison.store import LOCAL_PROJECT, CaseSpool

from ..access import verb
from ..house import House
from ..runs.plan import BOUNDARY, Questions, RunPlan
from ..runs.prepare import choose_forms
from .people import seat_people, what_people_said
from .suites import open_suite

if TYPE_CHECKING:
    # Whoever looks at a run asks here whether it ranks texts, and reads none.
    from edison.formats.entries.people import PersonComparison

    from .entries import EntrySet

_MICRO = 1_000_000
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RankRequest:
    """A ranking as people ask for it: by the names of files, judges and scales."""

    paths: tuple[Path, ...]
    judges: tuple[str, ...] = ()
    judges_of: Path | None = None
    """A suite file whose judges compare, with the parameters and instructions that it gives them."""
    anchors: Path | None = None
    scale: str | None = None
    rubric: Path | None = None
    goal: str = ""
    people: Path | None = None
    comparisons: int | None = None
    budget_usd: float | None = None
    pairing: str = PairingKind.ADAPTIVE.value
    seed: int | None = None
    both_orders: bool = False
    ties: bool = False
    concurrency: int = 64
    allow_files: tuple[Path, ...] = ()
    """Folders in which files that `judges_of` names may lie, besides its own."""


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
    concurrency: int = 64
    seed: int | None = None
    people: "tuple[PersonComparison, ...]" = ()
    providers: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """As the file has them that the judges stand in."""


def read_rank_request(request: RankRequest) -> RankInput:
    """Find and read the files that a request names.

    Raises:
        EdisonError: something it names is not there or cannot be read; nothing was asked.
    """
    from .entries import open_anchors, open_entries, open_people, open_rubric, open_scale

    written = (
        None if request.judges_of is None else open_suite(request.judges_of, also=request.allow_files).suite
    )
    judges = (*_judges_named(request), *_judges_written(request, suite=written))
    if not request.paths or not judges:
        raise ContestRefused("there is nothing to compare or nobody who compares", "Name texts and judges.")
    if request.anchors is not None and request.scale is None:
        raise ContestRefused("anchors are graded on a scale, and none is named", "Name it with --scale.")
    scale = None if request.scale is None else open_scale(request.scale)
    anchors = None if request.anchors is None or scale is None else open_anchors(request.anchors, scale=scale)
    entries = open_entries(request.paths, scale=scale, anchors=anchors)
    names = () if request.people is None else [case.name for case in entries.cases()]
    return RankInput(
        entries=entries,
        judges=judges,
        name=_name_of(request.paths),
        goal=request.goal,
        criteria=ANY_GOOD if request.rubric is None else open_rubric(request.rubric),
        contest=Contest(pairing=_pairing(request.pairing), both_orders=request.both_orders, scale=scale),
        comparisons=request.comparisons,
        budget_microusd=None if request.budget_usd is None else round(request.budget_usd * _MICRO),
        concurrency=request.concurrency,
        seed=request.seed,
        people=() if request.people is None else open_people(request.people, entries=names),
        providers={} if written is None else written.providers,
    )


@verb(Right.READ)
def plan_ranking(house: House, asked: RankInput) -> RunPlan:
    """Look at every text and pin the contest; nothing is stored or paid for. Blocks; not for a loop."""
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
    asked_at = [judge.endpoint.provider for judge in asked.judges]
    snapshot = snapshot.model_copy(
        update={"providers": choose_forms(house, asked_at, written=asked.providers)}
    )
    policy = _policy(asked, texts=count)
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


def _judges_named(request: RankRequest) -> Iterator[SuiteJudge]:
    return (judge_named(name, may_tie=request.ties) for name in request.judges)


def _judges_written(request: RankRequest, *, suite: Suite | None) -> Iterator[SuiteJudge]:
    """The judges of a suite as judges of pairs; whatever else it says of them holds for every question."""
    for judge in () if suite is None else suite.judges:
        of_pairs = ask_both_ways(judge).of_pairs
        yield of_pairs.model_copy(update={"may_tie": of_pairs.may_tie or request.ties})


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
    usual = max(_LEAST_COMPARISONS, _PER_TEXT * texts * len(asked.judges))
    comparisons = usual if asked.comparisons is None else asked.comparisons
    least = min(StopRule().least_comparisons, comparisons)
    return Policy(
        budget_microusd=asked.budget_microusd,
        parallel=asked.concurrency,
        stop=StopRule(comparisons=comparisons, least_comparisons=least),
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


def judge_named(name: str, *, may_tie: bool = False) -> SuiteJudge:
    """A judge of pairs by its endpoint, as people write it."""
    return SuiteJudge(endpoint=Endpoint.parse(name), mode=JudgeMode.PAIRWISE, may_tie=may_tie)


def _pairing(name: str) -> PairingKind:
    try:
        return PairingKind(name)
    except ValueError:
        raise ChoiceUnknown("pairing", name, tuple(PairingKind)) from None


def _name_of(paths: Sequence[Path]) -> str:
    """What a ranking of these files is called."""
    return (paths[0].stem or paths[0].name or "ranking")[:200]
