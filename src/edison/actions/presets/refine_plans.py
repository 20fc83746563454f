"""From a suite to a plan of refining: cases by what they are for, who writes, and what that may take."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from math import ceil

from edison.domain import (
    REFINE_TARGET,
    REFINEMENT,
    Arm,
    ArmId,
    Case,
    ChallengeBy,
    Endpoint,
    ExperimentId,
    Factors,
    Findings,
    JudgeTrust,
    PresetName,
    Refinement,
    RefineStrategy,
    RefineTarget,
    RefineTask,
    Refining,
    Right,
    RunDesign,
    RunId,
    Safety,
    Snapshot,
    Split,
    StageName,
    StopRule,
    Suite,
    SuiteCase,
    SuiteRefine,
    UsedBefore,
    content_hash,
)
from edison.errors import NotRefinable, RunMissing
from edison.formats.words.notes import tell_kinship
from edison.stages.rank import find_card, measure_labels, weigh_by_labels
from edison.stages.refine import (
    SuggestUnit,
    SynthesisUnit,
    ask_candidate,
    ask_suggestions,
    least_held_out,
    looks_for,
    shuffle_cases,
    split_cases,
)
from edison.stats.judges import EnsembleWeights, WeightBasis, accuracy_weights, equal_weights
from edison.store import UnitOfWork
from edison.text import several

from ..access import verb
from ..datasets import with_stored_cases
from ..house import House
from ..labels import people_beside
from ..runs.plan import BOUNDARY, Questions, RunPlan, asked_of
from ..runs.prepare import choose_forms
from .suite_plans import experiment_of, questions_about, questions_by_meaning, tell_unused
from .suites import Pinned, SuiteFile, pin_suite

_ERROR = 0.05
_NOTHING_FOUND = Findings(quality=0.0, cases=0)

_ACCURACY = "accuracy"


def wish_for(file: SuiteFile, *, refiner: str | None = None, **changes: object) -> SuiteFile:
    """The same suite, refined in another way; what is None stays as the suite says."""
    given = {name: value for name, value in changes.items() if value is not None}
    if refiner is not None:
        given["refiner"] = Endpoint.parse(refiner)
    return file.changed(refine=SuiteRefine.model_validate({**dict(file.suite.refine), **given}))


@verb(Right.READ)
def plan_refinement(house: House, file: SuiteFile) -> RunPlan:
    """Split the cases and pin everything; nothing is stored or paid for. Blocks; not for a loop."""
    file = with_stored_cases(house, file)
    suite, wish = file.suite, file.suite.refine
    _refuse_unfit(file)
    dealt = split_cases(file.cases())
    dealt[Split.HELD_OUT] = shuffle_cases(dealt[Split.HELD_OUT])
    cases = tuple(case for split in Split for case in dealt[split])
    # Whatever a suite says of safety counts; where it says nothing, all of it is looked for.
    sorted_out = {"cases": cases, "cases_file": None, "safety": suite.safety or Safety()}
    ordered = replace(file, suite=Suite.model_validate({**dict(suite), **sorted_out}))
    target = RefineTarget(project_id=file.project_id, prompt=wish.prompt or suite.name)
    used_before = find_used_before(house, target, dealt[Split.SEALED])
    refining = Refining(
        refiner=_refiner(suite),
        strategy=wish.strategy,
        candidates=wish.candidates,
        most_changed=wish.most_changed or wish.strategy.most_changed,
        development=_enough(file, dealt[Split.DEVELOPMENT], least=1, what="development"),
        held_out=_enough(file, dealt[Split.HELD_OUT], least=_least(wish), what="held-out"),
        sealed=len(dealt[Split.SEALED]),
        used_before=used_before,
        error=_ERROR,
        challenge=wish.challenge,
        looks=looks_for(wish.looks, cases=len(dealt[Split.HELD_OUT])),
    )
    asked_at = [one.endpoint.provider for one in (*suite.arms, *suite.judges, refining.refiner)]
    pinned = pin_suite(
        ordered,
        providers=lambda users: choose_forms(house, [*asked_at, *users], written=suite.providers),
        makes_versions=True,
    )
    trusted = refining.model_copy(update={"trust": trust_judges(house, pinned.snapshot)})
    snapshot = pinned.snapshot.model_copy(update={"refining": trusted})
    with pinned.spool.closed_on_failure():
        return RunPlan(
            experiment=_design(pinned, snapshot, wish, design_id=ExperimentId(house.mint.new("exp"))),
            snapshot=snapshot,
            spool=pinned.spool,
            questions=tuple(_questions(snapshot, pinned, wish)),
            seed=suite.seed,
            documents={REFINE_TARGET: target},
            cells=_cells(snapshot, wish.rounds),
            notes=(
                *tell_unused(pinned),
                *tell_kinship(snapshot, quote=str),
                *tell_used_before(used_before, sealed=refining.sealed),
            ),
        )


def _design(pinned: Pinned, snapshot: Snapshot, wish: SuiteRefine, *, design_id: ExperimentId) -> RunDesign:
    experiment = experiment_of(pinned, design_id)
    policy = experiment.policy.model_copy(
        update={
            "autonomy": wish.autonomy,
            "stop": StopRule(rounds=wish.rounds, gain=wish.gain, window=wish.window, tokens=wish.tokens),
        }
    )
    changed = {
        "preset": PresetName.REFINE_PROMPT,
        "policy": policy,
        "factors": Factors(versions=tuple(version.id for version in snapshot.versions)),
        "fixed": experiment.fixed.model_copy(
            update={"versions": (), "arms": tuple(arm.id for arm in snapshot.arms)}
        ),
        "stages": (*experiment.stages, StageName.REFINE),
    }
    return experiment.model_copy(update=changed)


def _refuse_unfit(file: SuiteFile) -> None:
    suite = file.suite
    if len(suite.prompts) > 1:
        raise NotRefinable(file.name, "it has several prompts", "keep the one that is to be refined.")
    if not any(judge.mode != "pairwise" for judge in suite.judges):
        raise NotRefinable(
            file.name, "no judge scores single answers", "add one, such as judges: [openai/gpt-4o]."
        )
    if suite.refine.strategy is RefineStrategy.GEPA and find_spec("gepa") is None:
        raise NotRefinable(
            file.name, "its strategy needs the library gepa", "install it: pip install 'edison[gepa]'."
        )
    compares = any(judge.mode == "pairwise" for judge in suite.judges)
    if suite.refine.challenge is ChallengeBy.PAIRWISE and not compares:
        raise NotRefinable(
            file.name,
            "its challenge is pairwise and no judge compares",
            "add one with mode: pairwise, or take challenge: scores.",
        )


def _least(wish: SuiteRefine) -> int:
    return least_held_out(rounds=wish.rounds, candidates=wish.candidates, error=_ERROR)


def _enough(file: SuiteFile, cases: Sequence[object], *, least: int, what: str) -> int:
    if len(cases) < least:
        raise NotRefinable(
            file.name,
            f"it has {several(len(cases), f'{what} case')}, and nothing can be shown with fewer than {least}",
            "add cases, or ask for fewer rounds and candidates.",
        )
    return len(cases)


def _refiner(suite: Suite) -> Arm:
    wish = suite.refine
    endpoint = wish.refiner or suite.judges[0].endpoint
    arm = Arm(
        id=ArmId(""),
        name="refiner",
        endpoint=endpoint,
        sampling=wish.sampling,
        technique=wish.technique,
        samples=wish.samples,
    )
    return arm.model_copy(update={"id": ArmId(f"arm_{content_hash(arm)}")})


def _cells(snapshot: Snapshot, rounds: int) -> int:
    """As many as there can be: every round adopts something."""
    refining = snapshot.refining
    assert refining is not None, "this is a plan of refining"
    per_case = max(len(snapshot.arms), 1) * snapshot.repeats
    versions = refining.held_out * (1 + rounds * refining.candidates)
    return per_case * (refining.development * rounds + versions + 2 * refining.sealed)


def _questions(snapshot: Snapshot, pinned: Pinned, wish: SuiteRefine) -> Iterator[Questions]:
    """One of each kind that the run will ask; of answers and judgments as many as there can be."""
    refining, rubric = snapshot.refining, snapshot.rubric
    assert refining is not None, "this is a plan of refining"
    assert rubric is not None, "judges need a rubric"
    share = _cells(snapshot, wish.rounds) / max(snapshot.grid.cells, 1)
    asked = [replace(one, units=round(one.units * share)) for one in questions_about(snapshot, pinned.sample)]
    compared = wish.rounds * refining.candidates * refining.held_out * len(snapshot.arms) * snapshot.repeats
    is_pairwise = refining.challenge is ChallengeBy.PAIRWISE
    for at, judge in enumerate(snapshot.judges, len(asked) - len(snapshot.judges)):
        if judge.compares:
            asked[at] = replace(asked[at], units=compared if is_pairwise else 0)
    yield from asked
    yield from (replace(one, units=ceil(one.units * share)) for one in questions_by_meaning(pinned))
    task = RefineTask(round=1, version=snapshot.versions[0], findings=_NOTHING_FOUND)
    for index in snapshot.cell_judges:
        judge = snapshot.judges[index]
        unit = SuggestUnit(judge, goal=snapshot.goal, rubric=rubric, task=task)
        yield Questions(
            judge.endpoint.name, units=wish.rounds, asks=[ask_suggestions(unit, boundary=BOUNDARY)]
        )
    written = SynthesisUnit(
        refining.refiner,
        goal=snapshot.goal,
        rubric=rubric,
        task=task,
        place=0,
        candidates=refining.candidates,
        most_changed=refining.most_changed,
        strategy=refining.strategy,
    )
    writes = asked_of(
        refining.refiner,
        refining.refiner.endpoint,
        [ask_candidate(written, boundary=BOUNDARY)],
        units=wish.rounds * refining.candidates,
    )
    # As ever: what is written is longer than an answer.
    yield replace(writes, are_judgments=True)


@verb(Right.READ)
def trust_judges(house: House, snapshot: Snapshot) -> tuple[JudgeTrust, ...]:
    """The weight of every judge that scores single answers, as it is known now; all together are one."""
    judges = {at: snapshot.judges[at] for at in snapshot.cell_judges}
    families = [judge.votes_with for judge in judges.values()]
    ids = [judge.id for judge in judges.values()]
    said = people_beside(house, ids)
    by_labels = weigh_by_labels([measure_labels(said.get(one, ())) for one in ids], families=families)
    weighed, basis = by_labels or _by_cards(house, snapshot, families=families)
    return tuple(
        JudgeTrust(judge=at, name=judge.name, weight=weight, basis=basis)
        for (at, judge), weight in zip(judges.items(), weighed.weights, strict=True)
    )


def _by_cards(house: House, snapshot: Snapshot, *, families: Sequence[str]) -> tuple[EnsembleWeights, str]:
    """By the accuracy on their cards, where all are evidence about these very judges and were made on one suite."""
    with house.store.reading() as work:
        cards = work.cards.all()
    found = [find_card(snapshot.judges[at], cards) for at in snapshot.cell_judges]
    own = [card for card in found if card is not None and card.match.is_evidence]
    known = [card.measures[_ACCURACY] for card in own if _ACCURACY in card.measures]
    if len(known) < len(found) or len({card.suite_digest for card in own}) != 1:
        return equal_weights(families), "all alike: not all have a card on one suite, nor labels of people"
    shares, counts = [one.value for one in known], [one.n for one in known]
    weighed = accuracy_weights(shares, labelled=counts, families=families)
    is_known = weighed.basis is WeightBasis.ACCURACIES
    return weighed, "accuracy on their cards" if is_known else weighed.basis.value


@verb(Right.READ)
def find_used_before(house: House, target: RefineTarget, sealed: Sequence[SuiteCase]) -> UsedBefore | None:
    """The sealed cases that the history of a prompt owes something to; None where there are none."""
    ours = {_said(case) for case in sealed}
    with house.store.reading() as work:
        prompt = work.prompts.find(target.project_id, target.prompt)
        versions = [] if prompt is None else work.prompts.versions(prompt.id)
        runs = dict.fromkeys(one.proof.run_id for one in versions if one.proof is not None)
        used = {run_id: found for run_id in runs if (found := ours & _used_in(work, run_id))}
    return UsedBefore(cases=len(set[str]().union(*used.values())), runs=tuple(used)) if used else None


def tell_used_before(used: UsedBefore | None, *, sealed: int) -> Iterator[str]:
    """What that means for the gain, before anything is paid for."""
    if used is not None:
        yield (
            f"Of {several(sealed, 'sealed case')} {used.cases} were used before for this prompt, by "
            f"{', '.join(used.runs)}: the gain that is told at the end will be less elsewhere. "
            "Add cases that no run has seen, with split: sealed."
        )


def _used_in(work: UnitOfWork, run_id: RunId) -> set[str]:
    """What a run was fitted on or decided by, and its sealed cases where it opened them."""
    try:
        snapshot = work.runs.get(run_id).snapshot
    except RunMissing:
        return set()
    refining = snapshot.refining
    if refining is None:
        return set()
    ended = work.documents.get(run_id, REFINEMENT, Refinement)
    is_opened = ended is not None and ended.gain is not None and ended.gain.is_sealed
    count = refining.development + refining.held_out + (refining.sealed if is_opened else 0)
    return {_said(case) for case in work.datasets.cases(snapshot.dataset.id, first=0, count=count)}


def _said(case: Case | SuiteCase) -> str:
    """What a case says, whatever it is called and meant for."""
    said = {
        "variables": case.variables,
        "task": None if case.task is None else case.task.model_dump(mode="json"),
        "talk": None if case.talk is None else case.talk.model_dump(mode="json"),
    }
    return json.dumps(said, sort_keys=True)
