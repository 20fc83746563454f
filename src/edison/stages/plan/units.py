"""What there is to do: the parts of a run, pinned, named and numbered, each with an id made from its contents."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

from edison.domain import (
    Arm,
    ArmId,
    Case,
    CaseId,
    Criterion,
    Dataset,
    DatasetId,
    Endpoint,
    ExperimentId,
    Factors,
    Judge,
    JudgeId,
    JudgeProfile,
    Noun,
    Policy,
    PresetName,
    ProjectId,
    PromptId,
    PromptVersion,
    PromptVersionId,
    Rubric,
    RubricId,
    RunDesign,
    Snapshot,
    StageName,
    StopRule,
    Suite,
    SuiteCase,
    SuiteJudge,
    content_hash,
)
from edison.errors import NothingToCompare

from .suites.output_pairs import output_pair_count

_CASE = "case_"
_LONGEST_NAME = 180
"""Leaves room for the number that tells doubles apart."""


class CaseDigest:
    """A digest of all cases of a set, taken while they stream by; their order counts."""

    def __init__(self) -> None:
        self._digest = blake2b(digest_size=16)
        self.cases = 0

    def add(self, case: SuiteCase) -> None:
        """Take in the next case."""
        self._take(content_hash(case))

    def add_pinned(self, case: Case) -> None:
        """The same for a case that was pinned: its id says already what is in it."""
        self._take(case.id.removeprefix(_CASE))

    def hexdigest(self) -> str:
        """The digest of what was taken in so far."""
        return self._digest.hexdigest()

    def _take(self, content: str) -> None:
        # Each part is equally long, so that no two sequences of cases run together to the same bytes.
        self._digest.update(content.encode())
        self.cases += 1


def name_dataset(suite_name: str, *, project_id: ProjectId, digest: str) -> Dataset:
    """The set of cases with this digest; in one project the same cases are the same set, whatever it is called."""
    return Dataset(id=DatasetId(f"set_{_digest(project_id, digest)}"), project_id=project_id, name=suite_name)


def pin_case(case: SuiteCase, *, dataset: Dataset, position: int) -> Case:
    """A case of the set. Its id does not depend on its position, so it stays when others are put before it."""
    said = {field: getattr(case, field) for field in case.model_fields_set}
    return Case(id=CaseId(f"{_CASE}{content_hash(case)}"), dataset_id=dataset.id, **said)


def pin(
    suite: Suite, *, project_id: ProjectId, dataset: Dataset, cases: int, makes_versions: bool = False
) -> Snapshot:
    """Everything a run of the suite depends on.

    Args:
        suite: What was asked for.
        project_id: Where it runs.
        dataset: What its cases are called.
        cases: How many there are.
        makes_versions: Whether the run writes versions of the prompt itself, which judges of pairs then compare.

    Raises:
        WeightsDoNotSum: the rubric's weights do not add up to 1.
        NothingToCompare: a judge of pairs has but one contender.
    """
    comparing = next((judge for judge in suite.judges if judge.compares), None)
    if comparing is not None and len(suite.arms) * len(suite.prompts) < 2 and not makes_versions:
        raise NothingToCompare(comparing.name or comparing.endpoint.name)
    criteria = suite.criteria or (Rubric.by_cases() if suite.judges else ())
    rubric = pin_rubric(suite.name, criteria, project_id=project_id)
    return Snapshot(
        goal=suite.goal,
        versions=tuple(_pin_versions(suite, project_id=project_id)),
        arms=tuple(_pin_arms(suite)),
        dataset=dataset,
        cases=cases,
        repeats=suite.repeats,
        checks=suite.checks,
        safety=suite.safety if suite.safety is not None and suite.safety.scan else None,
        rubric=rubric,
        judges=tuple(pin_judges(suite.judges, rubric=rubric)) if rubric else (),
        providers=suite.providers,
        embedder=suite.embedder,
    )


def build_experiment(
    suite: Suite, snapshot: Snapshot, *, project_id: ProjectId, experiment_id: ExperimentId
) -> RunDesign:
    """The question a suite asks: arms are compared, and prompt versions where there are several."""
    versions = tuple(version.id for version in snapshot.versions)
    varies = len(versions) > 1
    compares = len(snapshot.arms) > 1 and bool(snapshot.judges)
    return RunDesign(
        id=experiment_id,
        project_id=project_id,
        name=suite.name,
        goal=suite.goal,
        preset=suite.preset or (PresetName.COMPARE_MODELS if compares else PresetName.BATTERY),
        factors=Factors(arms=tuple(arm.id for arm in snapshot.arms), versions=versions if varies else ()),
        fixed=Factors(
            versions=() if varies else versions,
            judges=tuple(judge.id for judge in snapshot.judges),
            rubrics=(snapshot.rubric.id,) if snapshot.rubric else (),
            datasets=(snapshot.dataset.id,),
        ),
        stages=tuple(_stages_on(snapshot)),
        policy=Policy(
            budget_microusd=suite.budget_microusd,
            parallel=suite.concurrency,
            repeats=suite.repeats,
            most_unreadable=suite.most_unreadable,
            cache=suite.cache,
            cache_s=suite.cache_s,
            stop=_stop_rule(snapshot),
        ),
    )


def _stop_rule(snapshot: Snapshot) -> StopRule:
    """Where outputs are compared, as many comparisons as that takes: nothing that was estimated is left out."""
    most = output_pair_count(snapshot) * len(snapshot.pair_judges)
    return StopRule(comparisons=most) if most > StopRule().comparisons else StopRule()


def _pin_arms(suite: Suite) -> Iterator[Arm]:
    names = _distinct_names((arm.name, arm.endpoint) for arm in suite.arms)
    arms = [
        Arm(
            id=ArmId(""),
            name=name,
            endpoint=arm.endpoint,
            sampling=arm.sampling,
            extra=arm.extra,
            technique=arm.technique,
            samples=arm.samples,
        )
        for arm, name in zip(suite.arms, names, strict=True)
    ]
    for arm, digest in zip(arms, _digests(arm.model_copy(update={"name": ""}) for arm in arms), strict=True):
        yield arm.model_copy(update={"id": ArmId(f"arm_{digest}")})


def _pin_versions(suite: Suite, *, project_id: ProjectId) -> Iterator[PromptVersion]:
    prompt_id = PromptId(f"prm_{_digest(project_id, suite.name)}")
    unnumbered = [
        PromptVersion(
            id=PromptVersionId(""),
            prompt_id=PromptId(""),
            number=1,
            system=prompt.system,
            user=prompt.user,
            few_shots=prompt.few_shots,
            tools=prompt.tools,
            tool_choice=prompt.tool_choice,
            form=prompt.form,
        )
        for prompt in suite.prompts
    ]
    names = _prompt_names(suite)
    for number, (version, digest) in enumerate(zip(unnumbered, _digests(unnumbered), strict=True), 1):
        placed = {"id": PromptVersionId(f"ver_{digest}"), "prompt_id": prompt_id, "number": number}
        yield version.model_copy(update={**placed, "name": names[number - 1]})


def _prompt_names(suite: Suite) -> list[str | None]:
    """As they are written; of several with one name, each carries its number."""
    given = Counter(prompt.name for prompt in suite.prompts)
    return [
        name if name is None or given[name] == 1 else f"{name} (v{number})"
        for number, name in enumerate((prompt.name for prompt in suite.prompts), 1)
    ]


def pin_rubric(name: str, criteria: Sequence[Criterion], *, project_id: ProjectId) -> Rubric | None:
    """The rubric of some criteria; None without any."""
    if not criteria:
        return None
    rubric = Rubric(id=RubricId(""), project_id=project_id, name=name, criteria=tuple(criteria))
    digest = content_hash(rubric.model_copy(update={"name": ""}))
    return rubric.model_copy(update={"id": RubricId(f"rub_{digest}")})


def pin_judges(written: Sequence[SuiteJudge], *, rubric: Rubric) -> Iterator[Judge]:
    """Judges by a rubric; equal profiles have equal ids in every run."""
    names = _distinct_names((judge.name, judge.endpoint) for judge in written)
    judges = [
        Judge(
            id=JudgeId(""),
            project_id=rubric.project_id,
            name=name,
            rubric_id=rubric.id,
            **{field: getattr(judge, field) for field in JudgeProfile.model_fields},
        )
        for judge, name in zip(written, names, strict=True)
    ]
    for judge, digest in zip(
        judges, _digests(judge.model_copy(update={"name": ""}) for judge in judges), strict=True
    ):
        yield judge.model_copy(update={"id": JudgeId(f"jdg_{digest}")})


def _distinct_names(named: Iterable[tuple[str | None, Endpoint]]) -> Iterator[str]:
    """Each by its own name or its endpoint's; from the second on, doubles carry a number."""
    taken: set[str] = set()
    for given, endpoint in named:
        plain = (given or endpoint.name)[:_LONGEST_NAME]
        name, number = plain, 1
        while name in taken:
            number += 1
            name = f"{plain} #{number}"
        taken.add(name)
        yield name


def _digests(nouns: Iterable[Noun]) -> Iterator[str]:
    """A digest of each noun's contents; from the second on, doubles carry a number."""
    seen: Counter[str] = Counter()
    for noun in nouns:
        digest = content_hash(noun)
        seen[digest] += 1
        yield digest if seen[digest] == 1 else f"{digest}_{seen[digest]}"


def _digest(*parts: str) -> str:
    written = "".join(f"{len(part)}:{part}" for part in parts)
    return blake2b(written.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _stages_on(snapshot: Snapshot) -> Iterator[StageName]:
    yield from (StageName.PLAN, StageName.GENERATE, StageName.CHECK)
    if snapshot.judges:
        yield StageName.JUDGE
    yield StageName.RANK
