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
    EntryRanking,
    ExperimentId,
    JudgeMode,
    Output,
    OutputId,
    OutputStatus,
    PairingKind,
    Policy,
    PresetName,
    Run,
    RunId,
    Scale,
    Snapshot,
    StopRule,
    Suite,
    SuiteJudge,
)
from edison.errors import ChoiceUnknown, ContestRefused
from edison.formats.pages.ranking.run import EntryRankingRun
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

from ..house import House
from ..runs.prepare import BOUNDARY, Estimate, Questions, check_questions, choose_forms
from .people import seat_people, what_people_said
from .ranking_prompts import tell_prompts
from .suites import open_suite

if TYPE_CHECKING:
    # Whoever looks at a run asks here whether it ranks texts, and reads none.
    from edison.formats.entries.people import PersonComparison

    from .entries import EntrySet

_SEED_BITS = 48
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


_NOT_PLACED = EntryRanking(flags=("not placed",), without_grades="Grades come with the order.")
"""Of a run that goes on or was cancelled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestWish:
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
class ContestOrder:
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


@dataclass(frozen=True, slots=True)
class ReadyContest:
    """A contest that passed every check that can be made before it starts; nothing of it is stored yet."""

    order: ContestOrder
    snapshot: Snapshot
    policy: Policy
    names: tuple[str, ...]
    estimate: Estimate
    spool: CaseSpool
    """The texts as they were looked at, whatever becomes of their files."""


def order_contest(wish: ContestWish) -> ContestOrder:
    """Find and read the files that a wish names.

    Raises:
        EdisonError: something it names is not there or cannot be read; nothing was asked.
    """
    from .entries import open_anchors, open_entries, open_people, open_rubric, open_scale

    written = None if wish.judges_of is None else open_suite(wish.judges_of, also=wish.allow_files).suite
    judges = (*_judges_named(wish), *_judges_written(wish, suite=written))
    if not wish.paths or not judges:
        raise ContestRefused("there is nothing to compare or nobody who compares", "Name texts and judges.")
    if wish.anchors is not None and wish.scale is None:
        raise ContestRefused("anchors are graded on a scale, and none is named", "Name it with --scale.")
    scale = None if wish.scale is None else open_scale(wish.scale)
    anchors = None if wish.anchors is None or scale is None else open_anchors(wish.anchors, scale=scale)
    entries = open_entries(wish.paths, scale=scale, anchors=anchors)
    names = () if wish.people is None else [case.name for case in entries.cases()]
    return ContestOrder(
        entries=entries,
        judges=judges,
        name=_name_of(wish.paths),
        goal=wish.goal,
        criteria=ANY_GOOD if wish.rubric is None else open_rubric(wish.rubric),
        contest=Contest(pairing=_pairing(wish.pairing), both_orders=wish.both_orders, scale=scale),
        comparisons=wish.comparisons,
        budget_microusd=None if wish.budget_usd is None else round(wish.budget_usd * _MICRO),
        concurrency=wish.concurrency,
        seed=wish.seed,
        people=() if wish.people is None else open_people(wish.people, entries=names),
        providers={} if written is None else written.providers,
    )


def ready_contest(house: House, order: ContestOrder) -> ReadyContest:
    """Make sure that texts can be ranked, without storing or paying anything. Blocks; not for a loop."""
    texts = _Texts(name_dataset(order.name, project_id=LOCAL_PROJECT, digest=""))
    with texts.spool.closed_on_failure():
        texts.look_at_all(order.entries)
        return _ready(house, order, texts=texts)


def start_contest(house: House, ready: ReadyContest) -> Run:
    """Store the texts, what people said about them and the run, and have it driven.

    What was made ready is used up, whether it starts or not.
    """
    with ready.spool as spool:
        run = _new_run(house, ready)
        control = house.control
        with house.store.work() as work:
            work.datasets.add_spooled(run.snapshot.dataset, spool)
    said = list(what_people_said(ready.order.people, run=run, names=ready.names))
    return control.start(run, also=lambda work: work.comparisons.add(run.id, said))


def show_entry_ranking(house: House, run: Run) -> tuple[EntryRanking, EntryRankingRun]:
    """Where the texts of a run stand, and about which run that is told."""
    with house.store.reading() as work:
        entry_ranking = work.entry_rankings.get(run.id) or _NOT_PLACED
        counts, standing = work.comparisons.counts(run.id), work.runs.standing(run.id)
        adaptive = work.comparisons.is_any_adaptive(run.id)
    contest = run.snapshot.contest
    return entry_ranking, EntryRankingRun(
        name=run.experiment.name,
        settlement=run.settlement,
        comparisons=counts.compared,
        spent_microusd=standing.spent_microusd,
        scale=None if contest is None else contest.scale,
        is_adaptive=adaptive,
        goal=run.snapshot.goal,
        run_id=run.id,
        began_at=run.began_at,
        prompts=tuple(tell_prompts(run.snapshot)),
    )


def is_ranking(run: Run) -> bool:
    """Whether a run ranks texts; judges are examined with pairs too, and that is none."""
    return run.experiment.preset is PresetName.RANK_ENTRIES


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


def _ready(house: House, order: ContestOrder, *, texts: _Texts) -> ReadyContest:
    count = len(texts.names)
    _refuse_hopeless(order, texts=count)
    rubric = pin_rubric(order.name, order.criteria, project_id=LOCAL_PROJECT)
    assert rubric is not None, "a contest has criteria"
    snapshot = pin_contest(
        order.contest,
        dataset=name_dataset(order.name, project_id=LOCAL_PROJECT, digest=texts.digest.hexdigest()),
        texts=count,
        rubric=rubric,
        judges=(*order.judges, *seat_people(order.people)),
        goal=order.goal,
    )
    asked_at = [judge.endpoint.provider for judge in order.judges]
    snapshot = snapshot.model_copy(
        update={"providers": choose_forms(house, asked_at, written=order.providers)}
    )
    policy = _policy(order, texts=count)
    estimate = check_questions(
        house,
        snapshot,
        questions=_questions(snapshot, sample=texts.sample, comparisons=policy.stop.comparisons),
        has_budget=order.budget_microusd is not None,
    )
    return ReadyContest(order, snapshot, policy, tuple(texts.names), estimate, texts.spool)


def _new_run(house: House, ready: ReadyContest) -> Run:
    order, run_id = ready.order, RunId(house.mint.new("run"))
    seed = house.chance.stream("seed", run_id).bits(_SEED_BITS) if order.seed is None else order.seed
    experiment = build_contest(
        order.name,
        ready.snapshot,
        policy=ready.policy,
        project_id=LOCAL_PROJECT,
        experiment_id=ExperimentId(house.mint.new("exp")),
    )
    return Run(
        id=run_id, experiment=experiment, snapshot=ready.snapshot, seed=seed, began_at=house.clock.now()
    )


def _judges_named(wish: ContestWish) -> Iterator[SuiteJudge]:
    return (judge_named(name, may_tie=wish.ties) for name in wish.judges)


def _judges_written(wish: ContestWish, *, suite: Suite | None) -> Iterator[SuiteJudge]:
    """The judges of a suite as judges of pairs; whatever else it says of them holds for every question."""
    for judge in () if suite is None else suite.judges:
        of_pairs = ask_both_ways(judge).of_pairs
        yield of_pairs.model_copy(update={"may_tie": of_pairs.may_tie or wish.ties})


def _refuse_hopeless(order: ContestOrder, *, texts: int) -> None:
    asks = len(order.judges) * (2 if order.contest.both_orders else 1)
    if texts < 2:
        raise ContestRefused(f"{texts} text cannot be compared", "Hand in at least two.")
    if order.contest.pairing is PairingKind.MATCHING:
        _refuse_too_many_to_match(texts)
    if order.comparisons is not None and order.comparisons < asks:
        raise ContestRefused(
            f"{order.comparisons} comparisons are fewer than one pair takes ({asks})",
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


def _policy(order: ContestOrder, *, texts: int) -> Policy:
    usual = max(_LEAST_COMPARISONS, _PER_TEXT * texts * len(order.judges))
    comparisons = usual if order.comparisons is None else order.comparisons
    least = min(StopRule().least_comparisons, comparisons)
    return Policy(
        budget_microusd=order.budget_microusd,
        parallel=order.concurrency,
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
        calls = -(-comparisons // len(judges)) * judge.calls
        yield Questions(endpoint=judge.endpoint.name, asks=asks, calls=calls)


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
